import assert from "node:assert/strict";
import { test } from "node:test";
import { all, freshTable, own, refused, signed } from "./endpoint.mjs";

const order = { partitionKey: "customer", rowKey: "0001", total: 7, note: "first" };

test("entities: an insert answers with the headers of the service", async (t) => {
  const table = await freshTable(t);
  const answer = await table.createEntity(order);
  assert.match(
    answer.etag ?? "",
    /^W\/"datetime'\d{4}-\d\d-\d\dT\d\d%3A\d\d%3A\d\d(\.\d{1,7})?Z'"$/,
  );
  assert.match(answer.requestId ?? "", /^[0-9a-f-]{36}$/);
  assert.equal(answer.preferenceApplied, "return-no-content");
  assert.equal(answer.version, "2019-02-02");
  assert.match(answer.clientRequestId ?? "", /^[0-9a-f-]{36}$/);
  assert.equal(answer.date instanceof Date, signed, "HTTP adds a date");
  await refused(table.createEntity(order), 409, "EntityAlreadyExists");
});

test("entities: read as written, with an ETag and a Timestamp", async (t) => {
  const table = await freshTable(t);
  const { etag } = await table.createEntity(order);
  const got = await table.getEntity("customer", "0001");
  assert.deepEqual(own(got), order);
  assert.equal(got.etag, etag);
  assert.equal(`W/"datetime'${encodeURIComponent(got.timestamp ?? "")}'"`, etag);
  await refused(table.getEntity("customer", "0002"), 404, "ResourceNotFound");
});

test("entities: a selection has the properties asked for, null if missing", async (t) => {
  const table = await freshTable(t);
  await table.createEntity(order);
  const select = ["rowKey", "total", "nothing"];
  const want = { rowKey: "0001", total: 7, nothing: null };
  assert.deepEqual(
    own(await table.getEntity("customer", "0001", { queryOptions: { select } })),
    want,
  );
  const listed = await all(table.listEntities({ queryOptions: { select } }));
  assert.deepEqual(listed.map(own), [want]);
});

test("entities: a merge keeps the other properties, a replacement drops them", async (t) => {
  const table = await freshTable(t);
  await table.createEntity(order);
  const change = { partitionKey: "customer", rowKey: "0001", total: 8 };
  await table.updateEntity(change, "Merge");
  assert.deepEqual(own(await table.getEntity("customer", "0001")), { ...order, total: 8 });
  await table.updateEntity(change, "Replace");
  assert.deepEqual(own(await table.getEntity("customer", "0001")), change);
  for (const mode of /** @type {const} */ (["Merge", "Replace"])) {
    await refused(table.updateEntity({ ...change, rowKey: "0002" }, mode), 404, "ResourceNotFound");
  }
});

test("entities: an upsert inserts, merges and replaces", async (t) => {
  const table = await freshTable(t);
  for (const [mode, want] of /** @type {const} */ ([
    ["Merge", { partitionKey: "p", rowKey: "Merge", a: 1, b: 3, c: 4 }],
    ["Replace", { partitionKey: "p", rowKey: "Replace", b: 3, c: 4 }],
  ])) {
    const keys = { partitionKey: "p", rowKey: mode };
    await table.upsertEntity({ ...keys, a: 1, b: 2 }, mode);
    assert.deepEqual(own(await table.getEntity("p", mode)), { ...keys, a: 1, b: 2 });
    await table.upsertEntity({ ...keys, b: 3, c: 4 }, mode);
    assert.deepEqual(own(await table.getEntity("p", mode)), want);
  }
});

test("entities: null and undefined are not written and change nothing", async (t) => {
  const table = await freshTable(t);
  await table.createEntity({ ...order, nothing: null, missing: undefined });
  assert.deepEqual(own(await table.getEntity("customer", "0001")), order);
  await table.updateEntity({ partitionKey: "customer", rowKey: "0001", note: null }, "Merge");
  assert.deepEqual(own(await table.getEntity("customer", "0001")), order);
});

test("entities: every write changes the ETag, and a stale one is refused", async (t) => {
  const table = await freshTable(t);
  const keys = { partitionKey: "p", rowKey: "r" };
  const seen = [await table.createEntity(keys)];
  const latest = () => ({ etag: seen.at(-1)?.etag ?? "" });
  for (const mode of /** @type {const} */ (["Merge", "Replace"])) {
    seen.push(await table.updateEntity({ ...keys, mode }, mode, latest()));
    seen.push(await table.upsertEntity({ ...keys, mode }, mode));
  }
  const etags = seen.map(({ etag }) => etag ?? "");
  assert.equal(new Set(etags).size, etags.length);
  assert.equal((await table.getEntity("p", "r")).etag, etags.at(-1));
  const stale = { etag: etags[0] ?? "" };
  for (const mode of /** @type {const} */ (["Merge", "Replace"])) {
    await refused(
      table.updateEntity({ ...keys, late: true }, mode, stale),
      412,
      "UpdateConditionNotSatisfied",
    );
  }
  await refused(table.deleteEntity("p", "r", stale), 412, "UpdateConditionNotSatisfied");
  assert.deepEqual(own(await table.getEntity("p", "r")), { ...keys, mode: "Replace" });
  await table.deleteEntity("p", "r", latest());
  await refused(table.getEntity("p", "r"), 404, "ResourceNotFound");
});

test("entities: a deletion without an ETag needs the entity, in any state", async (t) => {
  const table = await freshTable(t);
  await table.createEntity(order);
  await table.deleteEntity("customer", "0001");
  await refused(table.deleteEntity("customer", "0001"), 404, "ResourceNotFound");
  await refused(
    table.deleteEntity("customer", "0001", { etag: 'W/"old"' }),
    404,
    "ResourceNotFound",
  );
});

test("entities: of concurrent writes with the same ETag, one wins", async (t) => {
  const table = await freshTable(t);
  const { etag = "" } = await table.createEntity({ partitionKey: "p", rowKey: "r", winner: -1 });
  const tries = Array.from({ length: 8 }, (_, winner) =>
    table.updateEntity({ partitionKey: "p", rowKey: "r", winner }, "Replace", { etag }),
  );
  const ends = await Promise.allSettled(tries);
  const won = ends.flatMap(({ status }, i) => (status === "fulfilled" ? [i] : []));
  assert.equal(won.length, 1);
  assert.equal((await table.getEntity("p", "r"))["winner"], won[0]);
});
