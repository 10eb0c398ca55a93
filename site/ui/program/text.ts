/** Reads the directives of JavaScript examples: comments that begin with an @. */

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
