// Tests what connects the JavaScript client to an engine, with a function in place of the engine.
import assert from "node:assert/strict";
import { test } from "node:test";
import { httpClient } from "../../../../wasm/browser/http-client.mjs";
import { type AccountRequest, endpoint, Session } from "../../../../wasm/browser/session.mjs";

const asked = {
  method: "POST",
  url: "http://127.0.0.1:10002/devstoreaccount1/Tables",
  headers: new Map([["Accept", "application/json"]]),
  body: "{}",
};

test("http client: a request is sent as plain values, and its response refers to it", async () => {
  const sent: AccountRequest[] = [];
  const client = httpClient(async (request) => {
    sent.push(request);
    return { status: 201, headers: [["ETag", "x"]], body: "é" };
  });
  const answer = await client.sendRequest(asked);
  assert.deepEqual(sent, [{ ...asked, headers: [["Accept", "application/json"]] }]);
  assert.deepEqual(structuredClone(sent), sent);
  assert.equal(answer.request, asked);
  assert.equal(answer.status, 201);
  assert.equal(answer.bodyAsText, "é");
  assert.equal(answer.headers.get("etag"), "x");
  assert.equal(answer.headers.get("nothing"), undefined);
  assert.deepEqual(answer.headers.toJSON(), { etag: "x" });
});

test("http client: without a body an empty string is sent, and only strings are accepted", async () => {
  const client = httpClient(async ({ body }) => ({ status: 200, headers: [], body: `[${body}]` }));
  const { body: _, ...without } = asked;
  assert.equal((await client.sendRequest(without)).bodyAsText, "[]");
  await assert.rejects(client.sendRequest({ ...asked, body: new Uint8Array(1) }), TypeError);
});

test("http client: an aborted request fails with the name that the client expects", async () => {
  let count = 0;
  const client = httpClient(() => {
    count++;
    return new Promise(() => {});
  });
  const aborted = { name: "AbortError" };
  const control = new AbortController();
  const waiting = client.sendRequest({ ...asked, abortSignal: control.signal });
  control.abort();
  await assert.rejects(waiting, aborted);
  await assert.rejects(client.sendRequest({ ...asked, abortSignal: control.signal }), aborted);
  assert.equal(count, 1, "one that was given up before is not sent");
});

test("http client: if sending fails, the request fails", async () => {
  const client = httpClient(() => Promise.reject(new Error("the frame is gone")));
  const { signal } = new AbortController();
  await assert.rejects(client.sendRequest(asked), /the frame is gone/);
  await assert.rejects(client.sendRequest({ ...asked, abortSignal: signal }), /the frame is gone/);
});

test("session: it is opened by the first request and by every reset", async () => {
  const calls: string[] = [];
  const session = new Session(({ op, session: name }: { op: string; session: string }) => {
    calls.push(`${op} ${name}`);
    return op === "do" ? { status: 200, headers: [], body: "" } : {};
  }, "orders");
  const request = { ...asked, headers: [] };
  await Promise.all([session.send(request), session.send(request)]);
  await session.reset();
  await session.send(request);
  await session.close();
  assert.deepEqual(
    calls,
    ["open", "do", "do", "open", "do", "close"].map((op) => `${op} orders`),
  );
});

test("session: what the engine refuses is an error", async () => {
  const session = new Session(() => ({ error: "out of order" }), "orders");
  await assert.rejects(session.send({ ...asked, headers: [] }), /^Error: out of order$/);
});

test("session: a request's own fields can't become those of the call to the engine", async () => {
  const calls: object[] = [];
  const session = new Session((call) => {
    calls.push(call);
    return { status: 200, headers: [], body: "", did: [0, 0, 0] };
  }, "mine");
  const plain = { method: "GET", url: `${endpoint}/Tables`, headers: [], body: "" };
  const forged = { ...plain, op: "close", session: "other", id: 7, view: true, milliseconds: 1 };
  await session.send(forged);
  await session.show(forged);
  assert.deepEqual(calls, [
    { op: "open", session: "mine" },
    { ...plain, op: "do", session: "mine" },
    { ...plain, op: "do", session: "mine", view: true },
  ]);
});
