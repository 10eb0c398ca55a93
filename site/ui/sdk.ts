/**
 * The official JavaScript client of Table storage, for code that runs on a page. It is a bundle of
 * its own, as large as a page with all it loads, and no page loads it before somebody needs it.
 *
 * `clients` makes clients whose requests go wherever a function takes them. In a page that is a
 * session of an engine; in a frame without network it is a message to its page, which hands the
 * request on, since both ways a request is a plain object.
 *
 * Sessions have an engine apart from the examples' one: a reader who stops an example ends its
 * engine, and a session would lose its tables with it.
 */
import { TableClient, TableServiceClient } from "@azure/data-tables";
import { httpClient } from "../../wasm/browser/http-client.mjs";
import { endpoint, type Send, Session } from "../../wasm/browser/session.mjs";
import { Client, type Watch } from "./client.ts";
import type { Call } from "./protocol.ts";

export * from "@azure/data-tables";
export { endpoint, httpClient };

/** How long one request may take, in milliseconds. */
const limit = 60_000;

const engine = new Client({ spawn: () => new Worker(WORKER_URL), limit });

/** No call is stopped half-way: all accounts of the engine would be lost. */
function unwatched(): Watch {
  return { signal: new AbortController().signal, loading: () => {}, started: () => {} };
}

/** An account of its own in the page's engine for sessions, empty until something is stored in it. */
export function session(name: string): Session {
  return new Session((call: Call) => engine.run(call, unwatched()), name);
}

/** Makes clients of the account that `send` leads to. */
export function clients(send: Send) {
  const options = { httpClient: httpClient(send), allowInsecureConnection: true };
  return {
    service: () => new TableServiceClient(endpoint, options),
    table: (name: string) => new TableClient(endpoint, name, options),
  };
}
