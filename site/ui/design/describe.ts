/**
 * Describes tables, and the requests that were sent to them, as a design file. Entities come from the tables,
 * key designs from their keys, and questions from the requests, which the engine has run before.
 */
import { inspect, Refusal, type Source } from "../lab/convert.ts";
import { parse, typesOf } from "../lab/csv.ts";
import type { Ways } from "../protocol.ts";
import {
  type Asked,
  type Described,
  type Pattern,
  patternOf,
  Several,
  type Target,
  targetOf,
  Unclear,
} from "./asked.ts";
import { entityOf, type Inferred, property, questions } from "./infer.ts";
import { keyOf, templateOf, type Values } from "./keys-of.ts";

/** The entities of a table, as CSV with its keys. */
export interface Table {
  readonly name: string;
  readonly text: string;
}

/**
 * Writes the design file.
 * @param from - what it's described from, in words
 * @param waysOf - tells in which ways filters are true
 */
export async function describe(
  from: string,
  tables: readonly Table[],
  asked: readonly Asked[],
  waysOf: (filters: readonly string[]) => Promise<Ways>,
): Promise<Inferred> {
  const notes: string[] = [];
  const types: Type[] = [];
  for (const table of tables) {
    const type = await typeOf(table, types);
    if (type) {
      types.push(type);
    } else {
      notes.push(`${table.name} has no entities, so it's left out.`);
    }
  }
  if (types.length === 0) {
    throw new Refusal(
      "There are no entities to describe.",
      "Insert some, or add the data of a table as a .csv file.",
    );
  }
  const patterns = await patternsOf(types, asked, waysOf, notes);
  const lines = [
    `# Described from ${from.replaceAll("\n", " ")}.`,
    "# Rates are guessed. Write down yours, and how many entities and different values there will be.",
    "entities:",
    ...types.flatMap(({ lines }) => lines),
    "patterns:",
    ...(patterns.length > 0 ? patterns : types.flatMap((type) => guessed(type, types.length > 1))),
    "designs:",
    "  as it is:",
    ...types.map(keysLine),
  ];
  return { text: `${lines.join("\n")}\n`, notes };
}

/** A table with different kinds of entities can have more properties than one entity can. */
const most = 250;

interface Type extends Described {
  readonly lines: readonly string[];
  readonly columns: readonly Source[];
}

/** Describes the entities of a table; undefined if there are none. */
async function typeOf({ name, text }: Table, before: readonly Type[]): Promise<Type | undefined> {
  const sheet = parse(text);
  const cells = sheet.rows.map((row) => row.cells);
  if (sheet.faults.length > 0 || cells.length === 0) {
    return undefined;
  }
  const types = typesOf(sheet)(cells[0] ?? []);
  const at = (column: number) => cells.map((row) => row[column] ?? null);
  const keys = (name: string) =>
    at(sheet.columns.findIndex((column) => column.name === name)).map((key) => key ?? "");
  const own = sheet.columns.flatMap(({ name }, i): Values[] =>
    /^(?:PartitionKey|RowKey|Timestamp)$|@type$/.test(name)
      ? []
      : [{ name, type: types[i] ?? "String", values: at(i) }],
  );
  const sample = typical(own, cells.length);
  const some = <T>(values: readonly T[]) => sample.map((i) => values[i] as T);
  const sampled = own.map((each) => ({ ...each, values: some(each.values) }));
  // The RowKey first: a day in a PartitionKey is often that of a time in the RowKey.
  const row = keyOf(some(keys("RowKey")), sampled, "Row");
  const partition = keyOf(some(keys("PartitionKey")), [...sampled, ...row.more], "Partition");
  const more = [...partition.more, ...row.more].map((each) => {
    const values = new Map(sample.map((i, at) => [i, each.values[at] ?? null]));
    return { ...each, values: cells.map((_, i) => values.get(i) ?? null) };
  });
  const all = [...more, ...own].slice(0, most);
  const columns = await columnsOf(all, cells.length);
  const entity = free(
    entityOf(`${name}.csv`).replace(/ie$/, "y"),
    before.map((type) => type.entity),
  );
  const described = columns.map((column) => {
    const values = all.find((each) => each.name === column.name)?.values ?? [];
    return `      ${column.name}: ${withShape(property(column, cells.length), values)}`;
  });
  return {
    entity,
    table: name,
    partition: partition.parts,
    row: row.parts,
    properties: new Map(columns.map((column) => [column.name, column.type])),
    columns,
    lines: [`  ${entity}:`, `    count: ${cells.length}`, "    properties:", ...described],
  };
}

/**
 * The rows that have what nearly all have: how their keys are made is told best by these. All rows, if those
 * are too few.
 */
function typical(properties: readonly Values[], rows: number): number[] {
  const common = properties.filter(
    ({ values }) => values.filter((value) => value !== null).length >= nearly * rows,
  );
  const all = Array.from({ length: rows }, (_, i) => i);
  const some = all.filter((i) => common.every(({ values }) => values[i] !== null));
  return some.length >= nearly * rows ? some : all;
}

const nearly = 0.9;

/** What is known of the values. Their types are those of the table. */
async function columnsOf(all: readonly Values[], rows: number): Promise<Source[]> {
  const lines = Array.from({ length: rows }, (_, i) =>
    JSON.stringify(Object.fromEntries(all.map(({ name, values }) => [name, values[i] ?? null]))),
  );
  const { columns } = await inspect(new Blob([`${lines.join("\n")}\n`]), "rows.jsonl");
  return all.flatMap(({ name, type }) => {
    const column = columns.find((each) => each.from === name);
    return column && column.values > 0
      ? [{ ...column, name, type, unique: column.values === column.distinct }]
      : [];
  });
}

/** Adds what values look like, if they all look the same: customer-####. */
function withShape(described: string, values: readonly (string | null)[]): string {
  const shapes = new Set(values.map((value) => value?.replace(/\d/g, "#")));
  const [shape] = shapes;
  if (shapes.size > 1 || !shape?.includes("#") || !/^(?:string|\{type: string\b)/.test(described)) {
    return described;
  }
  const pattern = `pattern: ${JSON.stringify(shape)}`;
  return described === "string"
    ? `{type: string, ${pattern}}`
    : `${described.slice(0, -1)}, ${pattern}}`;
}

function keysLine({ entity, table, partition, row }: Type): string {
  const name = table === `${entity}s` ? "" : `table: ${table}, `;
  const keys = [partition, row].map((parts) => JSON.stringify(templateOf(parts)));
  return `    ${entity}: {${name}PartitionKey: ${keys[0]}, RowKey: ${keys[1]}}`;
}

/** Questions for a table that no request asks of; with the table's name if there are others. */
function guessed(type: Type, named: boolean): string[] {
  const { entity, partition, row, columns } = type;
  const names = (parts: Type["partition"]) =>
    parts.flatMap((part) => ("property" in part ? [part.property] : []));
  const inKeys = [...new Set([...names(partition), ...names(row)])];
  const question = (name: string, properties: readonly string[]) =>
    properties.length > 0
      ? [`${name}: {of: ${entity}, where: "${properties.map((p) => `${p} = ?`).join(" and ")}"`]
      : [];
  const own = [...question("one", inKeys), ...question("a partition", names(partition))];
  const lines = questions(
    columns.filter(({ name }) => !inKeys.includes(name)),
    entity,
    own,
  );
  return named ? lines.map((line) => line.replace(/^(.*?): /, `$1 of ${type.table}: `)) : lines;
}

/** A line for each different question or write that the requests make. */
async function patternsOf(
  types: readonly Type[],
  asked: readonly Asked[],
  waysOf: (filters: readonly string[]) => Promise<Ways>,
  notes: string[],
): Promise<string[]> {
  const requests = asked.flatMap((request) => {
    const target = targetOf(request.url);
    const type = types.find(({ table }) => table === target?.table);
    return target && type ? [{ request, target, type }] : [];
  });
  const { ways } = await waysOf(requests.map(({ target }) => target.filter || "true"));
  const names: string[] = [];
  const found = new Map<string, string>();
  for (const [i, { request, target, type }] of requests.entries()) {
    const add = (pattern: Pattern) => {
      const what = [`${pattern.verb}: ${type.entity}`, ...pattern.fields].join(", ");
      if (!found.has(what)) {
        const name = free(nameOf(request, target, pattern), names);
        names.push(name);
        found.set(what, `  ${name}: {${what}, rate: 1/m}`);
      }
    };
    const title = titleOf(request, target);
    const all = ways[i] ?? null;
    try {
      add(patternOf(request, target, type, all));
    } catch (cause) {
      if (cause instanceof Several && all) {
        notes.push(`${title} has an or, so it's a question for each side.`);
        all.map((way) => patternOf(request, target, type, [way])).forEach(add);
      } else if (cause instanceof Unclear) {
        notes.push(`${title} isn't a question here: ${cause.message}.`);
      } else {
        throw cause;
      }
    }
  }
  return [...found.values()];
}

function titleOf({ title, name, method }: Asked, { table }: Target): string {
  return `“${title || name || `${method} ${table}`}”`;
}

/** A name that YAML takes without quotes: what the script calls it, in plain words. */
function nameOf({ name, title }: Asked, { table }: Target, { verb }: Pattern): string {
  const spoken = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replaceAll("_", " ") || title;
  const words = spoken.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const short = words.slice(0, 5).join(" ");
  const plain = { of: "all", insert: "insert", update: "update", delete: "delete" }[verb];
  return /^[a-z]/.test(short) ? short : `${plain} ${table}`;
}

function free(name: string, taken: readonly string[]): string {
  let found = name;
  for (let n = 2; taken.includes(found); n++) {
    found = `${name}${/\s/.test(name) ? " " : ""}${n}`;
  }
  return found;
}
