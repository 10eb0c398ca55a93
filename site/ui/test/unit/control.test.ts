/** Breaking a session of the engine on request, as rowkey serve does, beneath the official client. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { TableClient } from "@azure/data-tables";
import { startEngine } from "../../../../wasm/browser/engine.mjs";
import { httpClient } from "../../../../wasm/browser/http-client.mjs";
import { endpoint, NoAnswer, Session } from "../../../../wasm/browser/session.mjs";

const engine = await startEngine("full");
let session: Session;
let table: TableClient;

const start = Date.parse("2026-01-05T09:00:00Z");
const headers: [string, string][] = [["Accept", "application/json;odata=nometadata"]];
const list = { method: "GET", url: `${endpoint}/Orders()`, headers, body: "" };

beforeEach(async () => {
  session = new Session((call) => engine.call(call), "control");
  await session.reset();
  table = new TableClient(endpoint, "Orders", {
    allowInsecureConnection: true,
    httpClient: httpClient(session.send),
    retryOptions: { retryDelayInMs: 1 },
  });
  await table.createTable();
});

async function fill(rows: number) {
  for (let i = 0; i < rows; i++) {
    await table.createEntity({ partitionKey: "p", rowKey: String(i).padStart(3, "0") });
  }
}

/** The statuses of the requests since they were last forgotten. */
async function statuses() {
  const { requests } = await session.control("GET", "/requests");
  await session.control("DELETE", "/requests");
  return requests.map(({ status }: { status: number }) => status);
}

test("control: the client repeats an insert whose answer was lost, and gets 409", async () => {
  await session.control("POST", "/faults", "lose-answer operation=InsertEntity nth=1");
  await assert.rejects(table.createEntity({ partitionKey: "p", rowKey: "1" }), {
    statusCode: 409,
  });
  assert.deepEqual(await statuses(), [0, 409]);
});

test("control: the client waits as long as a busy server says", async () => {
  await session.control("POST", "/faults", { fault: "busy", nth: 1, retryAfter: 1 });
  const begun = performance.now();
  await table.createEntity({ partitionKey: "p", rowKey: "1" });
  assert(performance.now() - begun >= 990);
  assert.deepEqual(await statuses(), [503, 204]);
});

test("control: short pages are together everything", async () => {
  await fill(30);
  await session.control("PUT", "/pages", { mode: "short", seed: 1 });
  for (const options of [{}, { maxPageSize: 5 }]) {
    const pages: string[][] = [];
    for await (const page of table.listEntities().byPage(options)) {
      pages.push(page.map(({ rowKey }) => rowKey ?? ""));
    }
    const all = Array.from({ length: 30 }, (_, i) => String(i).padStart(3, "0"));
    assert.deepEqual(pages.flat(), all);
    assert(pages.length > 1 && (pages[0] ?? []).length < all.length);
  }
});

test("control: time that is set stands still, and advances on request", async () => {
  await session.control("PUT", "/clock", "2026-01-05T10:00:00Z frozen");
  await fill(1);
  const entity = await table.getEntity("p", "000");
  assert.match(entity.timestamp ?? "", /^2026-01-05T10:00:00(Z|\.0000)/);
  await session.control("PUT", "/clock", { advance: "1h" });
  const { now, frozen } = await session.control("GET", "/clock");
  assert.deepEqual([now, frozen], ["2026-01-05T11:00:00Z", true]);
  const { did } = await session.sleep(5000);
  assert.equal(did[2], start + 7_200_000); // it's frozen
});

test("control: a slow answer takes time here and in the account, and one that hangs none", async () => {
  await session.control("POST", "/faults", ["slow wait=300ms nth=1", "hang nth=2"]);
  const before = (await session.sleep(0)).did[2];
  const begun = performance.now();
  const { did } = await session.send(list);
  assert(performance.now() - begun >= 290);
  assert(did[2] - before >= 300 && did[2] - before < 400);
  const given = new AbortController();
  const { signal: abortSignal } = given;
  const hanging = table.createEntity({ partitionKey: "p", rowKey: "1" }, { abortSignal });
  setTimeout(() => given.abort(), 50);
  await assert.rejects(hanging, { name: "AbortError" });
  await assert.rejects(table.getEntity("p", "1"), { statusCode: 404 });
});

test("control: a request without an answer fails, as a script says too", async () => {
  await session.control("POST", "/faults", "lose-request");
  await assert.rejects(session.send(list), NoAnswer);
  const reply = await session.run({
    file: "a.md",
    examples: [[{ table: "", text: `GET ${endpoint}/Orders()` }]],
    index: 0,
  });
  assert.equal(reply.ok, false);
  assert.match(JSON.stringify(reply), /there was no answer: the connection was closed/);
});

test("control: what's wrong is said, and a reset forgets what was set", async () => {
  await assert.rejects(session.control("POST", "/faults", "busi"), /did you mean busy\?/);
  await session.control("POST", "/faults", "busy");
  await session.reset();
  assert.deepEqual(await session.control("GET", "/faults"), { faults: [] });
  assert.deepEqual(await session.control("GET", "/health"), {});
});
