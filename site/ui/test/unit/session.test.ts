/** The playground without a browser: its session on the real engine. */
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Worker as Thread } from "node:worker_threads";
import { Client, type Worker } from "../../client.ts";
import type { Report } from "../../messages.ts";
import type { Shelf } from "../../play/keeper.ts";
import type { State } from "../../play/running.ts";
import { fileOf, type Run } from "../../play/runs.ts";
import { Session } from "../../play/session.ts";
import type { Loaded, Write } from "../../play/store.ts";
import { workspaceOf } from "../../play/workspace.ts";

/** Answers calls in a thread, which can be ended while it's busy, as the worker of a page can. */
const thread = `
  const { parentPort } = require("node:worker_threads");
  import(${JSON.stringify(new URL("../../../../../wasm/browser/engine.mjs", import.meta.url).href)})
    .then(({ startEngine }) => startEngine("full"))
    .then((engine) => {
      parentPort.on("message", async ({ id, call }) => {
        parentPort.postMessage({ kind: "reply", id, reply: await engine.call(call) });
      });
      parentPort.postMessage({ kind: "ready" });
    });
`;

/**
 * A worker of the page, in Node. Its thread ends with its test, or it would keep Node from ending; what a
 * session does later, such as looking again for errors, gets no thread any more.
 */
class Inside implements Worker {
  onmessage: Worker["onmessage"] = null;
  onerror: Worker["onerror"] = null;
  readonly #thread: Thread | undefined;

  constructor(test: AbortSignal) {
    if (test.aborted) {
      return;
    }
    const tell = (data: Report) => this.onmessage?.({ data } as MessageEvent<Report>);
    this.#thread = new Thread(thread, { eval: true });
    this.#thread.on("message", tell);
    this.#thread.on("error", (cause) => this.onerror?.({ message: String(cause) } as ErrorEvent));
    test.addEventListener("abort", () => tell({ kind: "died", message: "The test has ended." }));
  }

  postMessage(run: Parameters<Worker["postMessage"]>[0]): void {
    this.#thread?.postMessage(run);
  }

  terminate(): void {
    void this.#thread?.terminate();
  }
}

/** A store of workspaces in memory. */
function shelf(): Shelf {
  const kept = new Map<string, Loaded>();
  return {
    list: async () =>
      [...kept.values()].map(({ state: { id, name }, version }) => ({
        id,
        name,
        changed: 0,
        version,
      })),
    load: async (id) => kept.get(id),
    write: async ({ state, base }: Write) => {
      kept.set(state.id, { state, version: base + 1 });
      return base + 1;
    },
    remove: async (id) => {
      kept.delete(id);
    },
  };
}

/** A session, and what it has told. */
interface Seen {
  readonly session: Session;
  readonly said: string[];
  readonly undos: (() => void)[];
  readonly states: State[];
  readonly runs: Run[];
  readonly reviews: string[];
  readonly steps: (number | undefined)[];
  tables: Record<string, number>;
}

const orders = `@name = Orders

### A table
# @name create
# @expect status == 201
POST {{host}}/Tables

{"TableName": "Notes"}

### A note
# @name put
# @expect status == 201
POST {{host}}/Notes

{"PartitionKey": "a", "RowKey": "1"}

### An order
# @expect rows == 2
GET {{host}}/Orders()
`;
const data = "PartitionKey,RowKey,Total:Double\na,1,12.5\na,2,7\n";

async function open(): Promise<Seen> {
  const { signal } = present;
  const session = new Session({
    client: new Client({ spawn: () => new Inside(signal), limit: 60_000 }),
    open: async () => kept,
    channel: undefined,
  });
  const seen: Seen = {
    ...{ session, said: [], undos: [], states: [], runs: [], reviews: [], steps: [], tables: {} },
  };
  const none = () => {};
  session.watch({
    state: (state) => seen.states.push(state),
    stepped: (stepping) => seen.steps.push(stepping?.at),
    undoes: none,
    runs: none,
    ran: (run) => seen.runs.push(run),
    filled: none,
    tables: async (tables) => {
      seen.tables = Object.fromEntries(
        (tables ?? []).map(({ name, entities }) => [name, entities]),
      );
    },
    changed: none,
    arrived: none,
    cleared: none,
    kept: none,
    heard: none,
    reviewed: (file, errors) =>
      seen.reviews.push(`${file.name} ${errors.map(({ line }) => line).join()}`),
    where: async () => {},
    say: (words, undo) => {
      seen.said.push(words);
      seen.undos.push(...(undo ? [undo] : []));
    },
  });
  const files = [
    { name: "orders.http", text: orders },
    { name: "Orders.csv", text: data },
  ];
  await session.spaces.begin(workspaceOf("Shop", files));
  return seen;
}

let kept = shelf();
/** Aborted when the present test ends. */
let present = new AbortController();
afterEach(() => {
  present.abort();
  present = new AbortController();
  kept = shelf();
});

/** Waits until something holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) {
    await new Promise((go) => setTimeout(go, 5));
  }
}

test("a run fills the tables, adds up, and is undone", async () => {
  const seen = await open();
  const { session } = seen;
  await session.running.lines(19, 19);
  assert.deepEqual(seen.tables, { Orders: 2 });
  assert.equal(session.runs.shown?.title, "An order");
  assert.ok(session.runs.shown?.reply.ok);
  await session.running.lines(3, 14);
  assert.deepEqual(seen.tables, { Notes: 1, Orders: 2 });
  assert.equal(session.runs.shown?.title, "2 requests");
  assert.equal(session.undo.next?.label, "run 2");
  await session.undo.undo();
  assert.deepEqual(seen.tables, { Orders: 2 });
  assert.ok(session.runs.shown?.undone);
  assert.deepEqual(seen.runs.length, 2);
  const last = seen.states.at(-1);
  assert.ok(last?.kind === "idle" && last.words.includes("as they were before run 2"));
});

test("all requests start over, and that is undone", async () => {
  const seen = await open();
  const { session } = seen;
  await session.running.lines(3, 14);
  await session.running.all();
  assert.ok(session.runs.shown?.reply.ok, "the table is made again");
  assert.equal(session.runs.shown?.file, "orders.http");
  assert.equal(session.runs.all[0]?.mark, undefined, "nothing before can be undone");
  assert.deepEqual(seen.tables, { Notes: 1, Orders: 2 });
  session.workspace.add("z.http", "### Again\nPOST {{host}}/Tables\n\n{}\n");
  await session.running.all();
  assert.equal(session.runs.shown?.file, "all files");
  assert.ok(!session.runs.shown?.reply.ok);
});

test("every request of all files has its own answer, and an error in one file stops no other", async () => {
  const { session, runs } = await open();
  const { workspace, running } = session;
  const wrong = "### Too many\n# @expect rows == 3\nGET {{host}}/Orders()\n";
  workspace.add("a.http", wrong);
  workspace.add("b.http", "GETT {{host}}/Orders()\n");
  await running.all();
  const { errors, steps } = runs.at(-1)?.reply ?? { errors: [], steps: [] };
  assert.deepEqual(
    errors.map((error) => fileOf(error, runs[0] as Run)),
    ["b.http"],
  );
  assert.deepEqual(
    steps.map(({ title }) => title),
    ["Too many", "A table", "A note", "An order"],
  );
  assert.equal(session.runs.step, steps[0], "what failed is shown, though it isn't the last");
  assert.equal(steps[0]?.expectations[0]?.got, "2");
  assert.match(JSON.stringify(steps[0]?.view), /is-missed.*but got.*2/);
  assert.match(JSON.stringify(steps[3]?.view), /"Checks".*is-met/);
  session.runs.show(runs[0], steps[2]);
  assert.equal(session.runs.step, steps[2]);
});

test("every row of an answer can be had, a page at a time", async () => {
  const { session, runs } = await open();
  const lines = Array.from({ length: 250 }, (_, i) => `p,${String(i).padStart(3, "0")}`);
  session.workspace.add("Many.csv", `PartitionKey,RowKey\n${lines.join("\n")}\n`);
  session.workspace.show(session.workspace.add("many.http", "### All\nGET {{host}}/Many()\n"));
  await session.running.lines(2, 2);
  const response = runs[0]?.reply.steps[0]?.response;
  assert.ok(response);
  const { view, total } = await session.account.rows(response, { first: 200 });
  assert.equal(total, 250);
  const words = JSON.stringify(view);
  assert.match(words, /201 to 250 of 250 entities/);
  assert.ok(words.includes('"200"') && words.includes('"249"') && !words.includes('"199"'));
  const sorted = { first: 0, sort: "RowKey", descending: true };
  const last = await session.account.rows(response, sorted);
  assert.match(JSON.stringify(last.view), /1 to 100 of 250 entities.*"249".*"248"/);
  const { text } = await session.account.rows(response, { ...sorted, as: "csv" });
  assert.match(text ?? "", /^PartitionKey,RowKey,Timestamp\r\np,249,/);
  const none = await session.account.rows({ ...response, body: "no" }, { first: 0 });
  assert.deepEqual([none.view, none.total], [undefined, 0]);
});

test("requests run step by step, and back", async () => {
  const seen = await open();
  const { running } = seen.session;
  await running.step(4);
  await running.step(4);
  assert.deepEqual(seen.tables, { Notes: 1, Orders: 2 });
  await running.stepBack();
  assert.deepEqual(seen.tables, { Notes: 0, Orders: 2 });
  await running.stepBack();
  assert.deepEqual(seen.tables, { Orders: 2 });
  assert.deepEqual(seen.steps, [0, 1, 0, undefined]);
});

test("a run that is stopped leaves the tables as they were", async () => {
  const seen = await open();
  const { session } = seen;
  await session.running.lines(3, 14);
  session.workspace.add(
    "long.http",
    "# @loop for 100000\nPUT {{host}}/Notes(PartitionKey='a',RowKey='{{$index}}')\n\n{}\n",
  );
  const running = session.running.lines(1, 1);
  await until(() => seen.states.at(-1)?.kind === "running");
  session.running.stop();
  await running;
  const last = seen.states.at(-1);
  assert.ok(last?.kind === "idle" && last.words.startsWith("Stopped."), JSON.stringify(last));
  await session.refresh();
  assert.deepEqual(seen.tables, { Notes: 1, Orders: 2 }, "another engine repeats what ran");
});

test("an edit of data goes into tables that are as the data is", async () => {
  const seen = await open();
  const { session } = seen;
  await session.fill();
  assert.deepEqual(seen.states.at(-1), {
    ...{ kind: "idle", words: "The tables are filled.", failed: false },
  });
  const [head] = data.split("\n");
  const rows = () => ({ before: `${head}\n`, after: `${head}\na,3,\n` });
  await session.edited("Orders.csv", `${data}a,3,\n`, { rows });
  assert.deepEqual(seen.tables, { Orders: 3 });
  assert.ok(!session.account.stale && !session.account.untouched, "the edit was sent");
});

test("data that is changed as text goes into the tables when they start over", async () => {
  const seen = await open();
  const { session } = seen;
  await session.fill();
  session.workspace.write("Orders.csv", `${data}a,3,1\n`);
  assert.ok(session.account.stale && !session.stale, "only data has gone into the tables");
  await session.refresh();
  assert.deepEqual(seen.tables, { Orders: 3 });
  await session.running.lines(4, 4);
  session.workspace.write("Orders.csv", data);
  assert.ok(session.stale);
  await session.startOver();
  assert.deepEqual(seen.tables, { Orders: 2 });
  seen.undos.at(-1)?.();
  await until(() => "Notes" in seen.tables);
  assert.deepEqual(seen.tables, { Notes: 0, Orders: 3 });
});

test("files and workspaces are deleted, and come back", async () => {
  const seen = await open();
  const { session } = seen;
  session.remove("Orders.csv");
  assert.deepEqual(session.workspace.names, ["orders.http"]);
  assert.deepEqual(seen.said, ["Orders.csv is deleted."]);
  await session.undo.undo();
  assert.deepEqual(session.workspace.names, ["orders.http", "Orders.csv"]);
  const { id } = session.workspace;
  await session.keeper.flush();
  await session.spaces.duplicate();
  assert.notEqual(session.workspace.id, id);
  assert.equal(session.workspace.name, "Shop-2");
  await session.spaces.open(id);
  await session.spaces.remove(id, "Shop");
  assert.equal(session.workspace.name, "Untitled");
  await session.undo.undo();
  assert.equal(session.workspace.id, id);
  assert.deepEqual(seen.said.slice(1), ["The workspace Shop is deleted."]);
});

test("another workspace has nothing of the tables and the runs before it", async () => {
  const seen = await open();
  const { session } = seen;
  await session.running.lines(3, 14);
  assert.deepEqual(seen.tables, { Notes: 1, Orders: 2 });
  await session.spaces.duplicate();
  await session.refresh();
  assert.deepEqual(seen.tables, {});
  assert.deepEqual(session.runs.all, []);
  await session.running.lines(19, 19);
  assert.deepEqual(seen.tables, { Orders: 2 });
});

test("a script is read soon after it has changed, and suggestions know what's there", async () => {
  const seen = await open();
  const { session } = seen;
  session.workspace.write(
    "orders.http",
    orders.replace("GET {{host}}/Orders", "GET {{hos}}/Orders"),
  );
  await until(() => seen.reviews.length > 0);
  assert.deepEqual(seen.reviews, ["orders.http 19"]);
  await session.running.lines(4, 4);
  const { typed, options } = (await session.complete("GET {{host}}/N", "")) ?? {};
  assert.equal(typed, "N");
  const all = options?.map(({ write }) => write);
  assert.ok(all?.includes("Notes()") && all.includes("Orders()"), String(all));
});

test("what fails is said", async () => {
  const seen = await open();
  assert.equal(await seen.session.spaces.open("gone"), false);
  await seen.session.spaces.follow("#guide=../x");
  await seen.session.attempt(() => Promise.reject(new Error("no")));
  assert.deepEqual(seen.said, ["no"]);
});
