// The JavaScript client on a page, under the page's policy, with the engine in a worker beside it.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import type * as Sdk from "../../sdk.ts";
import { editor, ran, reads, startReading } from "./reader.ts";
import { folder, guide } from "./server.ts";

startReading();

const name = readdirSync(`${folder}/a`).find((file) => /^sdk-.*\.js$/.test(file));

test("sdk: clients work on a page, each session with an account of its own", async () => {
  await reads({}, async ({ page, open }) => {
    await open(guide());
    const got = await page.evaluate(useClients, `/a/${name}`);
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
    assert.ok(!kinds.includes("sdk"), kinds.join());
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
