/** Cuts the text of a data file into pieces that the engine stores one after another. */

/** A piece: the header and some rows. */
export interface Chunk {
  readonly text: string;
  /** The number of its first row's line in the file, from 1. */
  readonly line: number;
  /** How many rows there are up to its end. */
  readonly rows: number;
}

/** About so many characters are in a piece: some thousand rows. */
const size = 256 * 1024;

/** Yields the pieces of a file. A quoted cell may have several lines, and a comment stays with its row. */
export function* chunks(text: string): Generator<Chunk> {
  const body = rowEnd(text, 0);
  const header = text.slice(0, body).replace(/\r?\n$/, "");
  let line = 1 + lines(text, 0, body);
  let rows = 0;
  let yielded = false;
  for (let at = body; at < text.length; ) {
    const first = at;
    let here = 0;
    let comment = false;
    while (at < text.length && (at - first < size || comment)) {
      comment = text.charAt(at) === "#";
      const end = rowEnd(text, at);
      here += comment || end - at < 2 ? 0 : 1;
      at = end;
    }
    rows += here;
    yield { text: `${header}\n${text.slice(first, at)}`, line, rows };
    yielded = true;
    line += lines(text, first, at);
  }
  if (!yielded && header.trim() !== "") {
    yield { text: `${header}\n`, line, rows };
  }
}

/** Where the row that begins there ends, after its line break. */
function rowEnd(text: string, from: number): number {
  const comment = text.charAt(from) === "#";
  for (let at = from; ; ) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline + 1;
    const quote = comment ? -1 : text.slice(at, end).indexOf('"');
    if (quote < 0) {
      return end;
    }
    const close = text.indexOf('"', at + quote + 1);
    if (close < 0) {
      return text.length;
    }
    at = close + 1;
  }
}

function lines(text: string, from: number, to: number): number {
  let found = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) {
    found++;
  }
  return found;
}
