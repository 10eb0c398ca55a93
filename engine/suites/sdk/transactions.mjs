import assert from "node:assert/strict";
import { test } from "node:test";
import { TableTransaction } from "@azure/data-tables";
import { all, freshTable, own, refused } from "./endpoint.mjs";

/** @typedef {import("@azure/data-tables").TransactionAction} Action */

const partitionKey = "p";

/** A table with the entities "1", "2" and "3" in one partition. */
async function filled(/** @type {import("node:test").TestContext} */ t) {
  const table = await freshTable(t);
  await table.submitTransaction(
    ["1", "2", "3"].map((rowKey) => ["create", { partitionKey, rowKey, a: 1, b: 1 }]),
  );
  return table;
}

test("transactions: one of every kind", async (t) => {
  const table = await filled(t);
  const { etag = "" } = await table.getEntity(partitionKey, "1");
  const transaction = new TableTransaction();
  transaction.createEntity({ partitionKey, rowKey: "0", text: "it's żółć" });
  transaction.updateEntity({ partitionKey, rowKey: "1", a: 2 }, "Merge", { etag });
  transaction.updateEntity({ partitionKey, rowKey: "2", a: 2 }, "Replace");
  transaction.deleteEntity(partitionKey, "3");
  transaction.upsertEntity({ partitionKey, rowKey: "4", a: 2 }, "Merge");
  transaction.upsertEntity({ partitionKey, rowKey: "5", a: 2 }, "Replace");
  const answer = await table.submitTransaction(transaction.actions);
  assert.equal(answer.status, 202);
  assert.deepEqual(
    answer.subResponses.map(({ status }) => status),
    [204, 204, 204, 204, 204, 204],
  );
  const etags = answer.subResponses.map((part) => part.etag);
  assert.deepEqual(
    etags.map((tag) => tag?.startsWith('W/"datetime') ?? false),
    [true, true, true, false, true, true],
  );
  assert.deepEqual(answer.getResponseForEntity("0")?.rowKey, "0");
  const found = await all(table.listEntities());
  assert.deepEqual(found.map(own), [
    { partitionKey, rowKey: "0", text: "it's żółć" },
    { partitionKey, rowKey: "1", a: 2, b: 1 },
    { partitionKey, rowKey: "2", a: 2 },
    { partitionKey, rowKey: "4", a: 2 },
    { partitionKey, rowKey: "5", a: 2 },
  ]);
  assert.equal(found[0]?.etag, etags[0]?.trim());
});

test("transactions: an upsert in one merges or replaces", async (t) => {
  const table = await filled(t);
  await table.submitTransaction([
    ["upsert", { partitionKey, rowKey: "1", a: 2 }, "Merge"],
    ["upsert", { partitionKey, rowKey: "2", a: 2 }, "Replace"],
  ]);
  assert.deepEqual(own(await table.getEntity(partitionKey, "1")), {
    partitionKey,
    rowKey: "1",
    a: 2,
    b: 1,
  });
  assert.deepEqual(own(await table.getEntity(partitionKey, "2")), {
    partitionKey,
    rowKey: "2",
    a: 2,
  });
});

const write = /** @type {Action} */ (["upsert", { partitionKey, rowKey: "new" }]);

/** @type {{name: string, actions: Action[], status: number, code: string, index: string}[]} */
const failures = [
  {
    name: "an insert of an existing entity",
    actions: [write, ["create", { partitionKey, rowKey: "2" }]],
    status: 409,
    code: "EntityAlreadyExists",
    index: "1:",
  },
  {
    name: "an update of a missing entity",
    actions: [
      write,
      ["upsert", { partitionKey, rowKey: "other" }],
      ["update", { partitionKey, rowKey: "8" }],
    ],
    status: 404,
    code: "ResourceNotFound",
    index: "2:",
  },
  {
    name: "a replacement of a missing entity",
    actions: [write, ["update", { partitionKey, rowKey: "8" }, "Replace"]],
    status: 404,
    code: "ResourceNotFound",
    index: "1:",
  },
  {
    name: "a deletion of a missing entity",
    actions: [["delete", { partitionKey, rowKey: "8" }], write],
    status: 404,
    code: "ResourceNotFound",
    index: "0:",
  },
  {
    name: "a stale ETag",
    actions: [
      write,
      [
        "update",
        { partitionKey, rowKey: "1" },
        "Merge",
        { etag: "W/\"datetime'2000-01-01T00%3A00%3A00Z'\"" },
      ],
    ],
    status: 412,
    code: "UpdateConditionNotSatisfied",
    index: "1:",
  },
  {
    name: "one entity twice",
    actions: [write, write],
    status: 400,
    code: "InvalidDuplicateRow",
    index: "1:",
  },
  {
    name: "a key that is not allowed",
    actions: [write, ["create", { partitionKey, rowKey: "a#b" }]],
    status: 400,
    code: "OutOfRangeInput",
    index: "1:",
  },
  {
    name: "a property that is too large",
    actions: [write, ["create", { partitionKey, rowKey: "8", a: "x".repeat(32769) }]],
    status: 400,
    code: "PropertyValueTooLarge",
    index: "1:",
  },
  {
    name: "a lone insert of an existing entity",
    actions: [["create", { partitionKey, rowKey: "2" }]],
    status: 409,
    code: "EntityAlreadyExists",
    index: "",
  },
];

for (const { name, actions, status, code, index } of failures) {
  test(`transactions: ${name} undoes all of it`, async (t) => {
    const table = await filled(t);
    const before = await all(table.listEntities());
    await assert.rejects(table.submitTransaction(actions), (/** @type {any} */ error) => {
      assert.deepEqual(
        { status: error.statusCode, code: error.code },
        { status, code },
        error.message,
      );
      assert.equal(/^\d*:/.exec(error.message)?.[0] ?? "", index, error.message);
      return true;
    });
    assert.deepEqual(await all(table.listEntities()), before);
  });
}

test("transactions: a hundred operations, but not more", async (t) => {
  const table = await freshTable(t);
  const actions = (/** @type {number} */ n) =>
    Array.from(
      { length: n },
      (_, i) => /** @type {Action} */ (["create", { partitionKey, rowKey: `${n}-${i}` }]),
    );
  await table.submitTransaction(actions(100));
  await refused(table.submitTransaction(actions(101)), 400, "InvalidInput");
  assert.equal((await all(table.listEntities())).length, 100);
});

test("transactions: the client itself refuses two partitions", async (t) => {
  const table = await freshTable(t);
  const two = table.submitTransaction([
    ["create", { partitionKey: "p", rowKey: "r" }],
    ["create", { partitionKey: "q", rowKey: "r" }],
  ]);
  await assert.rejects(two, /same partitionKey/);
  assert.deepEqual(await all(table.listEntities()), []);
});

test("transactions: nearly 4 MiB, but not more", async (t) => {
  const table = await freshTable(t);
  const actions = (/** @type {number} */ n) =>
    Array.from(
      { length: n },
      (_, i) =>
        /** @type {Action} */ ([
          "create",
          { partitionKey, rowKey: `${n}-${i}`, a: "x".repeat(32000), b: "x".repeat(32000) },
        ]),
    );
  await table.submitTransaction(actions(64));
  await refused(table.submitTransaction(actions(66)), 413, "RequestBodyTooLarge");
  assert.equal(
    (await all(table.listEntities({ queryOptions: { select: ["rowKey"] } }))).length,
    64,
  );
});

test("transactions: concurrent ones are serialized", async (t) => {
  const table = await freshTable(t);
  const take = (/** @type {number} */ worker) =>
    table.submitTransaction([
      ["create", { partitionKey, rowKey: "lock" }],
      ["create", { partitionKey, rowKey: `winner-${worker}` }],
    ]);
  const ends = await Promise.allSettled(Array.from({ length: 8 }, (_, worker) => take(worker)));
  assert.equal(ends.filter(({ status }) => status === "fulfilled").length, 1);
  assert.equal((await all(table.listEntities())).length, 2);
});
