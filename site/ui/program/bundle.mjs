// Bundles what runs examples in Node.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

/**
 * Bundles bake.ts and the thread in which an example runs into a folder. The thread is bundled for
 * browsers, so that it contains the same code as a page's worker.
 * @param {string} folder
 */
export async function bundlePrograms(folder) {
  const common = /** @type {const} */ ({ bundle: true, format: "esm", sourcemap: "inline" });
  await build({
    ...common,
    entryPoints: ["program/bake.ts"],
    outfile: `${folder}/bake.mjs`,
    platform: "node",
    packages: "external",
  });
  await bundleThread(folder);
  return { bake: urlOf(`${folder}/bake.mjs`), thread: urlOf(`${folder}/thread.mjs`) };
}

/**
 * Bundles the thread, and beside it what some examples need.
 * @param {string} folder
 */
export async function bundleThread(folder) {
  await build({
    bundle: true,
    format: "esm",
    entryPoints: ["program/storage/storage.ts"],
    outfile: `${folder}/storage.mjs`,
    platform: "browser",
  });
  await build({
    bundle: true,
    format: "esm",
    entryPoints: ["program/thread.ts"],
    outfile: `${folder}/thread.mjs`,
    platform: "browser",
    external: ["node:*"],
    alias: { "@azure/core-xml": "./program/no-xml.ts" },
    nodePaths: ["node_modules", "../../engine/suites/node_modules"],
  });
}

/** @param {string} file */
function urlOf(file) {
  return pathToFileURL(resolve(file));
}
