/**
 * The eight types of a property, and what the service accepts as a key, a name or a value.
 *
 * The Go side is engine/table and engine/internal/format/odata: what is refused there is refused here,
 * and the other way round.
 */
import { count } from "../numbers.ts";

export const types = [
  "String",
  "Int32",
  "Int64",
  "Double",
  "Boolean",
  "DateTime",
  "Guid",
  "Binary",
] as const;

export type Type = (typeof types)[number];

/** What is wrong with a piece of text, and how to fix it. */
export interface Problem {
  readonly message: string;
  readonly hint: string;
}

/** How many properties an entity can have besides its keys. */
export const maxProperties = 252;

const maxKey = 512;
const maxString = 1 << 15;
const maxBinary = 1 << 16;
const maxName = 255;

/** Finds a type by its name, in any case, with or without "Edm." in front. */
export function typeNamed(name: string): Type | undefined {
  const plain = name.toLowerCase().replace(/^edm\./, "");
  return types.find((type) => type.toLowerCase() === plain);
}

/** Whether a column holds one of an entity's keys. */
export function isKey(name: string): boolean {
  return name === "PartitionKey" || name === "RowKey";
}

export function isNumber(type: Type): boolean {
  return type === "Int32" || type === "Int64" || type === "Double";
}

const day = /^\d{4}-\d\d-\d\d$/;
const hours =
  /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/i;
const guid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const base64 = /^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/;
const whole = /^[+-]?\d+$/;
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const word = /^(?:NaN|-?Infinity)$/;

function isWhole(text: string, bits: 32 | 64): boolean {
  if (!whole.test(text) || text.length < 10) {
    return whole.test(text);
  }
  const n = BigInt(text.slice(0, 400).replace(/^\+/, ""));
  return text.length <= 400 && BigInt.asIntN(bits, n) === n;
}

function isDate(text: string): boolean {
  const [date = "", time = "00:00", ...more] = text.split(/t/i);
  const at = new Date(`${date}T00:00Z`);
  const valid = day.test(date) && hours.test(time) && more.length === 0;
  if (!valid || at.getUTCDate() !== Number(date.slice(8))) {
    return false;
  }
  const zone = hours.exec(time)?.[1]?.toUpperCase() ?? "Z";
  const moment = Date.parse(`${date}T${time.slice(0, 5)}${zone}`);
  return moment >= Date.UTC(1601, 0, 1) && moment < Date.UTC(10000, 0, 1);
}

/** Whether a text is a value of a type. */
export function isValue(type: Type, text: string): boolean {
  switch (type) {
    case "String":
      return true;
    case "Int32":
      return isWhole(text, 32);
    case "Int64":
      return isWhole(text, 64);
    case "Double":
      return word.test(text) || (decimal.test(text) && Number.isFinite(Number(text)));
    case "Boolean":
      return /^(?:true|false)$/i.test(text);
    case "DateTime":
      return isDate(text);
    case "Guid":
      return guid.test(text);
    case "Binary":
      return !text.includes("_") && base64.test(text);
  }
}

const forms: Record<Type, string> = {
  String: "any text",
  Int32: "a whole number from -2147483648 to 2147483647",
  Int64: "a whole number from -9223372036854775808 to 9223372036854775807",
  Double: "a number such as 12.5, or NaN, Infinity or -Infinity",
  Boolean: "true or false",
  DateTime: "a date from 1601 on, such as 2026-01-05 or 2026-01-05T09:00:00Z",
  Guid: "a Guid such as a455c695-df98-5678-aaaa-81d3367e5a34",
  Binary: "base64 with its padding, such as dGVzdA==",
};

/** Says what is wrong with a value, if anything is. */
export function valueProblem(name: string, type: Type, text: string): Problem | undefined {
  if (!isValue(type, text)) {
    const article = /^[AEIO]/.test(type) ? "an" : "a";
    return {
      message: `${name}: ${quote(text)} isn't ${article} ${type}.`,
      hint: `Write ${forms[type]}.`,
    };
  }
  if (type === "String" && text.length > maxString) {
    return tooLong(name, `${count(text.length)} characters`, "32,768 characters");
  }
  const bytes = type === "Binary" ? (text.length / 4) * 3 - (/=*$/.exec(text)?.[0].length ?? 0) : 0;
  if (bytes > maxBinary) {
    return tooLong(name, `${count(bytes)} bytes`, "65,536 bytes");
  }
  return undefined;
}

function tooLong(name: string, has: string, most: string): Problem {
  return { message: `${name} has ${has}.`, hint: `A property can have ${most}.` };
}

/** Says what is wrong with a PartitionKey or RowKey; null if the entity has none. */
export function keyProblem(name: string, text: string | null): Problem | undefined {
  if (text === null) {
    return {
      message: `The ${name} is missing.`,
      hint: `Every entity has both keys. Write "" if the empty string is meant.`,
    };
  }
  if (text.length > maxKey) {
    return {
      message: `The ${name} has ${count(text.length)} characters.`,
      hint: "A key can have 512.",
    };
  }
  const bad = forbidden.exec(text)?.[0];
  return bad === undefined
    ? undefined
    : {
        message: `The ${name} ${quote(text)} has ${shown(bad)} in it.`,
        hint: "A key can't have / \\ # ? or control characters.",
      };
}

/** The characters that a key can't have. */
export const forbidden = /[/\\#?\p{Cc}]/u;

/** Says what is wrong with the name of a property. */
export function nameProblem(name: string): Problem | undefined {
  if (
    !/^[_\p{L}\p{Nl}][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*$/u.test(name) ||
    /[^\0-\uffff]/u.test(name)
  ) {
    return {
      message:
        name === ""
          ? "A property needs a name."
          : `${quote(name)} can't be the name of a property.`,
      hint: "A name is a letter or _, then letters, digits and _.",
    };
  }
  return name.length > maxName
    ? { message: `The name has ${name.length} characters.`, hint: "A name can have 255." }
    : undefined;
}

/** A text in quotes, short enough for a message. */
export function quote(text: string): string {
  return `"${shown(text.length > 60 ? `${text.slice(0, 59)}…` : text)}"`;
}

/** A text in one line, with symbols for line breaks and other control characters. */
export function shown(text: string): string {
  return text.replace(/[\p{Cc}]/gu, (c) => {
    const code = c.charCodeAt(0);
    return c === "\n"
      ? "↵"
      : String.fromCharCode(code < 32 ? 0x2400 + code : code === 127 ? 0x2421 : 0xfffd);
  });
}
