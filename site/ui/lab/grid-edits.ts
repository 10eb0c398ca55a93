/** What the commands of a grid do to its data, as steps that can be undone. */
import { counted } from "../numbers.ts";
import { type Cell, Row } from "./csv.ts";
import type { Data, Top } from "./data.ts";
import type { Place, Range } from "./grid-view.ts";

/** Rows that replace others, possibly with another header. */
export interface Step {
  /** What it does, such as "Delete 2 rows". */
  readonly label: string;
  readonly at: number;
  readonly remove: number;
  readonly rows: readonly Row[];
  readonly top?: Top;
  /** What is selected afterwards. */
  readonly range?: Range;
  /** What there is to say besides the label. */
  readonly note?: string;
}

/** Writes cells into a rectangle. Rows that aren't there yet are added. */
export function put(
  data: Data,
  { row, column }: Place,
  block: readonly (readonly Cell[])[],
  label: string,
): Step {
  const { columns, rows } = data;
  const width = block.reduce((most, cells) => Math.max(most, cells.length), 0);
  const right = Math.min(column + width, columns.length);
  const changed = block.map((cells, i) => {
    const old = rows[row + i];
    const before = old?.cells ?? [];
    const all = columns.map((_, at) => before[at] ?? null);
    for (let at = column; at < Math.min(column + cells.length, columns.length); at++) {
      all[at] = cells[at - column] ?? null;
    }
    return (old ?? blank(data)).with(all);
  });
  const lost = column + width - right;
  return {
    label,
    at: row,
    remove: Math.min(block.length, rows.length - row),
    rows: changed,
    range: { top: row, left: column, bottom: row + block.length - 1, right: right - 1 },
    ...(lost > 0 ? { note: `${counted(lost, "column")} didn't fit and were left out.` } : {}),
  };
}

/** Adds a row below another one, in the same partition. */
export function addRow(data: Data, below: number): Step {
  const old = data.rows[below];
  const key = data.column("PartitionKey");
  const cells = data.columns.map((_, i) => (i === key ? (old?.cells[i] ?? null) : null));
  const at = old ? below + 1 : 0;
  const column = data.column(old ? "RowKey" : "PartitionKey");
  const range = { top: at, left: column, bottom: at, right: column };
  return { label: "Add row", at, remove: 0, rows: [blank(data).with(cells)], range };
}

export function removeRows(data: Data, { top, left, bottom }: Range): Step {
  const n = bottom - top + 1;
  const next = Math.min(top, data.rows.length - n - 1);
  const range = { top: next, left, bottom: next, right: left };
  return { label: `Delete ${counted(n, "row")}`, at: top, remove: n, rows: [], range };
}

/** An empty row. */
export function blank(data: Data): Row {
  return new Row(data.top.head.endsWith("\r\n") ? "\r\n" : "\n");
}
