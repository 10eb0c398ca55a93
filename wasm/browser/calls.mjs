// Makes calls to an engine, for tests: each line of standard input is one as JSON, and so is each line of the
// output its reply. The argument is the engine, "tables" or "full".
import process from "node:process";
import { createInterface } from "node:readline";
import { startEngine } from "./engine.mjs";

const engine = await startEngine(process.argv[2] === "full" ? "full" : "tables");
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(engine.call(JSON.parse(line)))}\n`);
}
// Timers that Go has set would keep the process alive.
process.stdout.write("", () => process.exit());
