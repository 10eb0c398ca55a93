/** Finds the options of a request in the text of its file, where an edit of them goes. */

/** A piece of a text, from here up to there. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

/** Returns where a line of a text is, without its end. Lines count from 1. */
export function lineAt(text: string, line: number): Place {
  const lines = text.split("\n");
  const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return { from, to: from + (lines[line - 1]?.length ?? 0) };
}

/**
 * Returns where the value of an option such as $filter is.
 * @param line - the line of the request line
 */
export function optionOf(text: string, line: number, name: string): Place | undefined {
  const pattern = new RegExp(`[?&]${name.replace("$", "(?:\\$|%24)")}=([^&]*)`, "i");
  const lines = text.slice(lineAt(text, line).from).split("\n");
  let at = lineAt(text, line).from;
  for (const [i, piece] of lines.entries()) {
    if (i > 0 && !/^\s*[?&]/.test(piece)) {
      return undefined;
    }
    const url = piece.replace(/(\s+HTTP\/[\d.]+)?\s*$/, "");
    const [all, value = ""] = pattern.exec(url) ?? [];
    if (all !== undefined) {
      const from = at + url.indexOf(all) + all.length - value.length;
      return { from, to: from + value.length };
    }
    at += piece.length + 1;
  }
  return undefined;
}

/** A string in a filter, with the variables in it; or a variable outside strings. */
export const literal = /'(?:\{\{.*?\}\}|''|[^'])*'|\{\{.*?\}\}/;
