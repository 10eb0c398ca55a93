// Tests that accounts keep what they have acknowledged, whatever ends the program, its object or the runtime.
//
// ROWKEY_KILLS is how often the runtime is killed, by default 3 times.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before } from "node:test";
import { Load } from "./load.mjs";
import { test, Workerd } from "./workerd.mjs";

const kills = Number(process.env["ROWKEY_KILLS"] ?? 3);
const bindings = { ACCOUNTS: "one:a2V5;two:a2V5;many:a2V5", UNSIGNED: "allow" };

const workerd = new Workerd();
before(() => workerd.start("workertest/failing.capnp", bindings));
after(() => workerd.stop());

/** @type {Workerd["askTables"]} */
const send = (...request) => workerd.askTables(...request);

/** @param {string} account */
const evict = (account) => send(`/${account}/Tables`, "GET", undefined, { "x-test": "evict" });

/** @param {string} account */
async function rows(account) {
  const { text } = await send(`/${account}/Steps()`, "GET");
  return JSON.parse(text).value.map(
    (/** @type {{RowKey: string, N: number}} */ { RowKey, N }) => `${RowKey}=${N}`,
  );
}

test("is the same account after an eviction between any two requests", async () => {
  assert.equal((await send("/one/Tables", "POST", { TableName: "Steps" })).status, 201);
  /** @type {Map<string, number>} */
  const model = new Map();
  for (let n = 0; n < 20; n++) {
    assert.equal((await evict("one")).status, 500);
    const key = `${(n * 7) % 5}`;
    const path = `/one/Steps(PartitionKey='p',RowKey='${key}')`;
    if (n % 4 === 3) {
      const { status } = await send(path, "DELETE", undefined, { "if-match": "*" });
      assert.equal(status, model.delete(key) ? 204 : 404);
    } else if (n % 4 === 2) {
      const { status } = await send("/one/Steps", "POST", { PartitionKey: "p", RowKey: key, N: n });
      assert.equal(status, model.has(key) ? 409 : 201);
      model.set(key, model.get(key) ?? n);
    } else {
      assert.equal((await send(path, "PUT", { N: n })).status, 204);
      model.set(key, n);
    }
    const want = [...model].sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => `${k}=${v}`);
    assert.deepEqual(await rows("one"), want, `after step ${n}`);
  }
});

// What an older version wrote is in a folder with its commit as the name.
test("opens the storage of an older version", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "rowkey-kept-"));
  const kept = new Workerd(folder);
  try {
    fs.cpSync(new URL("testdata/3d8fa4bb", import.meta.url), folder, { recursive: true });
    await kept.start("workertest/failing.capnp", bindings);
    const read = async () => JSON.parse((await kept.askTables("/one/Steps()", "GET")).text).value;
    const [, , third, ...others] = await read();
    assert.equal(others.length, 2);
    assert.deepEqual(third, {
      PartitionKey: "p",
      RowKey: "3",
      Timestamp: "2026-11-23T23:44:03.784Z",
      N: 33,
      Text: "Grüße 🙂",
    });
    const entity = { PartitionKey: "p", RowKey: "6" };
    assert.equal((await kept.askTables("/one/Steps", "POST", entity)).status, 201);
    assert.equal((await read()).length, 6);
  } finally {
    await kept.stop();
    fs.rmSync(folder, { recursive: true });
  }
});

test("answers with the site where no account is named", async () => {
  const browser = { accept: "text/html,*/*" };
  const home = await workerd.ask("/", { headers: browser });
  assert.deepEqual([home.status, home.text], [200, "the home page"]);
  assert.equal(home.headers["cache-control"], "max-age=0");
  const nothing = await workerd.ask("/nobody/Tables", { headers: browser });
  assert.deepEqual([nothing.status, nothing.text.slice(0, 8)], [404, "the page"]);
  const client = await send("/nobody/Tables", "GET");
  assert.match(client.text, /does not name an account/);
  assert.equal((await workerd.ask("/nobody", { method: "POST", headers: browser })).status, 404);
  assert.equal((await send("/one/Tables", "GET")).status, 200);
});

test("refuses a write that storage refuses, changes nothing, and goes on", async () => {
  assert.equal((await send("/two/Tables", "POST", { TableName: "Steps" })).status, 201);
  const entity = { PartitionKey: "p", RowKey: "refused", N: 1 };
  const { status, text } = await send("/two/Steps", "POST", entity, { "x-test": "fail 1" });
  assert.equal(status, 500);
  assert.equal(JSON.parse(text)["odata.error"].code, "InternalError");
  assert.doesNotMatch(text, /SQLITE/);
  assert.match(workerd.log, /a write was refused: storage: .*SQLITE_IOERR/);
  assert.deepEqual(await rows("two"), []);
  await evict("two");
  assert.deepEqual(await rows("two"), []);
  assert.equal((await send("/two/Steps", "POST", entity, { "x-test": "heal" })).status, 201);
  await evict("two");
  assert.deepEqual(await rows("two"), ["refused=1"]);
});

test("keeps nothing of a write of which storage takes only the first row", async () => {
  const blob = { "x-ms-version": "2021-12-02", "x-ms-blob-type": "BlockBlob" };
  const put = (/** @type {string} */ path, /** @type {object} */ more) =>
    workerd.ask(`/s/two/blob/${path}`, {
      method: "PUT",
      headers: { ...blob, ...more },
      body: "x".repeat(path === "box/b" ? 4_000_000 : 0),
    });
  assert.equal((await put("box?restype=container", {})).status, 201);
  for (const fails of ["fail 2", "fail 3"]) {
    assert.equal((await put("box/b", { "x-test": fails })).status, 500);
    await evict("two");
    const { status } = await workerd.ask("/s/two/blob/box/b", { headers: blob });
    assert.equal(status, 404);
  }
  assert.equal((await put("box/b", { "x-test": "fail 4" })).status, 201);
  await evict("two");
  assert.equal((await workerd.ask("/s/two/blob/box/b", { headers: blob })).text.length, 4_000_000);
});

test("shortens its journal, whichever write of that fails", async () => {
  const body = { A: "x".repeat(30_000), B: "y".repeat(30_000), C: "z".repeat(30_000) };
  let n = 0;
  const put = (more = {}) =>
    send("/one/Steps(PartitionKey='q',RowKey='r')", "PUT", { ...body, N: ++n }, more);
  // Storage fails for good at each of the writes that follow the one that makes the journal too long. Those
  // of an object that wakes, because nobody asked it for ten seconds, come before.
  for (const fails of [1, 2, 3, 4, 5]) {
    await rows("one");
    const logged = workerd.log.length;
    for (let failed = false, puts = 0; !failed; puts++) {
      assert.ok(puts < 200, `nothing failed at write ${fails}`);
      const { status } = await put({ "x-test": `fail ${fails + 1}` });
      assert.equal(status, 204);
      failed = workerd.log.slice(logged).includes("couldn't be shortened");
    }
    await evict("one");
    const got = await send("/one/Steps(PartitionKey='q',RowKey='r')", "GET", undefined, {
      "x-test": "heal",
    });
    assert.equal(JSON.parse(got.text).N, n);
  }
  for (let puts = 0; puts < 100; puts++) {
    assert.equal((await put()).status, 204);
  }
  await evict("one");
  const got = await send("/one/Steps(PartitionKey='q',RowKey='r')", "GET");
  assert.equal(JSON.parse(got.text).N, n);
});

test("makes few rows of many when it wakes, whichever write of that fails", async () => {
  assert.equal((await send("/many/Tables", "POST", { TableName: "Many" })).status, 201);
  await send("/many/Tables", "GET", undefined, { "x-test": "fill 1100" });
  const wake = async (/** @type {string} */ what) => {
    await evict("many");
    const path = "/many/Many(PartitionKey='99',RowKey='1099')";
    const { status, text } = await send(path, "GET", undefined, { "x-test": what });
    assert.equal(status, 200, `${what}: ${text}`);
    const logged = workerd.log.length;
    await send("/many/Tables", "GET", undefined, { "x-test": "count" });
    return await workerd.says(/written: (\d+) rows/, logged);
  };
  // After those that open the journal and drop an old draft come two that begin another one, its row, and two
  // that replace it. Then storage works.
  const rows = [];
  for (const what of [2, 3, 4, 5, 6, 7, 99, 99]) {
    rows.push((await wake(`fail ${what}`))[1]);
  }
  assert.deepEqual(rows, ["0", "0", "0", "0", "1", "1", "1", "0"]);
  assert.equal((await send("/many/Many", "POST", { PartitionKey: "a", RowKey: "b" })).status, 201);
  await evict("many");
  assert.equal((await send("/many/Many(PartitionKey='a',RowKey='b')", "GET")).status, 200);
});

test(`loses nothing when the runtime is killed, ${kills} times, and tells damage`, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "rowkey-killed-"));
  const killed = new Workerd(folder);
  try {
    const ask = /** @type {import("./load.mjs").Ask} */ ((...request) => killed.ask(...request));
    const loads = ["one", "two"].map((name) => new Load(ask, name));
    const count = (/** @type {"acknowledged" | "full"} */ what) =>
      loads.reduce((sum, load) => sum + load[what], 0);
    await killed.start("workertest/failing.capnp", bindings);
    await Promise.all(loads.map((load) => load.prepare()));
    for (let n = 0; n < kills; n++) {
      const enough = count("acknowledged") + 1 + Math.floor(Math.random() * 60);
      const writing = loads.flatMap((load) => [1, 2, 3].map((writer) => load.write(writer)));
      while (count("acknowledged") < enough) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await killed.kill();
      await Promise.all(writing);
      if (n % 10 === 0) {
        await tellsDamage(folder);
      }
      await killed.start("workertest/failing.capnp", bindings);
      await Promise.all(loads.map((load) => load.check()));
    }
    const [writes, refused] = [count("acknowledged"), count("full")];
    console.log(`# ${writes} writes were acknowledged, none is lost; ${refused} found no space`);
  } finally {
    await killed.stop();
    fs.rmSync(folder, { recursive: true });
  }
});

/**
 * Damages copies of what a killed runtime left: a bit of one of an account's records is changed, or the
 * record is missing. The account refuses every request and says why in the log, and others go on.
 * @param {string} left
 */
async function tellsDamage(left) {
  for (const [damage, told] of /** @type {const} */ ([
    ["flip", /the journal: .*byte/],
    ["lose", /the journal: corrupt at byte \d+: record \d+ is where record \d+ belongs/],
  ])) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "rowkey-damaged-"));
    const damaged = new Workerd(folder);
    const ask = (/** @type {string} */ name, more = {}) =>
      damaged.askTables(`/${name}/Things()`, "GET", undefined, more);
    try {
      fs.cpSync(left, folder, { recursive: true });
      await damaged.start("workertest/failing.capnp", bindings);
      const which = Math.floor(Math.random() * 1_000_000);
      assert.equal((await ask("one", { "x-test": `${damage} ${which}` })).status, 500);
      const { status, text } = await ask("one");
      assert.equal(status, 500, `${damage} ${which}: ${text}`);
      await damaged.says(told, 0);
      assert.equal((await ask("two")).status, 200);
    } finally {
      await damaged.stop();
      fs.rmSync(folder, { recursive: true });
    }
  }
}
