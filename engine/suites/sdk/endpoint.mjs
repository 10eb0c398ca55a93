// The endpoint that the suite runs against, and what all themes share.
//
//	ROWKEY_ENDPOINT     its address; by default the one of the emulators' well-known account
//	ROWKEY_ACCOUNT      the account's name, and
//	ROWKEY_KEY          its key; by default the well-known ones
//	ROWKEY_HTTP_CLIENT  the address of a module whose `httpClient` takes the place of HTTP, and whose
//	                    `close` ends it; requests are then not signed, as in a browser
//
// In an address write 127.0.0.1: the client takes localhost for another service.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import process from "node:process";
import { after } from "node:test";
import { AzureNamedKeyCredential, TableClient, TableServiceClient } from "@azure/data-tables";

const {
  ROWKEY_ENDPOINT: endpoint = "http://127.0.0.1:10002/devstoreaccount1",
  ROWKEY_ACCOUNT: account = "devstoreaccount1",
  ROWKEY_KEY:
    key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
  ROWKEY_HTTP_CLIENT: transport = "",
} = process.env;

export { account, endpoint, key };

/** Whether requests carry a signature. */
export const signed = transport === "";

/** What every client here is made with. */
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
 * A client of a table, which need not exist.
 * @param {string} name
 */
export function client(name) {
  return signed
    ? new TableClient(endpoint, name, credential, options)
    : new TableClient(endpoint, name, options);
}

/** A table name that nobody else uses. */
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
 * Entities in the order of a list, each by its row key.
 * @param {AsyncIterable<{rowKey?: string}>} list
 */
export async function rowKeys(list) {
  return (await all(list)).map(({ rowKey }) => rowKey);
}

/**
 * An entity as it was written: without what the service adds, and with bytes as bytes, for which Node
 * has a class of its own.
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
 * The service's code. The clients find it in the answers they take apart: those to transactions, those
 * in JSON to requests in JSON, those in XML; and in a header.
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
