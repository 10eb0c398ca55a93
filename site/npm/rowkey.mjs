#!/usr/bin/env node
// The command. It's the program for this system; where there's none, `rowkey serve` serves tables with the
// engine as WebAssembly.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import process from "node:process";
import { findProgram } from "./program.mjs";

const program = findProgram();
const args = process.argv.slice(2);
const missing =
  `there's no program for ${process.platform} on ${process.arch}, or it wasn't installed ` +
  "(npm leaves it out with --omit=optional)";
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
} else if (/^(--?)?version$/.test(args[0] ?? "")) {
  const { version } = createRequire(import.meta.url)("./package.json");
  console.log(`rowkey ${version}, but ${missing}`);
} else if (args[0] === "serve") {
  const words = args.slice(1).flatMap((a) => a.split("="));
  const addr = words.findIndex((word, i) => /^--?addr$/.test(word) && words[i + 1] === "");
  if (addr >= 0) {
    words.splice(addr, 2); // no site, and there is none here
  }
  const [flag = "-tables", at = "10002", ...others] = words;
  const port = Number(at.split(":").pop());
  if (others.length > 0 || !/^--?tables$/.test(flag) || !(port <= 65_535)) {
    fail(
      `without the program, serve has no flag but -tables HOST:PORT and -addr "", in memory; ${missing}`,
    );
  }
  const { serveTables } = await import("./tables.mjs");
  const { url } = await serveTables(port).catch((error) => fail(error.message));
  console.log(`${missing}: tables alone are served`);
  console.log(`account devstoreaccount1, in memory\n  tables at ${url}/devstoreaccount1`);
} else {
  fail(`${missing}. What works without it is rowkey serve.`);
}

/**
 * @param {string} why
 * @returns {never}
 */
function fail(why) {
  console.error(`rowkey: ${why}`);
  process.exit(1);
}
