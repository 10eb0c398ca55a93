/** The report of the tests: results that don't arrive fail a stage. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const folder = mkdtempSync(join(tmpdir(), "rowkey-report-"));
after(() => rmSync(folder, { recursive: true }));

const reporter = new URL("../../report.mjs", import.meta.url).pathname;

/** Runs Node as build.sh does, not as part of this test. */
function node(args: readonly string[], input = "") {
  const { PATH } = process.env;
  const options = { env: { PATH }, input, encoding: "utf8" } as const;
  const { status, stdout } = spawnSync(process.execPath, args, options);
  return { status, stdout };
}

/** Runs a file of three tests, of which the second does something. */
function run(second: string, ...options: readonly string[]) {
  const file = join(folder, "some.test.mjs");
  const tests = `test("1", () => {}); test("2", async () => { ${second} }); test("3", () => {});`;
  writeFileSync(file, `import { test } from "node:test";\n${tests}\n`);
  return { file, ...node(["--test", `--test-reporter=${reporter}`, ...options, file]) };
}

test("a file that ends before its tests do fails, whatever its status", () => {
  const { status, stdout } = run("");
  assert.deepEqual([status, stdout], [0, "passed 3 failed 0 skipped 0\n"]);
  for (const early of ["process.exit(0);", "await 1; process.reallyExit(0);"]) {
    const lost = run(early);
    assert.equal(lost.status, 1);
    assert.match(lost.stdout, /failed 1 skipped 0\n$/);
    assert.ok(lost.stdout.startsWith(`FAILED ${lost.file}\n    It ended before`), lost.stdout);
  }
  assert.equal(run("process.exit(3);").status, 1);
  assert.equal(run("throw new Error();").stdout.match(/FAILED/g)?.length, 1);
});

test("a test in Go that began and said no more fails, whatever its package says", () => {
  const event = (Action: string, Test?: string) =>
    `${JSON.stringify({ Action, Package: "p", Test, Output: "=== RUN" })}\n`;
  const began = event("run", "A") + event("output", "A");
  const passed = node([reporter], began + event("pass", "A") + event("pass"));
  assert.deepEqual(passed, { status: 0, stdout: "passed 1 failed 0 skipped 0\n" });
  for (const rest of ["", event("pass")]) {
    const lost = node([reporter], began + rest);
    assert.equal(lost.status, 1);
    assert.match(lost.stdout, /^FAILED A\n {4}p\n.*lost\.\npassed 0 failed 1/);
  }
});

test("a pattern that no test matches fails", () => {
  assert.equal(run("", "--test-name-pattern=2").stdout, "passed 1 failed 0 skipped 0\n");
  const none = run("", "--test-name-pattern=4");
  assert.equal(none.status, 1);
  assert.match(none.stdout, /^FAILED .*\n {4}No test has such a name\.\n/);
});
