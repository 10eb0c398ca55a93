// Tests the page's client and worker with the real engine, in Node instead of a browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { Worker as Thread } from "node:worker_threads";
import { build } from "esbuild";
import { loaderOf } from "../../../../wasm/browser/engine.mjs";
import { endpoint, Session } from "../../../../wasm/browser/session.mjs";
import { Client, type Worker } from "../../client.ts";
import type { Report, Run } from "../../messages.ts";
import type { Call, ExampleCall, ExampleReply } from "../../protocol.ts";
import { during } from "../during.ts";

/** Gives a thread of Node the browser APIs that worker.ts needs. */
const asInBrowser = `
  const { parentPort } = require("node:worker_threads");
  globalThis.self = { name: "" };
  globalThis.postMessage = (report) => parentPort.postMessage(report);
  globalThis.addEventListener = (_, hear) => parentPort.on("message", (data) => hear({ data }));`;

/** A thread of Node with the interface of a browser's worker. */
class NodeWorker implements Worker {
  onmessage: ((event: MessageEvent<Report>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly thread: Thread;

  constructor(code: string) {
    this.thread = new Thread(code, { eval: true, stdout: true, stderr: true });
    this.thread.on("message", (data: Report) => this.onmessage?.({ data } as MessageEvent<Report>));
    this.thread.on("error", () => this.onerror?.({} as ErrorEvent));
    this.thread.on("exit", () => this.onerror?.({} as ErrorEvent));
  }

  postMessage(run: Run): void {
    this.thread.postMessage(run);
  }

  terminate(): void {
    void this.thread.terminate();
  }
}

const files = new Map<string, Buffer>();
let code: string;
let workers: NodeWorker[];
let client: Client;

during(async () => {
  const engine = process.env["ROWKEY_WASM"] ?? "";
  files.set("/engine.wasm", readFileSync(engine));
  files.set("/full.wasm", readFileSync(path.join(path.dirname(engine), "full.wasm")));
  const server = createServer(({ url }, response) => {
    const file = files.get(url ?? "");
    response.writeHead(file ? 200 : 404, { "content-type": "application/wasm" }).end(file);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const source = (name: string) => {
    const bytes = files.get(name)?.length;
    const transfer = name === "/engine.wasm" ? 1_200_000 : 1_300_000;
    return JSON.stringify({ url: `http://127.0.0.1:${port}${name}`, bytes, transfer });
  };
  const bundle = await build({
    entryPoints: ["worker.ts"],
    bundle: true,
    write: false,
    format: "iife",
    alias: { wasm_exec: loaderOf(engine) },
    define: { TABLES: source("/engine.wasm"), FULL: source("/full.wasm") },
    banner: { js: asInBrowser },
  });
  code = bundle.outputFiles[0]?.text ?? "";
  return () => {
    server.close();
    server.closeAllConnections();
  };
});

beforeEach(() => {
  workers = [];
  client = new Client({
    limit: 60_000,
    spawn: () => {
      const worker = new NodeWorker(code);
      workers.push(worker);
      return worker;
    },
  });
});

afterEach(() => Promise.all(workers.map(({ thread }) => thread.terminate())));

const tables = "# @name tables\n# @expect status == 200\nGET {{host}}/Tables";
const runaway = "# @loop for 1000000\nGET {{host}}/Tables";

function run(text: string, heard: string[] = []): Promise<ExampleReply> {
  const call: ExampleCall = { op: "example", file: "guide.md", examples: [[text]], index: 0 };
  return client.run(call, {
    signal: new AbortController().signal,
    loading: ({ part, megabytes }) => heard.push(`loading ${part} of ${megabytes}`),
    started: () => heard.push("started"),
  });
}

/** Makes a call without watching it. */
function ask(call: Call): Promise<object> {
  const { signal } = new AbortController();
  return client.run(call, { signal, loading: () => {}, started: () => {} });
}

test("bridge: an example runs, once the engine has loaded to its last byte", async () => {
  const heard: string[] = [];
  const reply = await run(tables, heard);
  assert.equal(reply.ok, true, reply.status);
  assert.match(JSON.stringify(reply.view), /200 OK/);
  assert.deepEqual(heard.slice(-2), ["loading 1 of 1.2", "started"]);
});

test("bridge: what takes a full account gets one, and keeps it", async () => {
  const create = "PUT {{queue}}/orders";
  const heard: string[] = [];
  assert.equal((await run(tables)).ok, true);
  const reply = await run(`# @expect status == 201\n${create}`, heard);
  assert.equal(reply.ok, true, reply.status);
  assert.equal(heard[0], "started");
  assert.deepEqual(heard.slice(-2), ["loading 1 of 1.3", "started"]);
  const again: string[] = [];
  assert.equal((await run(create, again)).ok, true);
  assert.deepEqual(again, ["started"]);
  assert.equal((await run(tables)).ok, true);
  assert.equal(workers.length, 1);
});

test("bridge: where the full account cannot be loaded, the next run starts anew", async () => {
  const full = files.get("/full.wasm");
  files.delete("/full.wasm");
  try {
    await assert.rejects(run("PUT {{queue}}/orders"), /The engine could not be loaded/);
  } finally {
    files.set("/full.wasm", full ?? Buffer.alloc(0));
  }
  assert.equal((await run(tables)).ok, true);
  assert.equal(workers.length, 2);
});

test("bridge: an error in the code has its position", async () => {
  const reply = await run("# @ref nowhere\nGET {{host}}/Tables");
  assert.equal(reply.ok, false);
  const places = reply.errors.map(({ fence, line }) => ({ fence, line }));
  assert.deepEqual(places, [{ fence: 0, line: 1 }]);
});

test("bridge: a killed engine fails every call it had, and the next call starts another", async () => {
  const lost = [run(runaway), run(tables), run(tables)];
  await new Promise((loaded) => workers[0]?.thread.on("message", loaded));
  await workers[0]?.thread.terminate();
  const ends = await Promise.allSettled(lost);
  assert.deepEqual(
    ends.map(({ status }) => status),
    ["rejected", "rejected", "rejected"],
  );
  assert.equal((await run(tables)).ok, true);
  assert.equal(workers.length, 2);
});

test("bridge: an engine that needs too much memory is ended and says so", async () => {
  await assert.rejects(run("#".repeat(300e6)), /more than 512 MB of memory/);
  assert.equal((await run(tables)).ok, true);
});

test("bridge: a session keeps its tables from one request to the next, and loses them for good", async () => {
  const headers = [
    ["accept", "application/json;odata=nometadata"],
    ["content-type", "application/json"],
  ] as const;
  const list = { method: "GET", url: `${endpoint}/Tables`, headers, body: "" };
  const create = { ...list, method: "POST", body: JSON.stringify({ TableName: "Orders" }) };
  const [one, other] = ["one", "other"].map((name) => new Session(ask, name));
  assert(one && other);
  assert.equal((await one.send(create)).status, 201);
  assert.equal((await run(tables)).ok, true);
  assert.equal((await one.send(list)).body, '{"value":[{"TableName":"Orders"}]}');
  assert.equal((await other.send(list)).body, '{"value":[]}');
  await one.reset();
  assert.equal((await one.send(list)).body, '{"value":[]}');
  const lost = run(runaway);
  await workers[0]?.thread.terminate();
  await assert.rejects(lost);
  await assert.rejects(one.send(list), /no account for session "one" any more/);
  await one.reset();
  assert.equal((await one.send(list)).body, '{"value":[]}');
  await one.close();
});

test("bridge: an invalid call is refused, and the engine keeps running", async () => {
  await assert.rejects(ask({ op: "example", file: "guide.md", examples: [[tables]], index: 7 }));
  assert.equal((await run(tables)).ok, true);
  assert.equal(workers.length, 1);
});
