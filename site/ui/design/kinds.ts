/**
 * Tells the types of the entities in one table apart, as people do: by a property that names the type, by the
 * text at the beginning of a key, or by the properties alone. Types have properties of their own, so entities
 * that only lack some, or differ in a status, stay together.
 */
import type { Values } from "./keys-of.ts";

/** Entities of one type: their places in the table. */
export interface Kind {
  readonly at: readonly number[];
  /** What names the type: a value of the property that tells it, or the text that its keys begin with. */
  readonly name: string;
}

export interface Kinds {
  readonly kinds: readonly Kind[];
  /** The property that names the type. */
  readonly tell?: string;
}

const telling =
  /^_?(?:entity|row|record|item|doc|document|object)?_?(?:type|kind|typename|class|discriminator)$/i;

/** So many different names are types at most; more are values. */
const most = 20;

const nearly = 0.9;

export function kindsOf(
  partitions: readonly string[],
  rows: readonly string[],
  own: readonly Values[],
): Kinds {
  for (const { name, type, values } of own) {
    if (type === "String" && telling.test(name) && !values.includes(null)) {
      const others = own.filter((each) => each.name !== name);
      const kinds = split(values as readonly string[], (a, b) => differ(others, a, b) !== "no");
      if (kinds.length > 1) {
        return { kinds, tell: name };
      }
    }
  }
  for (const keys of [rows, partitions]) {
    const texts = keys.map(startOf);
    // Nearly as many texts as entities are names or the like.
    const fit = new Set(texts).size * 1.5 <= keys.length;
    const kinds = fit ? split(texts, (a, b) => differ(own, a, b) === "much") : [];
    if (kinds.length > 1) {
      return { kinds };
    }
  }
  const sets = rows.map((_, i) =>
    own.flatMap(({ values }, at) => (values[i] === null ? [] : [at])).join(),
  );
  const kinds = split(sets, (a, b) => strange(own, a, b), 10 * most);
  return { kinds: kinds.map(({ at }) => ({ at, name: "" })) };
}

/** The text at the beginning of a key, with what separates it from the rest; "" if a value begins it. */
export function startOf(key: string): string {
  return /^(?:\p{L}{3,}(?=\d|$)|\p{L}+[^\p{L}\p{N}{}]+)/u.exec(key)?.[0] ?? "";
}

/** The entities by their labels. Those that aren't apart are of one kind. */
function split(
  labels: readonly string[],
  apart: (a: readonly number[], b: readonly number[]) => boolean,
  limit = most,
): Kind[] {
  const groups = new Map<string, number[]>();
  for (const [i, label] of labels.entries()) {
    const at = groups.get(label);
    at ? at.push(i) : groups.set(label, [i]);
  }
  let kinds: Kind[] = [];
  for (const [label, at] of groups.size <= limit ? groups : []) {
    const near = kinds.filter((kind) => !apart(kind.at, at));
    const all = [...near.flatMap((kind) => kind.at), ...at].sort((a, b) => a - b);
    const name = near.length === 0 ? label : "";
    kinds = [...kinds.filter((kind) => !near.includes(kind)), { at: all, name }];
  }
  return kinds;
}

function share({ values }: Values, at: readonly number[]): number {
  return at.filter((i) => values[i] !== null).length / at.length;
}

/**
 * How much the properties of some entities differ from those of others. What nearly all of these have and
 * none of those is a difference; what some have is optional.
 */
function differ(
  properties: readonly Values[],
  a: readonly number[],
  b: readonly number[],
): "no" | "some" | "much" {
  const shares = properties.map((each) => [share(each, a), share(each, b)] as const);
  const all = shares.filter(([a, b]) => a > 0 || b > 0).length;
  const ofA = shares.filter(([a, b]) => a >= nearly && b === 0).length;
  const ofB = shares.filter(([a, b]) => b >= nearly && a === 0).length;
  const both = ofA > 0 && ofB > 0;
  const part = (ofA + ofB) / all;
  return part > 0.5 || (both && part === 0.5) ? "much" : both ? "some" : "no";
}

/** Whether entities have hardly a property in common with others. */
function strange(
  properties: readonly Values[],
  a: readonly number[],
  b: readonly number[],
): boolean {
  const has = (at: readonly number[]) => properties.filter((each) => share(each, at) > 0);
  const [ofA, ofB] = [has(a), has(b)];
  const least = Math.min(ofA.length, ofB.length);
  return least > 1 && ofA.filter((each) => ofB.includes(each)).length * 4 <= least;
}
