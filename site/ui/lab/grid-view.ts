/**
 * The rows of a grid on the screen: a table that has elements only for the rows in sight, and for the one
 * that has the focus. Elements are used again for others that come into sight.
 */
import { h } from "../element.ts";
import { count } from "../numbers.ts";
import type { Cell, Row } from "./csv.ts";
import type { Data } from "./data.ts";
import type { CellFault } from "./locate.ts";
import { isIgnored, isKey, isNumber, shown } from "./names.ts";

/** A cell's place. Row -1 is the header. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** The selected cells, with those at the edges. */
export interface Range {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** What the view shows. */
export interface Shown {
  readonly data: Data;
  readonly active: Place;
  readonly range: Range;
  faults(row: Row): readonly CellFault[];
}

/** More characters than a cell has room for. */
const maxShown = 200;
/** Rows that are drawn above and below those in sight. */
const spare = 4;

export class View {
  readonly table: HTMLTableElement;
  readonly #scroller: HTMLElement;
  readonly #grid: Shown;
  readonly #head = h("tr");
  readonly #body = h("tbody");
  readonly #columns = h("colgroup");
  /** Before, between and after the rows in sight and the active one. */
  readonly #gaps = [newGap(), newGap(), newGap()];
  readonly #lines = new Map<number, HTMLTableRowElement>();
  #widths: number[] = [];
  #height = 32;

  /** Takes over a table, and the element that it scrolls in. */
  constructor(grid: Shown, scroller: HTMLElement, table: HTMLTableElement) {
    this.#grid = grid;
    this.#scroller = scroller;
    this.table = table;
    this.#height = table.tBodies[0]?.rows[0]?.offsetHeight || this.#height;
    const head = h("thead", this.#head);
    this.#head.ariaRowIndex = "1";
    table.role = "grid";
    table.ariaMultiSelectable = "true";
    table.replaceChildren(this.#columns, head, this.#body);
    scroller.addEventListener("scroll", () => this.#show(false));
    new ResizeObserver(() => this.#show(false)).observe(scroller);
  }

  /** Forgets how wide the columns were. */
  forget(): void {
    this.#widths = [];
  }

  /** Shows everything anew, after the data or the selection has changed. */
  show(): void {
    const { columns, rows } = this.#grid.data;
    this.table.ariaRowCount = String(rows.length + 1);
    this.table.ariaColCount = String(columns.length);
    if (this.#head.cells.length !== columns.length) {
      this.#head.replaceChildren(...columns.map((_, i) => newCell("col", i)));
      this.#columns.replaceChildren(...columns.map(() => h("col")));
      this.#body.replaceChildren();
      this.#lines.clear();
    }
    for (const [i, { name }] of columns.entries()) {
      const cell = this.#head.cells[i];
      const type = this.#grid.data.type(i);
      const small = h("small", { class: type === "String" && "usual" }, !isIgnored(name) && type);
      cell?.replaceChildren(name, " ", small);
      cell?.classList.toggle("num", isNumber(type));
    }
    this.#show(true);
    this.select();
    this.#fit();
  }

  /** The element of a cell, if there is one. */
  cell({ row, column }: Place): HTMLElement | undefined {
    return (row < 0 ? this.#head : this.#lines.get(row))?.cells[column];
  }

  /** The place of the cell that an element is in. */
  placeOf(element: Element | null): Place | undefined {
    const cell = element?.closest<HTMLTableCellElement>("td, th");
    const line = cell?.closest("tr");
    if (!cell || !line || !this.table.contains(line)) {
      return undefined;
    }
    return { row: Number(line.ariaRowIndex) - 2, column: cell.cellIndex };
  }

  /** How many rows fit on the screen. */
  get page(): number {
    return Math.max(1, Math.floor(this.#scroller.clientHeight / this.#height) - 2);
  }

  /** Scrolls until a row has an element. */
  reveal(row: number): void {
    const { clientHeight, scrollTop } = this.#scroller;
    const room = clientHeight - this.#head.offsetHeight - this.#height;
    const top = row * this.#height;
    if (top < scrollTop || top > scrollTop + room) {
      this.#scroller.scrollTop = top < scrollTop ? top : top - room;
    }
  }

  /** Shows the rows in sight anew. */
  fill(): void {
    this.#show(true);
  }

  /** Shows which cells are active and selected. */
  select(): void {
    this.#show(false);
    for (const [row, { cells }] of [[-1, this.#head] as const, ...this.#lines]) {
      for (const cell of cells) {
        this.#mark(cell, { row, column: cell.cellIndex });
      }
    }
  }

  /** Puts lines where they belong, and fills the new ones, or all. */
  #show(all: boolean): void {
    const fresh = this.#place();
    for (const [index, line] of all ? this.#lines : fresh) {
      this.#fill(line, index);
    }
  }

  /** Puts lines in place, with gaps for the rows that have none, and returns the new ones. */
  #place(): Map<number, HTMLTableRowElement> {
    const wanted = this.#inSight();
    const free: HTMLTableRowElement[] = [];
    for (const [index, line] of this.#lines) {
      if (!wanted.includes(index)) {
        this.#lines.delete(index);
        free.push(line);
      }
    }
    const gaps = [...this.#gaps];
    const fresh = new Map<number, HTMLTableRowElement>();
    const { length } = this.#grid.data.rows;
    let last: Element | undefined;
    let next = 0;
    const put = (line: HTMLElement) => {
      if (last) {
        last.after(line);
      } else {
        this.#body.prepend(line);
      }
      last = line;
    };
    for (const index of [...wanted, length]) {
      const gap = index > next ? gaps.pop() : undefined;
      if (gap) {
        gap.style.height = `${(index - next) * this.#height}px`;
        put(gap);
      }
      next = index + 1;
      const old = this.#lines.get(index);
      last = old ?? last;
      if (!old && index < length) {
        const line = free.pop() ?? this.#newLine();
        this.#lines.set(index, line);
        fresh.set(index, line);
        put(line);
      }
    }
    for (const line of [...free, ...gaps]) {
      line.remove();
    }
    return fresh;
  }

  /** The rows that need a line. */
  #inSight(): number[] {
    const { data, active } = this.#grid;
    const { scrollTop, clientHeight } = this.#scroller;
    const from = Math.max(0, Math.floor(scrollTop / this.#height) - spare);
    const to = Math.min(
      data.rows.length,
      Math.ceil((scrollTop + clientHeight) / this.#height) + spare,
    );
    const wanted = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
    const { row } = active;
    if (row >= 0 && row < from) {
      wanted.unshift(row);
    } else if (row >= to && row < data.rows.length) {
      wanted.push(row);
    }
    return wanted;
  }

  #newLine(): HTMLTableRowElement {
    const { columns } = this.#grid.data;
    return h("tr", ...columns.map(({ name }, i) => newCell(isKey(name) ? "row" : "", i)));
  }

  #fill(line: HTMLTableRowElement, index: number): void {
    const { data } = this.#grid;
    const row = data.rows[index];
    if (!row) {
      return;
    }
    const cells = row.cells;
    const before = data.rows[index - 1]?.cells;
    const wrong = this.#grid.faults(row).map(({ column }) => column);
    line.ariaRowIndex = String(index + 2);
    line.className = (wrong.includes(-1) ? "bad " : "") + (row.times > 0 ? "template" : "");
    line.cells[0]?.toggleAttribute("data-times", row.times > 0);
    if (row.times > 0) {
      line.cells[0]?.setAttribute("data-times", `${count(row.times)} ×`);
    }
    for (const [i, { name }] of data.columns.entries()) {
      const cell = line.cells[i];
      const value = cells[i] ?? null;
      if (cell && !cell.classList.contains("editing")) {
        const same = name === "PartitionKey" ? (before?.[i] === value ? "same" : "begins") : "";
        const look = `${isNumber(data.type(i)) ? "num " : ""}${same}`;
        fill(cell, value, look, row.times > 0, wrong.includes(i));
        this.#mark(cell, { row: index, column: i });
      }
    }
  }

  /** Shows whether a cell is active and whether it's selected. */
  #mark(cell: HTMLElement, { row, column }: Place): void {
    const { active, range } = this.#grid;
    const { top, left, bottom, right } = range;
    const selected = String(row >= top && row <= bottom && column >= left && column <= right);
    const tabIndex = row === active.row && column === active.column ? 0 : -1;
    if (cell.ariaSelected !== selected) {
      cell.ariaSelected = selected;
    }
    if (cell.tabIndex !== tabIndex || !cell.hasAttribute("tabindex")) {
      cell.tabIndex = tabIndex;
    }
  }

  /** Makes columns as wide as what they show, unless they're wider, and measures how tall rows are. */
  #fit(): void {
    const columns = Array.from(this.#columns.children) as HTMLElement[];
    const old = this.#widths.length === columns.length ? this.#widths : [];
    this.table.classList.remove("is-fixed");
    for (const column of columns) {
      column.style.width = "";
    }
    const cells = Array.from(this.#head.cells);
    this.#widths = cells.map((cell, i) =>
      Math.max(cell.getBoundingClientRect().width, old[i] ?? 0),
    );
    const height = this.#lines.values().next().value?.offsetHeight ?? 0;
    for (const [i, column] of columns.entries()) {
      column.style.width = `${this.#widths[i]}px`;
    }
    this.table.classList.add("is-fixed");
    if (height > 0 && height !== this.#height) {
      this.#height = height;
      this.#show(true);
    }
  }
}

function fill(
  cell: HTMLElement,
  value: Cell,
  look: string,
  template: boolean,
  wrong: boolean,
): void {
  const text = value === "" ? '""' : shown((value ?? "").slice(0, maxShown));
  const generated = template && text.includes("{{") ? " generated" : "";
  const className = look + generated + (value === "" ? " empty" : "");
  const label = value === null ? "no value" : value === "" ? "empty string" : null;
  if (cell.textContent !== text || cell.firstElementChild) {
    cell.textContent = text;
  }
  if (cell.ariaLabel !== label) {
    cell.ariaLabel = label;
  }
  if (cell.className !== className) {
    cell.className = className;
  }
  if ((cell.ariaInvalid === "true") !== wrong) {
    cell.ariaInvalid = wrong ? "true" : null;
  }
}

function newCell(scope: "col" | "row" | "", column: number): HTMLTableCellElement {
  const attributes = { scope: scope || undefined, "aria-colindex": column + 1 };
  return h(scope ? "th" : "td", attributes);
}

/** A line that is as tall as the rows that it stands for. */
function newGap(): HTMLElement {
  return h("tr.grid-gap", { "aria-hidden": "true" });
}
