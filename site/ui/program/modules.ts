/**
 * What an example can import. Its code is a module itself, so everything that modules can do works, and line
 * numbers are the reader's. There is no network, so imports become modules within addresses.
 */
import * as client from "@azure/data-tables";
import * as recipes from "../../../patterns/recipes/recipes.js";
import { httpClient } from "../../../wasm/browser/http-client.mjs";
import type { AccountRequest, AccountResponse } from "../../../wasm/browser/session.mjs";
import * as encryption from "../encryption.ts";
import { addresses, process } from "./account.ts";
import { connectTables } from "./connection.ts";
import type { Program } from "./protocol.ts";

/** The name of the example in stack traces. */
export const file = "example.js";

/** The modules that an example can import, by name, each with its members. */
type Modules = Readonly<Record<string, object>>;

/** Clients that are in a file of their own. The file has them if the example imports one. */
const storage = { "@azure/storage-queue": {}, "@azure/storage-blob": {} };

/**
 * Returns the modules for an example.
 *
 * @param trace - is called with the members of each module of clients
 */
export async function modulesFor(
  { files }: Program,
  send: (request: AccountRequest) => Promise<AccountResponse>,
  trace: (members: object) => void,
): Promise<Modules> {
  const options = { httpClient: httpClient(send), allowInsecureConnection: true };
  connectTables(addresses.tables, options);
  trace(client);
  const loaded: typeof storage = files.storage
    ? (await import(moduleOf(files.storage))).packages
    : storage;
  Object.values(loaded).map(trace);
  return {
    "@azure/data-tables": { ...client },
    ...loaded,
    "./recipes.js": { ...recipes },
    "rowkey/encryption": { ...encryption },
    rowkey: {
      ...addresses,
      service: (more?: object) =>
        new client.TableServiceClient(addresses.tables, { ...options, ...more }),
      table: (name: string, more?: object) =>
        new client.TableClient(addresses.tables, name, { ...options, ...more }),
    },
    "node:timers/promises": {
      setTimeout: <T>(delay?: number, value?: T) =>
        new Promise((done) => globalThis.setTimeout(done, delay, value)),
    },
    "node:process": { ...process, default: process },
  };
}

/** The name of a module in an import. */
const imported = /^(\s*(?:import|export)\b(?:[^;"'`]*\bfrom)?\s*)(["'])([^"'\n]+)\2/gm;

/** Runs an example. */
export async function run(code: string, modules: Modules): Promise<void> {
  const key = "rowkey:modules";
  Object.defineProperty(globalThis, key, { value: modules });
  const linked = code.replace(imported, (whole, before: string, mark: string, name: string, at) => {
    const members = modules[name];
    if (!members) {
      const names = Object.keys(modules).join(", ");
      throw new Misplaced(`Examples can only import ${names}.`, code, at + whole.length);
    }
    const from = `globalThis[${JSON.stringify(key)}][${JSON.stringify(name)}]`;
    const names = Object.keys(members).filter((name) => name !== "default");
    const other = "default" in members ? `export default ${from}.default;` : "";
    return `${before}${mark}${moduleOf(`export const {${names}} = ${from}; ${other}`)}${mark}`;
  });
  try {
    await import(moduleOf(`${linked}\n//# sourceURL=${file}`));
  } catch (cause) {
    const missing = /export named:? '?([\w$]+)/.exec(cause instanceof Error ? cause.message : "");
    if (missing) {
      const at = code.search(new RegExp(`\\b${missing[1]?.replaceAll("$", "\\$")}\\b`));
      throw new Misplaced(`There is no ${missing[1]} to import.`, code, at);
    }
    throw cause;
  }
}

/** A failed import with the offset in the code, which browsers don't report. */
class Misplaced extends Error {
  constructor(message: string, code: string, at: number) {
    super(message);
    this.name = "Import";
    const before = code.slice(0, Math.max(at, 0)).split("\n");
    this.stack = `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
  }
}

function moduleOf(code: string): string {
  // An apostrophe would end the string that contains the address.
  return `data:text/javascript,${encodeURIComponent(code).replaceAll("'", "%27")}`;
}
