// Holds run.mjs against `rowkey run`: same bytes, same code, on every example of the repository.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { findEngine, loaderOf, startEngine } from "./engine.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const directory = fs.mkdtempSync(path.join(os.tmpdir(), "rowkey-run-"));
const native = path.join(directory, "rowkey");
const engine = path.join(directory, "engine.wasm");

before(() => {
  // Both are of one state of the sources, whatever happens to these meanwhile.
  const built = findEngine("full");
  fs.copyFileSync(built, path.join(directory, "full.wasm"));
  fs.copyFileSync(loaderOf(built), loaderOf(engine));
  // A program that go run has linked is kept; one of go build is linked each time.
  const build = spawnSync("go", ["run", "-exec", "cp", "./site/rowkey", native], { cwd: root });
  assert.equal(build.status, 0, String(build.stderr));
});

after(() => fs.rmSync(directory, { recursive: true }));

/** Everything in the repository that holds examples. */
function exampleFiles() {
  const tracked = spawnSync("git", ["ls-files", "*.http", "*.md"], { cwd: root, encoding: "utf8" });
  return tracked.stdout.split("\n").filter((name) => {
    const text = name === "" ? "" : fs.readFileSync(path.join(root, name), "utf8");
    return name.endsWith(".http") || /^ *(```|~~~)http$/m.test(text);
  });
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} file
 */
function run(command, args, file = engine) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, ROWKEY_WASM: file },
    timeout: 600_000,
    maxBuffer: 2 ** 30,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

/** @param {readonly string[]} args */
function runBoth(args) {
  const wasm = run(process.execPath, ["wasm/browser/run.mjs", ...args]);
  assert.deepEqual(wasm, run(native, ["run", ...args]));
  return wasm;
}

/**
 * A file with an example of its own.
 * @param {string} name
 * @param {string} text
 */
function write(name, text) {
  const file = path.join(directory, name);
  fs.writeFileSync(file, text);
  return file;
}

// Several files at once, since starting the engine takes longer than running most of them; not all,
// since a report is made in memory.
for (const files = exampleFiles(); files.length > 0; ) {
  const some = files.splice(0, 60);
  test(`run: ${some.join(", ")}`, () => {
    const args = [...some, "--json"];
    const wasm = run(process.execPath, ["wasm/browser/run.mjs", ...args]);
    const own = run(native, ["run", ...args]);
    assert.deepEqual([wasm.stderr, wasm.status], [own.stderr, own.status]);
    if (wasm.stdout !== own.stdout) {
      const [found, expected] = [wasm, own].map(({ stdout }) => JSON.parse(stdout).files);
      assert.deepEqual(found, expected); // which says where they differ
      assert.fail("they differ in bytes");
    }
    for (const name of some) {
      assert.ok(own.stdout.includes(`"file":${JSON.stringify(name)}`), name);
    }
  });
}

test("run: in words", () => {
  assert.equal(runBoth(["README.md", "docs/script.md", "patterns/query-kinds/guide.md"]).status, 0);
});

test("run: an expectation that is not met is code 1", () => {
  const file = write("unmet.http", "# @expect status == 418\nGET {{host}}/Tables\n");
  assert.equal(runBoth([file]).status, 1);
  assert.equal(runBoth([file, "--json"]).status, 1);
});

test("run: a file that cannot be parsed is code 2", () => {
  const file = write("wrong.http", "# @ref nowhere\nGET {{host}}/Tables\n");
  assert.equal(runBoth([file]).status, 2);
  assert.equal(runBoth([file, "--json"]).status, 2);
});

test("run: text beyond ASCII, marks at the beginning and both kinds of line ends", () => {
  const text =
    "\uFEFF### Ключ 日本語 😀\r\n# @expect status == 404\r\nGET {{host}}/T(PartitionKey='é',RowKey='😀')\r\n";
  runBoth([write("words.http", text)]);
  runBoth([write("words.http", text), "--json"]);
});

test("run: a file that is not there is code 2 and named", () => {
  const { status, stdout, stderr } = run(process.execPath, [
    "wasm/browser/run.mjs",
    "nowhere.http",
  ]);
  assert.equal(status, 2);
  assert.equal(stdout, "");
  assert.match(stderr, /nowhere\.http/);
});

test("run: a folder shares an account that starts with its data", () => {
  const folder = path.join(directory, "shop");
  fs.mkdirSync(folder);
  for (const [name = "", text = ""] of [
    ["Orders.csv", "PartitionKey,RowKey,Id:Guid\n# 3 times\na,{{$index}},{{$guid}}\n"],
    ["2.http", "# @expect rows == 4\nGET {{host}}/Orders\n"],
    ["1.http", 'POST {{host}}/Orders\n\n{"PartitionKey": "b", "RowKey": "{{$guid}}"}\n'],
    ["notes.txt", "not a script"],
  ]) {
    fs.writeFileSync(path.join(folder, name), text);
  }
  assert.equal(runBoth([folder, "--json"]).status, 0);
  const names = ["Orders.csv", "1.http", "2.http"].map((name) => path.join(folder, name));
  assert.equal(runBoth(names).status, 0);
  fs.writeFileSync(path.join(folder, "Lines.csv"), "PartitionKey,RowKey\na\n");
  assert.equal(runBoth([`${folder}/`]).status, 2);
});

test("run: without files, and with a flag there is not, it says how it is used", () => {
  for (const args of [[], ["--jason", "a.http"]]) {
    const { status, stderr } = run(process.execPath, ["wasm/browser/run.mjs", ...args]);
    assert.equal(status, 2);
    assert.match(stderr, /usage: node wasm\/browser\/run\.mjs FILE/);
  }
});

test("run: an engine that is not there is named", () => {
  const file = write("tables.http", "GET {{host}}/Tables\n");
  const missing = path.join(directory, "nowhere", "engine.wasm");
  const { status, stderr } = run(process.execPath, ["wasm/browser/run.mjs", file], missing);
  assert.equal(status, 2);
  assert.ok(stderr.includes(loaderOf(missing)), stderr);
});

test("run: without ROWKEY_WASM the engine is built", () => {
  const file = write("tables.http", "GET {{host}}/Tables\n");
  assert.equal(run(process.execPath, ["wasm/browser/run.mjs", file], "").status, 0);
});

test("an engine that waits for calls wakes neither its page nor Node", async (t) => {
  const timer = t.mock.method(globalThis, "setTimeout");
  const engine = await startEngine();
  assert.deepEqual(engine.call({ op: "open", session: "one" }), {});
  for (const method of ["POST", "GET"]) {
    const url = "http://127.0.0.1:10002/devstoreaccount1/Tables";
    const headers = [
      ["Accept", "application/json"],
      ["Content-Type", "application/json"],
    ];
    const body = method === "POST" ? '{"TableName":"Orders"}' : "";
    engine.call({ op: "do", session: "one", method, url, headers, body });
  }
  assert.equal(timer.mock.callCount(), 0);
  assert.ok(!process.getActiveResourcesInfo().includes("Timeout"));
});

test("run: it prints its whole output into a slow pipe", () => {
  const file = write("long.http", "###\nGET {{host}}/Tables\n".repeat(500));
  const command = `"${process.execPath}" wasm/browser/run.mjs "${file}" --json | (sleep 1; cat)`;
  const { stdout } = run("sh", ["-c", command]);
  assert.equal(JSON.parse(stdout).ok, true);
});
