/**
 * The data of a table while it's edited: its rows, what the engine says of them, and the edits that can be
 * undone.
 *
 * Every edit replaces a run of rows by another one, and sometimes the header. So one kind of record undoes
 * them all.
 */
import type { CheckReply } from "../protocol.ts";
import { type Column, header, parse, type Row, type Sheet, write } from "./csv.ts";
import { type CellFault, type Located, locate } from "./locate.ts";
import { isIgnored, isKey, isTypes } from "./names.ts";

/** An edit, as those who keep the data need to know it. */
export interface Change {
  /** Writes the whole text. */
  text(): string;
  /**
   * The rows whose entities may be others now, before and after. Undefined if there are too many, or if a
   * template has changed. Then the table has to be filled anew.
   */
  rows(): { readonly before: string; readonly after: string } | undefined;
}

/** One step that can be undone. */
export interface Edit {
  /** What it did, such as "Delete 2 rows". */
  readonly label: string;
  readonly at: number;
  readonly removed: readonly Row[];
  readonly inserted: readonly Row[];
  readonly before: Top;
  readonly after: Top;
}

/** Everything but the rows. */
export type Top = Omit<Sheet, "rows">;

/** If more rows than this are removed and inserted, an edit doesn't list them. */
const maxListed = 2000;
const maxUndo = 100;

export class Data {
  #top: Top;
  #rows: readonly Row[];
  /** The types that the engine has told. */
  readonly #types = new WeakMap<Column, string>();
  #faults = new WeakMap<Row, readonly CellFault[]>();
  #done: Edit[] = [];
  #undone: Edit[] = [];
  /** How many rows were wrong when the engine last looked. */
  wrong = 0;
  /** What is wrong with the header. It has to be right before anything else is. */
  headFaults: readonly CellFault[] = [];

  constructor(text: string) {
    const { rows, ...top } = parse(text);
    this.#top = top;
    this.#rows = rows;
  }

  get top(): Top {
    return this.#top;
  }

  get columns(): readonly Column[] {
    return this.#top.columns;
  }

  /** The rows. Every edit makes another list of them. */
  get rows(): readonly Row[] {
    return this.#rows;
  }

  get #sheet(): Sheet {
    return { ...this.#top, rows: this.#rows };
  }

  text(): string {
    return write(this.#sheet);
  }

  /** The type of a column, for values whose row tells no other. */
  type(at: number): string {
    const column = this.columns[at];
    return (column && (this.#types.get(column) ?? column.type)) ?? "String";
  }

  /** How many entities the rows stand for. */
  get entities(): number {
    return this.rows.reduce((sum, { times }) => sum + Math.max(times, 1), 0);
  }

  /** Takes what the engine says of the data as it is. */
  judge({ columns, wrong, errors }: CheckReply): void {
    const found = locate(this.#sheet, errors);
    const types = new Map(columns.map(({ name, type }) => [name, type]));
    for (const column of this.columns) {
      this.#types.set(column, types.get(column.name) ?? column.type ?? "String");
    }
    this.wrong = wrong;
    this.headFaults = found.head;
    this.#faults = new WeakMap(found.rows);
  }

  /** Finds what errors are about. */
  locate(errors: CheckReply["errors"]): Located {
    return locate(this.#sheet, errors);
  }

  /** Says what is wrong with a row, as far as the engine has looked. */
  faults(row: Row): readonly CellFault[] {
    return this.#faults.get(row) ?? [];
  }

  /** Returns the first row with a fault after another row and, at the end, from the top again; or -1. */
  nextWrong(after: number): number {
    const { length } = this.rows;
    const order = Array.from(this.rows, (_, i) => (after + 1 + i) % length);
    return order.find((at) => this.faults(this.rows[at] as Row).length > 0) ?? -1;
  }

  /** Returns the index of the column with a name, or -1. */
  column(name: string): number {
    return this.columns.findIndex((column) => column.name === name);
  }

  /** A row as all of the data, with the types of the whole. */
  alone(row: Row): Sheet {
    const columns = this.columns.map((column, i) =>
      isIgnored(column.name) ? column : { name: column.name, type: this.type(i) },
    );
    return { head: header(columns, this.#top.head), columns, rows: [row], tail: "" };
  }

  /** Replaces rows by others, and possibly the header. */
  edit(
    label: string,
    at: number,
    remove: number,
    inserted: readonly Row[],
    after = this.#top,
  ): Change {
    const removed = this.#rows.slice(at, at + remove);
    const edit = { label, at, removed, inserted, before: this.#top, after };
    this.#done = [...this.#done, edit].slice(-maxUndo);
    this.#undone = [];
    return this.#apply(edit);
  }

  /** Undoes the last edit. */
  undo(): { edit: Edit; change: Change } | undefined {
    const edit = this.#done.pop();
    if (!edit) {
      return undefined;
    }
    this.#undone.push(edit);
    const { removed, inserted, before, after } = edit;
    const back = { ...edit, removed: inserted, inserted: removed, before: after, after: before };
    return { edit, change: this.#apply(back) };
  }

  /** Does the last edit again that was undone. */
  redo(): { edit: Edit; change: Change } | undefined {
    const edit = this.#undone.pop();
    if (!edit) {
      return undefined;
    }
    this.#done.push(edit);
    return { edit, change: this.#apply(edit) };
  }

  /** The labels of the edits that undo and redo are about. */
  get next(): { undo: string | undefined; redo: string | undefined } {
    return { undo: this.#done.at(-1)?.label, redo: this.#undone.at(-1)?.label };
  }

  #apply({ at, removed, inserted, after }: Edit): Change {
    const was = this.#sheet;
    const end = at + removed.length;
    this.#rows = [...this.#rows.slice(0, at), ...inserted, ...this.#rows.slice(end)];
    this.#top = after;
    const is = this.#sheet;
    return { text: () => write(is), rows: () => amended(was, is, removed, inserted) };
  }
}

/** The rows that were removed and inserted, and others with their keys: of the same keys, one row counts. */
function amended(
  was: Sheet,
  is: Sheet,
  removed: readonly Row[],
  inserted: readonly Row[],
): { before: string; after: string } | undefined {
  const whole = was.head !== is.head || is.columns.some(({ name }) => isTypes(name));
  const changed = whole ? [...was.rows, ...is.rows] : [...removed, ...inserted];
  if (changed.length > maxListed || changed.some(({ times }) => times > 0)) {
    return undefined;
  }
  const keys = new Set([...keysOf(was, changed), ...keysOf(is, changed)]);
  const text = (sheet: Sheet) => {
    const of = keysOf(sheet, sheet.rows);
    const rows = sheet.rows.filter((row, i) => row.times === 0 && keys.has(of[i] ?? ""));
    return write({ ...sheet, rows, tail: "" });
  };
  return { before: text(was), after: text(is) };
}

/** The keys of rows, each as one text. */
function keysOf({ columns }: Sheet, rows: readonly Row[]): string[] {
  const at = columns.flatMap(({ name }, i) => (isKey(name) ? [i] : []));
  return rows.map(({ cells }) => at.map((i) => cells[i] ?? "").join("\0"));
}
