/** Which names the files of a workspace may have. */
import { maxTableName, minTableName } from "../vocabulary.ts";

/** A table's name, as the service allows it. */
const table = new RegExp(`^[A-Za-z][A-Za-z0-9]{${minTableName - 1},${maxTableName - 1}}$`);

export function isRequests(name: string): boolean {
  return name.endsWith(".http");
}

export function isData(name: string): boolean {
  return name.endsWith(".csv");
}

/** The table whose data a file has. */
export function tableOf(name: string): string {
  return name.replace(/\.csv$/, "");
}

/** Says what is wrong with a new name, in a sentence; "" if nothing is. */
export function problem(name: string, others: readonly string[]): string {
  if (name === "") {
    return "A file needs a name.";
  }
  if (!isRequests(name) && !isData(name)) {
    return "Names end in .http for requests or in .csv for a table's data.";
  }
  if (isData(name) && !table.test(tableOf(name))) {
    const length = `${minTableName} to ${maxTableName} in all`;
    return `Data is named after its table: a letter, then letters and digits, ${length}.`;
  }
  if (/[/\\:*?"<>|]/.test(name) || name.startsWith(".")) {
    return "Names don't begin with a dot and have none of / \\ : * ? \" < > |";
  }
  if (name.length > 80) {
    return "Names have at most 80 characters.";
  }
  if (others.some((other) => other.toLowerCase() === name.toLowerCase())) {
    return `There is a file ${name} already.`;
  }
  return "";
}

/** Returns the name, with a number if it is taken: orders.http, orders-2.http. */
export function free(name: string, taken: readonly string[]): string {
  const [, stem = name, ending = ""] = /^(.*?)(\.\w+)$/.exec(name) ?? [];
  const lower = new Set(taken.map((each) => each.toLowerCase()));
  // A table's name can't have a hyphen.
  const joint = ending === ".csv" ? "" : "-";
  let found = name;
  for (let n = 2; lower.has(found.toLowerCase()); n++) {
    found = `${stem}${joint}${n}${ending}`;
  }
  return found;
}

/** A file's name without its ending. Storage Explorer writes Orders.typed.csv, browsers Orders (1).csv. */
export function stem(name: string): string {
  return name.replace(/(\.typed)?( \(\d+\))?\.\w+$/, "");
}

/** Makes a table's name out of any words, such as a file's name. */
export function asTable(words: string): string {
  const letters = stem(words)
    .replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? "")
    .replace(/^[0-9]+/, "");
  const name = letters.charAt(0).toUpperCase() + letters.slice(1, maxTableName);
  return name.length >= minTableName ? name : "Imported";
}
