/** Finds a property that a query names, that no entity of the table has, and that was meant to be another. */
import type { BrowseReply } from "../protocol.ts";
import { literal, optionOf, type Place } from "./query.ts";
import { nearest } from "./spelling.ts";

/** Every entity has these. */
const keys = ["PartitionKey", "RowKey", "Timestamp"];
const words = new Set("and or not eq ne gt ge lt le true false null".split(" "));

/** A string with its prefix, a variable, or a name. */
const pieces = new RegExp(
  `\\w*(?:${literal.source})|(?<![\\p{L}\\p{N}_.])([\\p{L}_][\\p{L}\\p{N}_]*)(?!\\()`,
  "gu",
);

/** Returns the properties that the query at a line names in $filter and $select. */
export function namesOf(text: string, line: number): string[] {
  const names = places(text, line).flatMap(({ from, to }) =>
    [...text.slice(from, to).matchAll(pieces)].map(([, name = ""]) => name),
  );
  return [...new Set(names)].filter((name) => name !== "" && !words.has(name));
}

/**
 * Returns the first of these names that no entity of a table has, and what it was meant to be.
 * @param browse - returns entities of the table, the first of those that fulfil the filter
 */
export async function misspelt(
  names: readonly string[],
  browse: (filter: string) => Promise<BrowseReply>,
): Promise<{ readonly name: string; readonly meant: string } | undefined> {
  const { columns, next } = await browse("");
  const known = new Set([...keys, ...columns.map((column) => column.name)]);
  for (const name of names) {
    const meant = known.has(name) ? undefined : nearest(name, [...known]);
    if (meant === undefined) {
      continue;
    }
    // Entities further on may have others. Whatever its type, a value is less than a string or isn't.
    const having = next && (await browse(`${name} lt '' or ${name} ge ''`));
    if (!having || having.rows.length === 0) {
      return { name, meant };
    }
  }
  return undefined;
}

/** Returns the change that writes another name in the query at a line, wherever it has this one. */
export function renaming(text: string, line: number, name: string, by: string) {
  const found = places(text, line).filter(({ from, to }) =>
    [...text.slice(from, to).matchAll(pieces)].some((match) => match[1] === name),
  );
  return found.map(({ from, to }) => ({
    from,
    to,
    insert: text
      .slice(from, to)
      .replace(pieces, (all, word?: string) => (word === name ? by : all)),
  }));
}

/** What is encoded isn't taken apart. */
function places(text: string, line: number): Place[] {
  return ["$filter", "$select"]
    .map((name) => optionOf(text, line, name))
    .filter((place) => place !== undefined)
    .filter(({ from, to }) => !/%[0-9a-f]{2}/i.test(text.slice(from, to)));
}
