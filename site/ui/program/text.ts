/** Reads the directives of JavaScript examples: comments that begin with an @. */

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

/**
 * Returns an http example with the references. An example needs a request, so it ends with one that
 * works in any account and changes nothing.
 */
export function preparation(names: readonly Reference[]): string {
  return `${names.map(({ name }) => `# @ref ${name}\n`).join("")}GET {{host}}/Tables?$top=1`;
}

/** A fence of a Markdown file: its code and the line on which that begins. */
interface Fence {
  readonly line: number;
  readonly text: string;
}

/**
 * Returns the fences of one language in a Markdown file. Fences with only empty lines between them are one
 * group. engine/language/script groups the requests of a transaction the same way.
 */
export function fences(markdown: string, language: string): Fence[][] {
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
    if (info === language) {
      const fence = { line: i + 2, text: lines.slice(i + 1, last).join("\n") };
      if (apart) {
        groups.push([fence]);
      } else {
        groups.at(-1)?.push(fence);
      }
    }
    apart = info !== language;
    i = last;
  }
  return groups;
}
