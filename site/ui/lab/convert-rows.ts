/** Rows of cells in text: CSV in all its dialects, and tables in Markdown and HTML. */
import { Refusal } from "./convert-text.ts";
import { closing } from "./csv.ts";

/** A row as it was found. */
export interface Raw {
  /** The line where it begins. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly problem?: Problem;
}

export interface Problem {
  readonly message: string;
  readonly hint: string;
}

type Row = Omit<Raw, "line"> & { readonly end: number };

/** A cell, and where it ends. */
interface Found {
  readonly text: string;
  readonly end: number;
  readonly problem?: Problem;
}

/** The most characters of a row. An entity has at most 1 MiB. */
const maxRow = 4_000_000;

/** Reads rows of cells with a delimiter between them, from text that comes in pieces. */
export class Delimited {
  readonly #delimiter: string;
  #rest = "";
  #line = 1;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Returns the rows that are complete. */
  read(text: string, last = false): Raw[] {
    const all = this.#rest + text;
    const rows: Raw[] = [];
    let at = 0;
    if (!last && all.length < maxRow && !/[\r\n]/.test(text)) {
      this.#rest = all; // no row can end here
      return rows;
    }
    while (at < all.length) {
      // A quote that isn't closed for so long is a mistake, so it needn't be waited for.
      const found = this.#row(all, at, last || all.length - at > maxRow);
      if (!found) {
        break;
      }
      const { end, ...row } = found;
      if (end - at > maxRow) {
        throw new Refusal(`Line ${this.#line} has more than 4 MB.`, "An entity can have 1 MiB.");
      }
      if (row.problem || row.cells.length > 1 || row.cells[0] !== "") {
        rows.push({ line: this.#line, ...row });
      }
      this.#line += lines(all, at, end);
      at = end;
    }
    this.#rest = all.slice(at);
    return rows;
  }

  /** Reads a row, or returns undefined if more text is needed. */
  #row(text: string, from: number, last: boolean): Row | undefined {
    const cells: string[] = [];
    for (let at = from; ; at++) {
      const cell = text[at] === '"' ? this.#quoted(text, at) : this.#plain(text, at);
      if (cell.end === text.length && !last) {
        return undefined;
      }
      if (cell.problem) {
        // Reading goes on in the next line.
        const end = text.indexOf("\n", from) + 1 || text.length;
        return { cells: [], problem: cell.problem, end };
      }
      cells.push(cell.text);
      at = cell.end;
      if (text[at] !== this.#delimiter) {
        return { cells, end: at + (text.startsWith("\r\n", at) ? 2 : 1) };
      }
    }
  }

  #plain(text: string, at: number): Found {
    const end = this.#end(text, at);
    return { text: text.slice(at, end), end };
  }

  #quoted(text: string, at: number): Found {
    const close = closing(text, at);
    const end = close < 0 ? text.length : this.#end(text, close + 1);
    const problem = close < 0 ? unclosed : end > close + 1 ? twice : undefined;
    const inside = text.slice(at + 1, close).replaceAll('""', '"');
    return { text: inside, end, ...(problem ? { problem } : {}) };
  }

  /** Returns where a cell ends: at a delimiter, a line break or the end. */
  #end(text: string, from: number): number {
    const code = this.#delimiter.charCodeAt(0);
    for (let at = from; at < text.length; at++) {
      const c = text.charCodeAt(at);
      if (c === code || c === 10 || c === 13) {
        return at;
      }
    }
    return text.length;
  }
}

const unclosed = {
  message: "A quote isn't closed.",
  hint: 'Close it with " at the end of the cell, or write a quote inside a cell twice.',
};
const twice = {
  message: "There is text after the closing quote of a cell.",
  hint: 'Write a quote inside a cell twice: "6"" pipe".',
};

function lines(text: string, from: number, to: number): number {
  let n = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) {
    n++;
  }
  return n;
}

/** Finds the delimiter that divides the first lines into the same number of cells most often. */
export function delimiterOf(head: string): string {
  const scored = [",", ";", "\t", "|"].map((delimiter) => {
    const rows = new Delimited(delimiter).read(head.slice(0, 20_000), head.length < 20_000);
    const widths = rows.slice(0, 50).map(({ cells }) => cells.length);
    const width = widths[0] ?? 1;
    const same = widths.filter((each) => each === width).length;
    return { delimiter, score: width > 1 ? (same / widths.length) * 10 + Math.min(width, 9) : 0 };
  });
  return scored.reduce((best, each) => (each.score > best.score ? each : best)).delimiter;
}

/** Reads a table in Markdown. */
export function readMarkdown(text: string): Raw[] {
  return text.split(/\r?\n/).flatMap((each, i) => {
    const row = each.trim();
    if (!row.includes("|") || /^[\s|:-]+$/.test(row)) {
      return [];
    }
    const inner = row.replace(/^\|/, "").replace(/(?<!\\)\|$/, "");
    const cells = inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
    return [{ line: i + 1, cells }];
  });
}

/** Reads the first table of an HTML document. Nothing of it becomes an element. */
export function readHTML(text: string): Raw[] {
  const lower = text.toLowerCase();
  const table = new Table();
  for (let at = lower.indexOf("<table"); at >= 0; ) {
    const open = text.indexOf("<", at);
    const end = open < 0 ? -1 : text.indexOf(">", open);
    table.text(text.slice(at, open < 0 ? text.length : open));
    const tag = /^<(\/?[a-z]+|!--)/.exec(lower.slice(open, open + 12))?.[1] ?? "";
    if (end < 0 || tag === "/table") {
      break;
    }
    table.tag(tag);
    at = hidden.includes(tag) ? after(lower, tag, open) : end + 1;
  }
  return table.rows;
}

/** Elements whose content isn't text. */
const hidden = ["!--", "script", "style"];

/** Returns where the content of a hidden element ends, or -1. */
function after(lower: string, tag: string, open: number): number {
  return lower.indexOf(tag === "!--" ? "-->" : `</${tag}`, open);
}

/** A table that is put together from tags and the text between them. */
class Table {
  readonly #rows: { line: number; cells: string[] }[] = [];
  #cell: string | undefined;
  #line = 1;

  get rows(): Raw[] {
    this.#close();
    return this.#rows.filter(({ cells }) => cells.length > 0);
  }

  text(text: string): void {
    this.#line += lines(text, 0, text.length);
    if (this.#cell !== undefined) {
      this.#cell += text;
    }
  }

  tag(tag: string): void {
    if (tag === "br") {
      this.#cell = this.#cell === undefined ? undefined : `${this.#cell}\n`;
    } else if (/^\/?t[rdh]$/.test(tag)) {
      this.#close();
    }
    if (tag === "tr") {
      this.#rows.push({ line: this.#line, cells: [] });
    } else if (tag === "td" || tag === "th") {
      this.#cell = "";
    }
  }

  #close(): void {
    if (this.#cell !== undefined) {
      this.#rows.at(-1)?.cells.push(plain(this.#cell));
    }
    this.#cell = undefined;
  }
}

const entities = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
]);

/** The text of a cell, without the white space of its source. */
function plain(text: string): string {
  return text
    .replace(/[^\S\n]+/g, " ")
    .replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,5});/gi, (all, name: string) => {
      const code = name.startsWith("#") ? Number(name.slice(1).replace(/^x/i, "0x")) : 0;
      const character = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
      return character ?? entities.get(name) ?? all;
    })
    .trim();
}
