// Tests of accounts that anyone can make: their clients, their end, their limits, and that nobody gets at
// another's.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before } from "node:test";
import { test, Workerd } from "./workerd.mjs";

const load = createRequire(new URL("../../../engine/suites/package.json", import.meta.url));
/** A client of the service. @param {string} name */
const client = (name) => load(`@azure/${name}`);
const json = {
  accept: "application/json;odata=nometadata",
  "content-type": "application/json",
};
const SANDBOXES = "a secret of this test, which is long enough";

const workerd = new Workerd();
const bindings = { SANDBOXES, ACCOUNTS: "contoso:a2V5", UNSIGNED: "allow" };
before(() => workerd.start("workertest/failing.capnp", bindings));
after(() => workerd.stop());

/** @typedef {{name: string, key: string, watch: string, expires: string, connectionString: string,
 *   endpoints: {table: string, queue: string, blob: string}}} Sandbox */

let senders = 0;
/** How many sandboxes there have been. */
let made = 0;

/** @returns {Promise<Sandbox>} one that another address makes each time */
async function make(path = "/s", headers = {}, of = workerd) {
  senders += 1;
  const { status, text } = await of.ask(path, {
    method: "POST",
    headers: { "cf-connecting-ip": `10.0.0.${senders}`, ...headers },
  });
  assert.equal(status, 201, text);
  made += Number(of === workerd);
  return JSON.parse(text);
}

/** @param {Sandbox} sandbox */
const bearer = ({ key }) => ({ authorization: `Bearer ${key}` });

/**
 * @param {Sandbox} sandbox
 * @param {string} path
 * @param {string} [method]
 */
const manage = (sandbox, path, method = "POST", headers = bearer(sandbox)) =>
  workerd.ask(`/s/${sandbox.name}${path}`, { method, headers });

/** @param {Sandbox} sandbox */
function tables({ connectionString }) {
  const { TableClient } = client("data-tables");
  const options = {
    allowInsecureConnection: true,
    retryOptions: { maxRetries: 0 },
  };
  return TableClient.fromConnectionString(connectionString, "Things", options);
}

/** @param {Sandbox} sandbox */
async function keys(sandbox) {
  const found = [];
  for await (const { rowKey } of tables(sandbox).listEntities()) {
    found.push(rowKey);
  }
  return found.join(" ");
}

/** @param {string} rowKey */
const thing = (rowKey, Text = "") => ({ partitionKey: "p", rowKey, Text });

test("is an account for the clients of every service, from its connection string", async () => {
  const sandbox = await make();
  assert.match(sandbox.name, /^[a-z2-7]{24}$/);
  const ends = Date.parse(sandbox.expires) - Date.now();
  assert.ok(ends > 23.9 * 3_600_000 && ends <= 24 * 3_600_000);

  const table = tables(sandbox);
  /** @type {any} */
  let headers;
  await table.createTable({
    onResponse: (/** @type {any} */ response) => {
      headers = response.headers;
    },
  });
  assert.equal(headers.get("x-rowkey-expires"), new Date(sandbox.expires).toUTCString());
  await table.submitTransaction([
    ["create", thing("a")],
    ["create", thing("b")],
  ]);
  assert.equal(await keys(sandbox), "a b");

  const { QueueServiceClient } = client("storage-queue");
  const queues = QueueServiceClient.fromConnectionString(sandbox.connectionString);
  const queue = queues.getQueueClient("work");
  await queue.create();
  await queue.sendMessage("one");
  const { receivedMessageItems } = await queue.receiveMessages();
  assert.deepEqual(
    receivedMessageItems.map((/** @type {{messageText: string}} */ { messageText }) => messageText),
    ["one"],
  );

  const { BlobServiceClient } = client("storage-blob");
  const blobs = BlobServiceClient.fromConnectionString(sandbox.connectionString);
  const container = blobs.getContainerClient("docs");
  await container.create();
  const blob = container.getBlockBlobClient("a/b ü.txt");
  await blob.upload("content", 7);
  assert.equal(`${await blob.downloadToBuffer()}`, "content");

  const { status, text } = await manage(sandbox, "", "GET");
  assert.deepEqual([status, JSON.parse(text)], [200, sandbox]);
});

test("gives strangers the same answer for every name, and no way from one into another", async () => {
  const [mine, yours] = [await make(), await make()];
  const ended = await make();
  assert.equal((await manage(ended, "", "DELETE")).status, 204);
  const unknown = { ...mine, name: "a".repeat(24) };
  const similar = { ...mine, name: `${mine.name.slice(0, 16)}aaaaaaaa` };
  const answers = [];
  for (const [sandbox, headers] of /** @type {const} */ ([
    [unknown, bearer(mine)],
    [similar, bearer(mine)],
    [ended, bearer(ended)],
    [yours, bearer(mine)],
    [yours, {}],
  ])) {
    for (const [path, method] of /** @type {const} */ ([
      ["", "GET"],
      ["", "DELETE"],
      ["/mark", "POST"],
      ["/undo", "POST"],
      ["/fork", "POST"],
    ])) {
      const { status, text } = await workerd.ask(`/s/${sandbox.name}${path}`, {
        method,
        headers,
      });
      answers.push(`${status} ${text.replace(`${sandbox.name}${path}`, "NAME")}`);
    }
  }
  for (const { name } of [unknown, similar, ended]) {
    const { status, text } = await workerd.ask(`/s/${name}/table/Tables`, {
      headers: json,
    });
    answers.push(`${status} ${text.replace(`${name}/table/Tables`, "NAME")}`);
  }
  assert.equal(new Set(answers).size, 1, answers.join(""));
  assert.match(`${answers[0]}`, /^404 /);

  const { AzureNamedKeyCredential, TableServiceClient } = client("data-tables");
  for (const [name, path] of /** @type {const} */ ([
    [mine.name, yours.name],
    [yours.name, yours.name],
    [mine.name, `${yours.name}-secondary`],
    [mine.name, `${mine.name}/table/../../${yours.name}`],
    ["contoso", yours.name],
  ])) {
    const credential = new AzureNamedKeyCredential(name, mine.key);
    const options = {
      allowInsecureConnection: true,
      retryOptions: { maxRetries: 0 },
    };
    const at = `${workerd.url}/s/${path}/table`;
    const wrong = new TableServiceClient(at, credential, options);
    await assert.rejects(wrong.createTable("Things"), { statusCode: 403 });
  }
  const page = { origin: "https://page.test", "cf-connecting-ip": "10.9.9.9" };
  assert.equal((await workerd.ask("/s", { method: "POST", headers: page })).status, 403);
  for (const { key } of [mine, yours, ended]) {
    assert.ok(!workerd.log.includes(key));
  }
});

test("forks what a sandbox has, and goes back to a mark or to the beginning", async () => {
  const parent = await make();
  await tables(parent).createTable();
  await tables(parent).createEntity(thing("a"));
  const child = await make(`/s/${parent.name}/fork`, bearer(parent));
  assert.notEqual(child.key, parent.key);
  await tables(parent).createEntity(thing("b"));
  await tables(child).createEntity(thing("c"));
  assert.equal(await keys(parent), "a b");
  assert.equal(await keys(child), "a c");

  assert.equal((await manage(child, "/undo")).status, 204);
  assert.equal(await keys(child), "a");
  await tables(child).createEntity(thing("d"));
  assert.equal((await manage(child, "/mark")).status, 204);
  await tables(child).createEntity(thing("e"));
  assert.equal((await manage(child, "/undo")).status, 204);
  assert.equal(await keys(child), "a d");
  // Its journal is replaced meanwhile, which must not take the mark away.
  for (let n = 0; n < 100; n++) {
    await tables(child).upsertEntity(thing("f", "x".repeat(30_000)), "Replace");
  }
  assert.equal((await manage(child, "/undo")).status, 204);
  assert.equal(await keys(child), "a d");

  assert.equal((await manage(parent, "/undo")).status, 204);
  await assert.rejects(keys(parent), { statusCode: 404 });
});

test("refuses too many sandboxes, requests and bytes, and says when to come back", async () => {
  const headers = { "cf-connecting-ip": "2001:db8:1:2:3::1" };
  const asked = [];
  for (let n = 0; n < 11; n++) {
    asked.push(await workerd.ask("/s", { method: "POST", headers }));
  }
  made += 10;
  const last = asked.at(-1);
  assert.deepEqual(new Set(asked.slice(0, 10).map(({ status }) => status)), new Set([201]));
  assert.equal(last?.status, 503);
  const wait = Number(last?.headers["retry-after"]);
  assert.ok(wait > 3590 && wait <= 3600, `${wait}`);
  const neighbour = { "cf-connecting-ip": "2001:db8:1:2:ffff::1" };
  assert.equal((await workerd.ask("/s", { method: "POST", headers: neighbour })).status, 503);

  const [unsigned, forged] = asked.map(({ text }) => text);
  await flood(JSON.parse(unsigned ?? ""), {});
  await flood(JSON.parse(forged ?? ""), {
    authorization: "SharedKeyLite a:AAAA",
    "x-ms-date": "now",
  });
});

/**
 * Sends more requests without a right signature than a sandbox answers at one time, which doesn't go on
 * meanwhile. The owner still has all of his.
 * @param {Sandbox} sandbox
 * @param {Record<string, string>} headers
 */
async function flood({ name, key, endpoints }, headers) {
  const now = { "x-test": `at ${Date.now()}` };
  const ask = () =>
    workerd.ask(`/s/${name}/table/Tables`, {
      headers: { ...json, ...headers, ...now },
    });
  const answers = await Promise.all(Array.from({ length: 201 }, ask));
  const busy = answers.filter(({ status }) => status === 503);
  assert.equal(busy.length, 1);
  assert.equal(busy[0]?.headers["retry-after"], "1");
  assert.equal(JSON.parse(busy[0]?.text ?? "")["odata.error"].code, "ServerBusy");
  const { AzureNamedKeyCredential, TableServiceClient } = client("data-tables");
  const options = {
    allowInsecureConnection: true,
    retryOptions: { maxRetries: 0 },
  };
  const credential = new AzureNamedKeyCredential(name, key);
  const owner = new TableServiceClient(endpoints.table, credential, options);
  const requestOptions = { customHeaders: now };
  const read = () => owner.listTables({ requestOptions }).next();
  await Promise.all(Array.from({ length: 200 }, read));
  await assert.rejects(read(), { statusCode: 503 });
}

test("what is under way ends when its sandbox goes back", async () => {
  const sandbox = await make();
  const { BlobServiceClient } = client("storage-blob");
  const blobs = BlobServiceClient.fromConnectionString(sandbox.connectionString);
  const container = blobs.getContainerClient("docs");
  await container.create();
  const blob = container.getBlockBlobClient("large");
  await blob.stageBlock("AAAA", new Uint8Array(2 ** 20), 2 ** 20);
  await blob.commitBlockList(Array(40).fill("AAAA"));
  const options = { maxRetryRequests: 0 };
  const { readableStreamBody: body } = await blob.download(0, undefined, options);
  assert.equal((await manage(sandbox, "/undo")).status, 204);
  await assert.rejects(async () => {
    for await (const _ of body) {
      // until it ends, which is before its length
    }
  });
});

test("needs signatures, even where other accounts don't", async () => {
  const { name } = await make();
  for (const [path, status] of /** @type {const} */ ([
    ["/contoso/Tables", 200],
    [`/s/${name}/table/Tables`, 403],
    [`/${name}/Tables`, 403],
  ])) {
    assert.equal((await workerd.ask(path, { headers: json })).status, status, path);
  }
});

test("refuses bodies that it has no memory for, and lives", async () => {
  // Who refuses a body may hang up before it has been written, and then the answer may be lost.
  const send = async (/** @type {string} */ path, /** @type {Uint8Array} */ body, tries = 5) => {
    try {
      return await workerd.ask(`/s/contoso/blob/docs${path}`, {
        method: "PUT",
        headers: {
          "x-ms-version": "2021-12-02",
          "x-ms-blob-type": "BlockBlob",
          "content-length": `${body.length}`,
        },
        body,
      });
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (tries === 0 || !["EPIPE", "ECONNRESET"].includes(code ?? "")) {
        throw error;
      }
      return send(path, body, tries - 1);
    }
  };
  assert.equal((await send("?restype=container", new Uint8Array())).status, 201);
  const large = await send("/large", new Uint8Array(10 * 2 ** 20 + 1));
  assert.equal(large.status, 413);
  assert.equal(large.headers["x-ms-error-code"], "RequestBodyTooLarge");
  // Two of these are more than an account holds, so the second has to wait, or finds the account full.
  const body = new Uint8Array(9 * 2 ** 20);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => send(`/${n % 2}`, body)));
  for (const { status, headers } of answers) {
    assert.ok([201, 413, 500, 503].includes(status ?? 0), `${status}`);
    assert.ok(status !== 503 || headers["retry-after"] === "1");
  }
  assert.ok(answers.some(({ status }) => status === 201));
  assert.ok(answers.some(({ status }) => status === 503));
  assert.doesNotMatch(workerd.log, /has ended/);
  assert.equal((await send("/small", new Uint8Array(10))).status, 201);
  // Wherever the service is named, a blob is whole.
  for (const host of ["contoso.BLOB.test", "contoso.blob", "contoso.table.test"]) {
    const five = new Uint8Array(5 * 2 ** 20);
    const { status } = await workerd.ask(
      host.includes(".table") ? "/s/contoso/blob/docs/1" : "/docs/1",
      {
        method: "PUT",
        headers: {
          host,
          "x-ms-version": "2021-12-02",
          "x-ms-blob-type": "BlockBlob",
        },
        body: five,
      },
    );
    assert.ok(status === 201 || status === 413, `${host}: ${status}`);
    const got = await workerd.ask("/s/contoso/blob/docs/1", {
      headers: { "x-ms-version": "2021-12-02" },
    });
    assert.ok([5 * 2 ** 20, 9 * 2 ** 20].includes(got.text.length), `${host}: ${got.text.length}`);
  }
});

test("ends when it's time", async () => {
  for (let seconds = 1; !(await ends(seconds)); seconds *= 4) {}
});

/**
 * Makes a sandbox for so many seconds, uses it, and waits for its end; false if they were too few to use it.
 * @param {number} seconds
 */
async function ends(seconds) {
  const own = new Workerd();
  try {
    await own.start("worker.capnp", {
      SANDBOXES,
      SANDBOX_HOURS: `${seconds / 3600}`,
    });
    const end = Date.now() + 1000 * seconds;
    const sandbox = await make("/s", {}, own);
    const { name } = sandbox;
    const ask = async () =>
      (await own.ask(`/s/${name}/table/Tables`, { headers: json })).status ?? 0;
    const first = await ask();
    try {
      await tables(sandbox).createTable();
      await tables(sandbox).createEntity(thing("a", "to be deleted"));
      assert.ok(own.keeps("to be deleted"));
    } catch (cause) {
      if (Date.now() > end) {
        return false;
      }
      throw cause;
    }
    assert.equal(first, 403);
    while ((await ask()) === 403 || own.keeps("to be deleted")) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.ok(Date.now() >= end, "it ended before its time");
    assert.equal(await ask(), 404);
    const { status } = await own.ask(`/s/${name}`, {
      headers: bearer(sandbox),
    });
    assert.equal(status, 404);
    return true;
  } finally {
    await own.stop();
  }
}

// This is last, because nobody gets a sandbox afterwards.
test("refuses too many sandboxes of a site, and of everybody", async () => {
  let refused = 0;
  const from = async (/** @type {string} */ address) => {
    const headers = { "cf-connecting-ip": address };
    const { status } = await workerd.ask("/s", { method: "POST", headers });
    made += Number(status === 201);
    refused += Number(status === 503);
  };
  const before = made;
  for (let network = 0; network < 4; network++) {
    await Promise.all(Array.from({ length: 10 }, () => from(`2001:db8:7:${network}::1`)));
  }
  assert.deepEqual([made - before, refused], [30, 10]);
  const others = 300 - made;
  for (let n = 0; n < others + 5; n++) {
    await from(`10.1.${n >> 8}.${n & 255}`);
  }
  assert.deepEqual([made, refused], [300, 15]);
});
