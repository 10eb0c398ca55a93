/** What the less frequent commands of a grid do to its data. */

import { counted } from "../numbers.ts";
import { type Cell, type Column, header, Row, readColumn } from "./csv.ts";
import type { Data, Top } from "./data.ts";
import { blank, put, type Step } from "./grid-edits.ts";
import type { Range } from "./grid-view.ts";
import { isNumber } from "./names.ts";

/** Copies rows below themselves, with RowKeys that count on. */
export function duplicate(data: Data, { top, left, bottom, right }: Range): Step {
  const key = data.columns.findIndex(({ name }) => name === "RowKey");
  const used = new Set(data.rows.map(({ cells }) => cells[key]));
  const rows = data.rows.slice(top, bottom + 1).map((row) => {
    const cells = [...row.cells];
    const old = cells[key];
    if (row.times === 0 && typeof old === "string") {
      cells[key] = unused(old, used);
      used.add(cells[key]);
    }
    return new Row(row.text.slice(row.at)).with(cells).repeated(row.times);
  });
  const n = rows.length;
  const range = { top: bottom + 1, left, bottom: bottom + n, right };
  return { label: `Duplicate ${counted(n, "row")}`, at: bottom + 1, remove: 0, rows, range };
}

/** Counts a key on until it's one that isn't used yet. */
function unused(key: string, used: ReadonlySet<Cell | undefined>): string {
  let next = key;
  do {
    const [, before = "", digits = ""] = /^(.*?)(\d{0,15})$/s.exec(next) ?? [];
    next = digits
      ? before + String(Number(digits) + 1).padStart(digits.length, "0")
      : `${before}-2`;
  } while (used.has(next));
  return next;
}

/** A template of so many entities: the row that is one, or another one. */
export function template(data: Data, at: number, times: number, cells: readonly Cell[]): Row {
  const old = data.rows[at];
  return (old && old.times > 0 ? old : blank(data)).with(cells).repeated(times);
}

/** Makes a template: a row that is read as many, or one of them. */
export function generate(data: Data, at: number, times: number, cells: readonly Cell[]): Step {
  const old = data.rows[at];
  const range = { top: at, left: 0, bottom: at, right: data.columns.length - 1 };
  const row = template(data, at, times, cells);
  if (old && old.times > 0) {
    return { label: "Change template", at, remove: 1, rows: [row], range };
  }
  const below = old ? at + 1 : at;
  const label = `Generate ${counted(times, "row")}`;
  return {
    label,
    at: below,
    remove: 0,
    rows: [row],
    range: { ...range, top: below, bottom: below },
  };
}

/** Proposes cells for a template after a row: keys and numbers that go on from it. */
export function propose(data: Data, at: number): Cell[] {
  const row = data.rows[at];
  if (row && row.times > 0) {
    return [...row.cells];
  }
  const cells = row?.cells ?? [];
  return data.columns.map(({ name }, i) => {
    const value = cells[i] ?? null;
    if (name === "RowKey") {
      const [, before, digits = ""] = /^(.*?)(\d{0,9})$/s.exec(value ?? "") ?? [];
      const from = digits === "" ? "" : `+${Number(digits) + 1}`;
      return `${before}{{$pad $index${from} ${digits.length || 6}}}`;
    }
    const type = data.type(i);
    const numbers = isNumber(type) && value !== null ? numbersOf(data, i) : [];
    const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
    if (type === "Guid" && value !== null) {
      return "{{$guid}}";
    }
    return Number.isInteger(low) && Number.isInteger(high) && low < high
      ? `{{$randomInt ${low} ${high + 1}}}`
      : value;
  });
}

/** The numbers in a column, if whole numbers are all that it has. */
function numbersOf(data: Data, column: number): number[] {
  const values = data.rows
    .slice(0, 1000)
    .map(({ cells, times }) => (times > 0 ? null : cells[column]));
  const all = values.filter((value) => typeof value === "string");
  return all.map(Number);
}

/** Adds a column before another one. */
export function addColumn(data: Data, at: number, added: Column): Step {
  return columnStep(
    data,
    `Add ${added.name}`,
    data.columns.toSpliced(at, 0, added),
    (cells) => cells.toSpliced(at, 0, null),
    at,
  );
}

export function removeColumn(data: Data, at: number): Step {
  const name = data.columns[at]?.name ?? "";
  const gone = data.columns.map((column) => column.name === name || column.name === `${name}@type`);
  const left = <Of>(list: readonly Of[]) => list.filter((_, i) => !gone[i]);
  return columnStep(data, `Delete ${name}`, left(data.columns), left, Math.max(0, at - 1));
}

/** Renames a column or changes its type. */
export function changeColumn(data: Data, at: number, { name, type }: Column): Step {
  const old = data.columns[at]?.name ?? "";
  const columns = data.columns.map((column, i) =>
    i === at
      ? { name, ...(type ? { type } : {}) }
      : column.name === `${old}@type`
        ? { name: `${name}@type` }
        : column,
  );
  return columnStep(
    data,
    old === name ? `Make ${name} ${type}` : `Rename ${old} to ${name}`,
    columns,
    undefined,
    at,
  );
}

function columnStep(
  data: Data,
  label: string,
  columns: readonly Column[],
  cells: ((cells: readonly Cell[]) => readonly Cell[]) | undefined,
  at: number,
): Step {
  const width = data.columns.length;
  const rows = cells ? data.rows.map((row) => row.with(cells(padded(row.cells, width)))) : [];
  return {
    label,
    at: 0,
    remove: rows.length,
    rows,
    top: topOf(data, columns),
    range: { top: -1, left: at, bottom: -1, right: at },
  };
}

function padded(cells: readonly Cell[], width: number): Cell[] {
  return Array.from({ length: width }, (_, i) => cells[i] ?? null);
}

function topOf(data: Data, columns: readonly Column[]): Top {
  return { head: header(columns, data.top.head), columns, tail: data.top.tail };
}

/**
 * Pastes cells. If their first row has names of columns, it's a header: cells go where their names are, and
 * names that are new become columns.
 */
export function paste(data: Data, range: Range, block: readonly Cell[][]): Step {
  const [first, ...rest] = block;
  const names = headerOf(data, first ?? []);
  const row = Math.max(0, range.top);
  if (names && rest.length > 0) {
    return pasteNamed(data, row, names, rest);
  }
  const one = block.length === 1 && first?.length === 1;
  const filled = one
    ? Array.from({ length: range.bottom - range.top + 1 }, () =>
        Array(range.right - range.left + 1).fill(first[0]),
      )
    : block;
  return put(
    data,
    { row, column: range.left },
    filled,
    one ? "Paste" : `Paste ${counted(filled.length, "row")}`,
  );
}

/** Reads the first row of a paste as a header, if it is one. */
function headerOf(data: Data, cells: readonly Cell[]): Column[] | undefined {
  if (cells.length > 2 * data.columns.length) {
    return undefined; // half of them at least have to be known
  }
  const names = cells.map((cell) => {
    const column = readColumn(cell ?? "");
    const name = column.name.toLowerCase();
    return data.columns.find((each) => each.name.toLowerCase() === name) ?? column;
  });
  const known = names.filter((column) => data.columns.includes(column)).length;
  const distinct = new Set(names.map(({ name }) => name)).size === names.length;
  return known >= Math.min(2, names.length) && known * 2 >= names.length && distinct
    ? names
    : undefined;
}

function pasteNamed(
  data: Data,
  from: number,
  names: readonly Column[],
  block: readonly Cell[][],
): Step {
  const added = names.filter((column) => !data.columns.includes(column));
  const columns = [...data.columns, ...added];
  const at = names.map((column) => columns.indexOf(column));
  const pasted = block.map((values, i) => {
    const old = data.rows[from + i];
    const before = old?.cells ?? [];
    const cells = columns.map((_, column) => before[column] ?? null);
    at.forEach((column, j) => {
      cells[column] = values[j] ?? null;
    });
    return (old ?? blank(data)).with(cells);
  });
  const label = `Paste ${counted(block.length, "row")}`;
  const range = { top: from, left: 0, bottom: from + block.length - 1, right: columns.length - 1 };
  const note = "The first line was the header.";
  if (added.length === 0) {
    return {
      label,
      at: from,
      remove: Math.min(block.length, data.rows.length - from),
      rows: pasted,
      range,
      note,
    };
  }
  const wide = (row: Row) => row.with([...row.cells, ...added.map(() => null)]);
  const rows = [
    ...data.rows.slice(0, from).map(wide),
    ...pasted,
    ...data.rows.slice(from + block.length).map(wide),
  ];
  return { label, at: 0, remove: data.rows.length, rows, top: topOf(data, columns), range, note };
}
