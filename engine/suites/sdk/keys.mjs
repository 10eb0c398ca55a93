import assert from "node:assert/strict";
import { test } from "node:test";
import { odata } from "@azure/data-tables";
import { all, freshTable, own, refused, rowKeys } from "./endpoint.mjs";

const difficult = [
  "",
  " ",
  " leading and trailing ",
  "it's",
  "''",
  "'quoted'",
  "100%",
  "%41",
  "a+b",
  "a b",
  "a&b=c",
  "a,b",
  "a;b:c",
  "(PartitionKey='x',RowKey='y')",
  "$batch",
  '"double"',
  "<tag>&amp;",
  "[]{}|^`~!@*_-.",
  "..",
  "żółć",
  "日本語",
  "😀",
  "e\u0301",
  "\u00e9",
  "\u200d",
  "\ufeff",
  "\ue000",
];

test("keys: difficult characters, in every operation", async (t) => {
  const table = await freshTable(t);
  for (const key of difficult) {
    const keys = { partitionKey: key, rowKey: key };
    await table.createEntity({ ...keys, a: 1 });
    await refused(table.createEntity(keys), 409, "EntityAlreadyExists");
    await table.updateEntity({ ...keys, b: 2 }, "Merge");
    assert.deepEqual(own(await table.getEntity(key, key)), { ...keys, a: 1, b: 2 });
    await table.upsertEntity({ ...keys, c: 3 }, "Replace");
    const filter = odata`PartitionKey eq ${key} and RowKey eq ${key}`;
    const found = await all(table.listEntities({ queryOptions: { filter } }));
    assert.deepEqual(found.map(own), [{ ...keys, c: 3 }], JSON.stringify(key));
  }
  assert.equal((await all(table.listEntities())).length, difficult.length);
  for (const key of difficult) {
    await table.deleteEntity(key, key);
  }
  assert.deepEqual(await all(table.listEntities()), []);
});

test("keys: difficult characters, in a transaction and across pages", async (t) => {
  const table = await freshTable(t);
  for (const partitionKey of difficult.slice(0, 8)) {
    const answer = await table.submitTransaction(
      difficult.map((rowKey) => ["create", { partitionKey, rowKey }]),
    );
    assert.equal(answer.subResponses.length, difficult.length);
  }
  const pages = await all(table.listEntities().byPage({ maxPageSize: 7 }));
  const got = pages.flat().map(({ partitionKey, rowKey }) => [partitionKey, rowKey]);
  const sorted = difficult.toSorted(byCodeUnit);
  const want = difficult
    .slice(0, 8)
    .sort(byCodeUnit)
    .flatMap((partitionKey) => sorted.map((rowKey) => [partitionKey, rowKey]));
  assert.deepEqual(got, want);
});

/** The order of the service, which is the order of JavaScript's strings. */
function byCodeUnit(/** @type {string} */ a, /** @type {string} */ b) {
  return a < b ? -1 : Number(a > b);
}

test("keys: entities come in the order of UTF-16 code units", async (t) => {
  const table = await freshTable(t);
  const ordered = [
    "",
    "1",
    "10",
    "2",
    "A",
    "B",
    "a",
    "aa",
    "b",
    "é",
    "日",
    "😀",
    "\ue000",
    "\uffee",
  ];
  await table.submitTransaction(
    ordered.toReversed().map((rowKey) => ["create", { partitionKey: "p", rowKey }]),
  );
  assert.deepEqual(await rowKeys(table.listEntities()), ordered);
  const filter = odata`PartitionKey eq ${"p"} and RowKey ge ${"b"} and RowKey lt ${"\ue000"}`;
  assert.deepEqual(
    await rowKeys(table.listEntities({ queryOptions: { filter } })),
    ordered.slice(8, 12),
  );
});

test("keys: characters that keys can't have", async (t) => {
  const table = await freshTable(t);
  for (const character of ["/", "\\", "#", "?", "\t", "\n", "\u007f", "\u0085"]) {
    const key = `a${character}b`;
    await refused(table.createEntity({ partitionKey: key, rowKey: "r" }), 400, "OutOfRangeInput");
    await refused(table.createEntity({ partitionKey: "p", rowKey: key }), 400, "OutOfRangeInput");
  }
  assert.deepEqual(await all(table.listEntities()), []);
});

test("keys: their length is limited, and both are required", async (t) => {
  const table = await freshTable(t);
  const longest = "k".repeat(512);
  await table.createEntity({ partitionKey: longest, rowKey: longest });
  assert.equal((await table.getEntity(longest, longest)).rowKey, longest);
  const tooLong = "k".repeat(2048);
  await refused(
    table.createEntity({ partitionKey: tooLong, rowKey: "r" }),
    400,
    "PropertyValueTooLarge",
  );
  const lacking = /** @type {any} */ ({ partitionKey: "p" });
  await refused(table.createEntity(lacking), 400, "PropertiesNeedValue");
  await refused(table.createEntity({ ...lacking, rowKey: null }), 400, "PropertiesNeedValue");
  await refused(table.createEntity({ ...lacking, rowKey: 7 }), 400, "InvalidInput");
});
