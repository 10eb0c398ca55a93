// Tests of requests that no program sends: each gets an answer of the service, of its own account alone.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { gzipSync } from "node:zlib";
import { test, Workerd } from "./workerd.mjs";

const workerd = new Workerd();
before(() => workerd.start("worker.capnp", { ACCOUNTS: "one:a2V5;two:a2V5", UNSIGNED: "allow" }));
after(() => workerd.stop());

const json = { accept: "application/json;odata=nometadata", "content-type": "application/json" };
const blob = { "x-ms-version": "2021-12-02", "x-ms-blob-type": "BlockBlob" };

/**
 * Sends a request, which has to get an answer of the service.
 * @param {string} method
 * @param {string} path
 * @param {string | Uint8Array} [body]
 * @param {Record<string, string>} [headers]
 */
async function ask(method, path, body = "", headers = {}) {
  const all = { "content-length": `${body.length}`, ...headers };
  const answer = await workerd.ask(path, { method, headers: all, body });
  assert.ok((answer.status ?? 500) < 500, `${method} ${path.slice(0, 200)}: ${answer.text}`);
  return answer;
}

test("numbers out of range, lists of ETags and made-up tokens", async () => {
  await ask("PUT", "/s/one/blob/box?restype=container", "", blob);
  const { headers } = await ask("PUT", "/s/one/blob/box/b", "xyz", blob);
  for (const [range, text] of [
    ["bytes=0-18446744073709551615", "xyz"],
    ["bytes=1-9223372036854775807", "yz"],
    ["bytes=18446744073709551616-", "xyz"],
    ["bytes=-1", "xyz"],
    ["bytes=2-2", "z"],
    ["bytes=0-0,2-2", "xyz"],
  ]) {
    const got = await ask("GET", "/s/one/blob/box/b", "", { ...blob, range: `${range}` });
    assert.equal(got.text, text, range);
  }
  const last = await ask("GET", "/s/one/blob/box/b", "", {
    ...blob,
    range: "bytes=9223372036854775806-9223372036854775807",
  });
  assert.equal(last.status, 416);
  for (const [match, status] of /** @type {const} */ ([
    [`"0x1", ${headers["etag"]}`, 200],
    ['"0x1", "0x2"', 412],
  ])) {
    const got = await ask("GET", "/s/one/blob/box/b", "", { ...blob, "if-match": match });
    assert.equal(got.status, status, match);
  }
  await ask("POST", "/s/one/table/Tables", '{"TableName":"Odd"}', json);
  await ask("POST", "/s/one/table/Odd", '{"PartitionKey":"p","RowKey":"1"}', json);
  const entity = "/s/one/table/Odd(PartitionKey='p',RowKey='1')";
  for (const match of ['W/"a", W/"b"', "*,*", "W/", '"']) {
    assert.equal(
      (await ask("PUT", entity, "{}", { ...json, "if-match": match })).status,
      400,
      match,
    );
  }
  for (const token of [
    "1!99999999999!cA--",
    "2!4!cA--",
    "1!-4!cA--",
    "1!4!7b--",
    "A".repeat(9000),
  ]) {
    const query = `NextPartitionKey=${token}&NextRowKey=${token}`;
    assert.equal((await ask("GET", `/s/one/table/Odd()?${query}`, "", json)).status, 400, token);
    const list = `/s/one/blob/box?restype=container&comp=list&marker=${token}`;
    assert.equal((await ask("GET", list, "", blob)).status, 200);
  }
});

test("keys that aren't Unicode, escapes of escapes, bodies that are packed", async () => {
  await ask("POST", "/s/one/table/Tables", '{"TableName":"Keys"}', json);
  for (const [key, status] of /** @type {const} */ ([
    ["%ED%A0%80", 400],
    ["%C0%AF", 400],
    ["%FF", 400],
    ["%EF%BF%BF", 404],
    ["%2527", 404],
    ["%252F", 404],
  ])) {
    const path = `/s/one/table/Keys(PartitionKey='${key}',RowKey='1')`;
    assert.equal((await ask("GET", path, "", json)).status, status, key);
  }
  const half = Buffer.from('{"PartitionKey":"?","RowKey":"1"}');
  half[half.indexOf("?")] = 0xed;
  const bomb = gzipSync(`{"PartitionKey":"p","RowKey":"1","A":"${"a".repeat(20_000_000)}"}`);
  for (const body of [half, bomb, '{"PartitionKey":"\\ud800","RowKey":"1"}']) {
    const headers = { ...json, "content-encoding": "gzip" };
    assert.equal((await ask("POST", "/s/one/table/Keys", body, headers)).status, 400);
  }
  const none = await ask("GET", "/s/one/table/Keys()", "", json);
  assert.equal(none.text, '{"value":[]}');
});

test("no path and no source of a copy leads to another account", async () => {
  await ask("PUT", "/s/two/blob/own?restype=container", "", blob);
  await ask("PUT", "/s/two/blob/own/secret", "two's", blob);
  for (const path of [
    "/s/one/blob/../../two/blob/own/secret",
    "/s/one/blob/%2e%2e/%2e%2e/two/blob/own/secret",
    "/s/one/blob/..%2f..%2ftwo%2fblob%2fown%2fsecret",
    "/s/one/blob//s/two/blob/own/secret",
    "/s/one%2f..%2ftwo/blob/own/secret",
    "/s/one%00two/blob/own/secret",
    "/s/one/blob/box/..\\..\\two\\blob\\own\\secret",
  ]) {
    const { text } = await ask("GET", path, "", blob);
    assert.ok(!text.includes("two's"), path);
  }
  await ask("PUT", "/s/one/blob/mine?restype=container", "", blob);
  for (const host of [new URL(workerd.url).host, "two.blob.localhost", "127.0.0.1"]) {
    const source = { "x-ms-copy-source": `http://${host}/s/two/blob/own/secret` };
    const got = await ask("PUT", "/s/one/blob/mine/copy", "", { ...blob, ...source });
    assert.equal(got.headers["x-ms-error-code"], "CannotVerifyCopySource");
  }
});

test("what is deleted and made again at the same time is empty in the end", async () => {
  const at = "/s/one/blob/race";
  const once = { ...blob, "x-rowkey-at-once": "1" };
  const whole = "?comp=blocklist";
  const list = "<BlockList><Latest>AAAA</Latest></BlockList>";
  const kinds = /** @type {const} */ ([
    ["PUT", "?restype=container", "", blob],
    ["DELETE", "?restype=container", "", once],
    ["PUT", "/b", "x".repeat(70_000), blob],
    ["PUT", "/b?comp=block&blockid=AAAA", "y", blob],
    ["PUT", `/b${whole}`, list, blob],
    ["PUT", "/b?comp=snapshot", "", blob],
    [
      "PUT",
      "/b?comp=lease",
      "",
      { ...blob, "x-ms-lease-action": "acquire", "x-ms-lease-duration": "15" },
    ],
    ["GET", "?restype=container&comp=list&include=snapshots,uncommittedblobs", "", blob],
  ]);
  for (let round = 0; round < 12; round++) {
    await Promise.all(
      kinds.map(([method, path, body, headers]) => ask(method, at + path, body, headers)),
    );
  }
  await ask("DELETE", `${at}?restype=container`, "", once);
  assert.equal((await ask("PUT", `${at}?restype=container`, "", blob)).status, 201);
  const { text } = await ask("GET", `${at}${kinds[7][1]}`, "", blob);
  assert.match(text, /<Blobs *\/>|<Blobs><\/Blobs>/);
  assert.equal((await ask("GET", `${at}/b${whole}&blocklisttype=all`, "", blob)).status, 404);
});
