// Tests of the Worker that don't depend on the engine. In its place is workertest, which fails, dies and
// waits on request.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { after, before } from "node:test";
import { test, Workerd } from "./workerd.mjs";

const workerd = new Workerd();
before(() => workerd.start("workertest/test.capnp"));
after(() => workerd.stop());

/** @param {string} target */
const ask = async (target) => (await workerd.ask(target)).text;

test("keeps its state between requests, for each account separately", async () => {
  assert.equal(await ask("/keeping/count"), "1");
  assert.equal(await ask("/keeping/count"), "2");
  assert.equal(await ask("/apart/count"), "1");
  assert.equal(await ask("/keeping-secondary/count"), "3");
});

test("answers 200 requests at once and mixes nothing up", async () => {
  const asked = Array.from({ length: 200 }, async (_, i) => {
    const [body, value] = [randomBytes(2000 + i), `value ${i}`];
    const options = { method: "PUT", body, headers: { "x-value": value } };
    const { status, text } = await workerd.ask(`/gathering/gather?${i}`, options);
    const got = JSON.parse(text);
    const seen = {
      status,
      target: got.target,
      header: got.header["X-Value"],
      sha256: got.sha256,
    };
    const target = `/gathering/gather?${i}`;
    assert.deepEqual(seen, { status: 200, target, header: [value], sha256: sha256(body) });
  });
  await Promise.all(asked);
});

test("answers 500 when it panics, and keeps running", async () => {
  assert.equal(await ask("/panicking/count"), "1");
  const { status, text } = await workerd.ask("/panicking/panic");
  assert.equal(status, 500);
  assert.match(text, /^The program failed on this request/);
  assert.equal(await ask("/panicking/count"), "3");
});

for (const death of ["exit", "overflow", "panic-elsewhere"]) {
  test(`is replaced when it dies: ${death}`, async () => {
    const account = `dying${death.replace("-", "")}`;
    assert.equal(await ask(`/${account}/count`), "1");
    const waiting = workerd.ask(`/${account}/gather`);
    while ((await ask(`/${account}/waiting`)) === "0") {}
    for (const { status, headers, text } of [
      await workerd.ask(`/${account}/${death}`),
      await waiting,
    ]) {
      assert.equal(status, 500);
      assert.equal(headers["x-ms-error-code"], "InternalError");
      assert.match(JSON.parse(text)["odata.error"].message.value, /What was acknowledged is kept/);
    }
    assert.equal(await ask(`/${account}/count`), "1");
    assert.match(workerd.log, new RegExp(`the engine of ${account} has ended`));
  });
}

test("answers 500 each time when it cannot start", async () => {
  for (let i = 0; i < 2; i++) {
    assert.equal((await workerd.ask("/unstartable/count")).status, 500);
  }
});

test("gets URLs and headers as they were sent", async () => {
  const target =
    "/keeping/T(PartitionKey='it''s%25%2F%C3%A9',RowKey='..')/../%2e%zz?$filter='a'%20+%27&b=%";
  const headers = { "x-ms-date": "Fri, 20 Nov 2026 10:00:00 GMT", "if-match": 'W/"a,b"' };
  const got = JSON.parse((await workerd.ask(target, { headers })).text);
  assert.equal(got.target, target);
  assert.equal(got.host, workerd.url.replace("http://", ""));
  assert.deepEqual(got.header["X-Ms-Date"], [headers["x-ms-date"]]);
  assert.deepEqual(got.header["If-Match"], [headers["if-match"]]);
});

test("gets and sends large bodies whole", async () => {
  const body = randomBytes(4 * 2 ** 20);
  const { text } = await workerd.ask("/keeping/x", { method: "POST", body });
  const { length, sha256: hash } = JSON.parse(text);
  assert.deepEqual({ length, hash }, { length: body.length, hash: sha256(body) });
  const letters = "x".repeat(4 * 2 ** 20);
  const back = await workerd.ask("/keeping/return", { method: "POST", body: letters });
  assert.equal(back.text, letters);
});

test("sees only enough of a body to know that it is too large", async () => {
  const body = randomBytes(4 * 2 ** 20 + 1000);
  const headers = { "transfer-encoding": "chunked" };
  const { text } = await workerd.ask("/keeping/x", { method: "POST", headers, body });
  assert.equal(JSON.parse(text).length, 4 * 2 ** 20 + 1);
  const announced = await workerd.ask("/keeping/x", { method: "POST", body });
  assert.equal(JSON.parse(announced.text).length, 0);
});

test("can answer with what JavaScript would reject", async () => {
  const { status, headers, text } = await workerd.ask("/keeping/odd");
  assert.deepEqual(
    { status, odd: headers["x-odd"], text },
    { status: 500, odd: "line  break ?", text: "odd" },
  );
});

/** @param {Uint8Array} data */
function sha256(data) {
  return createHash("sha256").update(data).digest("hex");
}
