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
 * Keys are those of spreadsheets. Tab moves on to the next cell once a reader has done something in the grid,
 * and leaves it after Escape, or if the reader has only come by.
 */

import { h } from "../element.ts";
import { counted } from "../numbers.ts";
import { type CellFault, checkCell } from "./check.ts";
import type { Cell, Row } from "./csv.ts";
import { type Change, Data } from "./data.ts";
import type { DataError } from "./errors.ts";
import { type End, Field, Note } from "./grid-cell.ts";
import { addRow, put, removeRows, type Step } from "./grid-edits.ts";
import { commandOf, modified, rangeOf, shortcut, tabbed, target, within } from "./grid-keys.ts";
import { type Command, Tools } from "./grid-tools.ts";
import { type Place, type Range, type Shown, View } from "./grid-view.ts";
import { writeCells } from "./tsv.ts";
import { isKey, type Problem, type Type } from "./value.ts";

export interface GridOptions {
  /** The data, in the format of csv.ts. */
  readonly text: string;
  readonly editable?: boolean;
  /** The name of the table. */
  readonly name: string;
  /** An element that the buttons take the place of. Then there's no line above the grid. */
  readonly tools?: Element | null;
  onChange?(change: Change): void;
}

const help =
  "Arrow keys move, and with Shift they select. Enter edits a cell, Delete empties it. " +
  "Escape, then Tab leaves the grid.";

/** The most characters that a paste is read from. */
const maxPaste = 20_000_000;
/** How long the rows are checked at a time, in milliseconds. */
const patience = 8;

/** Loads the commands that are needed seldom. */
const more = () => import("./grid-more.ts");

let grids = 0;

export class Grid implements Shown {
  readonly element: HTMLElement;
  readonly data: Data;
  active: Place = { row: 0, column: 0 };
  range: Range = rangeOf(this.active, this.active);
  readonly #options: GridOptions;
  readonly #view: View;
  readonly #note: Note;
  readonly #tools: Tools | undefined;
  readonly #sum = h("span");
  readonly #errors = h("ul", { class: "ex-errors" });
  readonly #status = h("p", { class: "vh" });
  readonly #handle = h("div", { class: "grid-handle" });
  readonly #end = new AbortController();
  #anchor = this.active;
  /** Whether the pointer went down on the cell that was active. */
  #again = false;
  /** Whether the reader has done something in the grid since it got the focus. */
  #engaged = false;
  #field: Field | undefined;
  /** What others, such as the engine, have found wrong. Editing a row makes another one, without these. */
  #marks = new WeakMap<Row, CellFault[]>();
  #checking: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement, options: GridOptions) {
    this.#options = options;
    this.element = host.querySelector(".grid") ?? host;
    const table = this.element.querySelector("table") ?? h("table");
    const scroller =
      this.element.querySelector<HTMLElement>(".grid-scroll") ?? h("div", { class: "grid-scroll" });
    const id = `grid-${++grids}`;
    this.data = new Data(options.text);
    this.#note = new Note(scroller, `${id}-note`, this.#end.signal);
    this.#tools = options.editable ? this.#makeTools() : undefined;
    this.#view = new View(this, scroller, table);
    const keys = h("p", {}, help);
    keys.id = `${id}-keys`;
    keys.hidden = true;
    table.className = "grid-table";
    table.ariaLabel = `Data of ${options.name}`;
    table.ariaReadOnly = String(!options.editable);
    table.setAttribute("aria-describedby", keys.id);
    this.#status.role = "status";
    const title = h("p", { class: "grid-title" }, h("code", {}, options.name), " ", this.#sum);
    const tools = this.#tools ? [this.#tools.element] : [];
    const bar = options.tools ? [] : [h("div", { class: "grid-bar" }, title, ...tools)];
    options.tools?.replaceWith(...tools);
    scroller.append(table);
    this.element.classList.add("grid", "is-live");
    this.element.classList.toggle("is-editable", options.editable === true);
    this.element.replaceChildren(
      ...bar,
      this.#errors,
      scroller,
      keys,
      this.#status,
      this.#note.element,
    );
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
    this.#view.forget();
    this.do({ label: "Replace the data", at: 0, remove: this.data.rows.length, rows, top }, false);
  }

  /** Scrolls to a cell and selects it. Rows count from 0; a column is a number or a name. */
  reveal(row: number, column: number | string = 0): void {
    const at = typeof column === "number" ? column : this.data.column(column);
    this.#select({ row, column: at }, false, false);
    this.#view.cell(this.active)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Moves the focus to the active cell. */
  focus(): void {
    this.#focus();
  }

  /** Shows errors at their lines and columns in the text, until their rows are edited. */
  async mark(errors: readonly DataError[]): Promise<void> {
    const { locate } = await more();
    this.#marks = locate(this.data, errors);
    this.#view.fill();
  }

  /** Stops listening to the document. */
  close(): void {
    this.#end.abort();
    clearTimeout(this.#checking);
  }

  faults(row: Row): readonly CellFault[] {
    const own = this.data.faults(row);
    return own.length > 0 ? own : (this.#marks.get(row) ?? []);
  }

  /** Takes a step, and selects what it has changed. */
  do(step: Step, focus = true): void {
    const { label, at, remove, rows, top, range, note } = step;
    this.#field?.close();
    const change = this.data.edit(label, at, remove, rows, top);
    this.#changed(change, range, focus);
    this.#say(note ? `${label}. ${note}` : `${label}.`);
  }

  #undo(redo = false): void {
    const step = redo ? this.data.redo() : this.data.undo();
    if (step) {
      const { before, after, at, label } = step.edit;
      const place = { row: before === after ? at : this.active.row, column: this.active.column };
      this.#changed(step.change, rangeOf(place, place), true);
      this.#say(`${redo ? "Redone" : "Undone"}: ${label}.`);
    }
  }

  #changed(change: Change, range: Range | undefined, focus: boolean): void {
    if (range) {
      this.active = within({ row: range.top, column: range.left }, this.#size);
      this.#anchor = within({ row: range.bottom, column: range.right }, this.#size);
    }
    this.range = rangeOf(this.active, this.#anchor);
    this.#view.reveal(this.active.row);
    this.#show();
    if (focus) {
      this.#focus();
    }
    this.#options.onChange?.(change);
  }

  #show(): void {
    const { faults } = this.data.top;
    const problem = ({ message, hint }: Problem) =>
      h("li", {}, message, " ", h("span", { class: "hint" }, hint));
    this.active = within(this.active, this.#size);
    this.#errors.replaceChildren(...faults.map(problem));
    this.#errors.hidden = faults.length === 0;
    this.element.classList.toggle("is-empty", this.data.rows.length === 0);
    this.#sum.textContent = counted(this.data.entities, "entity", "entities");
    this.#check();
    this.#view.show();
  }

  /** Checks all rows, a few at a time. */
  #check(): void {
    clearTimeout(this.#checking);
    const done = this.data.check(performance.now() + patience);
    this.#tools?.update(this.data.wrong);
    if (!done) {
      this.#checking = setTimeout(() => {
        this.#check();
        this.#view.fill();
      });
    }
  }

  #makeTools(): Tools {
    const undo = {
      label: "Undo",
      enabled: () => !!this.data.next.undo,
      run: () => this.#undo(),
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
      { label: "Redo", keys: shortcut("⇧Z"), enabled: redo, run: () => this.#undo(true) },
      { label: "Duplicate rows", keys: "Shift+Alt+↓", enabled, run: () => this.#duplicate() },
      { label: "Delete rows", keys: "Shift+Space, Delete", enabled, run: remove },
      { label: "Generate rows…", run: () => more().then(({ askTimes }) => askTimes(this)) },
      { label: "Add property…", run: () => this.#askColumn(-1) },
      { label: "Change property…", run: () => this.#askColumn(column) },
    ];
  }

  #duplicate(): void {
    void more().then(({ duplicate }) => this.do(duplicate(this.data, this.range)));
  }

  /** Adds a row below the selected ones, and opens its first empty key. */
  #addRow(): void {
    this.do(addRow(this.data, this.range.bottom));
    this.#edit();
  }

  get #size() {
    return {
      rows: this.data.rows.length,
      columns: this.data.columns.length,
      page: this.#view.page,
    };
  }

  /** The name and the type of the active cell, and what is in it. */
  get #cell(): { name: string; type: Type; value: Cell; row: Row | undefined } {
    const { row: at, column } = this.active;
    const row = this.data.rows[at];
    const type = this.data.types(row)[column] ?? "String";
    return {
      name: this.data.columns[column]?.name ?? "",
      type,
      value: row?.cells[column] ?? null,
      row,
    };
  }

  #say(words: string): void {
    this.#status.textContent = words;
  }

  #select(to: Place, extend = false, focus = true): void {
    this.#field?.close();
    this.active = within(to, this.#size, extend ? 0 : -1);
    this.#anchor = extend ? this.#anchor : this.active;
    this.range = rangeOf(this.#anchor, this.active);
    const { top, left, bottom, right } = this.range;
    if (top !== bottom || left !== right) {
      const columns = counted(right - left + 1, "column");
      this.#say(`${counted(bottom - top + 1, "row")} by ${columns} selected.`);
    }
    this.#view.reveal(this.active.row);
    this.#view.select();
    if (focus) {
      this.#focus();
    }
  }

  #focus(): void {
    this.#view.cell(this.active)?.focus();
    this.#arrive();
  }

  /** Shows what goes with the active cell when it has the focus. */
  #arrive(): void {
    const cell = this.#view.cell(this.active);
    this.#view.cell({ row: this.range.bottom, column: this.range.right })?.append(this.#handle);
    this.#tools?.update(this.data.wrong);
    const [fault] = this.#wrongs();
    cell?.setAttribute("aria-describedby", this.#note.element.id);
    if (cell && fault) {
      this.#note.show(cell, fault);
      void (this.#options.editable && this.#propose(cell, fault));
    } else {
      this.#note.hide();
    }
  }

  /** Adds to a note what would make the value right. */
  async #propose(cell: HTMLElement, fault: CellFault): Promise<void> {
    const { name, type, value } = this.#cell;
    const { repair } = await more();
    const better = repair(name, type, value ?? "");
    if (!better || !this.#focused || this.#view.cell(this.active) !== cell) {
      return;
    }
    const { value: other, type: kind } = better;
    this.#note.show(
      cell,
      fault,
      kind
        ? { label: `Make ${name} ${kind}`, run: () => this.#retype(name, kind) }
        : { label: `Write ${other}`, run: () => this.#write(other ?? "") },
    );
  }

  #retype(name: string, type: Type): void {
    const { range } = this;
    void more().then(({ changeColumn }) =>
      this.do({ ...changeColumn(this.data, this.active.column, { name, type }), range }),
    );
  }

  #listen(table: HTMLElement): void {
    const { signal } = this.#end;
    table.addEventListener("keydown", (event) => this.#key(event));
    table.addEventListener("pointerdown", (event) => this.#down(event));
    table.addEventListener("pointermove", (event) => this.#drag(event));
    table.addEventListener("click", (event) => this.#click(event));
    table.addEventListener("focusout", (event) => this.#leave(event));
    table.addEventListener("focusin", ({ relatedTarget }) => {
      if (!table.contains(relatedTarget as Node | null)) {
        this.#arrive();
      }
    });
    document.addEventListener("copy", (event) => this.#copy(event), { signal });
    document.addEventListener("cut", (event) => this.#copy(event, true), { signal });
    document.addEventListener("paste", (event) => this.#paste(event), { signal });
  }

  #leave({ relatedTarget }: FocusEvent): void {
    if (!this.#view.table.contains(relatedTarget as Node | null)) {
      this.#engaged = false;
      this.#note.hide();
      this.#handle.remove();
    }
  }

  #key(event: KeyboardEvent): void {
    if (event.target !== this.#view.cell(this.active)) {
      return; // a field has its own keys
    }
    if (event.key === "Tab") {
      this.#tab(event);
    } else if (event.key === "Escape") {
      this.#engaged = false;
      this.#select(this.active);
    } else if (!["Shift", "Control", "Meta", "Alt"].includes(event.key)) {
      this.#engaged = true;
      const to = event.altKey ? undefined : target(event, this.active, this.#size);
      if (to) {
        this.#select(to, event.shiftKey);
      }
      if (to || this.#choose(event) || (this.#options.editable && this.#command(event))) {
        event.preventDefault();
      }
    }
  }

  #tab(event: KeyboardEvent): void {
    const to = this.#engaged ? tabbed(event.shiftKey, this.active, this.#size) : undefined;
    this.#engaged = to !== undefined;
    if (to) {
      event.preventDefault();
      this.#select(to);
    }
  }

  /** Selects more than a cell. Returns whether the keys do. */
  #choose(event: KeyboardEvent): boolean {
    const { rows, columns } = this.#size;
    const { top, left, bottom, right } = this.range;
    const all = { top: 0, left: 0, bottom: rows - 1, right: columns - 1 };
    const space = event.key === " ";
    if (event.key.toLowerCase() === "a" && modified(event)) {
      this.range = all;
    } else if (space && event.shiftKey && top >= 0) {
      this.range = { ...all, top, bottom };
    } else if (space && modified(event)) {
      this.range = { ...all, left, right };
    } else {
      return false;
    }
    this.#view.select();
    this.#say(`${counted(this.range.bottom - this.range.top + 1, "row")} selected.`);
    return true;
  }

  /** Does what keys are for in a grid that can be edited. Returns whether that was all. */
  #command(event: KeyboardEvent): boolean {
    switch (commandOf(event)) {
      case "undo":
        this.#undo();
        return true;
      case "redo":
        this.#undo(true);
        return true;
      case "fix":
        this.#note.fix?.();
        return true;
      case "duplicate":
        this.#duplicate();
        return true;
      case "clear":
        this.#clear();
        return true;
      case "edit":
        this.#edit();
        return true;
      case "type":
        return this.#type(event.key);
      case undefined:
        return false;
    }
  }

  /** Writes over the active cell: the field that opens gets the character. */
  #type(key: string): boolean {
    const { type, value } = this.#cell;
    const turns = key === " " && type === "Boolean";
    if (turns) {
      this.#write(String(!/^true$/i.test(value ?? "")));
    } else if (this.active.row >= 0) {
      this.#edit("");
    }
    return turns;
  }

  /** Empties the selected cells, or deletes the rows that are selected as a whole. */
  #clear(): void {
    const { top, left, bottom, right } = this.range;
    const [height, width] = [bottom - top + 1, right - left + 1];
    if (width === this.data.columns.length && top >= 0) {
      this.do(removeRows(this.data, this.range));
    } else if (top >= 0) {
      const block = Array.from({ length: height }, () => Array<Cell>(width).fill(null));
      this.do(
        put(
          this.data,
          { row: top, column: left },
          block,
          `Empty ${counted(height * width, "cell")}`,
        ),
      );
    }
  }

  #write(value: Cell, focus = true): void {
    this.do(put(this.data, this.active, [[value]], `Edit ${this.#cell.name}`), focus);
    const [fault] = this.#wrongs();
    this.#say(fault ? `${fault.message} ${fault.hint}` : "");
  }

  /** What is wrong at the active cell. */
  #wrongs(): CellFault[] {
    const { row } = this.#cell;
    const { column } = this.active;
    return row ? this.faults(row).filter((each) => each.column === column || each.column < 0) : [];
  }

  /** Opens the active cell for editing; that of a header, in a dialog. */
  #edit(text?: string): void {
    const { active } = this;
    const cell = this.#view.cell(active);
    const { name, type, value, row } = this.#cell;
    if (active.row < 0) {
      this.#askColumn(active.column);
    } else if (cell && row) {
      this.range = rangeOf(active, active);
      this.#view.select();
      this.#field = new Field(cell, text ?? toText(value), {
        label: `${name}, ${type}`,
        note: this.#note.element.id,
        changed: (written) => this.#advise(cell, toCell(written)),
        ended: (end, written) => this.#edited(end, written),
      });
      this.#advise(cell, text === undefined ? value : null);
    }
  }

  /** Says at a cell that is being edited what is wrong with it, or what can be written. */
  #advise(cell: HTMLElement, value: Cell): void {
    const { name, type, row } = this.#cell;
    const template = row !== undefined && row.times > 0;
    const problem = template && value?.includes("{{") ? undefined : checkCell(name, type, value);
    const hint =
      value === null && type === "String"
        ? `Empty: no ${name}. "" is the empty string.`
        : template
          ? "{{$index}} counts from 0. Write {{$pad $index 6}}, {{$randomInt 1 7}} or {{$guid}}."
          : "";
    // An empty key is wrong, but that needn't be said before anything has been written.
    const early = isKey(name) && value === null;
    this.#note.show(cell, early ? { hint: problem?.hint ?? "" } : (problem ?? { hint }));
    this.#field?.mark(problem !== undefined && !early);
  }

  /** Ends an edit. written is undefined if nothing was. */
  #edited(end: End, written: string | undefined): void {
    this.#field = undefined;
    if (written !== undefined) {
      this.#write(toCell(written), end !== "blur");
    }
    const { row, column } = this.active;
    if (end === "blur") {
      this.#note.hide();
    } else if (end === "next" || end === "back") {
      this.#select(tabbed(end === "back", this.active, this.#size) ?? this.active);
    } else {
      const step = { up: -1, down: 1, stay: 0 }[end];
      this.#select(within({ row: row + step, column }, this.#size, 0));
    }
  }

  #askColumn(at: number): void {
    const { name } = this.data.columns[at] ?? { name: "" };
    if (isKey(name)) {
      const cell = this.#view.cell(this.active);
      const hint = `Every entity has a ${name}, which is a String.`;
      this.#say(hint);
      if (cell) {
        this.#note.show(cell, { hint });
      }
      return;
    }
    void more().then(({ askColumn }) => askColumn(this, at));
  }

  #goWrong(): void {
    const row = this.data.nextWrong(this.active.row);
    const fault = this.faults(this.data.rows[row] as Row)[0];
    this.#select({ row, column: Math.max(0, fault?.column ?? 0) });
  }

  #down(event: PointerEvent): void {
    const place = this.#placeOf(event.target);
    this.#again = place !== undefined && this.#isActive(place);
    if (!place || event.button !== 0) {
      return;
    }
    if (event.target === this.#handle) {
      this.#handle.setPointerCapture(event.pointerId);
    } else if (event.pointerType === "mouse") {
      this.#engaged = true;
      this.#select(place, event.shiftKey);
    }
  }

  #drag(event: PointerEvent): void {
    const pulled = event.target === this.#handle && this.#handle.hasPointerCapture(event.pointerId);
    if (event.buttons !== 1 || (event.pointerType !== "mouse" && !pulled)) {
      return;
    }
    const place = this.#placeOf(document.elementFromPoint(event.clientX, event.clientY));
    if (place && !this.#isActive(place)) {
      this.#again = false;
      this.#select(place, true, !pulled);
    }
  }

  /** A click on the active cell edits it; with a finger, the first one selects it. */
  #click(event: MouseEvent): void {
    const place = this.#placeOf(event.target);
    if (!place || event.target === this.#handle || event.shiftKey) {
      return;
    }
    this.#engaged = true;
    if (this.#again && this.#options.editable) {
      this.#edit();
    } else if (!this.#isActive(place)) {
      this.#select(place);
    }
  }

  #placeOf(target: EventTarget | null): Place | undefined {
    return target instanceof Element && !target.closest("textarea")
      ? this.#view.placeOf(target)
      : undefined;
  }

  #isActive({ row, column }: Place): boolean {
    return this.#focused && row === this.active.row && column === this.active.column;
  }

  /** Whether the active cell has the focus. */
  get #focused(): boolean {
    return document.activeElement === this.#view.cell(this.active);
  }

  #copy(event: ClipboardEvent, cut = false): void {
    if (!this.#focused || document.getSelection()?.toString()) {
      return;
    }
    event.preventDefault();
    const { top, left, bottom, right } = this.range;
    const cells = this.data.rows
      .slice(Math.max(0, top), bottom + 1)
      .map((row) =>
        this.data.columns.slice(left, right + 1).map((_, i) => row.cells[left + i] ?? null),
      );
    const all =
      right - left + 1 === this.data.columns.length && cells.length === this.data.rows.length;
    const names = this.data.columns.slice(left, right + 1).map(({ name }) => name);
    event.clipboardData?.setData(
      "text/plain",
      writeCells(all || top < 0 ? [names, ...cells] : cells),
    );
    if (cut && this.#options.editable) {
      this.#clear();
    } else {
      this.#say(`Copied ${counted(cells.length, "row")}.`);
    }
  }

  #paste(event: ClipboardEvent): void {
    if (!this.#focused || !this.#options.editable) {
      return;
    }
    event.preventDefault();
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text === "" || text.length > maxPaste) {
      this.#say(
        text ? "That's too much to paste. Import it as a file." : "There is no text to paste.",
      );
    } else {
      void more().then(({ paste, readCells }) =>
        this.do(paste(this.data, this.range, readCells(text))),
      );
    }
  }
}

function toText(value: Cell): string {
  return value === "" ? '""' : (value ?? "");
}

function toCell(text: string): Cell {
  return text === '""' ? "" : text || null;
}
