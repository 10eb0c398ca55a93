// Runs the tests of one kind: `node test/run.mjs unit`, those of wasm/browser among them, or
// `node test/run.mjs e2e`, which needs the released site in dist/ and Chromium.
//
// The tests are TypeScript and Node 20 reads none, so they are bundled first, each by itself.
// Whatever follows the kind goes to `node --test`, such as --test-name-pattern=reset.
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import process from "node:process";
import { build } from "esbuild";
import { findEngine } from "../../../wasm/browser/engine.mjs";

process.chdir(new URL("..", import.meta.url).pathname);
const [kind, ...options] = process.argv.slice(2);
const sources = readdirSync(`test/${kind}`).filter((name) => name.endsWith(".test.ts"));
const out = `test/out/${kind}`;
rmSync(out, { recursive: true, force: true });
await build({
  entryPoints: sources.map((name) => `test/${kind}/${name}`),
  outdir: out,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
  sourcemap: "inline",
  define: { ENGINE_BYTES: "4000000", ENGINE_TRANSFER: "700000" },
});
const files = sources.map((name) => `${out}/${name.replace(/ts$/, "mjs")}`);
const env = { ...process.env };
if (kind === "unit") {
  files.push("../../wasm/browser/run.test.mjs");
  env["ROWKEY_WASM"] = findEngine();
}
const args = ["--test", "--enable-source-maps", ...options, ...files];
process.exitCode = spawnSync(process.execPath, args, { stdio: "inherit", env }).status ?? 1;
