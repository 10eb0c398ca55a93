/** What a JavaScript example says about itself, in comments that begin with an @. */

/** One word after `// @ref`, and the line on which it stands. */
interface Reference {
  readonly name: string;
  readonly line: number;
}

/** The requests of the page that run in an example's account before it does, from top to bottom. */
export function references(code: string): Reference[] {
  return code.split("\n").flatMap((text, i) => {
    const name = /^\s*\/\/\s*@ref\s+(\S+)\s*$/.exec(text)?.[1];
    return name === undefined ? [] : [{ name, line: i + 1 }];
  });
}

/**
 * References as an http example of their own. A script is requests, so there must be one at its end;
 * this one is answered in any account and changes nothing.
 */
export function preparation(names: readonly Reference[]): string {
  return `${names.map(({ name }) => `# @ref ${name}\n`).join("")}GET {{host}}/Tables?$top=1`;
}

/** An example in a Markdown text: what stands in its fence, and on which line that begins. */
interface Fence {
  readonly line: number;
  readonly text: string;
}

/**
 * The fences of one language in a Markdown text, in groups between which there is anything but blank
 * lines. This is how engine/language/script groups the requests of a transaction.
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
