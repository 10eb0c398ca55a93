/** Gives the reader files: one, a table in a format, or the whole workspace as a folder. */
import type { Zippable } from "fflate";
import type { DumpCall, Key } from "../protocol.ts";
import type { Account } from "./account.ts";
import type { File } from "./workspace.ts";

/** Lets the browser save a file. */
export function save(name: string, contents: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([contents], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** All zip files have this date, so that the same workspace gives the same bytes. */
const date = new Date(2026, 0, 1);

/** The workspace as a folder in a zip file, which `rowkey run` runs once it's unpacked. */
export async function folder(
  name: string,
  files: readonly File[],
): Promise<Uint8Array<ArrayBuffer>> {
  const { zip } = await import("fflate");
  const root = folderName(name);
  const contents: Zippable = {};
  for (const file of files) {
    contents[`${root}/${file.name}`] = [new TextEncoder().encode(file.text), { mtime: date }];
  }
  return new Promise((resolve, reject) => {
    zip(contents, (error, data) =>
      error ? reject(error) : resolve(data as Uint8Array<ArrayBuffer>),
    );
  });
}

/** A name for the folder that every system allows. */
export function folderName(name: string): string {
  return (
    name
      .replace(/[^\p{L}\p{N} ._-]+/gu, "")
      .trim()
      .replace(/\s+/g, "-")
      .toLowerCase() || "workspace"
  );
}

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
