/**
 * Runs an example in a thread of its own: a worker in a frame without network, or a thread of Node.
 *
 * Its requests go through a port. modules.ts has what it can import.
 */
import type { AccountRequest, AccountResponse } from "../../../wasm/browser/session.mjs";
import { addresses, process } from "./account.ts";
import { Clock } from "./clock.ts";
import { asker, type Port, printer } from "./credit.ts";
import { file, modulesFor, run } from "./modules.ts";
import { messageOf, print } from "./print.ts";
import type { Failure, Program } from "./protocol.ts";
import { seedRandom } from "./random.ts";
import { type OpenCalls, traceClients } from "./trace.ts";

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
  Error.stackTraceLimit = 100;
  replaceConsole(printer(port));
  const fetchText = fetcher(send);
  Object.assign(globalThis, { fetch: fetchText, process });
  const end = (failure?: Failure) => port.postMessage({ kind: "end", ...(failure && { failure }) });
  overhear((cause) => end(failureOf(cause)));
  const trace = (members: object) => traceClients(members, open);
  const played = modulesFor(program, send, trace).then((modules) => run(program.code, modules));
  played.then(
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
  const shown = { log, debug: log, info: log, warn: log, error: log, dir: log, table: log };
  // The browser's own would send the page's thread each of their messages.
  const others = Object.keys(console).map((name) => [name, () => {}]);
  Object.assign(console, Object.fromEntries(others), shown);
}

/** A place in the example, in a stack trace. */
const place = new RegExp(`${file.replace(".", "\\.")}:(\\d+):(\\d+)`);

/** Returns an error with its position in the example, if its stack trace has one. */
function failureOf(cause: unknown): Failure {
  if (!(cause instanceof Error)) {
    return { name: "Error", message: `thrown: ${print([cause])}`, line: 0, column: 0 };
  }
  const [, line, column] = place.exec(cause.stack ?? "") ?? [];
  return {
    name: cause.name,
    message: messageOf(cause),
    line: Number(line ?? 0),
    column: Number(column ?? 0),
  };
}
