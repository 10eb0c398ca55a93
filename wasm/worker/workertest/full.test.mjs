// Tests of an account that has no room for more, and of one that has a lot to read when it wakes.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { test, Workerd } from "./workerd.mjs";

const blob = { "x-ms-version": "2021-12-02", "x-ms-blob-type": "BlockBlob" };
const bindings = { ACCOUNTS: "one:a2V5;two:a2V5;many:a2V5", UNSIGNED: "allow" };

const workerd = new Workerd();
before(() => workerd.start("workertest/failing.capnp", bindings));
after(() => workerd.stop());

/** @type {Workerd["askTables"]} */
const send = (...request) => workerd.askTables(...request);

/**
 * @param {string} path
 * @param {string} method
 * @param {Uint8Array} [body]
 */
const sendBlob = (path, method, body = new Uint8Array()) =>
  workerd.ask(`/s/one/blob/${path}`, { method, headers: blob, body });

/** @param {number} n */
const thing = (n) => ({ PartitionKey: "p", RowKey: `${n}`, Text: "x".repeat(30_000) });

test("refuses what a full account has no room for, and still reads and deletes", async () => {
  assert.equal((await send("/one/Tables", "POST", { TableName: "Things" })).status, 201);
  assert.equal((await sendBlob("box?restype=container", "PUT")).status, 201);
  assert.equal((await sendBlob("box/a", "PUT", new Uint8Array(10 * 2 ** 20))).status, 201);
  let n = 0;
  let last = await send("/one/Things", "POST", thing(n));
  while (last.status === 201) {
    n += 1;
    last = await send("/one/Things", "POST", thing(n));
  }
  assert.ok(n > 180 && n < 220, `${n} entities of 30 KB beside 10 MiB`);
  const refused = await sendBlob("box/b", "PUT", new Uint8Array(10 * 2 ** 20));
  for (const { status, headers, text } of [last, refused]) {
    assert.equal(status, 413, text);
    assert.equal(headers["retry-after"], "10");
    assert.match(text, /RequestBodyTooLarge.*The account is full.*Delete something/s);
  }
  assert.equal((await send(`/one/Things(PartitionKey='p',RowKey='${n}')`, "GET")).status, 404);
  await send("/one/Tables", "GET", undefined, { "x-test": "evict" });
  const read = await send("/one/Things(PartitionKey='p',RowKey='0')", "GET");
  assert.deepEqual([read.status, JSON.parse(read.text).Text], [200, thing(0).Text]);
  assert.equal((await sendBlob("box/a", "GET")).text.length, 10 * 2 ** 20);
  const any = { "if-match": "*" };
  const gone = await send("/one/Things(PartitionKey='p',RowKey='0')", "DELETE", undefined, any);
  assert.equal(gone.status, 204);
  assert.equal((await send("/one/Things", "POST", thing(n))).status, 201);
  assert.equal((await sendBlob("box/a", "DELETE")).status, 202);
  assert.equal((await sendBlob("box/b", "PUT", new Uint8Array(9 * 2 ** 20))).status, 201);
});

test("says that storage has no space, and goes on when it has", async () => {
  assert.equal((await send("/two/Tables", "POST", { TableName: "Things" })).status, 201);
  assert.equal((await send("/two/Things", "POST", thing(0))).status, 201);
  for (const what of ["full", "over"]) {
    const no = await send("/two/Things", "POST", thing(1), { "x-test": what });
    assert.deepEqual([no.status, no.headers["retry-after"]], [503, "10"], no.text);
    assert.match(no.text, /ServerBusy.*no space to keep/);
    const read = await send("/two/Things()?$select=RowKey", "GET");
    assert.deepEqual(JSON.parse(read.text).value, [{ RowKey: "0" }]);
  }
  const healed = await send("/two/Things", "POST", thing(1), { "x-test": "heal" });
  assert.equal(healed.status, 201);
});

test("answers everything that arrives while it wakes", async () => {
  assert.equal((await send("/many/Tables", "POST", { TableName: "Many" })).status, 201);
  await send("/many/Tables", "GET", undefined, { "x-test": "fill 700" });
  await send("/many/Tables", "GET", undefined, { "x-test": "evict" });
  const asked = Array.from({ length: 80 }, async (_, n) => {
    const { status, text } =
      n % 2 === 0
        ? await send(`/many/Many(PartitionKey='${n}',RowKey='${600 + n}')`, "GET")
        : await send("/many/Many", "POST", { PartitionKey: "new", RowKey: `${n}` });
    assert.equal(status, n % 2 === 0 ? 200 : 201, text);
  });
  await Promise.all(asked);
  await send("/many/Tables", "GET", undefined, { "x-test": "evict" });
  const { text } = await send("/many/Many()?$filter=PartitionKey%20eq%20'new'", "GET");
  assert.equal(JSON.parse(text).value.length, 40);
});
