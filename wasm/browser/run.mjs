#!/usr/bin/env node
// Runs .http scripts and guides on the WebAssembly engine, headless:
//
//	node wasm/browser/run.mjs FILE… [--json]
//
// A FILE can be a folder of .http files with the data of TABLE.csv files. It prints the same bytes and ends
// with the same code as `rowkey run FILE… [--json]`. It needs
// Node 22 and nothing else once the engine is built; where Go is installed it builds the engine
// itself, which takes no time when nothing has changed. ROWKEY_WASM names another engine.
import fs from "node:fs";
import path from "node:path";
import { command, Refused } from "./command.mjs";
import { startEngine } from "./engine.mjs";

const usage = "usage: node wasm/browser/run.mjs FILE… [--json]";

/** @param {readonly string[]} args */
function parse(args) {
  const flags = args.filter((arg) => arg.startsWith("-"));
  const names = args.filter((arg) => !arg.startsWith("-"));
  const unknown = flags.find((flag) => flag !== "--json" && flag !== "-json");
  if (unknown !== undefined) {
    throw new Refused(`there is no ${unknown}\n${usage}`);
  }
  if (names.length === 0) {
    throw new Refused(`which files?\n${usage}`);
  }
  return { names, json: flags.length > 0 };
}

/**
 * Reads a file or, of a folder, the scripts and the data.
 * @param {string} name
 */
function read(name) {
  try {
    if (!fs.statSync(name).isDirectory()) {
      return [{ name, text: fs.readFileSync(name, "utf8") }];
    }
    const files = fs.readdirSync(name, { withFileTypes: true });
    const own = files.filter((file) => !file.isDirectory() && /\.(http|csv)$/.test(file.name));
    if (own.length === 0) {
      throw new Refused(`${name}: the folder has no .http and no .csv file`);
    }
    return own.map((file) => {
      const inside = path.join(name, file.name);
      return { name: inside, text: fs.readFileSync(inside, "utf8"), folder: name };
    });
  } catch (cause) {
    throw new Refused(cause instanceof Error ? cause.message : String(cause));
  }
}

/** @param {readonly string[]} args */
async function main(args) {
  const { names, json } = parse(args);
  const files = names.flatMap(read);
  const call = { op: "run", files, json };
  const reply = (await startEngine("full")).call(call);
  if ("error" in reply) {
    throw new Refused(String(reply.error));
  }
  return /** @type {import("./command.mjs").Printed} */ (reply);
}

await command("run.mjs", main);
