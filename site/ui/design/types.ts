/** Describes the types of entities that are in a table: their properties, and how their keys are made. */
import { inspect, type Source } from "../lab/convert.ts";
import { parse, typesOf } from "../lab/csv.ts";
import type { Described } from "./asked.ts";
import { entityOf, property } from "./infer.ts";
import { type KeyOf, keyOf, type Values } from "./keys-of.ts";
import { type Kind, kindsOf, startOf } from "./kinds.ts";

/** The entities of a table, as CSV with its keys. */
export interface Table {
  readonly name: string;
  readonly text: string;
}

/** A table with different kinds of entities can have more properties than one entity can. */
const most = 250;

export interface Type extends Described {
  readonly lines: readonly string[];
  readonly columns: readonly Source[];
  /** Other types are in the table. */
  readonly shares: boolean;
  /** Its entities, each with its keys and the value that names the type. */
  readonly entities: readonly Readonly<Record<string, string>>[];
}

/** The rows of a table. */
interface Rows {
  readonly table: string;
  readonly partitions: readonly string[];
  readonly rows: readonly string[];
  readonly own: readonly Values[];
}

/** Describes the entities of a table, which can be of several types. */
export async function typesIn({ name, text }: Table, before: readonly Type[]): Promise<Type[]> {
  const sheet = parse(text);
  const cells = sheet.rows.map((row) => row.cells);
  if (sheet.faults.length > 0 || cells.length === 0) {
    return [];
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
  const all = { table: name, partitions: keys("PartitionKey"), rows: keys("RowKey"), own };
  const { kinds, tell } = kindsOf(all.partitions, all.rows, own);
  if (kinds.length === 1) {
    return [await typeOf(all, before)];
  }
  // What is once in each partition goes first: an order, whose partition its lines are in.
  const different = ({ at }: Kind) => new Set(at.map((i) => all.rows[i])).size;
  const sorted = [...kinds].sort((a, b) => different(a) - different(b));
  const starts = kinds.map(({ at }) => new Set(at.map((i) => startOf(all.partitions[i] ?? ""))));
  const alike = starts.every((each) => [...each].some((text) => starts[0]?.has(text)));
  const shared = alike ? sharedPartition(all) : undefined;
  const found: Type[] = [];
  for (const { at, name } of sorted) {
    const some = <T>(values: readonly T[]) => at.map((i) => values[i] as T);
    const of = (properties: readonly Values[]) =>
      properties.map((each) => ({ ...each, values: some(each.values) }));
    const rows = {
      table: all.table,
      partitions: some(all.partitions),
      rows: some(all.rows),
      own: of(own),
    };
    const partition = shared && { parts: shared.parts, more: of(shared.more) };
    found.push(await typeOf(rows, [...before, ...found], { name, tell, partition }));
  }
  return found;
}

/** The PartitionKey of types that are together in partitions, of properties that all of them then have. */
function sharedPartition({ partitions, own }: Rows): KeyOf {
  const { parts, more } = keyOf(partitions, own, "Partition");
  const known = more.map((each) => {
    const same = own.find(
      ({ values }) =>
        values.some((value) => value !== null) &&
        values.every((value, i) => value === null || value === each.values[i]),
    );
    return {
      from: each.name,
      to: { ...each, name: same?.name ?? each.name, type: same?.type ?? each.type },
    };
  });
  const renamed = new Map(known.map(({ from, to }) => [from, to.name]));
  return {
    parts: parts.map((part) =>
      "text" in part ? part : { ...part, property: renamed.get(part.property) ?? part.property },
    ),
    more: known.map(({ to }) => to),
  };
}

/** What is known of a type that shares its table. */
interface Sharing {
  readonly name: string;
  readonly tell: string | undefined;
  readonly partition: KeyOf | undefined;
}

async function typeOf(
  { table, partitions, rows, own: given }: Rows,
  before: readonly Type[],
  sharing?: Sharing,
): Promise<Type> {
  const tell = sharing?.tell;
  const inKey = sharing?.partition?.more ?? [];
  const left = [...inKey.map(({ name }) => name), ...(tell === ofEngine ? [ofEngine] : [])];
  const own = given.filter(({ name }) => !left.includes(name));
  const sample = typical(own, rows.length);
  const some = <T>(values: readonly T[]) => sample.map((i) => values[i] as T);
  const sampled = [...inKey, ...own].map((each) => ({ ...each, values: some(each.values) }));
  const start = (keys: readonly string[]) => (sharing ? startOfAll(keys) : "");
  // The RowKey first: a day in a PartitionKey is often that of a time in the RowKey.
  const row = keyOf(some(rows), sampled, "Row", start(rows));
  const partition =
    sharing?.partition ??
    keyOf(some(partitions), [...sampled, ...row.more], "Partition", start(partitions));
  const found = [...(sharing?.partition ? [] : partition.more), ...row.more].map((each) => {
    const values = new Map(sample.map((i, at) => [i, each.values[at] ?? null]));
    return { ...each, values: rows.map((_, i) => values.get(i) ?? null) };
  });
  const all = [...inKey, ...found, ...own].slice(0, most);
  const columns = await columnsOf(all, rows.length);
  const entity = free(
    nameOfType(table, sharing),
    before.map((type) => type.entity),
  );
  const owners = before.filter((type) => type.table === table);
  const described = columns.map((column) => {
    const { name } = column;
    const values = all.find((each) => each.name === name)?.values ?? [];
    const owner =
      inKey.some((each) => each.name === name) &&
      owners.find((type) => type.columns.some((each) => each.name === name && each.unique));
    const told = name === tell && `{type: string, values: [${JSON.stringify(values[0])}]}`;
    const of = owner && `{of: ${owner.entity}.${name}}`;
    return `      ${name}: ${of || told || withShape(property(column, rows.length), values)}`;
  });
  return {
    entity,
    table,
    tell,
    partition: partition.parts,
    row: row.parts,
    properties: new Map(columns.map((column) => [column.name, column.type])),
    columns,
    shares: sharing !== undefined,
    entities: entitiesOf({ table, partitions, rows, own: given }, tell),
    lines: [
      `  ${entity}:`,
      `    count: ${rows.length}`,
      ...(sharing
        ? apart([...partition.parts, ...row.parts], described)
        : ["    properties:", ...described]),
    ],
  };
}

/** The lines of properties. Where those in keys repeat, they tell the entities apart together. */
function apart(parts: KeyOf["parts"], described: readonly string[]): string[] {
  const names = parts.flatMap((part) => ("property" in part ? [part.property] : []));
  const inKeys = described.filter((line) => names.includes(line.trim().split(":")[0] ?? ""));
  const together = inKeys.length > 1 && inKeys.every((line) => /\bvalues: \d|\{of: /.test(line));
  return [
    ...(together ? [`    unique: [${[...new Set(names)].join(", ")}]`] : []),
    "    properties:",
    ...described.map((line) =>
      together && inKeys.includes(line) ? line.replace(/, skew: zipf [\d.]+/, "") : line,
    ),
  ];
}

/** The text that all keys begin with. */
function startOfAll(keys: readonly string[]): string {
  const [text = "", ...others] = new Set(keys.map(startOf));
  return others.length === 0 ? text : "";
}

function entitiesOf({ partitions, rows, own }: Rows, tell: string | undefined): Type["entities"] {
  const told = own.find(({ name }) => name === tell);
  return rows.map((RowKey, i) => ({
    PartitionKey: partitions[i] ?? "",
    RowKey,
    ...(told && { [told.name]: told.values[i] ?? "" }),
  }));
}

/** The property that a design adds to entities whose keys don't tell the types apart. */
const ofEngine = "EntityType";

/** order-line- is OrderLine. A value that's a name stays as it is. Without either it's the table's. */
function nameOfType(table: string, sharing: Sharing | undefined): string {
  const { name = "", tell } = sharing ?? {};
  if (tell && /^[A-Z][A-Za-z0-9]*$/.test(name)) {
    return name;
  }
  return entityOf(name.replace(/[^\p{L}\p{N}]+$/u, "") || `${table}.csv`).replace(/ie$/, "y");
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

/** A name that isn't taken: with a number, if it is. */
export function free(name: string, taken: readonly string[]): string {
  let found = name;
  for (let n = 2; taken.includes(found); n++) {
    found = `${name}${/\s/.test(name) ? " " : ""}${n}`;
  }
  return found;
}
