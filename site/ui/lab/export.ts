/** Writes the data of a table in the formats of other programs, a piece at a time. */
import { checkRow } from "./check.ts";
import { breather, Refusal } from "./convert-text.ts";
import { type Cell, isIgnored, line, parse, typesOf } from "./csv.ts";
import { isKey, type Type } from "./value.ts";

export type ExportFormat = "explorer" | "json" | "jsonl";

/** Yields the rows that have no faults, and returns how many there were and how many have been left out. */
export async function* exportAs(
  text: string,
  format: ExportFormat,
): AsyncGenerator<string, { rows: number; refused: number }> {
  const sheet = parse(text);
  const [fault] = sheet.faults;
  const template = sheet.rows.find(({ times }) => times > 0);
  if (fault || template) {
    throw fault
      ? new Refusal(fault.message, fault.hint)
      : new Refusal(
          "The data has rows that are generated.",
          "Export what the table holds instead.",
        );
  }
  const types = typesOf(sheet);
  const names = sheet.columns.map(({ name }) => name);
  const write = { explorer: explorerLine, json: object, jsonl: object }[format];
  const [before, between, after] = format === "json" ? ["[\n", ",\n", "\n]\n"] : ["", "", ""];
  const end = { explorer: "\r\n", json: "", jsonl: "\n" }[format];
  const breathe = breather();
  let piece = before + (format === "explorer" ? explorerHead(names) : "");
  let rows = 0;
  for (const row of sheet.rows) {
    if (checkRow(sheet.columns, types, row).length > 0) {
      continue;
    }
    const cells = row.cells;
    piece += (rows > 0 ? between : "") + write(names, types(cells), cells) + end;
    rows++;
    if (piece.length > 65_536) {
      yield piece;
      piece = "";
      await breathe();
    }
  }
  yield piece + after;
  return { rows, refused: sheet.rows.length - rows };
}

/** Whether a value's type has to be told. */
function isTold(name: string): boolean {
  return !isKey(name) && !isIgnored(name);
}

function explorerHead(names: readonly string[]): string {
  const kept = names.filter((name) => !isIgnored(name));
  return `${line(kept.flatMap((name) => (isTold(name) ? [name, `${name}@type`] : [name])))}\r\n`;
}

/** Azure Storage Explorer takes untold types from the first row, so every row tells all of its own. */
function explorerLine(
  names: readonly string[],
  types: readonly Type[],
  cells: readonly Cell[],
): string {
  return line(
    names.flatMap((name, i) => {
      const cell = cells[i] ?? null;
      const type = cell === null ? null : `Edm.${types[i]}`;
      return isIgnored(name) ? [] : isTold(name) ? [cell, type] : [cell];
    }),
  );
}

/** An object as the service takes it. */
function object(names: readonly string[], types: readonly Type[], cells: readonly Cell[]): string {
  const members = names.flatMap((name, i) => {
    const cell = cells[i] ?? null;
    return cell === null || isIgnored(name) ? [] : member(name, types[i] ?? "String", cell);
  });
  return `{${members.join(",")}}`;
}

/** A member, and one that tells its type if JSON doesn't. */
function member(name: string, type: Type, text: string): string[] {
  const value = (json: string) => `${JSON.stringify(name)}:${json}`;
  const told = `${JSON.stringify(`${name}@odata.type`)}:"Edm.${type}"`;
  switch (type) {
    case "String":
      return [value(JSON.stringify(text))];
    case "Boolean":
      return [value(text.toLowerCase())];
    case "Int32":
      return [value(String(Number(text)))];
    case "Double": {
      const n = Number(text);
      return Number.isFinite(n) && !Number.isInteger(n)
        ? [value(String(n))]
        : [told, value(JSON.stringify(text))];
    }
    default:
      return [told, value(JSON.stringify(text))];
  }
}
