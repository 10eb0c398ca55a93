/** Writes whole tables in the formats of other programs, a piece at a time. */
import type { DumpCall, Key } from "../protocol.ts";
import type { Account } from "./account.ts";
import { save } from "./saving.ts";

type DumpFormat = DumpCall["format"];

interface Format {
  readonly ending: string;
  readonly type: string;
}

const formats: Readonly<Record<DumpFormat, Format>> = {
  csv: { ending: ".csv", type: "text/csv" },
  explorer: { ending: ".csv", type: "text/csv" },
  json: { ending: ".json", type: "application/json" },
  jsonl: { ending: ".jsonl", type: "application/x-ndjson" },
  http: { ending: ".http", type: "text/plain" },
};

/** So many entities are asked for at a time, so that nothing waits long. */
const piece = 5000;

/** Writes a whole table in a format. */
export async function dumped(
  account: Account,
  table: string,
  format: DumpFormat,
  progress: (characters: number) => void = () => {},
): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  let from: Key | null = null;
  do {
    const { text, next }: { text: string; next: Key | null } = await account.dump(
      table,
      format,
      from,
      piece,
    );
    parts.push(text);
    length += text.length;
    from = next;
    progress(length);
  } while (from);
  const whole = parts.join("");
  return format === "json" ? asArray(parts) : whole;
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

export async function saveTable(
  account: Account,
  table: string,
  format: DumpFormat,
): Promise<void> {
  const { ending, type } = formats[format];
  save(table + ending, await dumped(account, table, format), type);
}
