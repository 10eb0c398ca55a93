/** Writes whole tables in the formats of other programs, a piece at a time. */
import type { DumpCall, DumpReply, Key } from "../protocol.ts";
import type { Account } from "./account.ts";
import { save } from "./saving.ts";

type Format = DumpCall["format"];

/** What files of each format are called, and their media types. */
const formats: Readonly<Record<Format, readonly [ending: string, type: string]>> = {
  csv: [".csv", "text/csv"],
  explorer: [".csv", "text/csv"],
  json: [".json", "application/json"],
  jsonl: [".jsonl", "application/x-ndjson"],
  http: [".http", "text/plain"],
};

/** So many entities are asked for at a time, so that nothing waits long. */
const piece = 5000;

/** Writes a whole table in a format. */
export async function dumped(account: Account, table: string, format: Format): Promise<string> {
  const parts: string[] = [];
  let from: Key | null = null;
  do {
    const part: DumpReply = await account.here("dump", { table, format, from, limit: piece });
    parts.push(part.text);
    from = part.next;
  } while (from);
  return format === "json" ? asArray(parts) : parts.join("");
}

/** JSON comes as the items of an array; each piece may be an array by itself. */
function asArray(parts: readonly string[]): string {
  const items = parts.map((part) =>
    part
      .trim()
      .replace(/^\[|\]$/g, "")
      .trim()
      .replace(/,$/, ""),
  );
  return `[\n${items.filter((part) => part !== "").join(",\n")}\n]\n`;
}

export async function saveTable(account: Account, table: string, format: Format): Promise<void> {
  const [ending, type] = formats[format];
  save(table + ending, await dumped(account, table, format), type);
}
