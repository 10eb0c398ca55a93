/** Cells that a spreadsheet has put on the clipboard. */
import { type Cell, closing } from "./csv.ts";

/** Reads what a spreadsheet has put on the clipboard. A last line break ends the last row. */
export function readCells(text: string): Cell[][] {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let quotes = true; // whether there are more that could close a cell
  for (let at = 0; at < text.length || row.length > 0; ) {
    const close: number = quotes && text[at] === '"' ? closing(text, at) : -2;
    quotes &&= close !== -1;
    const quoted = close > 0 && /^[\t\r\n]?$/.test(text.slice(close + 1, close + 2));
    const end = quoted ? close + 1 : cellEnd(text, at);
    const value = quoted ? text.slice(at + 1, close).replaceAll('""', '"') : text.slice(at, end);
    row.push(value === "" && !quoted ? null : value);
    at = end + (text.startsWith("\r\n", end) ? 2 : 1);
    if (text[end] !== "\t") {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

function cellEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !"\t\n\r".includes(text[at] ?? "")) {
    at++;
  }
  return at;
}
