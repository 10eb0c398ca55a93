// What the pages of other people are made of, and how they're kept: see make.mjs.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";

/**
 * The folder of each tool's sources.
 * @type {Readonly<Record<string, string>>}
 */
export const sources = {
  mkdocs: "mkdocs",
  hugo: "hugo",
  docusaurus: "npm/docusaurus",
  vitepress: "npm/vitepress",
};

/**
 * Lists the files in a folder and below.
 * @param {string} folder
 */
export function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(folder.length + 1))
    .sort();
}

/**
 * Returns the hash of a tool's sources, which is kept with its pages.
 * @param {string} here - the folder of this file
 * @param {string} tool
 */
export function hashOf(here, tool) {
  const folder = join(here, sources[tool] ?? tool);
  const hash = createHash("sha256");
  for (const name of filesIn(folder)) {
    hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
  }
  return hash.digest("hex").slice(0, 12);
}

/**
 * Reads the pages of a tool: its files by their path, one byte for each character.
 * @param {string} here
 * @param {string} tool
 * @returns {{ hash: string, files: Record<string, string> }}
 */
export function pagesOf(here, tool) {
  const packed = readFileSync(join(here, "pages", `${tool}.json.br`));
  return JSON.parse(brotliDecompressSync(packed).toString());
}
