/** Makes questions of requests: what each knows of the keys and the properties, and how much it wants. */
import type { Condition } from "../protocol.ts";
import { type Part, unitOf } from "./keys-of.ts";

/** A type of entities, and how its keys are made. */
export interface Described {
  readonly entity: string;
  readonly table: string;
  readonly partition: readonly Part[];
  readonly row: readonly Part[];
  /** The types of the properties by their names. */
  readonly properties: ReadonlyMap<string, string>;
  /** The property that names the type, if types share the table. */
  readonly tell?: string | undefined;
  /** If these are several types: the names of the properties that any of them has. */
  readonly all?: ReadonlySet<string>;
}

/** A request that was answered. */
export interface Asked {
  /** What the script calls it, or "". */
  readonly name: string;
  readonly title: string;
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

/** What a request addresses: a table, perhaps one entity of it, and the options of a query. */
export interface Target {
  readonly table: string;
  readonly one: boolean;
  /** The keys of the one entity. */
  readonly keys: readonly [string, string];
  readonly filter: string;
  readonly top: string;
  readonly select: readonly string[];
}

/** A question or a write, but for its name. */
export interface Pattern {
  readonly verb: "of" | "insert" | "update" | "delete";
  readonly fields: readonly string[];
}

/** A request that can't be a question, and why. */
export class Unclear extends Error {}

/** A request that asks for several things at once: each of its ways is a question. */
export class Several extends Unclear {}

/** Reads the address of a request for entities; undefined if it's for something else. */
export function targetOf(url: string): Target | undefined {
  const { pathname, searchParams } = new URL(url);
  const path = decodeURIComponent(pathname);
  const [, table = "", inside = ""] =
    /\/([A-Za-z][A-Za-z0-9]{2,62})(?:\((.*)\))?$/.exec(path) ?? [];
  if (table === "" || table === "Tables" || searchParams.has("comp")) {
    return undefined;
  }
  return {
    table,
    one: inside.trim() !== "",
    keys: [keyIn(inside, "PartitionKey"), keyIn(inside, "RowKey")],
    filter: searchParams.get("$filter") ?? "",
    top: searchParams.get("$top") ?? "",
    select: (searchParams.get("$select") ?? "").split(",").filter((name) => name !== ""),
  };
}

function keyIn(inside: string, name: string): string {
  const [, text = ""] = new RegExp(`${name}\\s*=\\s*'((?:[^']|'')*)'`).exec(inside) ?? [];
  return text.replaceAll("''", "'");
}

/**
 * The pattern of a request.
 * @param ways - the ways in which its filter is true; null if the engine can't tell them
 */
export function patternOf(
  { method, body }: Asked,
  target: Target,
  type: Described,
  ways: readonly (readonly Condition[])[] | null,
): Pattern {
  if (method === "POST") {
    return { verb: "insert", fields: [] };
  }
  if (method === "GET") {
    const known = target.one ? keysOf(type) : conditionsOf(type, ways);
    return {
      verb: "of",
      fields: [...where(known), ...orderOf(type, target, known), ...chosen(type, target.select)],
    };
  }
  const known = keysOf(type);
  if (known.length === 0) {
    throw new Unclear("its keys are always the same");
  }
  if (method === "DELETE") {
    return { verb: "delete", fields: where(known) };
  }
  const inKeys = new Set(known.map(({ property }) => property));
  const set = namesIn(body).filter((name) => type.properties.has(name) && !inKeys.has(name));
  return {
    verb: "update",
    fields: [...where(known), ...(set.length > 0 ? [`set: [${set.join(", ")}]`] : [])],
  };
}

/** What a question knows of a property. */
interface Known {
  readonly property: string;
  readonly text: string;
  /** It knows the value itself, not only a range that it's in. */
  readonly whole: boolean;
}

function where(known: readonly Known[]): string[] {
  return known.length > 0 ? [`where: "${known.map(({ text }) => text).join(" and ")}"`] : [];
}

function chosen({ properties, all }: Described, select: readonly string[]): string[] {
  const names = select.filter((name) => (all ?? properties).has(name));
  return names.length > 0 ? [`select: [${names.join(", ")}]`] : [];
}

/** The first so many entities come in the order of the first property of the keys that isn't known. */
function orderOf(
  { partition, row }: Described,
  { one, top }: Target,
  known: readonly Known[],
): string[] {
  if (one || top === "") {
    return [];
  }
  const whole = new Set(known.filter((each) => each.whole).map(({ property }) => property));
  const next = [...partition, ...row].find(
    (part) => "property" in part && !(whole.has(part.property) && isWhole(part.format)),
  );
  if (!next || !("property" in next)) {
    return [`limit: ${top}`];
  }
  const word =
    next.format === "inverted"
      ? "newest"
      : next.format === "iso" || next.format.startsWith("yyyy")
        ? "oldest"
        : "sort";
  return [`${word}: ${next.property}`, `limit: ${top}`];
}

/** Who knows a day knows the keys of days, but not those of times. */
function isWhole(format: string): boolean {
  return format !== "iso" && format !== "inverted";
}

function namesIn(body: string): string[] {
  try {
    const names = Object.keys(JSON.parse(body) as object);
    return names.filter((name) => !/@|^(?:PartitionKey|RowKey|Timestamp)$/.test(name));
  } catch {
    return [];
  }
}

/** What somebody knows who has both keys. */
function keysOf({ partition, row }: Described): Known[] {
  return unique([...partition, ...row].flatMap(equal));
}

function equal(part: Part): Known[] {
  if ("text" in part) {
    return [];
  }
  const { property, format } = part;
  const unit = format.startsWith("yyyy") ? unitOf(format.length) : undefined;
  const text = unit ? `${property} in ${unit} ?` : `${property} = ?`;
  return [{ property, text, whole: true }];
}

/** One condition for each property: what says the value itself goes before a time's unit. */
function unique(all: readonly Known[]): Known[] {
  const found = new Map<string, Known>();
  for (const known of all) {
    const before = found.get(known.property);
    if (!before || (/ in /.test(before.text) && !/ in /.test(known.text))) {
      found.set(known.property, known);
    }
  }
  return [...found.values()];
}

/** What a filter knows. If it's true in several ways, these may differ in the values of one property. */
function conditionsOf(
  type: Described,
  ways: readonly (readonly Condition[])[] | null,
): readonly Known[] {
  const each = ways?.map((way) => knownIn(type, way)) ?? [];
  const [first] = each;
  if (!first) {
    throw new Unclear("its filter has too many parts, or is never true");
  }
  const texts = new Set(each.map((known) => known.map(({ text }) => text).join("\n")));
  if (texts.size > 1) {
    throw new Several("its filter has an or");
  }
  if (each.length === 1) {
    return first;
  }
  const values = (at: number) => new Set(ways?.map((way) => way[at]?.[3]));
  const several = ways?.[0]?.filter((_, i) => values(i).size > 1) ?? [];
  const [one] = several;
  const known = one && first.find(({ text }) => text === `${nameOf(type, one[0])} = ?`);
  if (several.length !== 1 || !known) {
    throw new Several("its filter has an or");
  }
  const text = `${known.property} in (${each.map(() => "?").join(", ")})`;
  return first.map((each) => (each === known ? { ...known, text, whole: false } : each));
}

/** The property that a key is, or else the name itself. */
function nameOf({ partition, row }: Described, name: string): string {
  const parts = name === "PartitionKey" ? partition : name === "RowKey" ? row : undefined;
  const [only] = parts?.filter((part) => "property" in part) ?? [];
  return only && "property" in only ? only.property : name;
}

function knownIn(type: Described, way: readonly Condition[]): Known[] {
  const of = (name: string) => way.filter(([property]) => property === name);
  const others = way.filter(([name]) => !["PartitionKey", "RowKey", type.tell].includes(name));
  const names = [...new Set(others.map(([name]) => name))];
  return unique([
    ...key(type.partition, of("PartitionKey")),
    ...key(type.row, of("RowKey")),
    ...names.flatMap((name) => {
      if (!type.properties.has(name)) {
        throw new Unclear(`${type.entity} has no property ${name}`);
      }
      const operators = of(name).map(([, operator]) => operator);
      const unordered = /^(?:Binary|Guid)$/.test(type.properties.get(name) ?? "");
      if (unordered && operators.some((operator) => operator !== "eq" && operator !== "ne")) {
        throw new Unclear(`values of ${name} have no order in a design`);
      }
      return plain(name, of(name));
    }),
  ]);
}

const signs: Readonly<Record<string, string>> = {
  eq: "=",
  ne: "!=",
  gt: ">",
  ge: ">=",
  lt: "<",
  le: "<=",
};

/** What conditions say of a property. */
function plain(property: string, conditions: readonly Condition[]): Known[] {
  const bounds = boundsOf(conditions);
  if (bounds.low && bounds.high) {
    const unit =
      bounds.low[2] === "Edm.DateTime" ? unitBetween(bounds.low[3], bounds.high[3]) : undefined;
    const text = unit ? `${property} in ${unit} ?` : `${property} between ? and ?`;
    return [{ property, text, whole: false }];
  }
  return conditions.map(([, operator, type, value]) => ({
    property,
    text: `${property} ${signs[operator]} ${type === "Edm.Boolean" ? value : "?"}`,
    whole: operator === "eq",
  }));
}

interface Bounds {
  readonly low: Condition | undefined;
  readonly high: Condition | undefined;
}

function boundsOf(conditions: readonly Condition[]): Bounds {
  return {
    low: conditions.find(([, operator]) => operator === "ge" || operator === "gt"),
    high: conditions.find(([, operator]) => operator === "le" || operator === "lt"),
  };
}

const spans: Readonly<Record<string, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** The unit of time that two times are apart, if the first one begins it. */
function unitBetween(low: string, high: string): string | undefined {
  const [from = 0, to = 0] = [low, high].map((time) => Date.parse(`${time.slice(0, 19)}Z`));
  const starts = [low, high].every((time) => time.slice(8).startsWith("01T00:00:00"));
  if (starts && to > from && to - from <= 31 * 86_400_000) {
    return "month";
  }
  return Object.entries(spans).find(
    ([, length]) => to - from === length && from % length === 0,
  )?.[0];
}

/** What conditions on a key say of the properties that it's made of. */
function key(parts: readonly Part[], conditions: readonly Condition[]): Known[] {
  if (conditions.some(([, operator]) => operator === "eq")) {
    return parts.flatMap(equal);
  }
  const { low, high } = boundsOf(conditions);
  if (conditions.some(([, operator]) => operator === "ne")) {
    throw new Unclear("it excludes a key");
  }
  if (!low && !high) {
    return [];
  }
  const from = low && split(parts, low[3]);
  const to = high && split(parts, high[3]);
  if (from && high && isEnd(low[3], high[3])) {
    return from.flatMap(({ part, text, closed }) => (closed ? equal(part) : begun(part, text)));
  }
  const same = from?.findIndex(
    ({ text, closed }, i) => !closed || text !== to?.[i]?.text || !to[i].closed,
  );
  const equals = from && to ? from.slice(0, same === -1 ? from.length : same) : [];
  const next = parts.filter((part) => "property" in part)[equals.length];
  if (!next || !("property" in next)) {
    return equals.flatMap(({ part }) => equal(part));
  }
  const { property, format } = next;
  const turned: Record<string, string> = { gt: "<", ge: "<=", lt: ">", le: ">=" };
  const sign = (operator: string) => (format === "inverted" ? turned : signs)[operator];
  const one = low ?? high;
  const text = low && high ? `between ? and ?` : `${sign(one?.[1] ?? "ge")} ?`;
  return [
    ...equals.flatMap(({ part }) => equal(part)),
    { property, text: `${property} ${text}`, whole: false },
  ];
}

/** Whether a range ends where the texts that begin with its start end. */
function isEnd(low: string, high: string): boolean {
  const last = low.charCodeAt(low.length - 1);
  const after = `${low.slice(0, -1)}${String.fromCharCode(last + 1)}`;
  return (
    high === after || (high.startsWith(low) && /^[~\u007f-\uffff]$/.test(high.slice(low.length)))
  );
}

/** A property of a key, and as much of its text as a bound has. */
interface Piece {
  readonly part: Part;
  readonly text: string;
  /** What comes after it is there, too. */
  readonly closed: boolean;
}

/** Cuts the beginning of a key into the properties that it's made of. */
function split(parts: readonly Part[], key: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const [i, part] of parts.entries()) {
    if (at >= key.length) {
      break;
    }
    if ("text" in part) {
      at += part.text.length;
      continue;
    }
    const after = parts[i + 1];
    const length = lengthOf(part.format);
    const found = after && "text" in after ? key.indexOf(after.text, at + length) : -1;
    const end = length > 0 && key.length >= at + length ? at + length : found;
    pieces.push({ part, text: key.slice(at, end < 0 ? undefined : end), closed: end >= 0 });
    at = end < 0 ? key.length : end;
  }
  return pieces;
}

/** How long a text in a format is; 0 if that depends on the value. */
function lengthOf(format: string): number {
  const fixed: Record<string, number> = { iso: 28, inverted: 19 };
  return fixed[format] ?? (Number(format) || (format.startsWith("yyyy") ? format.length : 0));
}

/** What the beginning of a property's text says. */
function begun(part: Part, text: string): Known[] {
  if ("text" in part || text === "") {
    return [];
  }
  const { property, format } = part;
  const unit = format === "iso" || format.startsWith("yyyy") ? unitOf(text.length) : undefined;
  if (unit) {
    return [{ property, text: `${property} in ${unit} ?`, whole: false }];
  }
  if (format !== "" && format !== "lower") {
    throw new Unclear("its range is a part of a number or a time");
  }
  return [{ property, text: `${property} starts ?`, whole: false }];
}
