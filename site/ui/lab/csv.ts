/**
 * The data of a table as text: CSV whose header tells types, with comments, and templates for rows that are
 * generated. The Go side is engine/language/data; testdata/vectors.json there has what both agree on.
 *
 * A row keeps the text that it was read from, with the comments above it. So writing gives the same bytes,
 * and editing a row changes that row only. Cells are read from the text when they are needed.
 */
import { isKey, nameProblem, quote, type Type, typeNamed, types } from "./value.ts";

/** The text of a cell. null: the entity doesn't have the property. */
export type Cell = string | null;

export interface Column {
  readonly name: string;
  /** The type that the header tells. */
  readonly type?: Type;
}

/** What is wrong at a place in a text. */
export interface Fault {
  readonly at: number;
  readonly message: string;
  readonly hint: string;
}

/** The data of one table. */
export interface Sheet {
  /** The text before the first row: the header, and the line break after it. */
  readonly head: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** The text after the last row. */
  readonly tail: string;
  /** What is wrong with the header. It has to be right before anything else is. */
  readonly faults: readonly Fault[];
}

/** A row's cells, and where in its text each begins. */
export interface Cells {
  readonly values: Cell[];
  readonly starts: number[];
  /** Where the text isn't CSV. */
  readonly fault: Fault | undefined;
  readonly end: number;
}

/** An entity, or a template of several. */
export class Row {
  /** Its text in the file, with the comments above it and the line break after it. */
  readonly text: string;
  /** Where its cells begin in the text. */
  readonly at: number;
  /** How many entities it's a template of; 0 if it's an entity itself, -1 if the number isn't allowed. */
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

/** The most entities that one template stands for. */
export const maxTimes = 1_000_000;

/** Reads the text of a table. */
export function parse(text: string): Sheet {
  const start = skip(text, text.startsWith("\ufeff") ? 1 : 0).at;
  const hint = "Begin with a line such as PartitionKey,RowKey,LastName,Age:Int32.";
  const read = readCells(text, start);
  const none = { head: text, columns: [], rows: [], tail: "" };
  if (start === text.length) {
    return { ...none, faults: [{ at: 0, message: "The data has no header.", hint }] };
  }
  if (read.fault) {
    return { ...none, faults: [read.fault] };
  }
  const head = text.slice(0, read.end);
  const faults: Fault[] = [];
  const say = (column: number, message: string, hint: string) => {
    faults.push({ at: read.starts[column] ?? start, message, hint });
  };
  const columns = readHeader(read.values, say);
  for (const key of ["PartitionKey", "RowKey"]) {
    if (faults.length === 0 && !columns.some(({ name }) => name === key)) {
      say(0, `There is no column ${key}.`, hint);
    }
  }
  return { head, columns, ...readRows(text, read.end), faults };
}

/** Writes a table. What hasn't been edited has the bytes that were read. */
export function write({ head, rows, tail }: Pick<Sheet, "head" | "rows" | "tail">): string {
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
  const above = before.slice(0, skip(before, before.startsWith("\ufeff") ? 1 : 0).at);
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

/** Whether a column tells the types of another one, as Azure Storage Explorer writes them. */
export function isTypes(name: string): boolean {
  return name.endsWith("@type");
}

/** Whether a column isn't a property that is stored. */
export function isIgnored(name: string): boolean {
  return isTypes(name) || name === "Timestamp";
}

/**
 * Returns the types of a row's cells, by column. A type is what the row tells, else what the header tells,
 * else what the first row that tells one says.
 */
export function typesOf({
  columns,
  rows,
}: Pick<Sheet, "columns" | "rows">): (cells: readonly Cell[]) => Type[] {
  const told = columns.map(({ name }) =>
    isKey(name) ? -1 : columns.findIndex((each) => each.name === `${name}@type`),
  );
  const usual = columns.map(({ type }, i) => type ?? firstTold(rows, told[i] ?? -1) ?? "String");
  if (told.every((i) => i < 0)) {
    return () => usual;
  }
  return (cells) => usual.map((type, i) => typeNamed(cells[told[i] ?? -1] ?? "") ?? type);
}

function firstTold(rows: readonly Row[], column: number): Type | undefined {
  for (const { cells } of column < 0 ? [] : rows) {
    const type = typeNamed(cells[column] ?? "");
    if (type) {
      return type;
    }
  }
  return undefined;
}

type Say = (column: number, message: string, hint: string) => void;

function readHeader(values: readonly Cell[], say: Say): Column[] {
  const columns = values.map((value) => readColumn(value ?? ""));
  columns.forEach(({ name, type }, i) => {
    const told = values[i]?.split(/:(.*)/s)[1]?.trim();
    const wrong = isTypes(name) ? undefined : nameProblem(name);
    const of = name.slice(0, -"@type".length);
    if (told !== undefined && !type) {
      say(i, `There is no type ${quote(told)}.`, `Types: ${types.join(", ")}.`);
    } else if (isKey(name) && type && type !== "String") {
      say(i, `The ${name} is always a String.`, "Delete the type.");
    } else if (wrong) {
      say(i, wrong.message, wrong.hint);
    } else if (columns.findIndex((each) => each.name === name) < i) {
      say(i, `There are two columns ${name}.`, "Delete one of them.");
    } else if (
      isTypes(name) &&
      of !== "Timestamp" &&
      !columns.slice(0, i).some((each) => each.name === of)
    ) {
      say(
        i,
        `There is no column ${of} before these types.`,
        `Delete the column, or put it after ${of}.`,
      );
    }
  });
  return columns;
}

function readColumn(text: string): Column {
  const [name = "", told] = text.split(/:(.*)/s);
  const type = told === undefined ? undefined : typeNamed(told.trim());
  return { name: name.trim(), ...(type ? { type } : {}) };
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
export function readTimes(comment: string): number | undefined {
  const [, digits] = /^#\s*(\d+)\s+times?\s*$/.exec(comment) ?? [];
  const n = Number(digits);
  return digits === undefined ? undefined : n >= 1 && n <= maxTimes ? n : -1;
}

const twice = 'Write a quote inside a cell twice: "6"" pipe".';

/** Reads the cells of a line, which goes on behind line breaks that are in quotes. */
function readCells(text: string, from: number): Cells {
  const values: Cell[] = [];
  const starts: number[] = [];
  const done = (end: number, fault?: Fault): Cells => ({ values, starts, fault, end });
  for (let at = from; ; at++) {
    starts.push(at);
    if (text[at] === '"') {
      const close = closing(text, at);
      values.push(text.slice(at + 1, close < 0 ? text.length : close).replaceAll('""', '"'));
      if (close < 0) {
        return done(text.length, {
          at,
          message: "This quote isn't closed.",
          hint: 'Close it with " at the end of the cell.',
        });
      }
      at = close + 1;
      if (at !== cellEnd(text, at)) {
        const fault = { at, message: "Expected a comma after the closing quote.", hint: twice };
        return done(lineAfter(text, at), fault);
      }
    } else {
      const end = cellEnd(text, at);
      values.push(text.slice(at, end) || null);
      at = end;
    }
    if (text[at] !== ",") {
      return done(lineAfter(text, at));
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
