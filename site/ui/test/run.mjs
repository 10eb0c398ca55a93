// Runs the tests of one kind. `node test/run.mjs unit` includes those of wasm/browser and the suite of the
// JavaScript client, in-process. `node test/run.mjs e2e` needs the released site in dist/ and Chromium.
// `node test/run.mjs measure` prints how long things take in Chromium, and tests nothing.
//
// The tests are TypeScript, and each is bundled into a JavaScript file first. Arguments after the kind go
// to `node --test`, such as --test-name-pattern=reset. In a terminal every test is listed, elsewhere only
// those that fail.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import process from "node:process";
import { build } from "esbuild";
import { findEngine } from "../../../wasm/browser/engine.mjs";
import { bundleThread } from "../program/bundle.mjs";

process.chdir(new URL("..", import.meta.url).pathname);
const [kind, ...options] = process.argv.slice(2);
const inside = readdirSync(`test/${kind}`);
const sources = inside.filter((name) => name.endsWith(".test.ts"));
const threads = inside.filter((name) => name.endsWith(".thread.ts"));
const out = `test/out/${kind}`;
rmSync(out, { recursive: true, force: true });
await build({
  entryPoints: [...sources, ...threads].map((name) => `test/${kind}/${name}`),
  outdir: out,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
  external: ["@azure/data-tables"], // tsconfig.json maps it to a path
  sourcemap: "inline",
});
const files = sources.map((name) => `${out}/${name.replace(/ts$/, "mjs")}`);
const env = { ...process.env };
if (kind === "unit") {
  files.push("../../wasm/browser/run.test.mjs", "../../wasm/browser/design.test.mjs");
  env["ROWKEY_WASM"] = findEngine();
  findEngine("full");
  findEngine("design");
  await bundleThread(out);
  const peers = new URL("../../../engine/suites/", import.meta.url).pathname;
  if (existsSync(`${peers}node_modules/@azure/data-tables`)) {
    files.push(`${peers}sdk.test.mjs`);
    env["ROWKEY_HTTP_CLIENT"] = `${peers}in-process.mjs`;
  } else {
    console.log(`SKIPPED: the JavaScript client, in-process; npm ci has not been run in ${peers}`);
  }
}
// Two files at a time, even on two processors, because tests wait much of the time.
const reporter = process.stdout.isTTY ? "spec" : new URL("report.mjs", import.meta.url).pathname;
const args = ["--test", "--enable-source-maps", "--test-concurrency=2"];
if (!options.some((option) => option.startsWith("--test-reporter"))) {
  args.push(`--test-reporter=${reporter}`);
}
args.push(...options, ...files);
process.exitCode = spawnSync(process.execPath, args, { stdio: "inherit", env }).status ?? 1;
