// Runs the JavaScript examples of guides and writes what they print to output.json beside each guide:
// `npm run bake` for all, `npm run bake -- SLUG…` for some.
import { rmSync, writeFileSync } from "node:fs";
import process from "node:process";
import { startEngine } from "../../wasm/browser/engine.mjs";
import { bundlePrograms } from "./program/bundle.mjs";

process.chdir(new URL(".", import.meta.url).pathname);
const root = new URL("../../", import.meta.url);
const { bake, thread } = await bundlePrograms("test/out/bake");
const { guides, Oven } = await import(bake.href);
/** @type {string[]} */
let chosen = [];
try {
  chosen = guides(root, process.argv.slice(2));
} catch (error) {
  console.error(String(error));
  process.exit(1);
}
const oven = new Oven(await startEngine("full"), thread);
for (const guide of chosen) {
  const { file, text, problems } = await oven.bake(guide, root);
  if (text === "") {
    rmSync(new URL(file, root), { force: true });
  } else if (problems.length === 0) {
    writeFileSync(new URL(file, root), text);
    console.log(file);
  }
  for (const problem of problems) {
    console.error(problem);
    process.exitCode = 1;
  }
}
// Timers that Go has set would keep the process running.
process.exit();
