import assert from "node:assert/strict";
import { test } from "node:test";
import { freshTable, own, refused } from "./endpoint.mjs";

const keys = { partitionKey: "p", rowKey: "r" };

/** A number of properties with the same value. */
function many(/** @type {number} */ count, /** @type {unknown} */ value) {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, value]));
}

test("limits: 252 properties, but not 253", async (t) => {
  const table = await freshTable(t);
  const entity = { ...keys, ...many(252, 1) };
  await table.createEntity(entity);
  assert.deepEqual(own(await table.getEntity("p", "r")), entity);
  await refused(table.upsertEntity({ ...keys, ...many(253, 1) }), 400, "TooManyProperties");
  await refused(table.updateEntity({ ...keys, another: 1 }, "Merge"), 400, "TooManyProperties");
});

test("limits: 64 KiB in a property, but not more", async (t) => {
  const table = await freshTable(t);
  const entity = { ...keys, text: "é".repeat(32768), bytes: new Uint8Array(65536).fill(7) };
  await table.createEntity(entity);
  assert.deepEqual(own(await table.getEntity("p", "r")), entity);
  for (const a of ["é".repeat(32769), new Uint8Array(65537)]) {
    await refused(table.upsertEntity({ ...keys, a }), 400, "PropertyValueTooLarge");
  }
});

test("limits: an entity of nearly 1 MiB, but not more", async (t) => {
  const table = await freshTable(t);
  const entity = { ...keys, ...many(15, "x".repeat(32768)) };
  await table.createEntity(entity);
  assert.deepEqual(own(await table.getEntity("p", "r")), entity);
  await refused(
    table.upsertEntity({ ...keys, ...many(16, "x".repeat(32768)) }),
    400,
    "EntityTooLarge",
  );
  await refused(
    table.updateEntity({ ...keys, another: "x".repeat(32768) }, "Merge"),
    400,
    "EntityTooLarge",
  );
  assert.deepEqual(own(await table.getEntity("p", "r")), entity);
});

test("limits: a body of more than 4 MiB", async (t) => {
  const table = await freshTable(t);
  await refused(
    table.createEntity({ ...keys, ...many(130, "x".repeat(32768)) }),
    413,
    "RequestBodyTooLarge",
  );
});
