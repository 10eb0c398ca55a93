// What the package gives to tests, with the program that ROWKEY_PROGRAM names.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { start } from "./index.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "rowkey-npm-"));
after(() => rmSync(folder, { recursive: true }));
const keys = Array.from({ length: 100 }, (_, n) => `p,${n},open\n`);
writeFileSync(path.join(folder, "Orders.csv"), `PartitionKey,RowKey,Status\n${keys.join("")}`);
const unsigned = { seed: folder, args: ["-unsigned"] };
const headers = { accept: "application/json;odata=nometadata", "x-ms-version": "2021-12-02" };

/** @param {string} url */
async function rows(url) {
  const response = await fetch(url, { headers });
  assert.equal(response.status, 200);
  return (await response.json()).value.length;
}

/** @param {string} url of a table */
async function insert(url) {
  const body = JSON.stringify({ PartitionKey: "q", RowKey: "own" });
  return await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
}

test("each account begins with the seed, and is no other's", async () => {
  const rowkey = await start(unsigned);
  try {
    const accounts = Array.from({ length: 50 }, (_, n) => rowkey.account(`test${n}`));
    await Promise.all(
      accounts.map(async ({ url }, n) => {
        if (n % 2 === 0) {
          assert.equal((await insert(`${url}/Orders`)).status, 201);
        }
        assert.equal(await rows(`${url}/Orders()`), n % 2 === 0 ? 101 : 100);
      }),
    );
    assert.equal(await rows(`${rowkey.url}/Orders()`), 100);
    const [first] = accounts;
    assert.ok(first);
    assert.match(first.connectionString, /AccountName=test0;.*BlobEndpoint=http:.*\/test0;$/);
    await first.back();
    assert.equal(await rows(`${first.url}/Orders()`), 100);
    await first.mark();
    await insert(`${first.url}/Orders`);
    await first.back();
    assert.equal(await rows(`${first.url}/Orders()`), 100);
    await first.remove();
    await first.remove();
    await assert.rejects(rowkey.remove(), /the endpoint was started with this account/);
    for (const name of ["t1", "Test1", "-ab", "a".repeat(25), "my test", "abc-secondary"]) {
      assert.throws(() => rowkey.account(name), /a name has 3 to 24/);
    }
  } finally {
    await rowkey.stop();
  }
});

test("what an account's requests took is said", async () => {
  const rowkey = await start(unsigned);
  try {
    const account = rowkey.account("costs");
    await rows(`${account.url}/Orders()?$filter=PartitionKey eq 'p' and RowKey lt '2'`);
    const { scans, ...cost } = await account.cost();
    assert.deepEqual(cost, {
      requests: 1,
      entitiesRead: 12,
      entitiesReturned: 12,
      entitiesWritten: 0,
    });
    assert.deepEqual(scans, []);
    await rows(`${account.url}/Orders()?$filter=Status eq 'shut'`);
    const [scan] = (await account.cost()).scans;
    assert.deepEqual([scan?.plan, scan?.entitiesRead], ["table-scan", 100]);
    await assert.rejects(account.readsAtMost(400), {
      name: "AssertionError",
      message:
        /^requests scan, and may not\n {2}GET \/Orders\(\)\?\$filter=Status eq 'shut'\n.*\n {4}cheaper: /,
    });
    await account.reset();
    await rows(`${account.url}/Orders()?$filter=PartitionKey eq 'p' and RowKey lt '2'`);
    await account.readsAtMost(12);
    await assert.rejects(
      account.readsAtMost(11),
      /^AssertionError.*read 12 entities, and may read 11/,
    );
    await assert.rejects(rowkey.readsAtMost(9), /no request came to devstoreaccount1/);
  } finally {
    await rowkey.stop();
  }
});

test("it's broken on request", async () => {
  const rowkey = await start(unsigned);
  try {
    const account = rowkey.account("faults");
    await account.fault("lose-answer nth=1");
    await assert.rejects(insert(`${account.url}/Orders`));
    assert.equal(await rows(`${account.url}/Orders()`), 101);
    await assert.rejects(account.fault("none"), /there is no "none"/);
  } finally {
    await rowkey.stop();
  }
});

test("a process can be told how to trust it and to get tokens", async () => {
  const flags = ["-cert", "auto", "-oauth", "basic", "-identity", "127.0.0.1:0"];
  const rowkey = await start({ args: [...flags, "-data", path.join(folder, "accounts")] });
  try {
    const { IDENTITY_ENDPOINT, IDENTITY_HEADER, NODE_EXTRA_CA_CERTS } = rowkey.environment;
    const token = await fetch(`${IDENTITY_ENDPOINT}?resource=https://storage.azure.com`, {
      headers: { "x-identity-header": IDENTITY_HEADER ?? "" },
    });
    assert.equal(token.status, 200);
    assert.match(readFileSync(NODE_EXTRA_CA_CERTS ?? "", "utf8"), /BEGIN CERTIFICATE/);
    assert.match(rowkey.connectionString, /^DefaultEndpointsProtocol=https;.*TableEndpoint=https:/);
  } finally {
    await rowkey.stop();
  }
});

test("a seed that's wrong says where", async () => {
  const file = path.join(folder, "wrong.http");
  writeFileSync(file, "GTE {{host}}/Tables\n");
  await assert.rejects(start({ seed: file }), /-seed wrong\.http:1: /);
  rmSync(file);
});

test("without the program tables are served", async (t) => {
  const { ROWKEY_PROGRAM } = process.env;
  delete process.env["ROWKEY_PROGRAM"];
  try {
    await assert.rejects(start({ seed: folder }), /a seed needs the program/);
    const rowkey = await start();
    t.after(() => rowkey.stop());
    const table = JSON.stringify({ TableName: "Orders" });
    const type = { ...headers, "content-type": "application/json" };
    const { url } = rowkey.account("tables");
    const made = await fetch(`${url}/Tables`, { method: "POST", headers: type, body: table });
    assert.equal(made.status, 201);
    assert.equal(made.headers.get("location"), `${url}/Tables('Orders')`);
    assert.equal((await insert(`${url}/Orders`)).status, 201);
    assert.equal(await rows(`${url}/Orders()`), 1);
    assert.equal(await rows(`${rowkey.url}/Tables`), 0);
    await assert.rejects(rowkey.control("GET", "/clock"), /no control interface/);
    const { host } = new URL(url);
    const command = fileURLToPath(new URL("rowkey.mjs", import.meta.url));
    for (const [args, code, says] of /** @type {const} */ ([
      ["version", 0, /^rowkey \d+\.\d+\.\d+, but there's no program for /],
      ["serve -seed data", 1, /serve has no flag but -tables HOST:PORT/],
      [`serve -addr= -tables=${host}`, 1, /EADDRINUSE/],
      ["serve --tables=here", 1, /serve has no flag but -tables HOST:PORT/],
      ["run a.http", 1, /there's no program for .* What works without it is rowkey serve/],
    ])) {
      const ran = spawnSync(process.execPath, [command, ...args.split(" ")], { encoding: "utf8" });
      assert.equal(ran.status, code, ran.stderr);
      assert.match(ran.stdout + ran.stderr, says);
    }
  } finally {
    process.env["ROWKEY_PROGRAM"] = ROWKEY_PROGRAM;
  }
});
