/**
 * Describes somebody's data as a design file: names, types, how many there are, how values are spread, and
 * questions and keys to begin with. What the data can't say, such as how often a question is asked, is marked
 * as guessed.
 */
import { inspect, type KeyPart, Refusal, type Source, type Suggestion } from "../lab/convert.ts";

/** A design file, and what to know about it. */
export interface Inferred {
  readonly text: string;
  readonly notes: readonly string[];
}

/** Describes a file. Rejects with a Refusal if there's no table in it. */
export async function infer(blob: Blob, name: string): Promise<Inferred> {
  const plan = await inspect(/\.csv$/i.test(name) ? await plain(blob) : blob, name);
  const entity = entityOf(name);
  const columns = plan.columns
    .filter(({ values }) => values > 0)
    .map((column) => ({ ...column, name: renamed[column.name] ?? column.name }));
  if (columns.length === 0) {
    throw new Refusal(
      "There are no rows with values.",
      "The first line has the names, and each line below it has an entity.",
    );
  }
  const keyed = plan.keys !== undefined;
  const lines = [
    `# Described from ${name.replaceAll("\n", " ")}: ${plan.rows.toLocaleString("en")} rows.`,
    "# The questions and their rates are guessed: write down yours.",
    "entities:",
    `  ${entity}:`,
    `    count: ${Math.max(1, plan.rows - plan.refused)}`,
    "    properties:",
    ...columns.map((column) => `      ${column.name}: ${property(column, plan.rows)}`),
    "patterns:",
    ...questions(
      columns.filter(({ name }) => !keyed || !["Partition", "Row"].includes(name)),
      entity,
      keyed ? keyedQuestions(entity) : [],
    ),
    "designs:",
    ...(keyed
      ? [`  as it is: {${entity}: {PartitionKey: "{Partition}", RowKey: "{Row}"}}`]
      : designs(plan.suggestions, columns, entity)),
  ];
  const repeats = /^# \d+ times/m.test(await blob.slice(0, 1_000_000).text());
  const notes = [
    ...plan.notes,
    ...(repeats ? ["A row under “times” counts once. Write the count that you mean."] : []),
    ...(plan.refused > 0 ? [`${plan.refused} rows can't be read and aren't counted.`] : []),
    ...(keyed ? ["The keys are the properties Partition and Row, whole, as they are."] : []),
  ];
  return { text: `${lines.join("\n")}\n`, notes };
}

/** The keys of a table are properties like others here, so that designs can be made of them. */
const renamed: Record<string, string> = { PartitionKey: "Partition", RowKey: "Row" };

/** Leaves out what Rowkey's own data adds to CSV: types of columns, and how often a row is repeated. */
async function plain(blob: Blob): Promise<Blob> {
  const text = await blob.text();
  const lines = text.split("\n").filter((line) => !line.startsWith("#"));
  const header = (lines[0] ?? "").replace(/:(?:Edm\.)?[A-Z]\w+(?=,|\r?$)/g, "");
  return new Blob([[header, ...lines.slice(1)].join("\n")]);
}

/** orders.csv has entities of type Order. */
export function entityOf(name: string): string {
  const words = name.replace(/\.[^.]*$/, "").split(/[^A-Za-z0-9]+/);
  const base = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const one = /[^s]s$/.test(base) ? base.slice(0, -1) : base;
  return /^[A-Z]/.test(one) ? one : "Thing";
}

export function property(column: Source, rows: number): string {
  const { type, distinct, least, most, unique } = column;
  // In a few rows, two with the same value are enough to see that values repeat, but not how often.
  const small = rows < 50;
  const usual = small ? column.values - 1 : column.values / 2;
  const few = distinct !== undefined && distinct <= usual;
  const fields = [`type: ${type.toLowerCase()}`];
  if (type === "DateTime") {
    fields.push(...timesOf(least, most, rows));
  } else if (few && type !== "Boolean" && type !== "Double") {
    fields.push(`values: ${distinct}`, ...(small ? [] : skewOf(column, distinct)));
  } else if (typeof least === "number" && typeof most === "number" && type !== "String") {
    // An integer without bounds counts the entities, as one does that is different in every row.
    fields.push(...(unique && type !== "Double" ? [] : [`min: ${least}`, `max: ${most}`]));
  }
  return fields.length === 1 ? type.toLowerCase() : `{${fields.join(", ")}}`;
}

const units: readonly (readonly [string, number])[] = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
  ["ms", 1],
];

/** The first time, and the mean step from one row to the next in a unit that fits. */
function timesOf(least: unknown, most: unknown, rows: number): string[] {
  const [from, to] = [least, most].map((each) => Date.parse(String(each)));
  if (from === undefined || to === undefined || Number.isNaN(from) || Number.isNaN(to)) {
    return [];
  }
  const step = Math.max(1, (to - from) / Math.max(1, rows - 1));
  const [unit, length] = units.find(([, length]) => step >= length) ?? ["ms", 1];
  const first = new Date(from).toISOString().replace(/\.000Z$/, "Z");
  return [`every: ${Math.round(step / length)}${unit}`, `from: ${first}`];
}

/** How much more common the most common value is than the others: k to the power of this less. */
function skewOf({ largest, values }: Source, distinct: number): string[] {
  const share = largest / values;
  const top = (power: number) => {
    let sum = 0;
    for (let k = 1; k <= distinct; k++) {
      sum += k ** -power;
    }
    return 1 / sum;
  };
  let power = 0;
  while (power < 4 && top(power) < share) {
    power += 0.1;
  }
  return power < 0.35 ? [] : [`skew: zipf ${power.toFixed(1)}`];
}

function keyedQuestions(entity: string): string[] {
  return [
    `one: {of: ${entity}, where: "Partition = ? and Row = ?"`,
    `a partition: {of: ${entity}, where: "Partition = ?"`,
  ];
}

/**
 * The questions that the columns suggest.
 * @param byKey - what the keys are asked, if there are keys
 */
export function questions(
  columns: readonly Source[],
  entity: string,
  byKey: readonly string[],
): string[] {
  const groups = columns.filter(
    ({ distinct, values, type }) =>
      distinct !== undefined &&
      distinct > 1 &&
      distinct * 2 <= values &&
      !["Boolean", "Double", "DateTime"].includes(type),
  );
  const time = columns.find(({ type }) => type === "DateTime");
  const one = columns.find(
    ({ unique, type }) => unique && type !== "DateTime" && type !== "Double",
  );
  const first = groups[0];
  const found = [
    ...byKey,
    ...(one && byKey.length === 0 ? [`one: {of: ${entity}, where: "${one.name} = ?"`] : []),
    ...groups
      .slice(0, 3)
      .map(({ name }) => `by ${name.toLowerCase()}: {of: ${entity}, where: "${name} = ?"`),
    ...(first && time
      ? [`newest: {of: ${entity}, where: "${first.name} = ?", newest: ${time.name}, limit: 10`]
      : []),
    ...(time ? [`of a day: {of: ${entity}, where: "${time.name} in day ?"`] : []),
    `write: {insert: ${entity}`,
  ];
  return found.map((line) => `  ${line}, rate: 1/m}`);
}

/** The keys that the import would propose, each once. */
function designs(
  suggestions: readonly Suggestion[],
  columns: readonly Source[],
  entity: string,
): string[] {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const template = (parts: readonly KeyPart[]) =>
    parts
      .map((part) => {
        if ("text" in part) {
          return part.text;
        }
        if ("number" in part) {
          return undefined;
        }
        const format = types.get(part.column) === "DateTime" ? ":iso" : "";
        return `{${part.column}${part.digits ? `:${part.digits}` : format}}`;
      })
      .filter((part) => part !== undefined)
      .join("_");
  const lines = new Map<string, string>();
  for (const { partitionKey, rowKey } of suggestions) {
    const [partition, row] = [template(partitionKey), template(rowKey)];
    const [column] = partitionKey;
    const name = column && "column" in column ? `by ${column.column.toLowerCase()}` : "all in one";
    if (row !== "" && !lines.has(name)) {
      lines.set(name, `  ${name}: {${entity}: {PartitionKey: "${partition}", RowKey: "${row}"}}`);
    }
  }
  if (lines.size > 0) {
    return [...lines.values()];
  }
  // No column tells the rows apart, so all of them together have to.
  const all = columns.slice(0, 4).map(({ name }) => `{${name}}`);
  return [`  all columns: {${entity}: {PartitionKey: "${all[0]}", RowKey: "${all.join("_")}"}}`];
}
