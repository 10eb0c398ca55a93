/** Reads the directives of JavaScript examples: comments that begin with an @. */

import type { DataFence } from "../protocol.ts";
import type { FileName } from "./protocol.ts";

/** The name after `// @ref`, and its line. */
interface Reference {
  readonly name: string;
  readonly line: number;
}

/** Returns the requests of the page that run in an example's account before it, in order. */
export function references(code: string): Reference[] {
  return code.split("\n").flatMap((text, i) => {
    const name = /^\s*\/\/\s*@ref\s+(\S+)\s*$/.exec(text)?.[1];
    return name === undefined ? [] : [{ name, line: i + 1 }];
  });
}

/** What imports a file that only some examples need. */
const needed: readonly (readonly [FileName, RegExp])[] = [
  ["storage", /["']@azure\/storage-(queue|blob)["']/],
];

/** Returns the files that an example needs. */
export function filesOf(code: string): FileName[] {
  return needed.flatMap(([name, imported]) => (imported.test(code) ? [name] : []));
}

/**
 * Returns an http example with the references. An example needs a request, so it ends with one that
 * works in any account and changes nothing.
 */
export function preparation(names: readonly Reference[]): string {
  return `${names.map(({ name }) => `# @ref ${name}\n`).join("")}GET {{host}}/Tables?$top=1`;
}

/** A fence of a Markdown file: its code, the line on which that begins, and the table whose data it is. */
interface Fence {
  readonly line: number;
  readonly text: string;
  readonly table?: string;
}

/** Returns a page's examples of requests and data, as calls of the engine have them. */
export function requestsOf(markdown: string): (string | DataFence)[][] {
  return fences(markdown, /^(http|csv (?<table>\w+))$/).map((group) =>
    group.map(({ text, table }) => (table === undefined ? text : { table, text })),
  );
}

/**
 * Returns the fences of a Markdown file whose info string matches. Fences with only empty lines between them
 * are one group, unless they are data. engine/language/script groups the requests of a transaction the same
 * way.
 */
export function fences(markdown: string, language: RegExp): Fence[][] {
  const groups: Fence[][] = [];
  const lines = markdown.split(/\r?\n/);
  let apart = true;
  for (let i = 0; i < lines.length; i++) {
    const [, mark, info] = /^(`{3,}|~{3,})\s*(.*?)\s*$/.exec(lines[i] ?? "") ?? [];
    if (mark === undefined) {
      apart ||= lines[i]?.trim() !== "";
      continue;
    }
    const end = lines.findIndex((text, at) => at > i && text.trimEnd() === mark);
    const last = end < 0 ? lines.length : end;
    const found = language.exec(info ?? "");
    const table = found?.groups?.["table"];
    if (found) {
      const text = lines.slice(i + 1, last).join("\n");
      const fence = { line: i + 2, text, ...(table !== undefined && { table }) };
      if (apart || table !== undefined) {
        groups.push([fence]);
      } else {
        groups.at(-1)?.push(fence);
      }
    }
    apart = !found || table !== undefined;
    i = last;
  }
  return groups;
}
