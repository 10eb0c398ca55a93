/**
 * Turns what people have into the data of a table: CSV of any kind, CSV of Azure Storage Explorer, JSON,
 * answers of the service, JSON lines, tables in HTML and Markdown.
 *
 * A file is read twice. `inspect` finds out what it is, and says what it assumes: types with reasons, names
 * that have to change, and columns that could be the keys, with numbers. The reader chooses. `convert` then
 * writes the data, and tells which rows are bad. Both read a piece at a time, in a worker or on the page.
 */
import { type Form, type Format, formOf, type Item, itemsOf } from "./convert-items.ts";
import { codingOf, Refusal, textOf, Undecodable } from "./convert-text.ts";
import { hash, Stats, standard, type Told } from "./convert-types.ts";
import { type Cell, isTypes, line as lineOf } from "./csv.ts";
import { count } from "./grid-edits.ts";
import {
  forbidden,
  isKey,
  isValue,
  keyProblem,
  maxProperties,
  nameProblem,
  quote,
  type Type,
  types,
  valueProblem,
} from "./value.ts";

export { Refusal } from "./convert-text.ts";

/** A column of the file, and the property that it becomes. */
export interface Source {
  /** Its place among the columns of the file. */
  readonly at: number;
  /** Its name in the file. */
  readonly from: string;
  /** The name of the property. */
  readonly name: string;
  readonly type: Type;
  /** Why it has this type. */
  readonly reason: string;
  /** Whether rows have types of their own. */
  readonly mixed: boolean;
  /** How many rows have a value, and how many of the values are different, if that's known. */
  readonly values: number;
  readonly distinct: number | undefined;
  /** How many rows the most frequent value has. */
  readonly largest: number;
  readonly unique: boolean;
  /** How many digits keep numbers in order as text; 0 if they aren't whole numbers. */
  readonly digits: number;
  /** The first and the last of the numbers, or of the times as text. */
  readonly least: number | string | undefined;
  readonly most: number | string | undefined;
}

/** A part of a key: a column, fixed text, or the number of the row. */
export type KeyPart =
  | { readonly column: string; readonly digits?: number }
  | { readonly text: string }
  | { readonly number: number };

/** Which columns become the keys. The parts of a key are joined by _. */
export interface Keys {
  readonly partitionKey: readonly KeyPart[];
  readonly rowKey: readonly KeyPart[];
}

/** Keys to choose from, and what they would mean. */
export interface Suggestion extends Keys {
  readonly words: string;
  /** The columns that the keys hold as they are, so that they needn't be properties, too. */
  readonly without: readonly string[];
}

/** What a file is, and what would become of it. */
export interface Plan {
  readonly format: Format;
  readonly form: Form;
  /** What the file is, in words. */
  readonly words: string;
  readonly rows: number;
  readonly columns: readonly Source[];
  /** What was assumed, renamed or left out. */
  readonly notes: readonly string[];
  /** The rows that can't be read, 100 at most, and how many there are. */
  readonly bad: readonly Bad[];
  readonly refused: number;
  /** The keys, if the file has them. */
  readonly keys: Keys | undefined;
  /** Otherwise, the best ones first. */
  readonly suggestions: readonly Suggestion[];
}

/** A row that can't become an entity. */
export interface Bad {
  readonly line: number;
  readonly message: string;
  readonly hint: string;
}

export interface Choice {
  readonly keys: Keys;
  /** Types to use in place of the plan's, by the name of the property. */
  readonly types?: ReadonlyMap<string, Type>;
  /** The names of properties to leave out. */
  readonly without?: readonly string[];
}

/** What came of converting. */
export interface Outcome {
  readonly rows: number;
  readonly bad: readonly Bad[];
  readonly refused: number;
  readonly partitions: number;
  readonly largest: number;
  /** What was changed on the way. */
  readonly notes: readonly string[];
}

/** How a file is to be read, if not as it seems. */
export interface Options {
  readonly header?: boolean;
  readonly delimiter?: string;
}

const maxBad = 100;
const maxRows = 1_000_000;

/** Finds out what a file is, and what would become of it. It rejects with a Refusal if nothing can. */
export async function inspect(blob: Blob, name: string, options: Options = {}): Promise<Plan> {
  const coding = await codingOf(blob);
  try {
    return await read(blob, { ...(await formOf(blob, name, coding)), ...options });
  } catch (cause) {
    if (!(cause instanceof Undecodable) || coding.encoding !== "utf-8") {
      throw cause;
    }
    const western = { ...coding, encoding: "windows-1252" as const };
    const plan = await read(blob, { ...(await formOf(blob, name, western)), ...options });
    return {
      ...plan,
      notes: [
        "The text isn't UTF-8, so it's read as Windows-1252, which Excel uses.",
        ...plan.notes,
      ],
    };
  }
}

async function read(blob: Blob, form: Form): Promise<Plan> {
  const plan = { format: form.format, form, words: wordsOf(form), notes: [], bad: [], refused: 0 };
  if (form.format === "http" || form.format === "data") {
    return { ...plan, rows: 0, columns: [], keys: undefined, suggestions: [] };
  }
  const names: string[] = [];
  const stats: Stats[] = [];
  const bad = new Faults();
  let rows = 0;
  for await (const items of itemsOf(blob, form, names)) {
    rows += items.length;
    if (rows > maxRows) {
      throw new Refusal("The file has more than 1,000,000 rows.", "Divide it into smaller files.");
    }
    for (const item of items) {
      see(item, stats, bad);
    }
  }
  const notes: string[] = [];
  const columns = columnsOf(names, stats, rows - bad.count, form, notes);
  if (columns.filter((column) => !isKey(column.name)).length > maxProperties) {
    throw new Refusal(
      `The rows have ${columns.length} columns.`,
      `An entity can have ${maxProperties} properties.`,
    );
  }
  const whole = ["PartitionKey", "RowKey"].every((key) =>
    columns.some((column) => column.name === key),
  );
  const keys = whole
    ? { partitionKey: [{ column: "PartitionKey" }], rowKey: [{ column: "RowKey" }] }
    : undefined;
  const suggestions = keys ? [] : suggest(columns, rows - bad.count);
  return { ...plan, rows, columns, notes, bad: bad.list, refused: bad.count, keys, suggestions };
}

/** Takes a row into account. */
function see({ line, cells, told, problem }: Item, stats: Stats[], bad: Faults): void {
  if (problem) {
    bad.add(line, problem);
  }
  for (const [i, cell] of cells.entries()) {
    stats[i] ??= new Stats();
    if (cell !== null) {
      stats[i].add(cell, told[i] ?? "anything", line);
    }
  }
}

/** Bad rows: the first ones, and how many there are. */
class Faults {
  readonly list: Bad[] = [];
  count = 0;

  add(line: number, { message, hint }: { message: string; hint: string }): void {
    this.count++;
    if (this.list.length < maxBad) {
      this.list.push({ line, message, hint });
    }
  }
}

const delimiters: Record<string, string> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "bars",
};

function wordsOf({ format, delimiter, header, member }: Form): string {
  const between = `with ${delimiters[delimiter] ?? delimiter} between the cells`;
  const first = header ? "the first line has the names" : "there is no line with names";
  const words: Record<Format, string> = {
    data: "Data in the format of Rowkey",
    http: "Requests in an .http file",
    explorer: "CSV of Azure Storage Explorer",
    csv: `CSV ${between}; ${first}`,
    json:
      member === "{"
        ? "JSON, an object of objects"
        : member === ""
          ? "JSON, one object"
          : "JSON, an array of objects",
    odata: "JSON as the service answers",
    jsonl: "JSON lines",
    html: `A table in HTML; ${first}`,
    markdown: "A table in Markdown",
  };
  return `${words[format]}.`;
}

/** Decides what columns become. */
function columnsOf(
  names: readonly string[],
  stats: readonly Stats[],
  rows: number,
  { format }: Form,
  notes: string[],
): Source[] {
  const used = new Set<string>();
  const typed = format === "explorer" || format === "odata";
  return names.flatMap((from, i) => {
    const seen = stats[i] ?? new Stats();
    if (isTypes(from) || (typed && from === "Timestamp")) {
      return [];
    }
    const name = unusedName(from, used);
    used.add(name);
    const { type, reason } = isKey(name)
      ? { type: "String" as const, reason: "it's a key" }
      : seen.decide();
    notes.push(...notesOf(from, name, type, seen));
    const whole = type === "Int32" || type === "Int64";
    return [
      {
        at: i,
        from,
        name,
        type,
        reason,
        mixed: seen.mixed,
        values: seen.values,
        distinct: seen.distinct,
        largest: seen.largest,
        unique: seen.values === rows && seen.distinct === rows,
        digits: whole && !seen.negative ? seen.digits : 0,
        least: seen.least,
        most: seen.most,
      },
    ];
  });
}

/** Says what of a column was renamed or assumed. */
function notesOf(from: string, name: string, type: Type, seen: Stats): string[] {
  const why =
    from === "Timestamp"
      ? "the service writes Timestamp itself"
      : "a name is a letter or _, then letters, digits and _";
  const nested = count(seen.nested, "value is an object or a list", "values are objects or lists");
  const untold = count(seen.assumed, "row doesn't", "rows don't");
  return [
    ...(name === from ? [] : [`${quote(from)} becomes ${name}, because ${why}.`]),
    ...(seen.nested > 0 ? [`${name}: ${nested}, and stored as JSON in a String.`] : []),
    ...(seen.assumed > 0 && !isKey(name)
      ? [`${name}: ${untold} tell a type. Where it fits, it's taken to be ${type}.`]
      : []),
  ];
}

/** Makes a name that a property can have, and that isn't used yet. */
function unusedName(from: string, used: ReadonlySet<string>): string {
  const parts = from
    .normalize("NFC")
    .split(/[^\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}]+/u)
    .filter(Boolean);
  const joined = parts
    .map((part, i) => (i > 0 ? part.slice(0, 1).toUpperCase() + part.slice(1) : part))
    .join("");
  const name = nameProblem(from)
    ? `${/^[\p{Nd}\p{Mn}\p{Mc}]|^$/u.test(joined) ? "_" : ""}${joined}`.slice(0, 250)
    : from;
  const base = name === "Timestamp" ? "Time" : nameProblem(name) ? "Column" : name;
  let next = base;
  for (let n = 2; used.has(next); n++) {
    next = `${base}${n}`;
  }
  return next;
}

/** Proposes keys: a column that divides the rows into partitions, and one that tells them apart. */
function suggest(columns: readonly Source[], rows: number): Suggestion[] {
  const own = {
    partition: columns.find(({ name }) => name === "PartitionKey"),
    row: columns.find(({ name }) => name === "RowKey"),
  };
  const keyable = columns.filter(
    ({ type, values }) => rows - values <= spare(rows) && type !== "Double" && type !== "Binary",
  );
  const uniques = own.row
    ? [own.row]
    : keyable
        .filter((column) => lacking(column, rows) <= spare(rows))
        .sort((a, b) => Number(b.unique) - Number(a.unique) || likely(b) - likely(a));
  const groups = keyable
    .filter(
      ({ distinct, type }) =>
        distinct !== undefined && distinct > 1 && distinct * 2 <= rows && type !== "Boolean",
    )
    .sort((a, b) => divider(a) - divider(b) || a.at - b.at);
  const rowKeys: (Source | undefined)[] = uniques.length > 0 ? uniques.slice(0, 2) : [undefined];
  const partitions: (Source | undefined)[] = own.partition
    ? [own.partition]
    : [...groups.slice(0, 3), undefined];
  return partitions.flatMap((partition) =>
    rowKeys.map((row) => ({
      partitionKey: [partition ? part(partition) : { text: "all" }],
      rowKey: [row ? part(row) : { number: String(rows).length }],
      words: `${partitionWords(partition, rows)} ${rowWords(row, rows)}`,
      without: [partition, row].flatMap((column) =>
        column && column.digits === 0 ? [column.name] : [],
      ),
    })),
  );
}

/** How many rows may have no key of their own for a column to be proposed: they're told as bad rows then. */
function spare(rows: number): number {
  return Math.min(20, Math.floor(rows / 20));
}

/** How many rows have no value, or one that another row has. */
function lacking({ distinct = 0 }: Source, rows: number): number {
  return Math.max(0, rows - distinct);
}

/** How well a column divides, the best first: names do, numbers less, and times last. */
function divider({ type }: Source): number {
  return type === "DateTime" ? 2 : type === "String" ? 0 : 1;
}

function part({ name, digits }: Source): KeyPart {
  return digits > 0 ? { column: name, digits } : { column: name };
}

function likely({ name, type }: Source): number {
  return (/(?:id|key|no|nr|number|code|guid)$/i.test(name) ? 2 : 0) + (type === "DateTime" ? 0 : 1);
}

function partitionWords(column: Source | undefined, rows: number): string {
  if (!column) {
    return `One partition for all ${count(rows, "row")}.`;
  }
  const { name, distinct = 0, largest } = column;
  const n = rows.toLocaleString("en");
  const most = largest.toLocaleString("en");
  return `${name} makes ${count(distinct, "partition")}, the largest with ${most} of ${n} rows.`;
}

function rowWords(column: Source | undefined, rows: number): string {
  if (!column) {
    return "No column tells the rows apart, so they're numbered.";
  }
  const padded =
    column.digits > 1
      ? `, with zeros in front to ${column.digits} digits so that 10 sorts after 9`
      : "";
  const without = lacking(column, rows);
  const others = without > 0 ? ` but ${without} (a row without its own key isn't stored)` : "";
  return `${column.name} is different in every row${others}${padded}.`;
}

/** Reads a file as `convert` does, for what comes of it. */
export async function check(blob: Blob, plan: Plan, choice: Choice): Promise<Outcome> {
  const texts = convert(blob, plan, choice);
  for (;;) {
    const { done, value } = await texts.next();
    if (done) {
      return value;
    }
  }
}

/** Yields the data, a piece at a time, without the bad rows, and returns what has come of it. */
export async function* convert(
  blob: Blob,
  plan: Plan,
  choice: Choice,
): AsyncGenerator<string, Outcome> {
  const writer = new Writer(plan, choice);
  if (plan.format === "http" || plan.format === "data") {
    yield* textOf(blob, plan.form.coding);
    return writer.outcome;
  }
  let text = `${lineOf(writer.header)}\n`;
  for await (const items of itemsOf(blob, plan.form, [])) {
    for (const item of items) {
      text += writer.line(item);
    }
    if (text.length > 65_536) {
      yield text;
      text = "";
    }
  }
  yield text;
  return writer.outcome;
}

type Faulty = Omit<Bad, "line">;

/** The type of a value: where rows tell types, its own, or String if it doesn't fit the assumed one. */
function typeIn({ type, mixed }: Source, value: string, told: Told | undefined): Type {
  if (!mixed) {
    return type;
  }
  const known = types.find((each) => each === told);
  return known ?? (isValue(type, standard(value, type)) ? type : "String");
}

/** Writes rows as a plan and a choice say. */
class Writer {
  readonly #keys: Keys;
  readonly #properties: readonly Source[];
  readonly #columns: ReadonlyMap<string, Source>;
  readonly #bad = new Faults();
  /** The line of each key, and how many rows a partition has. */
  readonly #lines = new Map<number, number>();
  readonly #partitions = new Map<number, number>();
  #rows = 0;
  #all = 0;
  #replaced = 0;

  constructor({ columns }: Plan, { keys, types: chosen, without = [] }: Choice) {
    this.#keys = keys;
    this.#columns = new Map(columns.map((column) => [column.name, column]));
    this.#properties = columns
      .filter(({ name }) => !isKey(name) && !without.includes(name))
      .map((column) => {
        const type = chosen?.get(column.name);
        return type ? { ...column, type, mixed: false } : column;
      });
  }

  get header(): string[] {
    const columns = this.#properties.flatMap(({ name, type, mixed }) => [
      type === "String" ? name : `${name}:${type}`,
      ...(mixed ? [`${name}@type`] : []),
    ]);
    return ["PartitionKey", "RowKey", ...columns];
  }

  get outcome(): Outcome {
    const notes =
      this.#replaced > 0
        ? [
            `${count(this.#replaced, "key")} had characters that a key can't have. They're written as -.`,
          ]
        : [];
    return {
      rows: this.#rows,
      bad: this.#bad.list,
      refused: this.#bad.count,
      partitions: this.#partitions.size,
      largest: [...this.#partitions.values()].reduce((most, n) => Math.max(most, n), 0),
      notes,
    };
  }

  /** Returns a row's line, or nothing if the row is bad. */
  line(item: Item): string {
    this.#all++;
    const pk = this.#key(this.#keys.partitionKey, item);
    const rk = this.#key(this.#keys.rowKey, item);
    const cells: Cell[] = [pk, rk];
    const problem =
      item.problem ??
      keyProblem("PartitionKey", pk) ??
      keyProblem("RowKey", rk) ??
      this.#fill(cells, item) ??
      this.#twice(`${pk}\0${rk}`, item.line);
    if (problem) {
      this.#bad.add(item.line, problem);
      return "";
    }
    this.#rows++;
    const partition = hash(pk ?? "");
    this.#partitions.set(partition, (this.#partitions.get(partition) ?? 0) + 1);
    return `${lineOf(cells)}\n`;
  }

  #key(parts: readonly KeyPart[], { cells }: Item): string | null {
    const texts = parts.map((part) => {
      if ("text" in part) {
        return part.text;
      }
      if ("number" in part) {
        return String(this.#all).padStart(part.number, "0");
      }
      const value = cells[this.#columns.get(part.column)?.at ?? -1] ?? null;
      return part.digits && value && /^\d+$/.test(value) ? value.padStart(part.digits, "0") : value;
    });
    if (texts.includes(null)) {
      return null;
    }
    const key = texts.join("_");
    const clean = key.replace(new RegExp(forbidden, "gu"), "-");
    this.#replaced += clean === key ? 0 : 1;
    return clean;
  }

  /** Adds the properties of a row to its cells, and returns what is wrong with one of them. */
  #fill(cells: Cell[], item: Item): Faulty | undefined {
    for (const column of this.#properties) {
      const value = item.cells[column.at] ?? null;
      const type = value === null ? column.type : typeIn(column, value, item.told[column.at]);
      const text = value === null ? null : standard(value, type);
      const problem = text === null ? undefined : valueProblem(column.name, type, text);
      if (problem) {
        const other =
          type === "String" ? "" : ` Or empty the cell, or make ${column.name} a String.`;
        return { ...problem, hint: problem.hint + other };
      }
      cells.push(text);
      if (column.mixed) {
        cells.push(text !== null && type !== column.type ? type : null);
      }
    }
    return undefined;
  }

  #twice(key: string, line: number): Faulty | undefined {
    const at = hash(key);
    const before = this.#lines.get(at);
    if (before !== undefined) {
      const both = quote(key.replace("\0", " and "));
      const message = `Line ${before} has the same PartitionKey and RowKey, ${both}.`;
      return { message, hint: "Choose a RowKey that's different in every row of a partition." };
    }
    this.#lines.set(at, line);
    return undefined;
  }
}
