/** Cells on the clipboard, as spreadsheets write them: tabs between cells, and quotes around special ones. */
import type { Cell } from "./csv.ts";

/** Writes cells for the clipboard. The empty string is two quotes, a missing value is nothing. */
export function writeCells(rows: readonly (readonly Cell[])[]): string {
  const text = (cell: Cell) => {
    const special = cell === "" || (cell !== null && /^"|[\t\n\r]/.test(cell));
    return special ? `"${cell.replaceAll('"', '""')}"` : (cell ?? "");
  };
  return rows.map((cells) => cells.map(text).join("\t")).join("\n");
}
