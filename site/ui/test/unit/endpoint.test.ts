import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { startEngine } from "../../../../wasm/browser/engine.mjs";
import type { Engine } from "../../../../wasm/browser/host.mjs";
import { Endpoint } from "../../play/endpoint.ts";
import { pairs } from "../../play/endpoint-compare.ts";
import type { CompareReply, ConnectReply, PlayStep } from "../../protocol.ts";

const azure = "https://contoso.table.core.windows.net";
const key = Buffer.from("a secret key of the account").toString("base64");
const byKey: ConnectReply = { host: azure, account: "contoso", key };
const token = "sv=2019-02-02&se=2030-01-01&sig=c2lnbmF0dXJl%3D";
const byToken: ConnectReply = { host: azure, account: "contoso", token };

const script = `@host = http://127.0.0.1:10002/devstoreaccount1

### A table
# @name createOrders
# @expect status == 201
POST {{host}}/Tables

{"TableName": "Orders"}

### An order
# @name put
# @ref createOrders
# @expect status == 201
POST {{host}}/Orders

{"PartitionKey": "a", "RowKey": "1", "Total": 12.5}

### Read it
# @ref put
# @expect rows == 1
GET {{host}}/Orders()
`;
const whole = { file: "a.http", text: script, from: 1, to: 99 };

let engine: Engine;
const asked: string[] = [];
const ask = async (call: object) => {
  asked.push(JSON.stringify(call));
  return engine.call(call);
};

interface Fetched {
  readonly url: string;
  readonly init: RequestInit;
}
let fetched: Fetched[] = [];
let answering: (request: Fetched) => Promise<Response>;
const real = globalThis.fetch;
/** Node doesn't wait for the timers of AbortSignal.timeout. */
const awake = setInterval(() => {}, 1000);

/** Answers as the engine does, in a session, whatever the host. */
async function fromSession({ url, init }: Fetched): Promise<Response> {
  const reply = (await engine.call({
    op: "do",
    session: "there",
    method: init.method,
    url: url.replace(azure, "http://127.0.0.1:10002/devstoreaccount1").replace(/[?&]sv=.*/, ""),
    headers: init.headers,
    body: init.body ?? "",
  })) as { status: number; headers: [string, string][]; body: string };
  return new Response(reply.body || null, { status: reply.status, headers: reply.headers });
}

before(async () => {
  engine = await startEngine("full");
  Object.assign(globalThis, {
    location: { protocol: "https:", origin: "https://rowkey.example" },
    fetch: (url: string, init: RequestInit = {}) => {
      fetched.push({ url, init });
      return answering({ url, init });
    },
  });
});

beforeEach(async () => {
  fetched = [];
  answering = fromSession;
  asked.length = 0;
  await engine.call({ op: "open", session: "there" });
  await engine.call({ op: "forget" });
});

after(() => {
  clearInterval(awake);
  globalThis.fetch = real;
});

const calm = () => ({ signal: new AbortController().signal });

test("requests are signed with the key and go to the account, whatever the file sets", async () => {
  const reply = await new Endpoint(byKey, ask).run(whole, calm());
  assert.equal(reply.status.startsWith("Not run"), false);
  assert.deepEqual(
    reply.steps.map(({ method, status, ok }) => [method, status, ok]),
    [
      ["POST", 201, true],
      ["POST", 201, true],
      ["GET", 200, true],
    ],
  );
  assert.ok(reply.ok && reply.advice === undefined);
  assert.ok(fetched.every(({ url }) => url.startsWith(`${azure}/`)));
  for (const { init } of fetched) {
    const headers = new Headers(init.headers);
    assert.match(headers.get("authorization") ?? "", /^SharedKeyLite contoso:/);
    assert.equal(headers.has("x-rowkey-explain"), false);
    assert.equal(init.redirect, "error");
    assert.equal(init.credentials, "omit");
  }
  const shown = JSON.stringify(reply);
  assert.ok(!shown.includes(key) && !shown.includes("SharedKeyLite"));
});

test("a token stands in the URL of each request, and nowhere in the reply", async () => {
  const reply = await new Endpoint(byToken, ask).run(whole, calm());
  assert.ok(reply.ok);
  for (const { url, init } of fetched) {
    assert.match(url, /[?&]sv=2019-02-02&se=2030-01-01&sig=c2lnbmF0dXJl%3D$/);
    assert.equal(new Headers(init.headers).has("authorization"), false);
  }
  assert.ok(!JSON.stringify(reply).includes("c2lnbmF0"));
  assert.ok(!asked.some((call) => call.includes("c2lnbmF0")));
});

test("what has succeeded isn't sent again", async () => {
  const endpoint = new Endpoint(byKey, ask);
  await endpoint.run(whole, calm());
  fetched = [];
  const reply = await endpoint.run({ ...whole, from: 20, to: 20 }, calm());
  assert.deepEqual([fetched.length, reply.steps.length], [1, 1]);
});

test("requests to other addresses aren't sent", async () => {
  for (const elsewhere of [
    "https://evil.example",
    `${azure}.evil.example`,
    `${azure}@evil.example`,
  ]) {
    fetched = [];
    const bare = `GET ${elsewhere}/Orders()\n`;
    const reply = await new Endpoint(byKey, ask).run({ ...whole, text: bare }, calm());
    assert.deepEqual([reply.ok, reply.advice?.kind], [false, "elsewhere"]);
    // The engine refuses a token before the page sees the request.
    const text = `GET ${elsewhere}/Orders()?{{$sas tn=Orders sp=r se=+1h}}\n`;
    const leaking = await new Endpoint(byKey, ask).run({ ...whole, text }, calm());
    assert.match(leaking.errors[0]?.message ?? "", /nothing is sent to another address/);
    assert.equal(leaking.ok, false);
    assert.deepEqual(fetched, []);
  }
});

test("a refusal by the browser is told with the rule to add", async () => {
  answering = async ({ init }) => {
    if (init.mode === "no-cors") {
      return new Response();
    }
    throw new TypeError("Failed to fetch");
  };
  const { advice } = await new Endpoint(byKey, ask).run(whole, calm());
  assert.equal(advice?.kind, "cors");
  const texts = JSON.stringify(advice?.texts);
  assert.match(
    texts,
    /az storage cors add --services t --account-name contoso --origins https:\/\/rowkey/,
  );
  assert.match(texts, /<AllowedOrigins>https:\/\/rowkey.example<\/AllowedOrigins>/);
  const probe = fetched.find(({ init }) => init.mode === "no-cors");
  assert.deepEqual([probe?.url, probe?.init.headers], [azure, undefined]);
  const local = { host: "http://127.0.0.1:10002/devstoreaccount1", local: true };
  const reply = await new Endpoint(local, ask).run(whole, calm());
  assert.match(JSON.stringify(reply.advice?.texts), /rowkey serve -cors https:\/\/rowkey.example/);
});

test("a lost connection says what was sent and what wasn't", async () => {
  answering = async (request) => {
    if (fetched.length > 1) {
      throw new TypeError("Failed to fetch");
    }
    return fromSession(request);
  };
  const reply = await new Endpoint(byKey, ask).run(whole, calm());
  assert.equal(reply.advice?.kind, "network");
  assert.match(reply.advice?.message ?? "", /can't be reached.*The 1 before it were answered/);
  assert.deepEqual(
    reply.steps.map(({ status }) => status),
    [201, 0],
  );
});

test("a request has a time limit", async () => {
  answering = ({ init }) =>
    new Promise((_, reject) => init.signal?.addEventListener("abort", () => reject(new Error())));
  const reply = await new Endpoint(byKey, ask, { limit: 20 }).run(whole, calm());
  assert.equal(reply.advice?.kind, "timeout");
});

test("a run can be stopped, and a wait within it, too", async () => {
  const control = new AbortController();
  answering = (request) => {
    control.abort();
    return fromSession(request);
  };
  const reply = await new Endpoint(byKey, ask).run(whole, { signal: control.signal });
  assert.match(reply.advice?.message ?? "", /You stopped it after 1 request\./);
  assert.equal(fetched.length, 1);
  const waiting = new AbortController();
  const text = "# @sleep 50000\nGET {{host}}/Tables\n";
  setTimeout(() => waiting.abort(), 10);
  const stopped = await new Endpoint(byKey, ask).run(
    { ...whole, text },
    { signal: waiting.signal },
  );
  assert.equal(stopped.advice?.kind, "stopped");
});

test("a wrong key and a page by HTTPS are told", async () => {
  const body = '{"odata.error":{"code":"AuthenticationFailed"}}';
  answering = async () => new Response(body, { status: 403 });
  const { advice } = await new Endpoint(byKey, ask).run(whole, calm());
  assert.match(advice?.message ?? "", /refused the key/);
  const token = await new Endpoint(byToken, ask).run(whole, calm());
  assert.match(token.advice?.message ?? "", /refused the token/);
  fetched = [];
  const plain = { host: "http://tables.example:10002/x", account: "x", key };
  const mixed = await new Endpoint(plain, ask).run(whole, calm());
  assert.deepEqual([mixed.advice?.kind, fetched.length], ["mixed", 0]);
});

test("after forgetting, there is no key", async () => {
  const endpoint = new Endpoint(byKey, ask);
  await endpoint.forget();
  assert.equal(endpoint.credential, "");
  await assert.rejects(endpoint.run(whole, calm()), /forgotten/);
  assert.ok(!JSON.stringify(endpoint).includes(key));
});

test("answers are compared by what a program would notice", async () => {
  const step = (status: number, body: object, headers: [string, string][] = []) => ({
    line: 3,
    name: "",
    title: "",
    before: false,
    expectations: [],
    method: "GET",
    target: "/T()",
    status,
    ok: true,
    plan: "",
    read: 0,
    returned: 0,
    written: 0,
    transactions: 1,
    request: { method: "GET", url: "", headers: [], body: "" },
    response: { status, headers, body: JSON.stringify(body) },
  });
  const entity = {
    PartitionKey: "a",
    RowKey: "1",
    Total: 5,
    Timestamp: "2026-01-05T09:00:00Z",
    "odata.etag": "x",
  };
  const same = { ...entity, Timestamp: "2026-02-05T09:00:00Z", "odata.etag": "y" };
  const compared = (here: PlayStep[], there: PlayStep[]) =>
    pairs(here, there, (two) => ask({ op: "compare", ...two }) as Promise<CompareReply>);
  const [alike] = await compared([step(200, { value: [entity] })], [step(200, { value: [same] })]);
  assert.deepEqual(alike?.differences, []);
  const [other] = await compared(
    [step(200, { value: [entity] })],
    [step(200, { value: [{ ...same, Total: 6 }, same] })],
  );
  assert.deepEqual(
    other?.differences.map(({ part }) => part),
    ["body $.value", "body $.value[0].Total"],
  );
  const failed = { "odata.error": { code: "TableNotFound" } };
  const [refused] = await compared([step(404, failed)], [step(200, { value: [] })]);
  assert.deepEqual(refused?.differences[1], {
    part: "error",
    here: "TableNotFound",
    there: "",
  });
  const [alone] = await compared([step(200, {})], []);
  assert.equal(alone?.there, undefined);
});
