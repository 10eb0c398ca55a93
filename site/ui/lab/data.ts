/**
 * The data of a table while it's edited: what is wrong with each row, which entities the rows are, and the
 * edits that can be undone.
 *
 * Every edit replaces a run of rows by another one, and sometimes the header. So one kind of record undoes
 * them all, and comparing the entities from before and after tells what has changed in the table.
 */
import { type CellFault, checkRow } from "./check.ts";
import {
  type Cell,
  type Column,
  isIgnored,
  isTypes,
  parse,
  type Row,
  type Sheet,
  typesOf,
  write,
} from "./csv.ts";
import { isKey, type Type } from "./value.ts";

export interface Property {
  readonly name: string;
  readonly type: Type;
  readonly value: string;
}

export interface Entity {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly properties: readonly Property[];
}

/** What an edit does to the entities of the table. An upsert replaces the entity. */
export type EntityChange =
  | { readonly upsert: Entity }
  | { readonly delete: Pick<Entity, "partitionKey" | "rowKey"> };

/** An edit, as those who keep the data need to know it. */
export interface Change {
  /** Writes the whole text. */
  text(): string;
  /** Undefined if there are too many, or if a template has changed. Then the table has to be filled anew. */
  readonly entities: readonly EntityChange[] | undefined;
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

/** Above so many rows, an edit doesn't list the entities that it changes. */
const maxListed = 1000;
const maxUndo = 100;

export class Data {
  #top: Top;
  #rows: readonly Row[];
  #typesOf: (cells: readonly Cell[]) => Type[];
  /** The rows with faults. */
  readonly #wrong = new Map<Row, readonly CellFault[]>();
  /** The rows without faults, by key. The first of several is the one that counts. */
  readonly #keys = new Map<string, Row | Set<Row>>();
  #duplicates = 0;
  /** How many rows have been checked. */
  #checked = 0;
  #done: Edit[] = [];
  #undone: Edit[] = [];

  constructor(text: string) {
    const { rows, ...top } = parse(text);
    this.#top = top;
    this.#rows = rows;
    this.#typesOf = typesOf({ ...top, rows });
  }

  get top(): Top {
    return this.#top;
  }

  get columns(): readonly Column[] {
    return this.#top.columns;
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }

  text(): string {
    return write({ ...this.#top, rows: this.#rows });
  }

  /** The types of a row's cells, or those that the columns usually have. */
  types(row?: Row): readonly Type[] {
    return this.#typesOf(row?.cells ?? []);
  }

  /** How many entities the rows stand for. */
  get entities(): number {
    return this.#rows.reduce((sum, { times }) => sum + Math.max(times, 1), 0);
  }

  /** How many of the rows that have been checked have faults. */
  get wrong(): number {
    return this.#wrong.size + this.#duplicates;
  }

  /** Checks rows until a moment. Returns whether all have been checked. */
  check(until = Number.POSITIVE_INFINITY): boolean {
    const step = 100;
    while (this.#checked < this.#rows.length && performance.now() < until) {
      for (const row of this.#rows.slice(this.#checked, this.#checked + step)) {
        this.#add(row);
      }
      this.#checked = Math.min(this.#checked + step, this.#rows.length);
    }
    return this.#checked === this.#rows.length;
  }

  /** Says what is wrong with a row. */
  faults(row: Row): readonly CellFault[] {
    const found = this.#wrong.get(row) ?? checkRow(this.columns, this.#typesOf, row);
    const first = found.length > 0 ? undefined : this.#first(this.#key(row));
    if (!first || first === row || row.times > 0) {
      return found;
    }
    const message = "Another row has the same PartitionKey and RowKey.";
    const hint = `Change or delete one of them. The other one is row ${this.#rows.indexOf(first) + 1}.`;
    return [{ column: this.column("RowKey"), message, hint }];
  }

  /** Returns the first row with a fault after another row and, at the end, from the top again; or -1. */
  nextWrong(after: number): number {
    this.check();
    for (let i = 1; i <= this.#rows.length && this.wrong > 0; i++) {
      const at = (after + i) % this.#rows.length;
      const row = this.#rows[at];
      if (row && this.faults(row).length > 0) {
        return at;
      }
    }
    return -1;
  }

  /** Returns the index of the column with a name, or -1. */
  column(name: string): number {
    return this.columns.findIndex((column) => column.name === name);
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

  #apply({ at, removed, inserted, before, after }: Edit): Change {
    const whole = before !== after || after.columns.some(({ name }) => isTypes(name));
    const old = whole ? this.#rows : removed;
    const listed =
      old.length + inserted.length <= maxListed &&
      ![...old, ...inserted].some(({ times }) => times > 0);
    const was = new Map<string, string | undefined>();
    if (listed || !whole) {
      this.check();
    }
    const note = (row: Row) => {
      const key = this.#key(row);
      if (listed && key !== undefined && !was.has(key)) {
        was.set(key, JSON.stringify(this.#entity(key)));
      }
    };
    old.forEach(note);
    if (!whole) {
      inserted.forEach(note);
    }
    this.#replace(at, removed, inserted, after, whole);
    if (listed && whole) {
      this.check();
      for (const row of this.#rows) {
        const key = this.#key(row);
        if (key !== undefined && !was.has(key)) {
          was.set(key, undefined);
        }
      }
    }
    return { text: () => this.text(), entities: listed ? this.#changes(was) : undefined };
  }

  #replace(
    at: number,
    removed: readonly Row[],
    inserted: readonly Row[],
    top: Top,
    whole: boolean,
  ): void {
    const end = at + removed.length;
    this.#rows = [...this.#rows.slice(0, at), ...inserted, ...this.#rows.slice(end)];
    this.#top = top;
    if (whole || removed.length + inserted.length > maxListed) {
      this.#typesOf = typesOf({ ...top, rows: this.#rows });
      this.#wrong.clear();
      this.#keys.clear();
      this.#duplicates = 0;
      this.#checked = 0;
      return;
    }
    for (const row of removed) {
      this.#remove(row);
    }
    for (const row of inserted) {
      this.#add(row);
    }
    this.#checked = this.#rows.length;
  }

  #changes(was: ReadonlyMap<string, string | undefined>): EntityChange[] {
    const changes: EntityChange[] = [];
    for (const [key, before] of was) {
      const entity = this.#entity(key);
      if (entity && JSON.stringify(entity) !== before) {
        changes.push({ upsert: entity });
      } else if (!entity && before) {
        const [partitionKey = "", rowKey = ""] = key.split("\0");
        changes.push({ delete: { partitionKey, rowKey } });
      }
    }
    return changes;
  }

  #add(row: Row): void {
    const wrong = checkRow(this.columns, this.#typesOf, row);
    const key = wrong.length > 0 ? undefined : this.#key(row);
    if (wrong.length > 0) {
      this.#wrong.set(row, wrong);
    } else if (key !== undefined && row.times === 0) {
      const others = this.#keys.get(key);
      this.#duplicates += others ? 1 : 0;
      this.#keys.set(
        key,
        others ? (others instanceof Set ? others : new Set([others])).add(row) : row,
      );
    }
  }

  #remove(row: Row): void {
    const key = this.#key(row);
    if (this.#wrong.delete(row) || key === undefined) {
      return;
    }
    const all = this.#keys.get(key);
    if (all === row) {
      this.#keys.delete(key);
    } else if (all instanceof Set && all.delete(row)) {
      this.#duplicates--;
      if (all.size === 0) {
        this.#duplicates++;
        this.#keys.delete(key);
      }
    }
  }

  #key({ cells }: Row): string | undefined {
    const [pk, rk] = [cells[this.column("PartitionKey")], cells[this.column("RowKey")]];
    return typeof pk === "string" && typeof rk === "string" ? `${pk}\0${rk}` : undefined;
  }

  #first(key: string | undefined): Row | undefined {
    const rows = key === undefined ? undefined : this.#keys.get(key);
    return rows instanceof Set ? rows.values().next().value : rows;
  }

  /** Returns the entity with a key, if a row without faults has it. */
  #entity(key: string): Entity | undefined {
    const row = this.#first(key);
    if (!row) {
      return undefined;
    }
    const { cells } = row;
    const kinds = this.types(row);
    const [partitionKey = "", rowKey = ""] = key.split("\0");
    const properties = this.columns.flatMap(({ name }, i) => {
      const value = cells[i];
      const stored = typeof value === "string" && !isKey(name) && !isIgnored(name);
      return stored ? [{ name, type: kinds[i] ?? "String", value }] : [];
    });
    return { partitionKey, rowKey, properties };
  }
}
