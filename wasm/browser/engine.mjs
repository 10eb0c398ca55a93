// Finds the engine for Node, and builds it where Go is installed.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Engine } from "./host.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** There is no engine, and the message says what to do about it. */
export class NoEngine extends Error {}

/** The programs, each with the name of its file and its source. */
const programs = {
  tables: ["engine.wasm", "./wasm/browser"],
  full: ["full.wasm", "./wasm/browser/full"],
  design: ["headless.wasm", "./wasm/browser/design/headless"],
};

/**
 * The engine's file: the one that ROWKEY_WASM names, a fresh one, or the one built last. The loader,
 * wasm_exec.js of the toolchain that built it, stands beside it. The engine that has queues, blobs and
 * signatures beside tables is `full`, and the one that measures designs is `design`; their files stand beside
 * the other one.
 * @param {keyof typeof programs} kind
 */
export function findEngine(kind = "tables") {
  const [name = "", source = ""] = programs[kind];
  const named = process.env["ROWKEY_WASM"];
  if (named) {
    return kind === "tables" ? named : path.join(path.dirname(named), name);
  }
  const file = path.join(root, ".cache", name);
  if (spawnSync("go", ["version"]).status === 0) {
    build(file, source);
  } else if (!fs.existsSync(file) || !fs.existsSync(loaderOf(file))) {
    throw new NoEngine(
      "the engine is not built, and Go, which builds it, is not installed.\n" +
        "Install Go 1.26 or newer, or set ROWKEY_WASM to an engine.wasm with its wasm_exec.js beside it.",
    );
  }
  return file;
}

/**
 * The loader that belongs to an engine's file.
 * @param {string} file
 */
export function loaderOf(file) {
  return path.join(path.dirname(file), "wasm_exec.js");
}

/**
 * Starts the engine that findEngine finds.
 * @param {keyof typeof programs} kind
 * @param {number} [memory] what it may use, in bytes
 */
export async function startEngine(kind = "tables", memory) {
  const file = findEngine(kind);
  // Where Go's runtime writes when it dies: to standard error, not among the results.
  Object.assign(globalThis, { fs });
  const bytes = await open(file);
  const instantiate = async (/** @type {WebAssembly.Imports} */ imports) =>
    (await WebAssembly.instantiate(bytes, imports)).instance;
  return Engine.start(instantiate, memory);
}

/** @param {string} file */
async function open(file) {
  try {
    await import(pathToFileURL(path.resolve(loaderOf(file))).href);
    return new Uint8Array(fs.readFileSync(file));
  } catch (cause) {
    throw new NoEngine(cause instanceof Error ? cause.message : String(cause));
  }
}

/**
 * Builds the engine with the flags that site/assets reads from the same file, so that either finds what the
 * other has built.
 * @param {string} file
 * @param {string} source
 */
function build(file, source) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const flags = JSON.parse(fs.readFileSync(path.join(root, "wasm/browser/flags.json"), "utf8"));
  go(["build", ...flags, "-o", file, source], { GOOS: "js", GOARCH: "wasm" });
  const loader = path.join(go(["env", "GOROOT"], {}).trim(), "lib", "wasm", "wasm_exec.js");
  const wanted = fs.readFileSync(loader);
  const copy = loaderOf(file);
  if (!fs.existsSync(copy) || !fs.readFileSync(copy).equals(wanted)) {
    fs.writeFileSync(copy, wanted);
  }
}

/**
 * @param {readonly string[]} args
 * @param {Record<string, string>} environment
 */
function go(args, environment) {
  const env = { ...process.env, ...environment };
  const options = { cwd: root, env, encoding: /** @type {const} */ ("utf8"), maxBuffer: 2 ** 30 };
  const { status, stdout, stderr } = spawnSync("go", args, options);
  if (status !== 0) {
    throw new NoEngine(`building the engine: go ${args[0]} failed\n${stderr.trim()}`);
  }
  return stdout;
}
