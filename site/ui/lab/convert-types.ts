/** What a column of somebody's data is: its type and why, and what it would be as a key. */
import { count } from "./grid-edits.ts";
import { forbidden, isNumber, isValue, quote, type Type } from "./value.ts";

/** How a value came: as text that can be anything, as text alone, as JSON of its own, or with a type. */
export type Told = Type | "anything" | "text" | "nested";

/** What a text looks like. */
type Look = Type | "Zeros" | "Long";

interface Seen {
  count: number;
  readonly line: number;
  readonly text: string;
}

/** What is known of a column after all rows have been read. */
export class Stats {
  /** The values that there are. */
  values = 0;
  /** The characters of the longest one. */
  longest = 0;
  /** The digits of the longest whole number, and whether there are negative ones. */
  digits = 0;
  negative = false;
  /** The values with characters that a key can't have. */
  forbidden = 0;
  /** How many rows the most frequent value has. */
  largest = 0;
  /** The values that are objects or arrays. */
  nested = 0;
  /** The first and the last of the numbers, or of the times as text. */
  least: number | string | undefined;
  most: number | string | undefined;
  readonly #looks = new Map<Look, Seen>();
  readonly #told = new Map<Type, Seen>();
  #untold = 0;
  #groups: Map<number, number> | undefined = new Map();

  add(text: string, told: Told, line: number): void {
    this.values++;
    this.longest = Math.max(this.longest, text.length);
    this.nested += told === "nested" ? 1 : 0;
    if (told === "nested") {
      see(this.#looks, "String", line, text);
    } else if (told === "anything" || told === "text") {
      this.#untold++;
      see(this.#looks, lookOf(text, told === "text"), line, text);
    } else {
      see(this.#told, told, line, text);
    }
    if (/^-?\d+$/.test(text)) {
      this.negative ||= text.startsWith("-");
      this.digits = Math.max(this.digits, text.length);
    } else if (forbidden.test(text)) {
      this.forbidden++;
    }
    this.#bound(text.trim());
    this.#group(text);
  }

  #bound(text: string): void {
    const number = /^-?\d/.test(text) ? Number(text) : Number.NaN;
    const value = Number.isNaN(number) ? text : number;
    if (typeof value === "string" && !/^\d{4}-\d\d-\d\d/.test(value)) {
      return;
    }
    if (this.least === undefined || (typeof value === typeof this.least && value < this.least)) {
      this.least = value;
    }
    if (this.most === undefined || (typeof value === typeof this.most && value > this.most)) {
      this.most = value;
    }
  }

  /** How many values are different; undefined if there are too many to be counted. */
  get distinct(): number | undefined {
    return this.#groups?.size;
  }

  #group(text: string): void {
    if (!this.#groups) {
      return;
    }
    const key = hash(text);
    const n = (this.#groups.get(key) ?? 0) + 1;
    this.#groups.set(key, n);
    this.largest = Math.max(this.largest, n);
    const unique = this.#groups.size === this.values;
    if (this.#groups.size > (unique ? 1_000_000 : 50_000)) {
      this.#groups = undefined;
    }
  }

  /** The type for the column, and why. */
  decide(): { type: Type; reason: string } {
    const [told] = [...this.#told].sort((a, b) => b[1].count - a[1].count);
    if (told) {
      const reason = this.#untold > 0 ? "the type that some rows tell" : "the file tells the type";
      return { type: told[0], reason: this.#told.size > 1 ? "rows tell different types" : reason };
    }
    const looks = [...this.#looks].sort((a, b) => b[1].count - a[1].count);
    const has = new Set(looks.map(([look]) => look));
    const [first, second] = looks;
    if (!first) {
      return { type: "String", reason: "it has no values" };
    }
    const numbers = looks.every(
      ([look]) => look === "Int32" || look === "Int64" || look === "Double",
    );
    if (numbers && !(has.has("Int64") && has.has("Double"))) {
      const type = has.has("Double") ? "Double" : has.has("Int64") ? "Int64" : "Int32";
      const long = this.#looks.get("Int64");
      const beyond = long ? `, up to ${long.text}, which is beyond Int32` : "";
      return {
        type,
        reason: `all ${count(this.values, "value is a number", "values are numbers")}${beyond}`,
      };
    }
    if (!second && first[0] !== "Zeros" && first[0] !== "Long") {
      return {
        type: first[0],
        reason: first[0] === "String" ? "it's text" : `every value is a ${first[0]}`,
      };
    }
    return { type: "String", reason: whyText(first, looks, this.values) };
  }

  /** Whether rows have to tell types because one type doesn't do for all. */
  get mixed(): boolean {
    const { type } = this.decide();
    const fits = (look: Look) =>
      look === type || type === "String" || (look === "Int32" && isNumber(type));
    return this.#told.size > 1 || (this.#told.size > 0 && ![...this.#looks.keys()].every(fits));
  }

  /** How many values had no type in a file that tells types. */
  get assumed(): number {
    return this.#told.size > 0 ? this.#untold : 0;
  }
}

function see<Kind>(map: Map<Kind, Seen>, kind: Kind, line: number, text: string): void {
  const seen = map.get(kind);
  if (seen) {
    seen.count++;
  } else {
    map.set(kind, { count: 1, line, text });
  }
}

const why: Partial<Record<Look, string>> = {
  Zeros: "zeros in front",
  Long: "more digits than an Int64",
};

/** Says why a column is text although some of its values aren't. */
function whyText(first: [Look, Seen], looks: readonly [Look, Seen][], values: number): string {
  const special = looks.find(([look]) => why[look]);
  if (special) {
    const [look, { count: n, line, text }] = special;
    return `${count(n, "value has", "values have")} ${why[look]}, such as ${quote(text)} in line ${line}`;
  }
  const [look] = first[0] === "String" ? (looks[1] ?? first) : first;
  const others = looks.filter(
    ([each]) => each !== look && !(isNumber(look as Type) && isNumber(each as Type)),
  );
  const n = others.reduce((sum, [, seen]) => sum + seen.count, 0);
  const [, { line, text }] = others[0] ?? first;
  const article = /^[AEIO]/.test(look) ? "an" : "a";
  const arent = `${n.toLocaleString("en")} of ${count(values, "value")} ${n === 1 ? "isn't" : "aren't"}`;
  return `${arent} ${article} ${look}, such as ${quote(text)} in line ${line}`;
}

/** Returns what a text looks like. JSON's strings are never numbers. */
function lookOf(text: string, string: boolean): Look {
  if (/^[\da-f]{8}-/i.test(text) && isValue("Guid", text)) {
    return "Guid";
  }
  if (/^\d{4}-\d\d-\d\d/.test(text) && isValue("DateTime", standard(text, "DateTime"))) {
    return "DateTime";
  }
  if (string) {
    return "String";
  }
  const plain = text.trim();
  if (/^[+-]?\d/.test(plain) || /^[+-]?\.\d/.test(plain)) {
    return numberOf(plain);
  }
  return /^(?:true|false)$/i.test(plain) ? "Boolean" : "String";
}

function numberOf(text: string): Look {
  if (/^[+-]?0\d/.test(text) && isValue("Double", text)) {
    return "Zeros";
  }
  if (/^[+-]?\d+$/.test(text)) {
    return isValue("Int32", text) ? "Int32" : isValue("Int64", text) ? "Int64" : "Long";
  }
  return isValue("Double", text) ? "Double" : "String";
}

/** Writes a value as its type is written. */
export function standard(text: string, type: Type): string {
  if (type === "String") {
    return text;
  }
  const plain = text.trim();
  return type === "DateTime"
    ? plain.replace(/^(\d{4}-\d\d-\d\d) (?=\d\d:)/, "$1T").replace(/ ?UTC$/, "Z")
    : plain;
}

/** A number of 53 bits for a text: the same one for two different texts is too rare to matter. */
export function hash(text: string): number {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 2654435761);
    b = Math.imul(b ^ c, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}
