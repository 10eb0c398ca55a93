import assert from "node:assert/strict";
import { test } from "node:test";
import { blockAt, blocks } from "../../play/blocks.ts";
import { chunks } from "../../play/chunks.ts";
import { lines, near } from "../../play/difference.ts";
import { Keeper, type Keeping, merge, type Shelf } from "../../play/keeper.ts";
import { asTable, free, problem } from "../../play/names.ts";
import { type Run, ranAsWritten } from "../../play/runs.ts";
import { fileOfAnswer } from "../../play/saving.ts";
import type { Loaded, Write } from "../../play/store.ts";
import { runWords, whereWords } from "../../play/words.ts";
import { type Change, Workspace, workspaceOf } from "../../play/workspace.ts";
import type { PlayStep } from "../../protocol.ts";

const files = [
  { name: "a.http", text: "GET {{host}}/Tables" },
  { name: "b.http", text: "" },
  { name: "Orders.csv", text: "PartitionKey,RowKey\n" },
];

test("a workspace tells of its changes, and takes back a deletion", () => {
  const workspace = new Workspace(workspaceOf("A", files));
  const heard: Change[] = [];
  workspace.listen((change) => heard.push(change));
  assert.equal(workspace.current?.name, "a.http");
  workspace.write("a.http", "GET {{host}}/Orders()");
  workspace.write("a.http", "GET {{host}}/Orders()");
  const back = workspace.remove("a.http");
  assert.deepEqual(workspace.names, ["b.http", "Orders.csv"]);
  assert.equal(workspace.current?.name, "b.http");
  back();
  assert.deepEqual(workspace.names, ["a.http", "b.http", "Orders.csv"]);
  assert.equal(workspace.current?.text, "GET {{host}}/Orders()");
  assert.deepEqual(heard, ["text", "tabs", "files", "files"]);
});

test("a deleted file comes back under another name if its own is taken", () => {
  const workspace = new Workspace(workspaceOf("A", files));
  const back = workspace.remove("a.http");
  workspace.add("a.http", "other");
  back();
  assert.deepEqual(workspace.names, ["a-2.http", "b.http", "Orders.csv", "a.http"]);
});

test("files move among those of their kind", () => {
  const workspace = new Workspace(workspaceOf("A", files));
  workspace.move("b.http", -1);
  workspace.move("b.http", -1);
  workspace.move("Orders.csv", -1);
  assert.deepEqual(workspace.names, ["b.http", "a.http", "Orders.csv"]);
});

test("names of files", () => {
  assert.equal(problem("orders.http", ["a.http"]), "");
  assert.equal(problem("Orders.csv", []), "");
  for (const wrong of ["", "orders", "A.http", "Or ders.csv", "ab.csv", "a/b.http", ".http"]) {
    assert.notEqual(problem(wrong, ["a.http"]), "", wrong);
  }
  const workspace = new Workspace(workspaceOf("A", files));
  assert.notEqual(workspace.renameFile("a.http", "b.http"), "");
  assert.equal(workspace.renameFile("a.http", "A.http"), "");
  assert.equal(workspace.current?.name, "A.http");
  assert.equal(free("Orders.csv", ["orders.csv"]), "Orders2.csv");
  assert.equal(asTable("my orders-2026.csv"), "MyOrders2026");
  assert.equal(asTable("42.json"), "Imported");
  assert.equal(asTable("Orders.typed.csv"), "Orders");
  assert.equal(asTable("Orders.typed (1).csv"), "Orders");
});

test("two versions of a workspace are merged", () => {
  const base = new Map([
    ["a", "1"],
    ["b", "1"],
    ["c", "1"],
    ["d", "1"],
  ]);
  const file = (name: string, text: string) => ({ name, text });
  const ours = [file("a", "ours"), file("b", "1"), file("c", "ours"), file("new", "ours")];
  const theirs = [file("a", "1"), file("b", "theirs"), file("c", "theirs"), file("d", "1")];
  const merged = merge(base, ours, theirs);
  assert.deepEqual(merged.files, [
    file("a", "ours"),
    file("b", "theirs"),
    file("c", "theirs"),
    file("c-2", "ours"),
    file("new", "ours"),
  ]);
  assert.deepEqual(merged.clashes, [["c", "c-2"]]);
});

/** A shelf in memory that two keepers share. */
class Memory implements Shelf {
  readonly kept = new Map<string, Loaded>();
  refuses: Error | undefined;

  async list() {
    return [...this.kept.values()].map(({ state, version }) => {
      return { id: state.id, name: state.name, changed: 0, version };
    });
  }

  async load(id: string) {
    return this.kept.get(id);
  }

  async write({ state, base }: Write) {
    if (this.refuses) {
      throw this.refuses;
    }
    const version = this.kept.get(state.id)?.version ?? base;
    if (version !== base) {
      return undefined;
    }
    this.kept.set(state.id, { state, version: base + 1 });
    return base + 1;
  }

  async remove(id: string) {
    this.kept.delete(id);
  }
}

function keeperOn(shelf: Shelf, workspace: Workspace, said: string[] = []): Keeper {
  return new Keeper({
    workspace,
    open: async () => shelf,
    channel: undefined,
    changed: (keeping: Keeping) => said.push(keeping.kind),
    heard: (clashes) => said.push(`heard ${clashes.join()}`),
  });
}

test("two tabs don't overwrite each other", async () => {
  const shelf = new Memory();
  const state = workspaceOf("A", files);
  const one = new Workspace(state);
  const two = new Workspace(state);
  const heard: string[] = [];
  const first = keeperOn(shelf, one);
  const second = keeperOn(shelf, two, heard);
  await first.adopt(state);
  one.write("a.http", "first");
  await first.flush();
  await second.load(state.id);
  one.write("a.http", "one");
  await first.flush();
  two.write("a.http", "two");
  two.write("b.http", "two");
  await second.flush();
  assert.deepEqual(
    shelf.kept.get(state.id)?.state.files.map(({ name, text }) => [name, text]),
    [
      ["a.http", "one"],
      ["b.http", "two"],
      ["Orders.csv", "PartitionKey,RowKey\n"],
      ["a-2.http", "two"],
    ],
  );
  assert.ok(heard.includes("heard a.http,a-2.http"), heard.join());
});

test("what can't be kept stays on the screen and is kept later", async () => {
  const shelf = new Memory();
  const said: string[] = [];
  const workspace = new Workspace(workspaceOf("A", files));
  const keeper = keeperOn(shelf, workspace, said);
  await keeper.adopt(workspace.state);
  shelf.refuses = new DOMException("full", "QuotaExceededError");
  workspace.write("a.http", "much");
  await keeper.flush();
  assert.equal(workspace.file("a.http")?.text, "much");
  assert.ok(keeper.owes);
  assert.ok(keeper.keeping.kind === "lost" && keeper.keeping.full);
  shelf.refuses = undefined;
  await keeper.retry();
  assert.ok(!keeper.owes);
  assert.equal(said.at(-1), "kept");
});

test("requests are found by their lines", () => {
  const text =
    "@a = 1\n\n### One\n# @name one\nGET {{host}}/Tables\n\n### Two\nPOST {{host}}/A\n\n{}\n\n### Nothing\n";
  const found = blocks(text);
  assert.deepEqual(
    found.map(({ from, to, request, title }) => [from, to, request, title]),
    [
      [3, 5, 5, "One"],
      [7, 10, 8, "Two"],
    ],
  );
  assert.equal(blockAt(found, 1)?.title, "One");
  assert.equal(blockAt(found, 6)?.title, "One");
  assert.equal(blockAt(found, 99)?.title, "Two");
  assert.equal(blockAt([], 1), undefined);
});

test("a data file is cut between rows", () => {
  const row = `p,"a\nb",${"x".repeat(1000)}\n`;
  const text = `PartitionKey,RowKey,A\n${row.repeat(1000)}# 5 times\nq,{{$index}},y\n`;
  const all = [...chunks(text)];
  assert.ok(all.length > 2);
  assert.ok(all.every((chunk) => chunk.text.startsWith("PartitionKey,RowKey,A\np,")));
  const body = all.map((chunk) => chunk.text.slice("PartitionKey,RowKey,A\n".length)).join("");
  assert.equal(body, text.slice(text.indexOf("\n") + 1));
  assert.equal(all[0]?.line, 2);
  for (const [i, chunk] of all.entries()) {
    const before = all.slice(0, i).map((each) => each.text.split("\n").length - 2);
    assert.equal(chunk.line, 2 + before.reduce((sum, each) => sum + each, 0));
  }
  assert.equal(all.at(-1)?.rows, 1001);
  assert.deepEqual([...chunks("PartitionKey,RowKey\n")].length, 1);
});

function step(changes: Partial<PlayStep>): PlayStep {
  const request = { method: "GET", url: "", headers: [], body: "" };
  const response = { status: 200, headers: [], body: "" };
  const counts = { read: 0, returned: 0, written: 0, transactions: 1 };
  const expectations: [] = [];
  const where = {
    line: 1,
    name: "",
    title: "",
    before: false,
    method: "GET",
    target: "",
    status: 200,
    ok: true,
    plan: "",
  };
  return { ...where, ...counts, expectations, request, response, ...changes };
}

test("a run in a line", () => {
  const range = step({ plan: "range", read: 4, returned: 4 });
  assert.equal(runWords([range], 31), "Range query · read 4 → returned 4 · 31 ms");
  assert.equal(
    runWords([step({ ok: false, status: 404, code: "TableNotFound" })], 2),
    "404 TableNotFound · 2 ms",
  );
  const write = step({ written: 1 });
  assert.equal(runWords([write], 1), "1 entity written · 1 ms");
  assert.equal(
    runWords([range, write], 2100),
    "2 requests · read 4 → returned 4 · 1 written · 2 transactions · 2.1 s",
  );
});

test("an answer is saved under its request's title, as what it is", () => {
  const saved = (title: string, type?: string) => {
    const headers: [string, string][] = type ? [["Content-Type", type]] : [];
    return fileOfAnswer(step({ title, response: { status: 200, headers, body: "x" } }));
  };
  const json = "application/json;odata=minimalmetadata";
  assert.deepEqual(saved("By name", json), { name: "by-name.json", type: "application/json" });
  assert.deepEqual(saved("", "application/xml"), { name: "answer.xml", type: "application/xml" });
  assert.deepEqual(saved("a/b"), { name: "ab.txt", type: "text/plain" });
});

test("where requests go is said: nowhere, unless an account is connected", () => {
  const account = "https://shop.table.core.windows.net";
  assert.match(whereWords(""), /nothing you type is sent anywhere/);
  assert.match(whereWords(account), /^Requests go to https:\/\/shop\.table/);
  assert.doesNotMatch(whereWords(account), /nothing/);
});

test("two answers line by line", () => {
  const found = lines(["a", "b", "c", "d"], ["a", "x", "c", "d", "e"]);
  assert.deepEqual(found, [
    [" ", "a"],
    ["-", "b"],
    ["+", "x"],
    [" ", "c"],
    [" ", "d"],
    ["+", "e"],
  ]);
  const same = Array.from({ length: 20 }, (_, i) => [" ", String(i)] as const);
  assert.deepEqual(near([...same, ["+", "x"]], 1), [undefined, [" ", "19"], ["+", "x"]]);
});

test("what is copied is the newest run of each request that is still written like that", () => {
  const step = (line: number, body: string) => ({ line, response: { body } }) as PlayStep;
  const run = (source: string, ...steps: readonly PlayStep[]) =>
    ({ source, where: "", reply: { steps } }) as unknown as Run;
  const script = "@a = 1\n### One\nGET {{host}}/A\n\n### Two\nGET {{host}}/B\n";
  const copied = (text: string, ...runs: readonly Run[]) =>
    ranAsWritten(text, runs).map(({ line, response }) => `${line} ${response.body}`);
  const first = run(script, step(3, "a"), step(6, "b"));
  const second = run(script, step(6, "c"));
  assert.deepEqual(copied(script, first, second), ["3 a", "6 c"]);
  assert.deepEqual(copied(script.replace("### One", "\n### One"), first), ["4 a", "7 b"]);
  assert.deepEqual(copied(script.replace("/A", "/C"), first), ["6 b"]);
  assert.deepEqual(copied(script.replace("= 1", "= 2"), first, second), []);
  assert.deepEqual(copied(script, { ...first, where: "an account" }, run("", step(3, "d"))), []);
});
