// The endpoint that the suite runs against, and helpers that all themes share.
//
//	ROWKEY_ENDPOINT     its URL, which has no default: whoever is at the emulators' port may not be ours
//	ROWKEY_ACCOUNT      the account's name, and
//	ROWKEY_KEY          its key; by default the well-known ones
//	ROWKEY_HTTP_CLIENT  the URL of a module whose `httpClient` replaces HTTP and whose `close` ends it;
//	                    requests are then unsigned, as in a browser
//
// Write 127.0.0.1 in URLs: with localhost, the client assumes another service.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import process from "node:process";
import { after } from "node:test";
import { AzureNamedKeyCredential, TableClient, TableServiceClient } from "@azure/data-tables";

const {
  ROWKEY_ENDPOINT: given = "",
  ROWKEY_ACCOUNT: account = "devstoreaccount1",
  ROWKEY_KEY:
    key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
  ROWKEY_HTTP_CLIENT: transport = "",
} = process.env;

/** Whether requests are signed. */
export const signed = transport === "";

if (signed && given === "") {
  throw new Error("ROWKEY_ENDPOINT has to say against which endpoint the suite runs");
}

// In place of HTTP nobody listens at this address.
const endpoint = given || "http://127.0.0.1:10002/devstoreaccount1";

export { account, endpoint, key };

/** The options of every client. */
export const options = { allowInsecureConnection: true, ...(await inPlaceOfHTTP()) };

async function inPlaceOfHTTP() {
  if (signed) {
    return {};
  }
  const { httpClient, close } = await import(transport);
  after(close);
  return { httpClient };
}

const credential = new AzureNamedKeyCredential(account, key);

/**
 * A client of the account.
 * @param {import("@azure/data-tables").TableServiceClientOptions} more
 */
export function service(more = {}) {
  const all = { ...options, ...more };
  return signed
    ? new TableServiceClient(endpoint, credential, all)
    : new TableServiceClient(endpoint, all);
}

/**
 * A client of a table, which may not exist.
 * @param {string} name
 */
export function client(name) {
  return signed
    ? new TableClient(endpoint, name, credential, options)
    : new TableClient(endpoint, name, options);
}

/** A unique name for a table. */
export function freshName(prefix = "sdk") {
  return prefix + randomUUID().replaceAll("-", "").slice(0, 20);
}

/**
 * An empty table that lasts as long as the test.
 * @param {import("node:test").TestContext} t
 */
export async function freshTable(t) {
  const table = client(freshName());
  await table.createTable();
  t.after(() => table.deleteTable());
  return table;
}

/**
 * All items of a list.
 * @template T
 * @param {AsyncIterable<T>} list
 */
export async function all(list) {
  const items = [];
  for await (const item of list) {
    items.push(item);
  }
  return items;
}

/**
 * The row keys of entities, in the order of the list.
 * @param {AsyncIterable<{rowKey?: string}>} list
 */
export async function rowKeys(list) {
  return (await all(list)).map(({ rowKey }) => rowKey);
}

/**
 * An entity as it was written: without what the service adds, and with bytes as Uint8Array instead of
 * Node's Buffer.
 * @param {object} entity
 */
export function own(entity) {
  const added = ["etag", "timestamp", "odata.metadata"];
  const written = Object.entries(entity).filter(([name]) => !added.includes(name));
  return Object.fromEntries(
    written.map(([name, value]) => [name, Buffer.isBuffer(value) ? new Uint8Array(value) : value]),
  );
}

/**
 * The call fails with this status and this code of the service.
 * @param {Promise<unknown>} call
 * @param {number} status
 * @param {string} code
 */
export async function refused(call, status, code) {
  await assert.rejects(call, (/** @type {any} */ error) => {
    const got = { status: error.statusCode, code: codeOf(error) };
    assert.deepEqual(got, { status, code }, error.message);
    return true;
  });
}

/**
 * The service's error code. Each client has it in another place, and some answers they don't parse.
 * @param {any} error
 */
function codeOf(error) {
  return (
    error.code ??
    error.details?.errorCode ??
    error.details?.odataError?.code ??
    JSON.parse(error.response.bodyAsText)["odata.error"].code
  );
}
