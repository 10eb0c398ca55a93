import assert from "node:assert/strict";
import { test } from "node:test";
import { odata } from "@azure/data-tables";
import { all, freshTable, refused, rowKeys } from "./endpoint.mjs";

const pad = (/** @type {number} */ n) => String(n).padStart(4, "0");

/** A table with 1,150 entities in two partitions. */
async function filled(/** @type {import("node:test").TestContext} */ t) {
  const table = await freshTable(t);
  for (const [partitionKey, count] of /** @type {const} */ ([
    ["a", 700],
    ["b", 450],
  ])) {
    for (let from = 0; from < count; from += 100) {
      await table.submitTransaction(
        Array.from({ length: Math.min(100, count - from) }, (_, i) => [
          "create",
          { partitionKey, rowKey: pad(from + i), third: (from + i) % 3 === 0 },
        ]),
      );
    }
  }
  return table;
}

test("paging: more than a page of 1,000 entities", async (t) => {
  const table = await filled(t);
  const keys = await all(table.listEntities());
  const want = [700, 450].flatMap((count) => Array.from({ length: count }, (_, i) => pad(i)));
  assert.deepEqual(
    keys.map(({ rowKey }) => rowKey),
    want,
  );
  const pages = await all(table.listEntities().byPage());
  assert.deepEqual(
    pages.map(({ length }) => length),
    [1000, 150],
  );

  const shorter = await all(table.listEntities().byPage({ maxPageSize: 250 }));
  assert.deepEqual(
    shorter.map(({ length }) => length),
    [250, 250, 250, 250, 150],
  );
  assert.deepEqual(
    shorter.flat().map(({ rowKey }) => rowKey),
    want,
  );

  const filter = "third eq true and PartitionKey eq 'b'";
  const thirds = await all(
    table.listEntities({ queryOptions: { filter } }).byPage({ maxPageSize: 50 }),
  );
  assert.deepEqual(
    thirds.map(({ length }) => length),
    [50, 50, 50],
  );
  assert.equal(thirds[2]?.continuationToken, undefined, "the last page is known to be the last");
});

test("paging: a token continues where a page ended", async (t) => {
  const table = await freshTable(t);
  const keys = [..."abcdefgh"];
  await table.submitTransaction(keys.map((rowKey) => ["create", { partitionKey: "p's", rowKey }]));
  const filter = odata`PartitionKey eq ${"p's"} and RowKey ne ${"c"}`;
  const list = () => table.listEntities({ queryOptions: { filter } });
  const wanted = keys.filter((key) => key !== "c");
  /** @type {string | undefined} */
  let continuationToken;
  const got = [];
  do {
    const settings = { maxPageSize: 2, ...(continuationToken && { continuationToken }) };
    const { value: page } = await list().byPage(settings).next();
    got.push(page.map((/** @type {{rowKey: string}} */ { rowKey }) => rowKey));
    continuationToken = page.continuationToken;
  } while (continuationToken);
  assert.deepEqual(got, [["a", "b"], ["d", "e"], ["f", "g"], ["h"]]);
  assert.deepEqual(got.flat(), wanted);
});

test("paging: a token stays valid when the entities after it change", async (t) => {
  const table = await freshTable(t);
  await table.submitTransaction(
    [..."bdfh"].map((rowKey) => ["create", { partitionKey: "p", rowKey }]),
  );
  const { value: first } = await table.listEntities().byPage({ maxPageSize: 2 }).next();
  await table.deleteEntity("p", "f");
  for (const rowKey of ["a", "e", "g"]) {
    await table.createEntity({ partitionKey: "p", rowKey });
  }
  const { continuationToken } = first;
  const rest = await all(table.listEntities().byPage({ continuationToken }));
  assert.deepEqual(
    rest.flat().map(({ rowKey }) => rowKey),
    ["g", "h"],
  );
});

test("paging: a token that isn't the service's", async (t) => {
  const table = await freshTable(t);
  const token = (/** @type {object} */ parts) =>
    Buffer.from(JSON.stringify(parts)).toString("base64");
  const continuationToken = token({ nextPartitionKey: "p", nextRowKey: "r" });
  await refused(all(table.listEntities().byPage({ continuationToken })), 400, "InvalidInput");
});

test("paging: page sizes out of range", async (t) => {
  const table = await freshTable(t);
  for (const maxPageSize of [-1, 1001]) {
    await refused(all(table.listEntities().byPage({ maxPageSize })), 400, "InvalidInput");
  }
  assert.deepEqual(
    await all(table.listEntities().byPage({ maxPageSize: 1 })),
    [[]].map((page) => Object.assign(page, { continuationToken: undefined })),
  );
  assert.deepEqual(await rowKeys(table.listEntities()), []);
});
