// The live log of a sandbox's requests: what it shows, and to whom.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before } from "node:test";
import { test, Workerd } from "./workerd.mjs";

const load = createRequire(new URL("../../../engine/suites/package.json", import.meta.url));
const SANDBOXES = "a secret of this test, which is long enough";

const workerd = new Workerd();
before(() => workerd.start("worker.capnp", { SANDBOXES, ACCOUNTS: "contoso:a2V5" }));
after(() => workerd.stop());

/** @typedef {{name: string, key: string, watch: string, connectionString: string}} Sandbox */
/** @typedef {{id: string, method: string, service: string, url: string, status: number, kind: string,
 *   error: string, read: number, written: number, detail: object}} Entry */

let senders = 0;

/** @returns {Promise<Sandbox>} */
async function make() {
  senders += 1;
  const headers = { "cf-connecting-ip": `10.0.0.${senders}` };
  return JSON.parse((await workerd.ask("/s", { method: "POST", headers })).text);
}

/** @param {Sandbox} sandbox */
const bearer = ({ key }) => ({ authorization: `Bearer ${key}` });

/** @param {Sandbox} sandbox */
function tables({ connectionString }) {
  const options = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };
  const { TableClient } = load("@azure/data-tables");
  return TableClient.fromConnectionString(connectionString, "Things", options);
}

/** One who watches a sandbox, if they may. */
class Watcher {
  /** @type {Entry[]} */
  entries = [];
  /** @type {Promise<number>} the code with which it was closed */
  closed;
  #socket;
  #opened;
  #heard = () => {};

  /** @param {string} name @param {string[]} protocols */
  constructor(name, protocols, more = "") {
    const address = `${workerd.url.replace("http", "ws")}/s/${name}/log${more}`;
    const socket = new WebSocket(address, protocols);
    this.#socket = socket;
    this.#opened = new Promise((resolve) => {
      socket.addEventListener("open", () => resolve(true));
      socket.addEventListener("error", () => resolve(false));
    });
    this.closed = new Promise((resolve) => {
      socket.addEventListener("close", ({ code }) => resolve(code));
    });
    socket.addEventListener("message", ({ data }) => {
      this.entries.push(...JSON.parse(data));
      this.#heard();
    });
  }

  /** @returns {Promise<boolean>} whether it was let in */
  get opened() {
    return this.#opened;
  }

  /** Waits until there are so many entries. @param {number} number */
  async have(number) {
    while (this.entries.length < number) {
      await new Promise((/** @type {(_: void) => void} */ resolve) => {
        this.#heard = resolve;
      });
    }
    return this.entries.map(({ method, status, url }) => `${method} ${status} ${url}`);
  }

  /** @param {string} text */
  send(text) {
    this.#socket.send(text);
  }

  close() {
    this.#socket.close();
  }
}

/** @param {Sandbox} sandbox */
const watch = ({ name, watch }) => new Watcher(name, ["rowkey-log", watch]);

test("shows requests with their plans, those from before and each new one", async () => {
  const sandbox = await make();
  await tables(sandbox).createTable();
  const one = watch(sandbox);
  assert.deepEqual(await one.have(1), ["POST 201 /Tables"]);
  await tables(sandbox).createEntity({ partitionKey: "p", rowKey: "r", Text: "hidden content" });
  const filter = "PartitionKey eq 'p' and Text eq 'x'";
  await tables(sandbox).listEntities({ queryOptions: { filter } }).next();
  await assert.rejects(tables(sandbox).getEntity("p", "none"));
  const lines = await one.have(4);
  assert.match(`${lines[2]}`, /^GET 200 \/Things\(\)\?.*PartitionKey eq 'p'/);
  const query = one.entries[2];
  assert.equal(query?.kind, "partition-scan");
  assert.equal(query?.read, 1);
  assert.match(JSON.stringify(query?.detail), /tested after the read/);
  assert.equal(one.entries[3]?.error, "ResourceNotFound");
  const { BlobServiceClient } = load("@azure/storage-blob");
  const blobs = BlobServiceClient.fromConnectionString(sandbox.connectionString);
  await blobs.getContainerClient("docs").create();
  await one.have(5);
  assert.equal(one.entries[4]?.service, "blobs");
  // Who comes again later gets all of it, with the same IDs.
  const other = watch(sandbox);
  await other.have(5);
  assert.deepEqual(other.entries, one.entries);
  assert.ok(!JSON.stringify(one.entries).includes("hidden content"));
  one.close();
  other.close();
});

test("has no secrets", async () => {
  const sandbox = await make();
  const one = watch(sandbox);
  const at = `/s/${sandbox.name}/table/Tables`;
  await workerd.ask(`${at}?sv=2019-02-02&sig=c2VjcmV0`);
  await workerd.ask(at, { headers: { authorization: `SharedKey ${sandbox.name}:c2VjcmV0` } });
  await workerd.ask(at, { headers: bearer(sandbox) });
  await one.have(3);
  const text = JSON.stringify(one.entries);
  for (const secret of ["c2VjcmV0", sandbox.key, sandbox.watch, SANDBOXES]) {
    assert.ok(!text.includes(secret), text);
    assert.ok(!workerd.log.includes(secret));
  }
  one.close();
});

test("is for those who have its token alone", async () => {
  const [mine, yours] = [await make(), await make()];
  const token = mine.watch;
  for (const [name, protocols, more] of /** @type {[string, string[], string?][]} */ ([
    [yours.name, ["rowkey-log", token]],
    [mine.name, []],
    [mine.name, ["rowkey-log"]],
    [mine.name, ["rowkey-log", token.slice(1)]],
    [mine.name, [token]],
    [mine.name, ["rowkey-log"], `?token=${token}`],
    ["a".repeat(24), ["rowkey-log", token]],
    ["contoso", ["rowkey-log", token]],
  ])) {
    const stranger = new Watcher(name, protocols, more);
    assert.equal(await stranger.opened, false, `${name} ${protocols}`);
    assert.deepEqual(stranger.entries, []);
  }
  // The token does nothing else, and the log needs a WebSocket.
  const headers = { authorization: `Bearer ${token}` };
  for (const [path, method] of /** @type {const} */ ([
    ["", "GET"],
    ["", "DELETE"],
    ["/log", "GET"],
  ])) {
    const { status } = await workerd.ask(`/s/${mine.name}${path}`, { method, headers });
    assert.equal(status, 404);
  }
  const { text } = await workerd.ask(`/s/${mine.name}`, { headers: bearer(mine) });
  assert.equal(JSON.parse(text).watch, token);

  const one = watch(mine);
  await tables(yours).createTable();
  await tables(mine).createTable();
  await tables(mine).deleteTable();
  assert.deepEqual(await one.have(2), ["POST 201 /Tables", "DELETE 204 /Tables('Things')"]);
  one.close();
});

test("lets a watcher go that has had much, because it may not read, and come again", async () => {
  const sandbox = await make();
  const one = watch(sandbox);
  assert.ok(await one.opened);
  const path = `/s/${sandbox.name}/table/Tables?x=${"x".repeat(50_000)}`;
  for (let n = 0; n < 45; n++) {
    assert.equal((await workerd.ask(path)).status, 403);
  }
  const other = watch(sandbox);
  assert.ok(await other.opened);
  await workerd.ask(`/s/${sandbox.name}/table/Tables?last`);
  while (!`${other.entries.at(-1)?.url}`.includes("last")) {
    await other.have(other.entries.length + 1);
  }
  assert.ok(one.entries.length < 45, `it has ${one.entries.length}`);
  other.close();
});

test("is bounded, and ends with its sandbox", async () => {
  const sandbox = await make();
  const all = Array.from({ length: 10 }, () => watch(sandbox));
  assert.ok((await Promise.all(all.map(({ opened }) => opened))).every(Boolean));
  assert.equal(await watch(sandbox).opened, false);
  const [talker, listener] = all;
  talker?.send("hello");
  assert.equal(await talker?.closed, 1008);
  const at = `/s/${sandbox.name}/table/Tables`;
  for (let n = 0; n < 130; n++) {
    await workerd.ask(`${at}?n=${n}`);
  }
  assert.equal((await listener?.have(130))?.length, 130);
  const late = watch(sandbox);
  await late.have(100);
  assert.equal(late.entries.length, 100);
  assert.deepEqual(late.entries, listener?.entries.slice(30));
  const headers = bearer(sandbox);
  await workerd.ask(`/s/${sandbox.name}`, { method: "DELETE", headers });
  assert.equal(await listener?.closed, 4410);
  assert.equal(await watch(sandbox).opened, false);
});
