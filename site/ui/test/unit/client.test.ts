import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Client, Stopped, type Worker } from "../../client.ts";
import type { Report, Run } from "../../messages.ts";
import type { ExampleCall, ExampleReply } from "../../protocol.ts";

/** A worker whose reports the test sends itself. */
class FakeWorker implements Worker {
  readonly runs: Run[] = [];
  ended = false;
  onmessage: ((event: MessageEvent<Report>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;

  postMessage(run: Run): void {
    this.runs.push(run);
  }

  terminate(): void {
    this.ended = true;
  }

  report(report: Report): void {
    this.onmessage?.({ data: report } as MessageEvent<Report>);
  }

  /** Answers run number `at` with a status that names it. */
  answer(at: number): void {
    const run = this.runs[at];
    assert(run, `run ${at} was not posted`);
    this.report({ kind: "reply", id: run.id, reply: replyTo(run.call as ExampleCall) });
  }
}

let workers: FakeWorker[];
let client: Client;

beforeEach(() => {
  workers = [];
  client = new Client({
    limit: 60_000,
    spawn: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
  });
});

function call(index: number): ExampleCall {
  return { op: "example", file: "guide.md", examples: [], index };
}

function replyTo(call: ExampleCall): ExampleReply {
  return { ok: true, status: `ran ${call.index}`, view: "", errors: [] };
}

/** Starts a run and records everything that happens. */
function run(index: number) {
  const control = new AbortController();
  const heard: string[] = [];
  const end = client
    .run(call(index), {
      signal: control.signal,
      loading: ({ part }) => heard.push(`loading ${part}`),
      started: () => heard.push("started"),
    })
    .then(
      (reply) => heard.push(reply.status),
      (cause: Error) => heard.push(cause instanceof Stopped ? "stopped" : cause.message),
    );
  return { heard, end, stop: () => control.abort() };
}

function worker(at: number): FakeWorker {
  const worker = workers[at];
  assert(worker, `worker ${at} was not started`);
  return worker;
}

test("client: a run starts the engine, waits for it, and watches it load", async () => {
  const first = run(1);
  assert.equal(worker(0).runs.length, 0);
  worker(0).report({ kind: "loading", progress: { part: 0.1, megabytes: 0.8 } });
  worker(0).report({ kind: "ready" });
  worker(0).answer(0);
  await first.end;
  assert.deepEqual(first.heard, ["loading 0", "loading 0.1", "started", "ran 1"]);
});

test("client: a run watches another engine load, and its time limit starts again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const [first, second] = [run(1), run(2)];
  worker(0).report({ kind: "ready" });
  t.mock.timers.tick(59_999);
  worker(0).report({ kind: "loading", progress: { part: 0.5, megabytes: 1 } });
  t.mock.timers.tick(100_000);
  worker(0).report({ kind: "ready" });
  t.mock.timers.tick(59_999);
  worker(0).answer(0);
  await first.end;
  assert.deepEqual(first.heard, ["loading 0", "started", "loading 0.5", "started", "ran 1"]);
  assert.deepEqual(second.heard, ["loading 0", "started"]);
});

test("client: a warm engine takes the first run at once", async () => {
  client.warm();
  client.warm();
  worker(0).report({ kind: "ready" });
  const first = run(1);
  worker(0).answer(0);
  await first.end;
  assert.deepEqual(first.heard, ["started", "ran 1"]);
  assert.equal(workers.length, 1);
});

test("client: a warm engine that can't be loaded doesn't fail a run, the next one does", async () => {
  client.warm();
  const first = run(1);
  worker(0).report({ kind: "died", message: "cut" });
  assert.equal(worker(0).ended, true);
  worker(1).report({ kind: "ready" });
  worker(1).answer(0);
  await first.end;
  assert.deepEqual(first.heard, ["loading 0", "started", "ran 1"]);
  worker(1).report({ kind: "died", message: "gone" });
  client.warm();
  const second = run(2);
  worker(2).report({ kind: "died", message: "cut" });
  worker(3).report({ kind: "died", message: "cut again" });
  await second.end;
  assert.deepEqual(second.heard, ["loading 0", "cut again"]);
  assert.equal(workers.length, 4);
});

test("client: runs go to the engine one at a time, in order", async () => {
  const runs = [run(1), run(2), run(3)];
  worker(0).report({ kind: "ready" });
  for (let at = 0; at < 3; at++) {
    assert.equal(worker(0).runs.length, at + 1);
    worker(0).answer(at);
  }
  await Promise.all(runs.map(({ end }) => end));
  assert.deepEqual(
    runs.map(({ heard }) => heard.at(-1)),
    ["ran 1", "ran 2", "ran 3"],
  );
});

test("client: a reply to a run that is not current is dropped", async () => {
  const first = run(1);
  worker(0).report({ kind: "ready" });
  worker(0).report({ kind: "reply", id: 99, reply: replyTo(call(99)) });
  worker(0).answer(0);
  await first.end;
  assert.deepEqual(first.heard, ["loading 0", "started", "ran 1"]);
});

test("client: a refusal is an error", async () => {
  const first = run(1);
  worker(0).report({ kind: "ready" });
  worker(0).report({ kind: "reply", id: 1, reply: { error: "no such example" } });
  await first.end;
  assert.equal(first.heard.at(-1), "no such example");
});

test("client: stopping a waiting run doesn't affect the others or the engine", async () => {
  const [first, second] = [run(1), run(2)];
  second.stop();
  await second.end;
  assert.deepEqual(second.heard, ["loading 0", "stopped"]);
  worker(0).report({ kind: "ready" });
  worker(0).answer(0);
  await first.end;
  assert.equal(first.heard.at(-1), "ran 1");
  assert.equal(worker(0).runs.length, 1);
  assert.equal(worker(0).ended, false);
});

test("client: stopping the current run ends the engine; the next run gets a new one", async () => {
  const [first, second] = [run(1), run(2)];
  worker(0).report({ kind: "ready" });
  first.stop();
  await first.end;
  assert.equal(first.heard.at(-1), "stopped");
  assert.equal(worker(0).ended, true);
  worker(1).report({ kind: "ready" });
  worker(1).answer(0);
  await second.end;
  assert.equal(second.heard.at(-1), "ran 2");
});

test("client: stopping the only run starts nothing", async () => {
  const first = run(1);
  worker(0).report({ kind: "ready" });
  first.stop();
  await first.end;
  assert.equal(workers.length, 1);
});

test("client: a run that is over cannot be stopped", async () => {
  const first = run(1);
  worker(0).report({ kind: "ready" });
  worker(0).answer(0);
  await first.end;
  first.stop();
  assert.equal(worker(0).ended, false);
});

test("client: when the engine dies, every run fails with the reason, and the next restarts it", async () => {
  const lost = [run(1), run(2), run(3)];
  worker(0).report({ kind: "ready" });
  worker(0).report({ kind: "died", message: "The engine stopped." });
  await Promise.all(lost.map(({ end }) => end));
  assert.deepEqual(
    lost.map(({ heard }) => heard.at(-1)),
    ["The engine stopped.", "The engine stopped.", "The engine stopped."],
  );
  assert.equal(worker(0).ended, true);
  const next = run(4);
  worker(1).report({ kind: "ready" });
  worker(1).answer(0);
  await next.end;
  assert.equal(next.heard.at(-1), "ran 4");
});

test("client: a worker that cannot load fails the runs that wait for it", async () => {
  const first = run(1);
  worker(0).onerror?.({} as ErrorEvent);
  await first.end;
  assert.equal(first.heard.at(-1), "The engine could not be loaded.");
});

test("client: a run over the time limit is stopped and says so", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const first = run(1);
  worker(0).report({ kind: "ready" });
  t.mock.timers.tick(59_999);
  assert.equal(worker(0).ended, false);
  t.mock.timers.tick(1);
  await first.end;
  assert.equal(first.heard.at(-1), "Stopped: it was still running after 60 seconds.");
  assert.equal(worker(0).ended, true);
});

test("client: each run has the whole time limit", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const [first, second] = [run(1), run(2)];
  worker(0).report({ kind: "ready" });
  t.mock.timers.tick(59_000);
  worker(0).answer(0);
  t.mock.timers.tick(59_000);
  worker(0).answer(1);
  await Promise.all([first.end, second.end]);
  assert.equal(second.heard.at(-1), "ran 2");
});
