#!/usr/bin/env node
// Measures design files on the WebAssembly engine, headless:
//
//	node wasm/browser/design.mjs FILE… [--json | --markdown] [--explain] [--at N]
//
// It prints the same bytes and ends with the same code as `rowkey design`, and finds the engine as run.mjs
// does.
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { command, Refused } from "./command.mjs";
import { startEngine } from "./engine.mjs";

const usage =
  "usage: node wasm/browser/design.mjs FILE… [--json | --markdown] [--explain] [--at N]";

/** What the engine may use, in bytes: nearly as much as the loader can address. */
const memory = 2 ** 31 - 2 ** 20;

/** @param {string[]} args */
function parse(args) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: "boolean", default: false },
        markdown: { type: "boolean", default: false },
        explain: { type: "boolean", default: false },
        at: { type: "string", default: "0" },
      },
    });
    const { json, markdown, explain, at } = values;
    const wrong =
      positionals.length === 0 || (json && markdown) || !/^[0-9]{1,9}$|^1000000000$/.test(at);
    if (wrong) {
      throw new Error("these arguments don't go together");
    }
    return { names: positionals, json, markdown, explain, at: Number(at) };
  } catch (cause) {
    throw new Refused(`${cause instanceof Error ? cause.message : cause}\n${usage}`);
  }
}

/**
 * The design files of a folder and of those in it, or the file itself.
 * @param {string} name
 */
function designs(name) {
  const isFolder = fs.statSync(name, { throwIfNoEntry: false })?.isDirectory();
  const all = isFolder ? fs.readdirSync(name, { encoding: "utf8", recursive: true }) : [];
  const hidden = /(^|[/\\])(\.|node_modules([/\\]|$))/;
  const own = all.filter((file) => file.endsWith(".rowkey.yaml") && !hidden.test(file));
  return isFolder ? own.map((file) => read(path.join(name, file))).sort(byName) : [read(name)];
}

/**
 * The order of a walk: a folder is where its name is.
 * @param {{name: string}} a
 * @param {{name: string}} b
 */
function byName(a, b) {
  const [x, y] = [a, b].map((file) => file.name.replaceAll(path.sep, "\0"));
  return Number(String(x) > String(y)) - Number(String(x) < String(y));
}

/** @param {string} name */
function read(name) {
  try {
    return { name, text: fs.readFileSync(name === "-" ? 0 : name, "utf8") };
  } catch (cause) {
    throw new Refused(cause instanceof Error ? cause.message : String(cause));
  }
}

/** @param {string[]} args */
async function main(args) {
  const { names, json, markdown, explain, at } = parse(args);
  const call = { files: names.flatMap(designs), json, markdown, explain, at };
  const reply = (await startEngine("design", memory)).call(call);
  return /** @type {import("./command.mjs").Printed} */ (reply);
}

await command("design.mjs", main);
