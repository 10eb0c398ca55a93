/** Finds the rows and cells that errors are about, by the lines and columns that the engine tells. */
import type { BadCell } from "../protocol.ts";
import { type Cells, type Row, readCells, type Sheet, start } from "./csv.ts";

/** What is wrong at a cell, and what would make it right. Column -1 is the whole row. */
export interface CellFault extends Pick<BadCell, "message" | "hint" | "write" | "make"> {
  readonly column: number;
}

/** What is wrong with the header of a sheet and with its rows. */
export interface Located {
  readonly head: readonly CellFault[];
  readonly rows: ReadonlyMap<Row, readonly CellFault[]>;
}

type Place = Pick<BadCell, "line" | "column">;

export function locate(sheet: Sheet, errors: readonly BadCell[]): Located {
  const rows = new Map<Row, CellFault[]>();
  const rest = [...errors].sort((a, b) => b.line - a.line || b.column - a.column);
  /** Takes the errors of a text that begins at a line and ends before another. */
  const within = (text: string, line: number, next: number, cells: () => Cells) => {
    const found: CellFault[] = [];
    for (let error = rest.at(-1); error && error.line < next; error = rest.pop() && rest.at(-1)) {
      const { line: _, column: __, ...said } = error;
      const at = offset(text, line, error);
      found.push({ ...said, column: cells().starts.findLastIndex((start) => start <= at) });
    }
    return found;
  };
  const { head } = sheet;
  let line = 1 + count(head);
  const top = within(head, 1, line, () => readCells(head, start(head)));
  for (const row of rest.length > 0 ? sheet.rows : []) {
    const next = line + count(row.text);
    const found = within(row.text, line, next, () => row.read());
    if (found.length > 0) {
      rows.set(row, found);
    }
    line = next;
  }
  return { head: top, rows };
}

/** Where a place is in a text that begins with a line. Columns count characters, not units. */
function offset(text: string, first: number, { line, column }: Place): number {
  const lines = text.split("\n");
  const above = lines.slice(0, line - first).reduce((sum, each) => sum + each.length + 1, 0);
  const before = [...(lines[line - first] ?? "")].slice(0, column - 1);
  return above + before.join("").length;
}

/** How many lines a part of the data has. If it ends without a line break, it's written with one. */
function count(text: string): number {
  let n = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    n++;
  }
  return n;
}
