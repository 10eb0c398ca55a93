// Holds design.mjs against `rowkey design`: same bytes, same code, for every design of the repository, with
// fewer entities than it has there.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const directory = fs.mkdtempSync(path.join(os.tmpdir(), "rowkey-design-"));
const native = path.join(directory, "rowkey");
const folder = "patterns/designs";
const names = fs.readdirSync(path.join(root, folder)).map((name) => name.replace(/\..*/, ""));

before(() => {
  // A program that go run has linked is kept; one of go build is linked each time.
  const build = spawnSync("go", ["run", "-exec", "cp", "./site/rowkey", native], { cwd: root });
  assert.equal(build.status, 0, String(build.stderr));
});

after(() => fs.rmSync(directory, { recursive: true }));

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
function run(command, args) {
  const options = { cwd: root, encoding: /** @type {const} */ ("utf8"), maxBuffer: 2 ** 30 };
  const { status, stdout, stderr } = spawnSync(command, args, options);
  return { status, stdout, stderr };
}

/** @param {readonly string[]} args */
function runBoth(args) {
  const wasm = run(process.execPath, ["wasm/browser/design.mjs", ...args]);
  assert.deepEqual(wasm, run(native, ["design", ...args]));
  return wasm;
}

/**
 * A file that is gone when the tests end.
 * @param {string} name
 * @param {string} text
 */
function write(name, text) {
  const file = path.join(directory, name);
  fs.writeFileSync(file, text);
  return file;
}

/** A design that is measured in no time. */
const small = `entities:
  Order:
    count: 300
    properties:
      Customer: {type: string, values: 30}
      Id:       {type: guid}
patterns:
  one customer: {of: Order, where: "Customer = ?", sort: Id, rate: 1/s}
designs:
  by customer:
    Order: {PartitionKey: "{Customer}", RowKey: "{Id}"}
budgets:
  one customer: {requests: "<= 1"}
`;

/**
 * A design of the repository with few entities: WebAssembly takes long to measure many.
 * @param {string} name
 */
function few(name) {
  const text = fs.readFileSync(path.join(root, folder, `${name}.rowkey.yaml`), "utf8");
  const fewer = text.replace(/(?<=count: )\d{4,}/g, "200");
  assert.notEqual(fewer, text);
  return fewer;
}

test("every design as JSON, one as text, and two as Markdown at another size", () => {
  assert(names.length >= 8);
  const files = names.map((name) => write(`${name}.yaml`, few(name)));
  runBoth([...files, "--json"]); // all that the others say, too
  const one = files.find((file) => file.endsWith("documents.yaml"));
  assert(one);
  assert.equal(runBoth([one]).status, 0);
  const other = write("small.yaml", small);
  assert.equal(runBoth([one, other, "--markdown", "--at", "900"]).status, 0);
});

test("a folder of designs, explained", () => {
  fs.mkdirSync(path.join(directory, "all", "a"), { recursive: true });
  write("all/a.rowkey.yaml", few("bookings"));
  write("all/a/b.rowkey.yaml", small);
  write("all/notes.md", "# No design\n");
  assert.equal(runBoth([path.join(directory, "all"), "--explain"]).status, 0);
});

test("a fence of a page, with lines of the page", () => {
  const missed = small.replace(`requests: "<= 1"`, `requests: "<= 0.5"`);
  assert.notEqual(missed, small);
  const line = missed.split("\n").findIndex((each) => each.includes(`"<= 0.5"`)) + 1;
  const page = write("page.md", `# A page\n\n\`\`\`design\n${missed}\`\`\`\n`);
  const { status, stdout } = runBoth([page]);
  assert.equal(status, 1);
  assert.match(stdout, new RegExp(`MISSED: requests 1, budget <= 0\\.5 \\(line ${line + 3}\\)`));
  assert.equal(runBoth([write("empty.md", "# A page\n")]).status, 2);
});

test("a file that is wrong", () => {
  const broken = write("broken.yaml", "entities: 1\n");
  assert.equal(runBoth([broken]).status, 2);
});

test("arguments that make no sense", () => {
  for (const args of [
    [],
    ["--sjon", "a"],
    ["a", "--at", "x"],
    ["absent.yaml"],
    ["a", "--json", "--markdown"],
  ]) {
    const { status, stderr } = run(process.execPath, ["wasm/browser/design.mjs", ...args]);
    assert.equal(status, 2, stderr);
    assert.match(stderr, /^design\.mjs: /);
  }
});
