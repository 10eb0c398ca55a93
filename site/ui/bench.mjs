// Measures how long readers wait for results on the released site in dist/: test/bench/pages.ts.
import process from "node:process";
import { build } from "esbuild";

process.chdir(new URL(".", import.meta.url).pathname);
const out = "test/out/bench";
await build({
  entryPoints: ["test/bench/pages.ts", "test/bench/link.ts"],
  outdir: out,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
});
await import(`./${out}/pages.mjs`);
