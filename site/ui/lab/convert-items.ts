/** The rows of a file in any of the formats that people have, one after another. */
import { type Piece, Pieces, readObject, type Value } from "./convert-json.ts";
import {
  Delimited,
  delimiterOf,
  type Problem,
  type Raw,
  readHTML,
  readMarkdown,
} from "./convert-rows.ts";
import { breather, type Coding, headOf, Refusal, textOf } from "./convert-text.ts";
import type { Told } from "./convert-types.ts";
import type { Cell } from "./csv.ts";
import { isTypes, readTimes } from "./csv.ts";
import { isValue, maxProperties, typeNamed } from "./value.ts";

export type Format =
  | "data"
  | "explorer"
  | "csv"
  | "json"
  | "odata"
  | "jsonl"
  | "html"
  | "markdown"
  | "http";

/** How a file is read. */
export interface Form {
  readonly format: Format;
  readonly coding: Coding;
  readonly delimiter: string;
  /** Whether the first row has the names of the columns. */
  readonly header: boolean;
  /** In JSON: the member whose items are the rows; "{" if the members are, and "" if the document is. */
  readonly member: string;
}

/** A row. Cells are in the order of the columns; those that are missing at the end have no value. */
export interface Item {
  readonly line: number;
  readonly cells: readonly Cell[];
  readonly told: readonly (Told | undefined)[];
  readonly problem?: Problem;
}

const headSize = 65_536;
/** The most characters of a document that has to be read as a whole. */
const maxWhole = 20_000_000;

/** Finds out what a file is. */
export async function formOf(blob: Blob, name: string, coding: Coding): Promise<Form> {
  const head = await headOf(blob, coding, headSize);
  const start = head.replace(/^\ufeff/, "").trimStart();
  const form = { coding, delimiter: ",", header: true, member: "" };
  if (
    /\.(http|rest)$/i.test(name) ||
    /^(?:(?:#[^\n]*|@\w+ *=[^\n]*|[ \t\r]*)\n)*[A-Z]+ +(?:{{|https?:)/.test(start)
  ) {
    return { ...form, format: "http" };
  }
  if (start.startsWith("<") && /<table/i.test(head)) {
    return { ...form, format: "html" };
  }
  if (/^[[{]/.test(start)) {
    return formOfJSON(blob, form, start);
  }
  const [one = "", two = ""] = start.split("\n", 2);
  if (one.includes("|") && two.includes("-") && /^[-|:\s]+$/.test(two)) {
    return { ...form, format: "markdown" };
  }
  const delimiter = delimiterOf(start);
  const rows = new Delimited(delimiter).read(start, start.length < headSize);
  const names = rows.find(({ cells }) => !(cells[0] ?? "").startsWith("#"))?.cells ?? [];
  const keys = names.includes("PartitionKey") && names.includes("RowKey") && delimiter === ",";
  const times = start.split("\n").some((line) => readTimes(line) !== undefined);
  const typed = names.some(
    (each) => each.includes(":") && typeNamed((each.split(":")[1] ?? "").trim()),
  );
  const format = keys && (typed || times) ? "data" : names.some(isTypes) ? "explorer" : "csv";
  return { ...form, delimiter, header: hasHeader(rows), format };
}

/** Whether the first row looks like names rather than values. */
function hasHeader(rows: readonly Raw[]): boolean {
  const [first, ...rest] = rows.map(({ cells }) => cells);
  const value = (cell: string) =>
    cell !== "" &&
    (isValue("Double", cell) ||
      isValue("Guid", cell) ||
      /^\d{4}-\d\d|@|^(true|false)$/i.test(cell));
  if (!first || first.some((cell) => value(cell) && !isTypes(cell))) {
    return false;
  }
  const names = first.filter((cell) => cell !== "");
  const repeated = rest.some((cells) => cells.some((cell, i) => cell !== "" && cell === first[i]));
  return names.length > 0 && new Set(names).size === names.length && !repeated;
}

async function formOfJSON(blob: Blob, form: Omit<Form, "format">, start: string): Promise<Form> {
  const [first = "", second = ""] = start.split(/\r?\n/).filter((line) => line.trim() !== "");
  const lines = start.startsWith("{") && second.trimStart().startsWith("{");
  if (lines && Array.isArray(readObject(first))) {
    return { ...form, format: "jsonl" };
  }
  const format = /"odata\.|@odata\./.test(start) ? "odata" : "json";
  const member = start.startsWith("[") ? "[" : await memberOf(blob, form.coding);
  return { ...form, format, member };
}

/** Finds the rows in an object: its largest array of objects, or its members if all of them are objects. */
async function memberOf(blob: Blob, coding: Coding): Promise<string> {
  const arrays = new Map<string, number>();
  const kinds = new Set<boolean>();
  for await (const pieces of batches(blob, coding, new Pieces())) {
    for (const { member, item, json } of pieces) {
      const object = json.startsWith("{");
      if (!item) {
        kinds.add(object);
      } else if (object) {
        arrays.set(member, (arrays.get(member) ?? 0) + 1);
      }
    }
  }
  const [most] = [...arrays].sort((a, b) => b[1] - a[1]);
  return most?.[0] ?? (kinds.has(true) && !kinds.has(false) ? "{" : "");
}

/** What takes text in pieces, and returns what is complete. */
interface Reader<Part> {
  read(text: string, last?: boolean): Part[];
}

/** Reads a file, and lets the page do other things from time to time. */
async function* batches<Part>(
  blob: Blob,
  coding: Coding,
  reader: Reader<Part>,
): AsyncGenerator<Part[]> {
  const breathe = breather();
  for await (const text of textOf(blob, coding)) {
    yield reader.read(text);
    await breathe();
  }
  yield reader.read("", true);
}

/** Yields the rows of a file, some at a time. `names` gets the names of the columns. */
export async function* itemsOf(blob: Blob, form: Form, names: string[]): AsyncGenerator<Item[]> {
  const { format, coding } = form;
  if (format === "json" || format === "odata" || format === "jsonl") {
    const objects = new Objects(form, names);
    const reader = format === "jsonl" ? new Lines() : new Pieces();
    for await (const pieces of batches<Piece>(blob, coding, reader)) {
      yield pieces.flatMap((piece) => objects.items(piece));
    }
    yield objects.rest();
    return;
  }
  const rows = new Rows(form, names);
  if (format === "html" || format === "markdown") {
    const text = await headOf(blob, coding, maxWhole);
    yield rows.items(format === "html" ? readHTML(text) : readMarkdown(text));
    return;
  }
  for await (const batch of batches(blob, coding, new Delimited(form.delimiter))) {
    yield rows.items(batch);
  }
}

/** Makes items of rows of cells. */
class Rows {
  readonly #form: Form;
  readonly #names: string[];
  /** For each column, the one that tells its types; undefined before the first row. */
  #types: number[] | undefined;
  #told: readonly Told[] = [];

  constructor(form: Form, names: string[]) {
    this.#form = form;
    this.#names = names;
  }

  items(rows: readonly Raw[]): Item[] {
    return rows.flatMap((row) => {
      const first = this.#types === undefined;
      if (first) {
        this.#begin(row);
      }
      return first && this.#form.header ? [] : [this.#item(row)];
    });
  }

  #begin({ line, cells }: Raw): void {
    if (cells.length > 2 * maxProperties + 6) {
      const message = `Line ${line} has ${cells.length.toLocaleString("en")} cells.`;
      throw new Refusal(message, `An entity can have ${maxProperties} properties.`);
    }
    const { header, format } = this.#form;
    const names = cells.map((cell, i) =>
      header && cell.trim() !== "" ? cell.trim() : `Column${i + 1}`,
    );
    this.#names.push(...names);
    this.#types = names.map((name) => (format === "explorer" ? names.indexOf(`${name}@type`) : -1));
    this.#told = names.map(() => "anything");
  }

  #item({ line, cells, problem }: Raw): Item {
    const width = this.#names.length;
    const values = cells.map((cell) => (cell === "" ? null : cell));
    if (problem) {
      return { line, cells: [], told: [], problem };
    }
    if (values.length > width && values.slice(width).some((cell) => cell !== null)) {
      const message = `There are ${cells.length} cells, and ${width} columns.`;
      const hint = "Put quotes around a cell that has the delimiter in it.";
      return { line, cells: [], told: [], problem: { message, hint } };
    }
    const told =
      this.#form.format === "explorer"
        ? this.#types?.map((at) => typeNamed(values[at] ?? "") ?? "anything")
        : undefined;
    return { line, cells: values.slice(0, width), told: told ?? this.#told };
  }
}

/** Makes items of objects in JSON. */
class Objects {
  readonly #form: Form;
  readonly #names: string[];
  readonly #index = new Map<string, number>();
  /** The members of a document that is one row. */
  readonly #members: string[] = [];

  constructor(form: Form, names: string[]) {
    this.#form = form;
    this.#names = names;
  }

  items(piece: Piece): Item[] {
    const { member, format } = this.#form;
    if (piece.problem) {
      return [{ line: piece.line, cells: [], told: [], problem: piece.problem }];
    }
    if (
      format === "jsonl" ||
      (piece.item ? member === "[" || member === piece.member : member === "{")
    ) {
      return [this.#item(piece)];
    }
    if (member === "" && !piece.item) {
      this.#members.push(`${JSON.stringify(piece.member)}:${piece.json}`);
    }
    return [];
  }

  rest(): Item[] {
    const json = `{${this.#members.join()}}`;
    return this.#members.length > 0 ? [this.#item({ line: 1, member: "", item: false, json })] : [];
  }

  #item({ line, json, member }: Piece): Item {
    const values = readObject(json);
    if (!Array.isArray(values)) {
      return { line, cells: [], told: [], problem: values };
    }
    if (values.length > 4 * maxProperties) {
      const message = `The object in line ${line} has ${values.length.toLocaleString("en")} properties.`;
      throw new Refusal(message, `An entity can have ${maxProperties}.`);
    }
    const key: Value[] =
      this.#form.member === "{" ? [{ name: "Key", kind: "string", text: member }] : [];
    return {
      line,
      ...cellsOf([...key, ...values], this.#form.format === "odata", this.#names, this.#index),
    };
  }
}

/** The lines of a text, each of which is an object. */
class Lines {
  #rest = "";
  #line = 0;

  read(text: string, last = false): Piece[] {
    const lines = (this.#rest + text).split("\n");
    this.#rest = last ? "" : (lines.pop() ?? "");
    if (this.#rest.length > 4_000_000) {
      throw new Refusal(`Line ${this.#line + 1} has more than 4 MB.`, "An entity can have 1 MiB.");
    }
    return lines.flatMap((json) => {
      const line = ++this.#line;
      const empty = json.trim() === "";
      return empty ? [] : [{ line, member: "", item: true, json: json.replace(/^\ufeff/, "") }];
    });
  }
}

/** Puts values in the order of the columns, which become more as there are new names. */
function cellsOf(
  values: readonly Value[],
  odata: boolean,
  names: string[],
  index: Map<string, number>,
): { cells: Cell[]; told: (Told | undefined)[] } {
  const cells: Cell[] = [];
  const told: (Told | undefined)[] = [];
  const types = new Map(values.map(({ name, text }) => [name, text]));
  for (const { name, kind, text } of values) {
    if (kind === "null" || /(^|@)odata\./.test(name) || (odata && name === "Timestamp")) {
      continue;
    }
    const at = index.get(name) ?? names.push(name) - 1;
    index.set(name, at);
    while (cells.length < at) {
      cells.push(null);
    }
    cells[at] = text;
    told[at] = toldOf(kind, text, odata, typeNamed(types.get(`${name}@odata.type`) ?? ""));
  }
  return { cells, told };
}

function toldOf(kind: Value["kind"], text: string, odata: boolean, type: Told | undefined): Told {
  if (type) {
    return type;
  }
  if (kind === "boolean" || kind === "number") {
    const type = kind === "boolean" ? "Boolean" : isValue("Int32", text) ? "Int32" : "Double";
    return odata ? type : "anything";
  }
  return kind === "nested" ? "nested" : odata ? "String" : "text";
}
