// What the official JavaScript clients do when an endpoint is broken on request. site/endpoint runs it.
//
//	ROWKEY_CONTROL  the URL of the endpoint's control interface
//
// sdk/endpoint.mjs and account/account.mjs describe the other variables.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import process from "node:process";
import { beforeEach, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { generateTableSas, odata, TableClient } from "@azure/data-tables";
import { BlobServiceClient } from "@azure/storage-blob";
import { QueueServiceClient } from "@azure/storage-queue";
import {
  blobEndpoint,
  blobKey,
  freshContainer,
  freshQueue,
  queueEndpoint,
  queueKey,
  tableKey,
} from "./account/account.mjs";
import { all, endpoint, freshTable, options } from "./sdk/endpoint.mjs";

const { ROWKEY_CONTROL: control = "" } = process.env;

/**
 * Sends a request to the control interface, which has to succeed.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function ask(method, path, body) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(control + path, { method, ...sent });
  assert.equal(response.status, 200, await response.clone().text());
  return /** @type {any} */ (await response.json());
}

/** The statuses of the requests since the test began. */
const statuses = async () =>
  (await ask("GET", "/requests")).requests.map((/** @type {any} */ { status }) => status);

/** What the endpoint can do to a request: the status that it has then, and the rule. */
const faults = readFileSync("faults.txt", "utf8")
  .trim()
  .split("\n")
  .map((line) => {
    const [status = "", ...rule] = line.split(" ");
    return /** @type {const} */ ([Number(status), rule.join(" ")]);
  });

const quick = { retryOptions: { maxTries: 3, retryDelayInMs: 1 } };
const queues = new QueueServiceClient(queueEndpoint, queueKey, quick);
const blobs = new BlobServiceClient(blobEndpoint, blobKey, quick);

beforeEach(async () => {
  for (const path of ["/faults", "/pages", "/clock", "/throttle", "/requests"]) {
    await ask("DELETE", path);
  }
});

test("an insert whose answer is lost is sent again, and meets itself", async (t) => {
  const table = await freshTable(t);
  await ask("DELETE", "/requests");
  await ask("POST", "/faults", "lose-answer operation=InsertEntity each=once");
  const entity = { partitionKey: "p", rowKey: "1" };
  await assert.rejects(table.createEntity(entity), { statusCode: 409 });
  await assert.rejects(table.submitTransaction([["create", { partitionKey: "p", rowKey: "1" }]]), {
    statusCode: 409,
  });
  assert.deepEqual(await statuses(), [0, 409, 202]);
});

test("a transaction whose answer is lost is sent again, and meets itself", async (t) => {
  const table = await freshTable(t);
  await ask("DELETE", "/requests");
  await ask("POST", "/faults", "lose-answer operation=EntityGroupTransaction each=once rowKey=2");
  const both = ["1", "2"].map((rowKey) => ["create", { partitionKey: "p", rowKey }]);
  await assert.rejects(table.submitTransaction(/** @type {any} */ (both)), { statusCode: 409 });
  assert.deepEqual(await statuses(), [0, 202]);
});

test("a busy server is asked again when it says", async (t) => {
  const table = await freshTable(t);
  await ask("DELETE", "/requests");
  await ask("POST", "/faults", { fault: "busy", nth: 1, retryAfter: 1 });
  const begun = performance.now();
  await table.createEntity({ partitionKey: "p", rowKey: "1" });
  assert(performance.now() - begun >= 990);
  assert.deepEqual(await statuses(), [503, 204]);
});

test("time-outs and errors are retried, too", async (t) => {
  const table = await freshTable(t);
  await ask("DELETE", "/requests");
  await ask("POST", "/faults", ["timeout-after-write nth=1", "error nth=2"]);
  await table.upsertEntity({ partitionKey: "p", rowKey: "1" });
  assert.deepEqual(await statuses(), [500, 500, 204]);
});

test("each fault: what was acknowledged is there", async (t) => {
  const { tableName } = await freshTable(t);
  const table = new TableClient(endpoint, tableName, tableKey, {
    ...options,
    ...quick,
  });
  const partitionKey = "p";
  let n = 0;
  for (const [status, rule] of faults) {
    if (/busy|hang/.test(rule)) {
      continue; // they have tests of their own
    }
    /** @type {(operation: string) => Promise<void>} */
    const broken = async (operation) => {
      n++;
      await ask("DELETE", "/faults");
      await ask("DELETE", "/requests");
      await ask("POST", "/faults", `${rule} nth=1 operation=${operation}`);
    };
    const read = async (/** @type {string} */ rowKey) =>
      (await table.getEntity(partitionKey, rowKey))["n"];
    await broken("InsertOrReplaceEntity");
    await table.upsertEntity({ partitionKey, rowKey: "one", n }, "Replace");
    assert.deepEqual(await statuses(), status === 204 ? [204] : [status, 204], rule);
    assert.equal(await read("one"), n, rule);
    await broken("EntityGroupTransaction");
    await table.submitTransaction([
      ["upsert", { partitionKey, rowKey: "a", n }],
      ["upsert", { partitionKey, rowKey: "b", n }],
    ]);
    assert.deepEqual([await read("a"), await read("b")], [n, n], rule);
    await broken("InsertEntity");
    await table
      .createEntity({ partitionKey, rowKey: `new${n}`, n })
      .catch((error) => assert.equal(error.statusCode, 409, rule));
    assert.equal(await read(`new${n}`), n, rule);
  }
  assert.equal((await all(table.listEntities())).length, 3 + n / 3);
});

test("a client that gives up can ask again", async (t) => {
  const table = await freshTable(t);
  for (const fault of ["hang", "hang-after-write"]) {
    const entity = { partitionKey: "p", rowKey: fault };
    await ask("DELETE", "/requests");
    await ask("POST", "/faults", `${fault} operation=InsertOrMergeEntity`);
    const patience = new AbortController();
    const asked = table.upsertEntity(entity, "Merge", { abortSignal: patience.signal });
    const gaveUp = assert.rejects(asked, { name: "AbortError" });
    while ((await statuses()).length === 0) {
      await delay(1);
    }
    patience.abort();
    await gaveUp;
    await ask("DELETE", "/faults");
    await table.upsertEntity(entity);
  }
  assert.equal((await all(table.listEntities())).length, 2);
});

test("a partition with too much load is asked again, and has it all", async (t) => {
  const table = await freshTable(t);
  await ask("DELETE", "/requests");
  await ask("PUT", "/throttle", "partition=1 burst=1");
  for (let n = 0; n < 4; n++) {
    await table.createEntity({ partitionKey: "p", rowKey: `${n}` });
  }
  await ask("DELETE", "/throttle");
  assert((await statuses()).includes(503));
  assert.equal((await all(table.listEntities())).length, 4);
});

test("each fault: a blob is whole, and a message comes at least once", async (t) => {
  const queue = queues.getQueueClient((await freshQueue(t)).name);
  const container = blobs.getContainerClient((await freshContainer(t)).containerName);
  const blob = container.getBlockBlobClient("a");
  for (const [status, rule] of faults) {
    const patience = new AbortController();
    const abortSignal = patience.signal;
    const calls = [
      () => queue.sendMessage(rule, { abortSignal }),
      () => blob.upload(rule, rule.length, { abortSignal }),
    ];
    await ask("DELETE", "/requests");
    const each = ["PutMessage", "PutBlob"].map(
      (operation) => `${rule} nth=1 operation=${operation}`,
    );
    await ask("POST", "/faults", each);
    if (rule.startsWith("hang")) {
      const gaveUp = calls.map((call) => assert.rejects(call(), { name: "AbortError" }));
      while ((await statuses()).length < calls.length) {
        await delay(1);
      }
      patience.abort();
      await Promise.all(gaveUp);
      await queue.sendMessage(rule);
      await blob.upload(rule, rule.length);
    } else {
      for (const call of calls) {
        await call();
      }
      const sent = status === 204 ? [201, 201] : [status, 201, status, 201];
      assert.deepEqual(await statuses(), sent, rule);
    }
    await ask("DELETE", "/faults");
    const { receivedMessageItems: got } = await queue.receiveMessages({ numberOfMessages: 5 });
    const twice = /lose-answer|after-write/.test(rule); // it was put again
    assert.deepEqual(
      got.map(({ messageText }) => messageText),
      twice ? [rule, rule] : [rule],
    );
    assert.equal(`${await blob.downloadToBuffer()}`, rule);
  }
});

test("short pages: a pager reads everything once, and a first page isn't all", async (t) => {
  const table = await freshTable(t);
  const names = Array.from({ length: 30 }, (_, i) => `item${String(i).padStart(2, "0")}`);
  await table.submitTransaction(names.map((rowKey) => ["create", { partitionKey: "p", rowKey }]));
  const container = await freshContainer(t);
  await Promise.all(names.map((name) => container.getBlockBlobClient(name).upload("", 0)));
  const listed = [
    async () => (await all(table.listEntities())).map(({ rowKey }) => rowKey),
    async () => {
      const filter = odata`PartitionKey eq ${"p"}`;
      const pages = table.listEntities({ queryOptions: { filter } }).byPage({ maxPageSize: 10 });
      return (await all(pages)).flat().map(({ rowKey }) => rowKey);
    },
    async () => (await all(container.listBlobsFlat())).map(({ name }) => name),
  ];
  for (let seed = 0; seed < 5; seed++) {
    await ask("PUT", "/pages", { mode: "short", seed });
    for (const list of listed) {
      assert.deepEqual(await list(), names);
    }
  }
  await ask("PUT", "/pages", "short seed=2");
  const { value: first } = await table.listEntities().byPage().next();
  assert(first.length < names.length, `${first.length} entities`);
});

test("a token expires when the clock advances", async (t) => {
  const table = await freshTable(t);
  await ask("PUT", "/clock", "2031-03-01T12:00:00Z frozen");
  const sas = generateTableSas(table.tableName, tableKey, {
    expiresOn: new Date("2031-03-01T13:00:00Z"),
  });
  const byToken = new TableClient(`${endpoint}?${sas}`, table.tableName, options);
  assert.deepEqual(await all(byToken.listEntities()), []);
  await ask("PUT", "/clock", { advance: "1h" });
  await assert.rejects(all(byToken.listEntities()), { statusCode: 403 });
  await table.createEntity({ partitionKey: "p", rowKey: "1" }); // signed by the machine's own time
  const { timestamp } = await table.getEntity("p", "1");
  assert.match(timestamp ?? "", /^2031-03-01T13:00:00/);
});
