/** Objects in JSON, found one after another while the text comes in, and read without losing digits. */
import type { Problem } from "./convert-rows.ts";

/** A value of a property, as it was written. */
export interface Value {
  readonly name: string;
  readonly kind: "string" | "number" | "boolean" | "null" | "nested";
  /** A string's characters, and the JSON of anything else. */
  readonly text: string;
}

/** A piece of a document. */
export interface Piece {
  readonly line: number;
  /** The name of the member that it's the value of, or an item of; "" in an array. */
  readonly member: string;
  /** Whether it's an item of an array. */
  readonly item: boolean;
  readonly json: string;
  readonly problem?: Problem;
}

/** The most characters of an item. An entity has at most 1 MiB. */
const maxItem = 4_000_000;
const maxDepth = 1000;

/**
 * Divides a document into its pieces: the items of its array, or the members of its object. An array that
 * is a member is divided into its items, too.
 */
export class Pieces {
  #rest = "";
  #line = 1;
  /** The brackets that are open: "[" or "{" and then possibly "[". */
  #open = "";
  #member = "";
  #done = false;

  /** Returns the pieces that are complete. Behind a mistake there are no more. */
  read(text: string, last = false): Piece[] {
    const all = this.#rest + text;
    const found: Piece[] = [];
    let at = 0;
    while (!this.#done) {
      const start = skip(all, at);
      this.#line += newlines(all.slice(at, start));
      at = start;
      const end = at < all.length ? this.#step(all, at, last, found) : -1;
      if (end < 0) {
        break;
      }
      this.#line += newlines(all.slice(at, end));
      at = end;
    }
    this.#rest = this.#done ? "" : all.slice(at);
    if (this.#rest.length > maxItem || (last && !this.#done)) {
      this.#done = true;
      const message = last ? "The JSON ends in the middle." : "There is a value of more than 4 MB.";
      found.push(
        this.#wrong(message, last ? "A part of the file is missing." : "An entity can have 1 MiB."),
      );
    }
    return found;
  }

  /** Takes one step, and returns where the next one begins, or -1 if there isn't enough text. */
  #step(text: string, at: number, last: boolean, found: Piece[]): number {
    const c = text[at] ?? "";
    const closing = this.#open.endsWith("[") ? "]" : "}";
    if (this.#open === "") {
      this.#open = c;
      return c === "[" || c === "{" ? at + 1 : this.#stop(found);
    }
    if (c === closing) {
      this.#open = this.#open.slice(0, -1);
      this.#done = this.#open === "";
    }
    if (c === closing || c === ",") {
      return at + 1;
    }
    const from = closing === "}" ? this.#name(text, at) : at;
    if (from >= 0 && text[from] === "[" && closing === "}") {
      this.#open = "{[";
      return from + 1;
    }
    const end = from > 0 || closing === "]" ? scan(text, from).end : from;
    if (end === 0) {
      return this.#stop(found);
    }
    if (end < 0 || (end === text.length && !last)) {
      return -1;
    }
    const line = this.#line + newlines(text.slice(at, from));
    found.push({ line, member: this.#member, item: closing === "]", json: text.slice(from, end) });
    return end;
  }

  /** Reads the name of a member, and returns where its value begins: -1 if the text ends, 0 without one. */
  #name(text: string, at: number): number {
    const end = text[at] === '"' ? stringEnd(text, at) : 0;
    const colon = end > 0 ? skip(text, end) : end;
    const from = colon > 0 ? skip(text, colon + 1) : colon;
    if (from >= text.length) {
      return -1;
    }
    const name = from > 0 && text[colon] === ":" ? parsed(text.slice(at, end)) : undefined;
    this.#member = typeof name === "string" ? name : "";
    return from > 0 && typeof name !== "string" ? 0 : from;
  }

  #stop(found: Piece[]): number {
    found.push(this.#wrong("The text isn't JSON from here on.", "Correct it, and try again."));
    this.#done = true;
    return -1;
  }

  #wrong(message: string, hint: string): Piece {
    return { line: this.#line, member: "", item: false, json: "", problem: { message, hint } };
  }
}

function skip(text: string, from: number): number {
  let at = from;
  while (" \t\r\n\ufeff".includes(text[at] ?? "x")) {
    at++;
  }
  return at;
}

function newlines(text: string): number {
  return text.split("\n").length - 1;
}

/** Reads JSON, or returns undefined. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/**
 * Returns where a value ends, -1 if the text does before, 0 if it isn't a value; and how deep its brackets
 * are nested. It doesn't recurse.
 */
function scan(text: string, from: number): { end: number; depth: number } {
  const c = text[from] ?? "";
  if (c === '"') {
    return { end: stringEnd(text, from), depth: 0 };
  }
  return c === "{" || c === "[" ? scanNested(text, from) : { end: wordEnd(text, from), depth: 0 };
}

/** Returns where a number or a word ends, or 0 if there's neither. */
function wordEnd(text: string, from: number): number {
  const word = /^[\w+.-]+/.exec(text.slice(from, from + 2000));
  return word ? from + word[0].length : 0;
}

function scanNested(text: string, from: number): { end: number; depth: number } {
  const special = /["{}[\]]/g;
  special.lastIndex = from;
  let most = 0;
  let depth = 0;
  do {
    const found = special.exec(text);
    const end = found?.[0] === '"' ? stringEnd(text, found.index) : (found?.index ?? -2) + 1;
    if (end < 0) {
      return { end, depth: most };
    }
    special.lastIndex = end;
    depth += { "{": 1, "[": 1, "}": -1, "]": -1 }[found?.[0] ?? ""] ?? 0;
    most = Math.max(most, depth);
  } while (depth > 0);
  return { end: special.lastIndex, depth: most };
}

function stringEnd(text: string, from: number): number {
  for (let at = from + 1; ; at++) {
    at = text.indexOf('"', at);
    let slashes = 0;
    while (at > 0 && text[at - 1 - slashes] === "\\") {
      slashes++;
    }
    if (at < 0 || slashes % 2 === 0) {
      return at < 0 ? -1 : at + 1;
    }
  }
}

/** Reads the members of an object. */
export function readObject(json: string): Value[] | Problem {
  const values: Value[] = [];
  const names = new Set<string>();
  const trimmed = json.trim();
  if (!trimmed.startsWith("{")) {
    return {
      message: "This isn't an object.",
      hint: 'Each entity is an object, such as {"Name": "Marin"}.',
    };
  }
  if (scan(trimmed, 0).depth > maxDepth) {
    return {
      message: `The brackets are nested more than ${maxDepth} deep.`,
      hint: "Divide the value.",
    };
  }
  try {
    JSON.parse(trimmed);
  } catch (cause) {
    return {
      message: `This isn't JSON: ${(cause as Error).message}.`,
      hint: "Correct it, or leave it out.",
    };
  }
  for (let at = skip(trimmed, 1); trimmed[at] === '"'; at = skip(trimmed, at)) {
    const nameEnd = stringEnd(trimmed, at);
    const name: string = JSON.parse(trimmed.slice(at, nameEnd));
    const from = skip(trimmed, trimmed.indexOf(":", nameEnd) + 1);
    const { end } = scan(trimmed, from);
    if (names.has(name)) {
      return { message: `"${name}" is given twice.`, hint: "Leave one of them out." };
    }
    names.add(name);
    values.push({ name, ...readValue(trimmed.slice(from, end)) });
    at = skip(trimmed, end);
    at += trimmed[at] === "," ? 1 : 0;
  }
  return values;
}

function readValue(json: string): Omit<Value, "name"> {
  const c = json[0] ?? "";
  if (c === '"') {
    return { kind: "string", text: JSON.parse(json) };
  }
  const kind =
    c === "{" || c === "["
      ? "nested"
      : c === "n"
        ? "null"
        : c === "t" || c === "f"
          ? "boolean"
          : "number";
  return { kind, text: json };
}
