#!/usr/bin/env node
// The command. It's the program for this system; where there's none, `rowkey serve` serves tables with the
// engine as WebAssembly.
import { spawn } from "node:child_process";
import process from "node:process";
import { findProgram } from "./program.mjs";

const program = findProgram();
const args = process.argv.slice(2);
if (program) {
  const child = spawn(program, args, { stdio: "inherit" });
  // A terminal sends them to both; whoever sends one to this process alone means the other.
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => signal !== "SIGINT" && child.kill(signal));
  }
  child.once("error", (error) => fail(error.message));
  child.once("exit", (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0);
  });
} else if (args[0] === "serve") {
  const { serveTables } = await import("./tables.mjs");
  const port = args.includes("-tables")
    ? Number(args[args.indexOf("-tables") + 1]?.split(":").pop())
    : 10002;
  const { url } = await serveTables(port).catch((error) => fail(error.message));
  console.log(
    `there's no program for ${process.platform} on ${process.arch}: tables alone are served, in memory`,
  );
  console.log(`account devstoreaccount1, in memory\n  tables at ${url}/devstoreaccount1`);
} else {
  fail(
    `there's no program for ${process.platform} on ${process.arch}, or it wasn't installed ` +
      "(npm leaves it out with --omit=optional). What works without it is rowkey serve.",
  );
}

/**
 * @param {string} why
 * @returns {never}
 */
function fail(why) {
  console.error(`rowkey: ${why}`);
  process.exit(1);
}
