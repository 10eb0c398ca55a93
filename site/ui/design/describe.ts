/**
 * Describes tables, and the requests that were sent to them, as a design file. Entities come from the tables,
 * key designs from their keys, and questions from the requests, which the engine has run before.
 */
import { Refusal } from "../lab/convert.ts";
import type { Ways } from "../protocol.ts";
import { type Asked, patternOf, Several, type Target, targetOf, Unclear } from "./asked.ts";
import { type Inferred, questions } from "./infer.ts";
import { templateOf } from "./keys-of.ts";
import { free, type Table, type Type, typesIn } from "./types.ts";
import { together, wanted } from "./wanted.ts";

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
    const found = await typesIn(table, types);
    types.push(...found);
    if (found.length === 0) {
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
    ...(patterns.length > 0
      ? patterns
      : [...types.flatMap((type) => guessed(type, types.length > 1)), ...ofAll(types)]),
    "designs:",
    "  as it is:",
    ...types.map(keysLine),
  ];
  return { text: `${lines.join("\n")}\n`, notes };
}

function keysLine({ entity, table, partition, row, shares }: Type): string {
  const name = table === `${entity}s` && !shares ? "" : `table: ${table}, `;
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
  const more = names(row).length > 0; // else a partition has one entity of the type
  const own = [
    ...question("one", inKeys),
    ...(more ? question("a partition", names(partition)) : []),
  ];
  const lines = questions(
    columns.filter(({ name }) => !inKeys.includes(name)),
    entity,
    own,
  );
  return named
    ? lines.map((line) =>
        line.replace(/^(.*?): /, `$1 of ${type.shares ? type.entity : type.table}: `),
      )
    : lines;
}

/** Questions for whole partitions with several types. */
function ofAll(types: readonly Type[]): string[] {
  const tables = new Set(types.filter(({ shares }) => shares).map(({ table }) => table));
  return [...tables].flatMap((table) => {
    const { entity, partition } = together(types.filter((type) => type.table === table));
    const names = partition.flatMap((part) => ("property" in part ? [`${part.property} = ?`] : []));
    return names.length > 0
      ? [`  all of ${table}: {of: ${entity}, where: "${names.join(" and ")}", rate: 1/m}`]
      : [];
  });
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
    const there = types.filter(({ table }) => table === target?.table);
    return target && there.length > 0 ? [{ request, target, there }] : [];
  });
  const { ways } = await waysOf(requests.map(({ target }) => target.filter || "true"));
  const names: string[] = [];
  const found = new Map<string, string>();
  for (const [i, { request, target, there }] of requests.entries()) {
    const all = ways[i] ?? null;
    const add = (ways: typeof all) => {
      const type = together(wanted(there, request, target, ways));
      const pattern = patternOf(request, target, type, ways);
      const what = [`${pattern.verb}: ${type.entity}`, ...pattern.fields].join(", ");
      if (!found.has(what)) {
        const name = free(nameOf(request, target, pattern), names);
        names.push(name);
        found.set(what, `  ${name}: {${what}, rate: 1/m}`);
      }
    };
    const title = titleOf(request, target);
    try {
      add(all);
    } catch (cause) {
      if (cause instanceof Several && all) {
        notes.push(`${title} has an or, so it's a question for each side.`);
        for (const way of all) {
          add([way]);
        }
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
function nameOf(
  { name, title }: Asked,
  { table }: Target,
  { verb }: ReturnType<typeof patternOf>,
): string {
  const spoken = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replaceAll("_", " ") || title;
  const words = spoken.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const short = words.slice(0, 5).join(" ");
  const plain = { of: "all", insert: "insert", update: "update", delete: "delete" }[verb];
  return /^[a-z]/.test(short) ? short : `${plain} ${table}`;
}
