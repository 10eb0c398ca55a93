// The JavaScript client on a page, under the page's policy, with the engine in a worker beside it.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import type * as Encryption from "../../encryption.ts";
import type * as Sdk from "../../sdk.ts";
import { editor, ran, reads, startReading } from "./reader.ts";
import { folder, guide } from "./server.ts";

startReading();

const library = (name: string) =>
  `/a/${readdirSync(`${folder}/a`).find((file) => file.startsWith(`${name}-`) && file.endsWith(".js"))}`;

test("sdk: clients work on a page, each session with an account of its own", async () => {
  await reads({}, async ({ page, open }) => {
    await open(guide());
    const got = await page.evaluate(useClients, library("sdk"));
    assert.deepEqual(got, {
      listed: 3,
      entity: { total: 7n, at: "2026-01-05T09:30:00.000Z", bytes: [0, 255] },
      pages: [2, 1],
      refused: [409, "EntityAlreadyExists", "1:The specified entity already exists."],
      tables: ["Orders"],
      elsewhere: [],
      afterReset: [],
    });
  });
});

test("sdk: what a page writes with it can be encrypted", async () => {
  await reads({}, async ({ page, open }) => {
    await open(guide());
    const addresses = { sdk: library("sdk"), encryption: library("encryption") };
    const got = await page.evaluate(useEncryption, addresses);
    assert.deepEqual(got, { note: "prefers letters — 🔐", stored: 52 });
  });
});

test("sdk: no page loads it by itself, not even with editor and engine", async () => {
  await reads({}, async ({ page, open, example }) => {
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    await open(guide());
    await editor(example(0));
    await example(0).locator(".ex-run").click();
    await ran(example(0));
    const kinds = loaded.map((url) => /\/a\/([a-z]+)/.exec(url)?.[1] ?? "");
    assert.ok(kinds.includes("editor") && kinds.includes("engine"), kinds.join());
    assert.ok(!kinds.includes("sdk") && !kinds.includes("encryption"), kinds.join());
  });
});

/** Runs in the page. */
async function useClients(address: string) {
  const sdk = (await import(address)) as typeof Sdk;
  const session = sdk.session("orders");
  const { service, table } = sdk.clients(session.send);
  const orders = table("Orders");
  await orders.createTable();
  const at = new Date("2026-01-05T09:30:00Z");
  const bytes = new Uint8Array([0, 255]);
  await orders.createEntity({ partitionKey: "p", rowKey: "0001", total: 7n, at, bytes });
  await orders.submitTransaction([
    ["create", { partitionKey: "p", rowKey: "0002" }],
    ["create", { partitionKey: "p", rowKey: "it's 3 %" }],
  ]);
  const all = async <T>(list: AsyncIterable<T>) => {
    const items: T[] = [];
    for await (const item of list) {
      items.push(item);
    }
    return items;
  };
  const entity = await orders.getEntity<{ total: bigint; at: Date; bytes: Uint8Array }>(
    "p",
    "0001",
  );
  const refused = await orders
    .submitTransaction([
      ["create", { partitionKey: "p", rowKey: "new" }],
      ["create", { partitionKey: "p", rowKey: "0001" }],
    ])
    .catch((error) => [error.statusCode, error.code, error.message.split("\n")[0]]);
  const names = async (from: Sdk.TableServiceClient) =>
    (await all(from.listTables())).map((item) => item.name);
  const tables = await names(service());
  const filter = sdk.odata`PartitionKey eq ${"p"}`;
  const found = await all(orders.listEntities({ queryOptions: { filter } }));
  const paged = await all(orders.listEntities().byPage({ maxPageSize: 2 }));
  const elsewhere = await names(sdk.clients(sdk.session("other").send).service());
  await session.reset();
  return {
    listed: found.length,
    entity: { total: entity.total, at: entity.at.toISOString(), bytes: Array.from(entity.bytes) },
    pages: paged.map((one) => one.length),
    refused,
    tables,
    elsewhere,
    afterReset: await names(service()),
  };
}

/** Runs in the page. */
async function useEncryption(addresses: { sdk: string; encryption: string }) {
  const sdk = (await import(addresses.sdk)) as typeof Sdk;
  const library = (await import(addresses.encryption)) as typeof Encryption;
  const client = sdk.clients(sdk.session("customers").send).table("Customers");
  await client.createTable();
  const customers = new library.EncryptedTable(client, {
    encrypts: (_partitionKey, _rowKey, property) => property === "note",
    key: await library.importKey("2026", crypto.getRandomValues(new Uint8Array(32))),
  });
  const note = "prefers letters — 🔐";
  await customers.createEntity({ partitionKey: "berlin", rowKey: "0001", note });
  const stored = await client.getEntity<{ note: Uint8Array }>("berlin", "0001");
  const opened = await customers.getEntity("berlin", "0001");
  return { note: opened["note"], stored: stored.note.length };
}
