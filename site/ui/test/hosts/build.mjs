// Builds the pages of other people that the tests embed examples in, with the tools that made them, all at
// once. What a tool makes is kept in .cache for as long as what it's made of stays the same.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";

const here = new URL(".", import.meta.url).pathname;
const cache = new URL("../../../../.cache/hosts/", import.meta.url).pathname;
const run = promisify(execFile);

/** What tools leave in their folders. */
const leftovers = /node_modules|\.docusaurus|\/\.vitepress\/(cache|\.temp)/;

/**
 * A tool: the folder of its pages, how to build them into another folder, and what has to be there.
 * @type {Record<string, { folder: string, build: (out: string) => Promise<unknown>, needs: string }>}
 */
const tools = {
  mkdocs: {
    folder: "mkdocs",
    build: (out) =>
      run("mkdocs", ["build", "--quiet", "--site-dir", out], { cwd: `${here}mkdocs` }),
    needs: "mkdocs",
  },
  hugo: {
    folder: "hugo",
    build: (out) => run("hugo", ["--quiet", "--destination", out], { cwd: `${here}hugo` }),
    needs: "hugo",
  },
  docusaurus: {
    folder: "npm/docusaurus",
    build: (out) => npm("@docusaurus/core/bin/docusaurus.mjs", "docusaurus", "--out-dir", out),
    needs: "npm/node_modules/@docusaurus/core",
  },
  vitepress: {
    folder: "npm/vitepress",
    build: (out) => npm("vitepress/bin/vitepress.js", "vitepress", "--outDir", out),
    needs: "npm/node_modules/vitepress",
  },
};

/**
 * @param {string} bin
 * @param {string[]} args
 */
function npm(bin, ...args) {
  const env = { ...process.env, NODE_ENV: "production", DOCUSAURUS_NO_PERSISTENT_CACHE: "true" };
  return run(process.execPath, [`node_modules/${bin}`, "build", ...args], {
    cwd: `${here}npm`,
    env,
  });
}

/** @param {string} needed - a program in PATH, or a file here */
function has(needed) {
  return needed.includes("/")
    ? existsSync(here + needed)
    : (process.env["PATH"] ?? "").split(":").some((folder) => existsSync(join(folder, needed)));
}

/** @param {string} folder */
function hashOf(folder) {
  const hash = createHash("sha256");
  const files = readdirSync(here + folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .filter((name) => !leftovers.test(name));
  for (const name of [...files.sort(), `${here}npm/package-lock.json`]) {
    hash.update(`${name.slice(here.length)}\0`).update(readFileSync(name));
  }
  return hash.digest("hex").slice(0, 12);
}

await Promise.all(
  Object.entries(tools).map(async ([name, { folder, build, needs }]) => {
    const out = `${cache}${name}`;
    if (!has(needs)) {
      rmSync(out, { recursive: true, force: true });
      console.log(`SKIPPED: examples in pages of ${name}, which is missing`);
      return;
    }
    const kept = `${cache}${name}-${hashOf(folder)}`;
    if (!existsSync(kept)) {
      const began = Date.now();
      const part = `${kept}.part`;
      rmSync(part, { recursive: true, force: true });
      mkdirSync(dirname(part), { recursive: true });
      await build(part);
      renameSync(part, kept);
      console.log(`${name}: built in ${Math.round((Date.now() - began) / 1000)} s`);
    }
    rmSync(out, { recursive: true, force: true });
    cpSync(kept, out, { recursive: true });
  }),
);
rmSync(`${cache}plain`, { recursive: true, force: true });
cpSync(`${here}plain`, `${cache}plain`, { recursive: true });
