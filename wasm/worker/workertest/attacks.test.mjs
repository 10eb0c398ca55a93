// Tests of clients that want an object's memory or its owner's requests.
import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import { after, before, test as testInNode } from "node:test";
import { readUpTo } from "../intake.mjs";
import { networksOf } from "../networks.mjs";
import { inTime, Late } from "../patience.mjs";
import { test, Workerd } from "./workerd.mjs";

const workerd = new Workerd();
before(() => workerd.start("worker.capnp", { ACCOUNTS: "one:a2V5", UNSIGNED: "allow" }));
after(() => workerd.stop());

const block = new Uint8Array(2 ** 20).fill(97);

/**
 * @param {string} path
 * @param {string} method
 * @param {string | Uint8Array} [body]
 * @param {Record<string, string>} [headers]
 */
const send = (path, method, body = "", headers = {}) =>
  workerd.ask(`/s/one/blob/box${path}`, {
    method,
    headers: {
      "x-ms-version": "2021-12-02",
      "x-ms-blob-type": "BlockBlob",
      "content-length": `${body.length}`,
      ...headers,
    },
    body,
  });

/**
 * Sends a request, and leaves the answer or the rest of the body alone.
 * @param {string} path
 * @param {http.RequestOptions} [options]
 * @param {string} [body]
 * @returns {Promise<{request: http.ClientRequest, response: http.IncomingMessage | undefined}>}
 */
function stall(path, options = {}, body = undefined) {
  return new Promise((resolve) => {
    const headers = { "x-ms-version": "2021-12-02", ...options.headers };
    const request = http.request(`${workerd.url}${path}`, { agent: false, ...options, headers });
    request.on("error", () => {}).once("response", (response) => resolve({ request, response }));
    if (body === undefined) {
      request.end();
    } else {
      request.write(body, () => resolve({ request, response: undefined }));
    }
  });
}

/** The most memory that workerd has had, in MiB. */
function peak() {
  const status = fs.readFileSync(`/proc/${workerd.pid}/status`, "utf8");
  return Number(/VmHWM:\s*(\d+)/.exec(status)?.[1]) / 1024;
}

test("a blob that is longer than memory goes out in parts", async () => {
  assert.equal((await send("?restype=container", "PUT")).status, 201);
  assert.equal((await send("/a?comp=block&blockid=AAAA", "PUT", block)).status, 201);
  const times = 128;
  const list = `<BlockList>${"<Latest>AAAA</Latest>".repeat(times)}</BlockList>`;
  assert.equal((await send("/a?comp=blocklist", "PUT", list)).status, 201);
  const before = process.platform === "linux" ? peak() : 0;
  const { response } = await stall("/s/one/blob/box/a");
  assert.equal(response?.headers["content-length"], `${times * block.length}`);
  let length = 0;
  for await (const chunk of response ?? []) {
    length += chunk.length;
  }
  assert.equal(length, times * block.length);
  if (process.platform === "linux") {
    assert.ok(peak() - before < 64, `${before} MiB, then ${peak()}`);
  }
});

test("clients that don't read keep no one else from it for long, and no deleted blob for ever", async () => {
  const range = { "x-ms-range": `bytes=5-${9 * 2 ** 20}` };
  const nine = new Uint8Array(9 * 2 ** 20).fill(98);
  const stalled = [];
  let status;
  for (let n = 0; n < 10 && status !== 503; n++) {
    assert.equal((await send("/b", "PUT", nine)).status, 201);
    const { request, response } = await stall("/s/one/blob/box/b", { headers: range });
    stalled.push(request);
    status = response?.statusCode;
  }
  assert.equal(status, 503, "what was deleted is kept without end");
  assert.equal((await send("/c", "PUT", "small")).status, 201);
  assert.equal((await send("/c", "GET")).text, "small");
  for (const request of stalled) {
    request.destroy();
  }
  while ((await send("/b", "GET")).status === 503) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.equal((await send("/b", "GET")).text.length, nine.length);
});

test("a stranger's body isn't waited for", async () => {
  const own = new Workerd();
  try {
    await own.start("worker.capnp", { ACCOUNTS: "one:a2V5" });
    const headers = { "content-length": "8300000", "x-ms-version": "2021-12-02" };
    const options = { method: "PUT", headers, agent: false };
    const request = http.request(`${own.url}/s/one/blob/box/b`, options);
    const status = new Promise((resolve) => {
      request.once("response", (response) => resolve(response.statusCode)).on("error", () => {});
    });
    request.write("x".repeat(100));
    assert.equal(await status, 401);
    request.destroy();
  } finally {
    await own.stop();
  }
});

test("bodies that are announced and don't come take no room", async () => {
  const headers = { "content-length": "5000000", "x-ms-blob-type": "BlockBlob" };
  const path = "/s/one/blob/box/d";
  const stalled = [];
  for (let n = 0; n < 4; n++) {
    stalled.push(await stall(path, { method: "PUT", headers }, "x".repeat(100)));
  }
  assert.equal((await send("/d", "PUT", new Uint8Array(5 * 2 ** 20))).status, 201);
  for (const { request } of stalled) {
    request.destroy();
  }
});

test("a body announced too long isn't waited for, and a broken one is the client's fault", async () => {
  const json = { "content-type": "application/json", accept: "application/json" };
  const options = { method: "POST", agent: false };
  const headers = { ...json, "content-length": "9223372036854775807" };
  const request = http.request(`${workerd.url}/s/one/table/Tables`, { ...options, headers });
  const large = new Promise((resolve) => {
    request.once("response", ({ statusCode }) => resolve(statusCode)).on("error", () => {});
  });
  request.write("x");
  assert.equal(await large, 413);
  request.destroy();
  const socket = net.connect(Number(new URL(workerd.url).port), "127.0.0.1");
  const head = "POST /s/one/table/Tables HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked";
  socket.write(`${head}\r\n\r\n-1\r\nx\r\n0\r\n\r\n`);
  const [answer] = await new Promise((resolve) => socket.once("data", (...got) => resolve(got)));
  socket.destroy();
  assert.match(`${answer}`, /^HTTP\/1.1 400 /);
});

testInNode("a body has to arrive in time", async () => {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(10)),
  });
  await assert.rejects(readUpTo(20, body, undefined, 10), Late);
  await assert.rejects(inTime(new Promise(() => {}), 10), Late);
  assert.equal((await readUpTo(10, new Response("0123456789abcdef").body)).length, 10);
});

testInNode("an address is the same network however it is written", () => {
  const networks = ["2001:db8:0:1", "2001:db8:0"];
  for (const address of [
    "2001:db8:0:1::5",
    "2001:db8::1:0:0:0:6",
    "2001:0DB8:0000:0001:ffff:1:2:3",
    "2001:db8:0:1:a:b:c:d",
  ]) {
    assert.deepEqual(networksOf(address), networks, address);
  }
  assert.deepEqual(networksOf("::1"), ["0:0:0:0", "0:0:0"]);
  assert.deepEqual(networksOf("2001:db8::"), ["2001:db8:0:0", "2001:db8:0"]);
  assert.deepEqual(networksOf("::ffff:10.0.0.1"), ["10.0.0.1"]);
  assert.deepEqual(networksOf("10.0.0.1"), ["10.0.0.1"]);
});
