/** Every TypeScript and JavaScript file is checked. Biome, in `npm run check`, finds circles of imports. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { relative, resolve } from "node:path";
import test from "node:test";

const root = realpathSync(resolve("../.."));

/** Pages of other generators, whose settings are in their own words. */
const others = /^site\/ui\/test\/hosts\/npm\//;

function lines(program: string, ...args: string[]): string[] {
  return execFileSync(program, args, { encoding: "utf8", maxBuffer: 64 << 20 })
    .split("\n")
    .filter((line) => line !== "");
}

test("tsc reaches every file", () => {
  const reached = new Set(
    [".", "../../engine/suites"].flatMap((project) =>
      lines("node_modules/.bin/tsc", "-p", project, "--listFilesOnly").map((file) =>
        relative(root, file),
      ),
    ),
  );
  const tracked = lines("git", "-C", root, "ls-files", "*.ts", "*.mts", "*.js", "*.mjs", "*.cjs");
  assert.ok(tracked.length > 300);
  assert.deepEqual(
    tracked.filter((file) => !(reached.has(file) || others.test(file))),
    [],
  );
});

test("packages of every system are locked with their hash", () => {
  for (const folder of [".", "../../engine/suites"]) {
    const { packages } = JSON.parse(readFileSync(`${folder}/package-lock.json`, "utf8"));
    const { "": own, ...others } = packages as Record<string, { integrity?: string }>;
    assert.ok(own);
    const loose = Object.keys(others).filter((name) => !others[name]?.integrity);
    assert.deepEqual(loose, []);
  }
});
