/**
 * Finds out how the keys of a table are made: of which properties, in which format, and with which text
 * between them. What can't be found in a property becomes a property of its own.
 */
import type { Type } from "../lab/value.ts";

/** A part of a key: text, or a property in a format, such as iso, inverted, yyyy-MM-dd or 8 digits. */
export type Part =
  | { readonly text: string }
  | { readonly property: string; readonly format: string };

/** A property with its values, one for each entity; null where it's missing. */
export interface Values {
  readonly name: string;
  readonly type: Type;
  readonly values: readonly (string | null)[];
}

/** How a key is made, and the properties that it needs besides those that are there. */
export interface KeyOf {
  readonly parts: readonly Part[];
  readonly more: readonly Values[];
}

/** What is the same in so few entities may be the same by chance. */
const few = 20;

/**
 * @param plain - what to call a property of which the key has no name
 * @param start - the text that all keys are known to begin with
 */
export function keyOf(
  keys: readonly string[],
  properties: readonly Values[],
  plain: string,
  start = "",
): KeyOf {
  const [first = ""] = keys;
  if (
    keys.length > 1 &&
    keys.every((key) => key === first) &&
    (keys.length >= few || !/\d/.test(first))
  ) {
    return { parts: [{ text: first }], more: [] };
  }
  const parts: Part[] = (start.match(/[\p{L}\p{N}]+|./gu) ?? []).map((text) => ({ text }));
  const more: Values[] = [];
  let left = keys.map((key) => key.slice(start.length));
  while (left.some((text) => text !== "")) {
    const known = [...properties, ...more];
    const found =
      propertyAt(left, known) ??
      timeAt(left, known) ??
      textAt(left) ??
      restAt(left, known, parts, plain);
    parts.push(found.part);
    more.push(...(found.more ? [found.more] : []));
    left = left.map((text, i) => text.slice(found.lengths[i]));
  }
  return { parts, more };
}

/** A part that all keys go on with, and its length in each. */
interface Found {
  readonly part: Part;
  readonly lengths: readonly number[];
  /** The property, if it isn't one of those that are there. */
  readonly more?: Values;
}

/** The word, or the character between words, that all texts begin with. */
function textAt(left: readonly string[]): Found | undefined {
  const words = left.map((text) => /^(?:[\p{L}\p{N}]+|.)/u.exec(text)?.[0] ?? "");
  const [word = ""] = words;
  const same = word !== "" && left.length > 1 && words.every((each) => each === word);
  // Digits that are the same in a few entities are another number in the next one.
  if (!same || (/\d/.test(word) && left.length < few)) {
    return undefined;
  }
  return { part: { text: word }, lengths: words.map(({ length }) => length) };
}

/** The property that all texts begin with. */
function propertyAt(left: readonly string[], properties: readonly Values[]): Found | undefined {
  for (const { name, type, values } of properties) {
    if (new Set(values).size < 2 || values.includes(null)) {
      continue;
    }
    for (const { format, texts } of formatsOf(type, values as readonly string[], left)) {
      if (texts.every((text, i) => begins(left[i] ?? "", text))) {
        return { part: { property: name, format }, lengths: texts.map(({ length }) => length) };
      }
    }
  }
  return undefined;
}

/** Whether a text begins with another one, and with no longer word. */
function begins(text: string, start: string): boolean {
  return start !== "" && text.startsWith(start) && !/^[\p{L}\p{N}]/u.test(text.slice(start.length));
}

interface Format {
  readonly format: string;
  readonly texts: readonly string[];
}

/** The formats in which values of a type can be in a key, and what each makes of the values. */
function formatsOf(type: Type, values: readonly string[], left: readonly string[]): Format[] {
  const plain = { format: "", texts: values };
  if (type === "Int32" || type === "Int64") {
    const digits = /^\d*/.exec(left[0] ?? "")?.[0].length ?? 0;
    const padded = values.map((value) => value.padStart(digits, "0"));
    return [...(digits > 1 ? [{ format: String(digits), texts: padded }] : []), plain];
  }
  if (type === "DateTime") {
    const times = values.map(timeOf);
    return [
      { format: "iso", texts: times.map(({ iso }) => iso) },
      { format: "inverted", texts: times.map(({ inverted }) => inverted) },
      ...Object.entries(cuts).map(([format, length]) => ({
        format,
        texts: times.map(({ iso }) => iso.slice(0, length).replace(/[T:]/g, "-")),
      })),
    ];
  }
  if (type === "String") {
    return [plain, { format: "lower", texts: values.map((value) => value.toLowerCase()) }];
  }
  return type === "Guid" ? [plain] : [];
}

/** How much of a time each format keeps, the most first. */
const cuts: Readonly<Record<string, number>> = {
  "yyyy-MM-dd-HH-mm-ss": 19,
  "yyyy-MM-dd-HH-mm": 16,
  "yyyy-MM-dd-HH": 13,
  "yyyy-MM-dd": 10,
  "yyyy-MM": 7,
  yyyy: 4,
};

/** The unit of the time that a text of this length begins. */
export function unitOf(length: number): string | undefined {
  const units = ["second", "minute", "hour", "day", "month", "year"];
  return units[Object.values(cuts).indexOf(length)];
}

/** A time as the formats write it: with all digits, and counted backwards. */
function timeOf(value: string): { iso: string; inverted: string } {
  const [, whole = "", fraction = ""] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,7}))?Z$/.exec(value) ?? [];
  const milliseconds = Date.parse(`${whole}Z`);
  if (Number.isNaN(milliseconds)) {
    return { iso: "", inverted: "" };
  }
  const digits = fraction.padEnd(7, "0");
  const ticks = (BigInt(milliseconds) + 62_135_596_800_000n) * 10_000n + BigInt(digits);
  const inverted = String(3_155_378_975_999_999_999n - ticks).padStart(19, "0");
  return { iso: `${whole}.${digits}Z`, inverted };
}

/** As much of a time as a key has, and a time that is counted backwards. */
const dated =
  /^\d{4}-\d\d(?:-\d\d(?:[T-]\d\d(?:[:-]\d\d(?:[:-]\d\d(?:\.\d{1,7})?Z?)?)?)?)?(?![A-Za-z0-9])/;
const counted = /^\d{19}(?!\d)/;

/** A time in a key, which becomes a property: a date, a time as text, or one that's counted backwards. */
function timeAt(left: readonly string[], properties: readonly Values[]): Found | undefined {
  const times = left.map((text) => (dated.exec(text) ?? counted.exec(text))?.[0] ?? "");
  const values = times.map(instantOf);
  const [length = 0] = times.map((time) => time.length);
  if (values.some((value) => value === "") || times.some((time) => time.length !== length)) {
    return undefined;
  }
  const name = unused("At", properties);
  const cut = Object.entries(cuts).find(([, each]) => each === length)?.[0];
  const inverted = /^\d{19}$/.test(times[0] ?? "");
  return {
    part: { property: name, format: inverted ? "inverted" : (cut ?? "iso") },
    lengths: times.map((time) => time.length),
    more: { name, type: "DateTime", values },
  };
}

/** The time that a part of a key says; "" if it's none. */
function instantOf(text: string): string {
  if (/^\d{19}$/.test(text)) {
    const ticks = 3_155_378_975_999_999_999n - BigInt(text);
    const milliseconds = Number(ticks / 10_000n - 62_135_596_800_000n);
    // Other numbers of so many digits would be times long ago, or far from now.
    return milliseconds > 0 && milliseconds < 4e12 ? new Date(milliseconds).toISOString() : "";
  }
  const [date = "", hour = "00", minute = "00", second = "00"] =
    /^(\d{4}-\d\d(?:-\d\d)?)(?:[T-](\d\d))?(?:[:-](\d\d))?(?:[:-](\d\d(?:\.\d+)?))?/
      .exec(text)
      ?.slice(1) ?? [];
  const day = date.length === 7 ? `${date}-01` : date;
  const value = `${day}T${hour}:${minute}:${second}Z`;
  return Number.isNaN(Date.parse(value)) ? "" : value;
}

/** What separates properties. A hyphen is often inside of one, unless a time comes after it. */
const between = /[_|~:;]|-(?=\d{4}-\d\d(?!\d)|\d{19}(?!\d))/;

/** A property that only the key has: up to what separates it from the next one, or to the end. */
function restAt(
  left: readonly string[],
  properties: readonly Values[],
  parts: readonly Part[],
  plain: string,
): Found {
  const ends = left.map((text) => text.search(between));
  const mark = left[0]?.charAt(ends[0] ?? -1);
  const apart = ends.every((end, i) => end > 0 && left[i]?.charAt(end) === mark);
  const values = left.map((text, i) => (apart ? text.slice(0, ends[i]) : text));
  const last = parts.at(-1);
  const before = parts.at(-2);
  const text = (last && "text" in last ? last.text : "").match(/\w/) ? last : before;
  const word = text && "text" in text && /^[A-Za-z]{3,}$/.test(text.text) ? text.text : plain;
  const name = unused(word.charAt(0).toUpperCase() + word.slice(1), properties);
  return {
    part: { property: name, format: "" },
    lengths: values.map(({ length }) => length),
    more: { name, type: "String", values },
  };
}

function unused(name: string, properties: readonly Values[]): string {
  const taken = (each: string) => properties.some((property) => property.name === each);
  let found = name;
  for (let n = 2; taken(found); n++) {
    found = `${name}${n}`;
  }
  return found;
}

/** Writes a key as a template. */
export function templateOf(parts: readonly Part[]): string {
  return parts
    .map((part) =>
      "text" in part
        ? part.text.replaceAll("{", "{{").replaceAll("}", "}}")
        : `{${part.property}${part.format && `:${part.format}`}}`,
    )
    .join("");
}
