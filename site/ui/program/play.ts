/**
 * Runs an example in a thread of its own: a worker in a frame without network, or a thread of Node.
 *
 * The code is imported as a module, so everything that modules can do works, and line numbers are the
 * reader's. This file provides what it can import. Its requests go through the port.
 */
import * as client from "@azure/data-tables";
import { httpClient } from "../../../wasm/browser/http-client.mjs";
import {
  type AccountRequest,
  type AccountResponse,
  endpoint,
} from "../../../wasm/browser/session.mjs";
import * as encryption from "../encryption.ts";
import { Clock } from "./clock.ts";
import { connectTables, process } from "./connection.ts";
import { messageOf, print } from "./print.ts";
import type { Answer, Failure, Program, Said } from "./protocol.ts";
import { seedRandom } from "./random.ts";
import { type OpenCalls, traceCalls } from "./trace.ts";

/** The part of a MessagePort that is needed. */
interface Port {
  postMessage(message: Said): void;
  onmessage: ((event: MessageEvent<Answer>) => void) | null;
}

/** The addresses of the account's services, like {{host}}, {{queue}} and {{blob}} in requests. */
const addresses = {
  tables: endpoint,
  queues: endpoint.replace("10002", "10001"),
  blobs: endpoint.replace("10002", "10000"),
};

/** The name of the example in stack traces. */
const file = "example.js";

/** Calls a function with each error in the thread that no code handles. */
type Overhear = (hear: (cause: unknown) => void) => void;

/** Runs an example. It ends after its last line, even if promises are still pending. */
export function play(program: Program, port: Port, overhear: Overhear): void {
  const ask = asker(port);
  const clock = new Clock(program.now, async (milliseconds) => {
    return (await ask({ kind: "sleep", milliseconds })).now;
  });
  const send = (request: AccountRequest) => clock.during(sent(request));
  const sent = async (request: AccountRequest) => {
    const { now, value } = await ask({ kind: "send", request });
    clock.now = now;
    return value as AccountResponse;
  };
  clock.install();
  seedRandom();
  const open: OpenCalls = new Set();
  traceCalls(client.TableClient, open);
  traceCalls(client.TableServiceClient, open);
  Error.stackTraceLimit = 100;
  replaceConsole((text) => port.postMessage({ kind: "print", text }));
  const fetchText = fetcher(send);
  Object.assign(globalThis, { fetch: fetchText, process });
  const end = (failure?: Failure) => port.postMessage({ kind: "end", ...(failure && { failure }) });
  overhear((cause) => end(failureOf(cause)));
  run(program.code, modules(send)).then(
    () => end(open.size > 0 || clock.busy ? unfinished(open) : undefined),
    (cause) => end(failureOf(cause)),
  );
}

/** Reports a call without await, which could otherwise end unsent and look like success. */
function unfinished([call]: OpenCalls): Failure {
  const { line, column } = failureOf(call);
  const message = "This was still running after the last line. Put await before it.";
  return { name: "Unfinished", message, line, column };
}

/** The modules that an example can import, by name. */
function modules(send: (request: AccountRequest) => Promise<AccountResponse>) {
  const options = { httpClient: httpClient(send), allowInsecureConnection: true };
  connectTables(addresses.tables, options);
  return {
    "@azure/data-tables": { ...client },
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

type Modules = Readonly<Record<string, object>>;

/** The name of a module in an import. */
const imported = /^(\s*(?:import|export)\b(?:[^;"'`]*\bfrom)?\s*)(["'])([^"'\n]+)\2/gm;

async function run(code: string, imports: Modules): Promise<void> {
  const key = "rowkey:modules";
  Object.defineProperty(globalThis, key, { value: imports });
  const linked = code.replace(imported, (whole, before: string, mark: string, name: string, at) => {
    const members = imports[name];
    if (!members) {
      const names = Object.keys(imports).join(", ");
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

/** Sends questions through a port and matches the answers to them. */
function asker(port: Port) {
  type Question =
    | { kind: "send"; request: AccountRequest }
    | { kind: "sleep"; milliseconds: number };
  const open = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  port.onmessage = ({ data }) => {
    open.get(data.id)?.(data);
    open.delete(data.id);
  };
  return async (question: Question): Promise<Answer> => {
    const id = ++lastId;
    const answered = new Promise<Answer>((resolve) => open.set(id, resolve));
    port.postMessage({ ...question, id });
    const answer = await answered;
    if (answer.error !== undefined) {
      throw new Error(answer.error);
    }
    return answer;
  };
}

/** Returns a fetch that only reaches the account, for requests without a client. */
function fetcher(send: (request: AccountRequest) => Promise<AccountResponse>) {
  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const known = Object.values(addresses);
    if (!known.some((address) => request.url.startsWith(`${address}/`))) {
      throw new TypeError(`Examples can only reach ${known.join(", ")}.`);
    }
    const answer = await send({
      method: request.method,
      url: request.url,
      headers: Array.from(request.headers),
      body: await request.text(),
    });
    const empty = [101, 204, 205, 304].includes(answer.status);
    const headers = answer.headers.map(([name, value]): [string, string] => [name, value]);
    return new Response(empty ? null : answer.body, { status: answer.status, headers });
  };
}

function replaceConsole(write: (text: string) => void): void {
  const log = (...values: unknown[]) => write(print(values));
  Object.assign(console, { log, debug: log, info: log, warn: log, error: log });
}

/** Returns an error with its position in the example, if its stack trace has one. */
function failureOf(cause: unknown): Failure {
  if (!(cause instanceof Error)) {
    return { name: "Error", message: `thrown: ${print([cause])}`, line: 0, column: 0 };
  }
  const [, line, column] = /example\.js:(\d+):(\d+)/.exec(cause.stack ?? "") ?? [];
  return {
    name: cause.name,
    message: messageOf(cause),
    line: Number(line ?? 0),
    column: Number(column ?? 0),
  };
}
