/**
 * The data of a table as text: csv with comments, and templates for rows that are generated. What its types,
 * names and values mean, and what is wrong with them, the engine says; testdata/vectors.json in
 * engine/language/data has where both find the cells.
 *
 * A row keeps the text that it was read from, with the comments above it. So writing gives the same bytes,
 * and editing a row changes that row only. Cells are read from the text when they are needed.
 */

/** The text of a cell. null: the entity doesn't have the property. */
export type Cell = string | null;

export interface Column {
  readonly name: string;
  /** The type that the header tells, as it's written there. */
  readonly type?: string;
}

/** The data of one table. */
export interface Sheet {
  /** The text before the first row: the header, and the line break after it. */
  readonly head: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** The text after the last row. */
  readonly tail: string;
}

/** A row's cells, and where in its text each begins. */
export interface Cells {
  readonly values: Cell[];
  readonly starts: number[];
  readonly end: number;
}

/** An entity, or a template of several. */
export class Row {
  /** Its text in the file, with the comments above it and the line break after it. */
  readonly text: string;
  /** Where its cells begin in the text. */
  readonly at: number;
  /** How many entities it's a template of; 0 if it's an entity itself. */
  readonly times: number;

  constructor(text: string, at = 0, times = 0) {
    this.text = text;
    this.at = at;
    this.times = times;
  }

  get cells(): readonly Cell[] {
    const { text, at } = this;
    if (text.includes('"', at)) {
      return this.read().values;
    }
    const cells: Cell[] = text.slice(at, text.length - lineEnd(text).length).split(",");
    for (let i = 0; i < cells.length; i++) {
      cells[i] ||= null;
    }
    return cells;
  }

  read(): Cells {
    return readCells(this.text, this.at);
  }

  /** The same row with other cells. The comments above it stay. */
  with(cells: readonly Cell[]): Row {
    const { text, at, times } = this;
    return new Row(text.slice(0, at) + line(cells) + lineEnd(text), at, times);
  }

  /** The same row as a template of so many; 0 makes it an entity. */
  repeated(times: number): Row {
    const lines = this.text.slice(0, this.at).split(/(?<=\n)/);
    const above = lines.filter((each) => readTimes(each) === undefined).join("");
    const told = times > 0 ? `# ${times} times${lineEnd(this.text) || "\n"}` : "";
    return new Row(above + told + this.text.slice(this.at), above.length + told.length, times);
  }
}

/** Reads the text of a table. */
export function parse(text: string): Sheet {
  const at = start(text);
  if (at === text.length) {
    return { head: text, columns: [], rows: [], tail: "" };
  }
  const { values, end } = readCells(text, at);
  const columns = values.map((value) => readColumn(value ?? ""));
  return { head: text.slice(0, end), columns, ...readRows(text, end) };
}

/** Returns where the header of a text begins. */
export function start(text: string): number {
  return skip(text, text.startsWith("\ufeff") ? 1 : 0).at;
}

/** Writes a table. What hasn't been edited has the bytes that were read. */
export function write({ head, rows, tail }: Omit<Sheet, "columns">): string {
  const texts = [head];
  let open = head !== "" && !head.endsWith("\n");
  const put = (text: string) => {
    if (open && text !== "") {
      texts.push(lineEnd(head) || "\n");
    }
    texts.push(text);
    open = text === "" ? open : !text.endsWith("\n");
  };
  for (const row of rows) {
    put(row.text);
  }
  put(tail);
  return texts.join("");
}

/** Writes a header for other columns in place of one. */
export function header(columns: readonly Column[], before: string): string {
  const above = before.slice(0, start(before));
  const names = columns.map(({ name, type }) => (type ? `${name}:${type}` : name));
  return above + line(names) + (lineEnd(before) || "\n");
}

/** Writes cells as one line, without its line break. */
export function line(cells: readonly Cell[]): string {
  return cells.map(encode).join(",");
}

function encode(cell: Cell, index: number): string {
  const special = cell && (/[",\r\n]/.test(cell) || (index === 0 && cell.startsWith("#")));
  return cell === "" || special ? `"${cell.replaceAll('"', '""')}"` : (cell ?? "");
}

/** The line break at the end of a text, if there is one. */
function lineEnd(text: string): string {
  return ["\r\n", "\n", "\r"].find((end) => text.endsWith(end)) ?? "";
}

/** Reads the name of a column, and the type behind a colon. */
export function readColumn(text: string): Column {
  const [name = "", type] = text.split(/:(.*)/s).map((each) => each.trim());
  return { name, ...(type ? { type } : {}) };
}

function readRows(text: string, from: number): { rows: Row[]; tail: string } {
  const rows: Row[] = [];
  let start = from;
  let quoteAt = text.indexOf('"', from);
  for (;;) {
    const { at, times } = skip(text, start);
    if (at === text.length) {
      return { rows, tail: text.slice(start) };
    }
    let end = text.indexOf("\n", at) + 1 || text.length;
    if (quoteAt >= 0 && quoteAt < at) {
      quoteAt = text.indexOf('"', at);
    }
    if (quoteAt >= 0 && quoteAt < end) {
      end = readCells(text, at).end;
    }
    rows.push(new Row(text.slice(start, end), at - start, times));
    start = end;
  }
}

/** Skips blank lines and comments. times is what the last comment says of the row below. */
function skip(text: string, from: number): { at: number; times: number } {
  let times = 0;
  for (let at = from; ; ) {
    const c = text.charCodeAt(at);
    if (
      at === text.length ||
      (c > 35 && c < 128) ||
      (c !== 35 && !/^\s*(?:\n|$)/.test(text.slice(at, lineAfter(text, at))))
    ) {
      return { at, times };
    }
    const end = lineAfter(text, at);
    if (c === 35) {
      times = readTimes(text.slice(at, end)) ?? times;
    }
    at = end;
  }
}

function lineAfter(text: string, at: number): number {
  return text.indexOf("\n", at) + 1 || text.length;
}

/** Reads a comment that says how often the row below is repeated. */
function readTimes(comment: string): number | undefined {
  const [, digits] = /^#\s*(\d+)\s+times?\s*$/.exec(comment) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Reads the cells of a line, which goes on behind line breaks that are in quotes. */
export function readCells(text: string, from: number): Cells {
  const values: Cell[] = [];
  const starts: number[] = [];
  for (let at = from; ; at++) {
    starts.push(at);
    if (text[at] === '"') {
      const close = closing(text, at);
      values.push(text.slice(at + 1, close < 0 ? text.length : close).replaceAll('""', '"'));
      if (close < 0) {
        return { values, starts, end: text.length };
      }
      at = close + 1;
      if (at !== cellEnd(text, at)) {
        return { values, starts, end: lineAfter(text, at) };
      }
    } else {
      const end = cellEnd(text, at);
      values.push(text.slice(at, end) || null);
      at = end;
    }
    if (text[at] !== ",") {
      return { values, starts, end: lineAfter(text, at) };
    }
  }
}

/** Returns where a cell in quotes ends, or -1. */
export function closing(text: string, open: number): number {
  for (let at = open + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0 || text[at + 1] !== '"') {
      return at;
    }
  }
}

/** Returns where a cell without quotes ends: at a comma, a line break or the end. */
function cellEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (
      c === 44 ||
      c === 10 ||
      (c === 13 && (at + 1 === text.length || text.charCodeAt(at + 1) === 10))
    ) {
      return at;
    }
  }
  return text.length;
}
