/**
 * The data of a table as a grid that can be edited.
 *
 * It takes over what the page was built with, an element with a table, or makes both. So without script the
 * table is there, complete, and nothing moves when it becomes a grid:
 *
 *     <div class="grid">
 *       <div class="grid-bar"><p class="grid-title"><code>Employees</code> 2 entities</p></div>
 *       <div class="grid-scroll"><table class="grid-table">
 *         <thead><tr><th scope="col">RowKey <small>String</small></th>…</tr></thead>
 *         <tbody><tr>
 *           <th scope="row" class="begins">Sales</th><td class="num">52</td><td class="empty">""</td>…
 *         </tr></tbody>
 *       </table></div>
 *     </div>
 *
 * The engine says what is wrong with the data; the grid draws and edits.
 */

import { counted } from "../numbers.ts";
import type { Cell, Row, Sheet } from "./csv.ts";
import { type Change, Data } from "./data.ts";
import { Note } from "./grid-cell.ts";
import { copy, paste } from "./grid-clipboard.ts";
import { Editing } from "./grid-editing.ts";
import { addRow, put, removeRows, type Step } from "./grid-edits.ts";
import { Frame } from "./grid-frame.ts";
import { type Check, Judge } from "./grid-judge.ts";
import { press } from "./grid-keyboard.ts";
import { rangeOf, type Size, shortcut, within } from "./grid-keys.ts";
import type { Active, Live } from "./grid-part.ts";
import { Pointer } from "./grid-pointer.ts";
import { type Command, Tools } from "./grid-tools.ts";
import { type Place, type Range, View } from "./grid-view.ts";
import type { CellFault, Located } from "./locate.ts";
import { isKey, type Problem } from "./names.ts";

/** What a run has found wrong, at a line and column of the text. */
interface Mark extends Problem {
  readonly line: number;
  readonly column: number;
}

export interface GridOptions {
  /** The data, in the format of csv.ts. */
  readonly text: string;
  readonly editable?: boolean;
  /** The name of the table. */
  readonly name: string;
  /** An element that the buttons take the place of. Then there's no line above the grid. */
  readonly tools?: Element | null;
  readonly check: Check;
  onChange?(change: Change): void;
}

/** Loads the commands that are needed seldom. */
const more = () => import("./grid-more.ts");

export class Grid implements Live {
  readonly data: Data;
  readonly view: View;
  readonly editable: boolean;
  active: Place = { row: 0, column: 0 };
  range: Range = rangeOf(this.active, this.active);
  engaged = false;
  readonly #options: GridOptions;
  readonly #judge: Judge;
  readonly #note: Note;
  readonly #editing: Editing;
  readonly #pointer: Pointer;
  readonly #tools: Tools | undefined;
  readonly #frame: Frame;
  readonly #end = new AbortController();
  #anchor = this.active;
  /** What runs have found wrong. Editing a row makes another one, without these. */
  #marks: Located["rows"] = new Map();
  /** What was written last: what is wrong with it has to be said. */
  #written: { readonly row: Row | undefined; readonly column: number } | undefined;

  constructor(host: HTMLElement, options: GridOptions) {
    this.#options = options;
    this.editable = options.editable === true;
    this.data = new Data(options.text);
    const { name, tools } = options;
    const frame = new Frame(host, { name, tools, editable: this.editable });
    const { scroller, table } = frame;
    this.#frame = frame;
    this.#judge = new Judge(this.data, options.check, () => this.#judged());
    this.#note = new Note(scroller, `${frame.id}-note`, this.#end.signal);
    this.#editing = new Editing(this, { note: this.#note, ask: (sheet) => this.ask(sheet) });
    this.#tools = this.editable ? this.#makeTools() : undefined;
    this.view = new View(this, scroller, table);
    this.#pointer = new Pointer(this, table);
    frame.fill(this.#tools ? [this.#tools.element] : [], this.#note.element);
    this.#listen(table);
    this.#show();
  }

  /** The data as text. What hasn't been edited has the bytes that it came with. */
  text(): string {
    return this.data.text();
  }

  /** Replaces the data, as a step that can be undone. */
  replace(text: string): void {
    const { rows, top } = new Data(text);
    this.view.forget();
    this.do({ label: "Replace the data", at: 0, remove: this.data.rows.length, rows, top }, false);
  }

  /** Scrolls to a cell and selects it. Rows count from 0; a column is a number or a name. */
  reveal(row: number, column: number | string = 0): void {
    const at = typeof column === "number" ? column : this.data.column(column);
    this.select({ row, column: at }, false, false);
    this.view.cell(this.active)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Moves the focus to the active cell. */
  focus(): void {
    this.view.cell(this.active)?.focus();
    this.#arrive();
  }

  /** Shows what a run has found wrong, until its rows are edited. */
  mark(marks: readonly Mark[]): void {
    this.#marks = this.data.locate(marks).rows;
    this.view.fill();
  }

  /** Stops listening to the document. */
  close(): void {
    this.#end.abort();
  }

  faults(row: Row): readonly CellFault[] {
    const own = this.data.faults(row);
    return own.length > 0 ? own : (this.#marks.get(row) ?? []);
  }

  ask(sheet: Sheet): Promise<Located | undefined> {
    return this.#judge.of(sheet);
  }

  do(step: Step, focus = true): void {
    const { label, at, remove, rows, top, range, note } = step;
    this.#editing.close();
    const change = this.data.edit(label, at, remove, rows, top);
    this.#changed(change, range, focus);
    this.say(note ? `${label}. ${note}` : `${label}.`);
  }

  undo(redo = false): void {
    const step = redo ? this.data.redo() : this.data.undo();
    if (step) {
      const { before, after, at, label } = step.edit;
      const place = { row: before === after ? at : this.active.row, column: this.active.column };
      this.#changed(step.change, rangeOf(place, place), true);
      this.say(`${redo ? "Redone" : "Undone"}: ${label}.`);
    }
  }

  duplicate(): void {
    void more().then(({ duplicate }) => this.do(duplicate(this.data, this.range)));
  }

  clear(): void {
    const { top, left, bottom, right } = this.range;
    const [height, width] = [bottom - top + 1, right - left + 1];
    if (width === this.data.columns.length && top >= 0) {
      this.do(removeRows(this.data, this.range));
    } else if (top >= 0) {
      const block = Array.from({ length: height }, () => Array<Cell>(width).fill(null));
      const label = `Empty ${counted(height * width, "cell")}`;
      this.do(put(this.data, { row: top, column: left }, block, label));
    }
  }

  write(value: Cell, focus = true): void {
    this.do(put(this.data, this.active, [[value]], `Edit ${this.cell.name}`), focus);
    this.say("");
    this.#written = { row: this.cell.row, column: this.active.column };
  }

  edit(text?: string): void {
    const cell = this.view.cell(this.active);
    if (this.active.row < 0) {
      this.#askColumn(this.active.column);
    } else if (cell && this.cell.row) {
      this.#editing.open(cell, text);
    }
  }

  fix(): void {
    this.#note.fix?.();
  }

  select(to: Place, extend = false, focus = true): void {
    this.#editing.close();
    this.active = within(to, this.size, extend ? 0 : -1);
    this.#anchor = extend ? this.#anchor : this.active;
    this.range = rangeOf(this.#anchor, this.active);
    const { top, left, bottom, right } = this.range;
    if (top !== bottom || left !== right) {
      const columns = counted(right - left + 1, "column");
      this.say(`${counted(bottom - top + 1, "row")} by ${columns} selected.`);
    }
    this.view.reveal(this.active.row);
    this.view.select();
    if (focus) {
      this.focus();
    }
  }

  choose(range: Range): void {
    this.range = range;
    this.view.select();
  }

  say(words: string): void {
    this.#frame.say(words);
  }

  get size(): Size {
    const { rows, columns } = this.data;
    return { rows: rows.length, columns: columns.length, page: this.view.page };
  }

  get cell(): Active {
    const { row: at, column } = this.active;
    const row = this.data.rows[at];
    return {
      name: this.data.columns[column]?.name ?? "",
      type: this.data.type(column),
      value: row?.cells[column] ?? null,
      row,
    };
  }

  get wrong(): readonly CellFault[] {
    const { row } = this.cell;
    const { column } = this.active;
    return row ? this.faults(row).filter((each) => each.column === column || each.column < 0) : [];
  }

  get focused(): boolean {
    return document.activeElement === this.view.cell(this.active);
  }

  #changed(change: Change, range: Range | undefined, focus: boolean): void {
    if (range) {
      this.active = within({ row: range.top, column: range.left }, this.size);
      this.#anchor = within({ row: range.bottom, column: range.right }, this.size);
    }
    this.range = rangeOf(this.active, this.#anchor);
    this.view.reveal(this.active.row);
    this.#show();
    if (focus) {
      this.focus();
    }
    this.#options.onChange?.(change);
  }

  #show(): void {
    this.active = within(this.active, this.size);
    this.#frame.count(this.data.entities);
    this.#tools?.update(this.data.wrong);
    this.#frame.errors(this.data.headFaults);
    this.view.show();
    void this.#judge.look();
  }

  /** Shows what the engine has said of the data. */
  #judged(): void {
    if (this.#end.signal.aborted) {
      return;
    }
    this.#frame.errors(this.data.headFaults);
    this.#tools?.update(this.data.wrong);
    this.view.show();
    const { row, column } = this.#written ?? {};
    const fault = row && this.faults(row).find((each) => each.column === column);
    if (fault) {
      this.say(`${fault.message} ${fault.hint}`);
    }
    this.#written = undefined;
    if (this.focused) {
      this.#arrive();
    }
  }

  #makeTools(): Tools {
    const undo = {
      label: "Undo",
      enabled: () => !!this.data.next.undo,
      run: () => this.undo(),
    };
    const open = async (opener: HTMLElement) => (await more()).openMenu(opener, this.#menu());
    return new Tools(
      [
        { label: "Add row", run: () => this.#addRow() },
        undo,
        { label: "More", run: (opener) => void open(opener) },
      ],
      () => this.#goWrong(),
    );
  }

  #menu(): Command[] {
    const { row, column } = this.active;
    const enabled = () => row >= 0;
    const remove = () => this.do(removeRows(this.data, this.range));
    const redo = () => !!this.data.next.redo;
    return [
      { label: "Redo", keys: shortcut("⇧Z"), enabled: redo, run: () => this.undo(true) },
      { label: "Duplicate rows", keys: "Shift+Alt+↓", enabled, run: () => this.duplicate() },
      { label: "Delete rows", keys: "Shift+Space, Delete", enabled, run: remove },
      { label: "Generate rows…", run: () => more().then(({ askTimes }) => askTimes(this)) },
      { label: "Add property…", run: () => this.#askColumn(-1) },
      { label: "Change property…", run: () => this.#askColumn(column) },
    ];
  }

  /** Adds a row below the selected ones, and opens its first empty key. */
  #addRow(): void {
    this.do(addRow(this.data, this.range.bottom));
    this.edit();
  }

  /** Shows what goes with the active cell when it has the focus. */
  #arrive(): void {
    const cell = this.view.cell(this.active);
    const { bottom, right } = this.range;
    this.view.cell({ row: bottom, column: right })?.append(this.#pointer.handle);
    this.#tools?.update(this.data.wrong);
    const [fault] = this.wrong;
    cell?.setAttribute("aria-describedby", this.#note.element.id);
    if (cell && fault) {
      this.#note.show(cell, fault, this.editable ? this.#fixOf(fault) : undefined);
    } else {
      this.#note.hide();
    }
  }

  /** What would make the value right. */
  #fixOf({ write, make }: CellFault): { label: string; run: () => void } | undefined {
    const { name } = this.cell;
    if (make) {
      return { label: `Make ${name} ${make}`, run: () => this.#retype(name, make) };
    }
    return write ? { label: `Write ${write}`, run: () => this.write(write) } : undefined;
  }

  #retype(name: string, type: string): void {
    const { range } = this;
    void more().then(({ changeColumn }) =>
      this.do({ ...changeColumn(this.data, this.active.column, { name, type }), range }),
    );
  }

  #listen(table: HTMLElement): void {
    const { signal } = this.#end;
    table.addEventListener("keydown", (event) => press(this, event));
    table.addEventListener("focusout", ({ relatedTarget }) => {
      if (!table.contains(relatedTarget as Node | null)) {
        this.engaged = false;
        this.#note.hide();
        this.#pointer.handle.remove();
      }
    });
    table.addEventListener("focusin", ({ relatedTarget }) => {
      if (!table.contains(relatedTarget as Node | null)) {
        this.#arrive();
      }
    });
    document.addEventListener("copy", (event) => copy(this, event), { signal });
    document.addEventListener("cut", (event) => copy(this, event, true), { signal });
    document.addEventListener("paste", (event) => paste(this, event), { signal });
  }

  #askColumn(at: number): void {
    const { name } = this.data.columns[at] ?? { name: "" };
    if (isKey(name)) {
      const cell = this.view.cell(this.active);
      const hint = `Every entity has a ${name}, which is a String.`;
      this.say(hint);
      if (cell) {
        this.#note.show(cell, { hint });
      }
      return;
    }
    void more().then(({ askColumn }) => askColumn(this, at));
  }

  #goWrong(): void {
    const row = this.data.nextWrong(this.active.row);
    const fault = this.data.rows[row] && this.faults(this.data.rows[row])[0];
    this.select({ row, column: Math.max(0, fault?.column ?? 0) });
  }
}
