// Makes the pages of other people, which the tests embed examples in, again. They're checked in, so that a
// test needs none of the tools: Docusaurus and VitePress alone bring 1,300 packages, 440 MB.
//
// Run `node test/hosts/make.mjs [TOOL…]` in site/ui after a change of what they're made of, and for newer
// versions of the tools. MkDocs with its theme Material, and Hugo, must be in PATH (Debian: apt-get install
// mkdocs mkdocs-material python3-pymdownx hugo). npm installs the others into a folder that's removed again.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { brotliCompressSync, constants } from "node:zlib";
import { filesIn, hashOf, sources } from "./sources.mjs";

const here = new URL(".", import.meta.url).pathname;
const work = mkdtempSync(join(tmpdir(), "rowkey-hosts-"));
cpSync(here, work, { recursive: true });

/** What no page of the tests loads. */
const unused = /\.map$|\/lunr\/|sitemap.xml.gz|404\.html/;

/**
 * @param {string} folder
 * @param {string} program
 * @param {...string} args
 */
function run(folder, program, ...args) {
  const env = { ...process.env, NODE_ENV: "production", DOCUSAURUS_NO_PERSISTENT_CACHE: "true" };
  execFileSync(program, args, { cwd: join(work, folder), env, stdio: "inherit" });
}

/**
 * How each tool builds into a folder.
 * @type {Record<string, (out: string) => void>}
 */
const build = {
  mkdocs: (out) => run("mkdocs", "mkdocs", "build", "--quiet", "--site-dir", out),
  hugo: (out) => run("hugo", "hugo", "--quiet", "--destination", out),
  docusaurus: (out) => npx("docusaurus", "--out-dir", out),
  vitepress: (out) => npx("vitepress", "--outDir", out),
};

let installed = false;

/**
 * @param {string} tool
 * @param {...string} args
 */
function npx(tool, ...args) {
  if (!installed) {
    run("npm", "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");
    installed = true;
  }
  run("npm", "npx", tool, "build", tool, ...args);
}

try {
  const named = process.argv.slice(2);
  for (const tool of named.length > 0 ? named : Object.keys(sources)) {
    const out = join(work, "out", tool);
    build[tool]?.(out);
    /** @type {Record<string, string>} */
    const files = {};
    for (const name of filesIn(out).filter((name) => !unused.test(name))) {
      files[`/${name}`] = readFileSync(join(out, name)).toString("latin1");
    }
    const params = { [constants.BROTLI_PARAM_LGWIN]: 24 };
    const json = JSON.stringify({ hash: hashOf(here, tool), files });
    writeFileSync(`${here}pages/${tool}.json.br`, brotliCompressSync(json, { params }));
    console.log(`${tool}: ${Object.keys(files).length} files`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
