/** Errors by their lines and columns in the text, as the engine tells them. */
import type { CellFault } from "./check.ts";
import { type Row, readTimes } from "./csv.ts";
import type { Data } from "./data.ts";

/** What is wrong at a place in the text. Lines and columns count from 1, columns in characters. */
export interface DataError {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint: string;
}

/** The most errors that are listed. */
const maxErrors = 100;

/** Lists what is wrong with data, 100 errors at most. */
export function errorsOf(data: Data): DataError[] {
  const { head, faults, tail } = data.top;
  const found = faults.map(({ at, message, hint }) => ({ ...place(head, at, 1), message, hint }));
  data.check();
  let line = head.split("\n").length;
  for (const row of found.length > 0 ? [] : data.rows) {
    for (const { column, at, message, hint } of found.length < maxErrors ? data.faults(row) : []) {
      const start = at ?? row.read().starts[column] ?? row.at;
      found.push({ ...place(row.text, start, line), message, hint });
    }
    line += row.text.split("\n").length - 1;
  }
  const lost = tail.split("\n").findIndex((each) => readTimes(each) !== undefined);
  if (lost >= 0) {
    found.push({
      line: line + lost,
      column: 1,
      message: "There is no row after this line.",
      hint: "",
    });
  }
  return found.slice(0, maxErrors);
}

/** Finds the rows and cells that errors are about. */
export function locate(data: Data, errors: readonly DataError[]): WeakMap<Row, CellFault[]> {
  const found = new WeakMap<Row, CellFault[]>();
  const rest = [...errors].sort((a, b) => b.line - a.line);
  let line = data.top.head.split("\n").length;
  for (const row of data.rows) {
    const lines = row.text.split("\n");
    const next = line + lines.length - 1;
    for (let error = rest.at(-1); error && error.line < next; error = rest.at(-1)) {
      const { message, hint } = error;
      const above = lines.slice(0, Math.max(0, error.line - line)).join("\n").length;
      const at = above + error.column - (above > 0 ? 0 : 1);
      const column = row.read().starts.findLastIndex((start) => start <= at);
      found.set(row, [...(found.get(row) ?? []), { column, message, hint }]);
      rest.pop();
    }
    line = next;
  }
  return found;
}

/** Returns the line and column of a place in a text whose first line has a number. */
function place(text: string, at: number, first: number): { line: number; column: number } {
  const before = text.slice(0, at).split("\n");
  return { line: first + before.length - 1, column: [...(before.at(-1) ?? "")].length + 1 };
}
