/** The cell that is being edited: its field, and the note that says what is wrong or can be written. */
import type { Cell, Sheet } from "./csv.ts";
import { type End, Field, type Note } from "./grid-cell.ts";
import { rangeOf, tabbed, within } from "./grid-keys.ts";
import type { Live } from "./grid-part.ts";
import type { Located } from "./locate.ts";
import { isKey } from "./names.ts";

interface Options {
  readonly note: Note;
  /** Asks the engine what is wrong with some data. */
  readonly ask: (sheet: Sheet) => Promise<Located | undefined>;
}

export class Editing {
  readonly #grid: Live;
  readonly #options: Options;
  #field: Field | undefined;
  /** What was written last: only the answer about that is shown. */
  #written: Cell | undefined;

  constructor(grid: Live, options: Options) {
    this.#grid = grid;
    this.#options = options;
  }

  /** Opens the active cell, with a text in place of what is there. */
  open(cell: HTMLElement, text?: string): void {
    const { active } = this.#grid;
    const { name, type, value } = this.#grid.cell;
    this.#grid.choose(rangeOf(active, active));
    this.#field = new Field(cell, text ?? toText(value), {
      label: `${name}, ${type}`,
      note: this.#options.note.element.id,
      changed: (written) => void this.#advise(cell, toCell(written)),
      ended: (end, written) => this.#ended(end, written),
    });
    void this.#advise(cell, text === undefined ? value : null);
  }

  /** Takes the text as it is. */
  close(): void {
    this.#field?.close();
  }

  async #advise(cell: HTMLElement, value: Cell): Promise<void> {
    const field = this.#field;
    const { note, ask } = this.#options;
    const { data, active } = this.#grid;
    const { name, type, row } = this.#grid.cell;
    const hint =
      value === null && type === "String" && !isKey(name)
        ? `Empty: no ${name}. "" is the empty string.`
        : row && row.times > 0
          ? "{{$index}} counts from 0. Write {{$pad $index 6}}, {{$randomInt 1 7}} or {{$guid}}."
          : "";
    if (hint) {
      note.show(cell, { hint });
    }
    const cells = data.columns.map((_, i) => (i === active.column ? value : row?.cells[i]) ?? null);
    const changed = row?.with(cells);
    this.#written = value;
    const wrong = changed && (await ask(data.alone(changed)));
    if (!wrong || this.#field !== field || this.#written !== value) {
      return;
    }
    const fault = wrong.rows.get(changed)?.find(({ column }) => column === active.column);
    // An empty key is wrong, but that needn't be said before anything has been written.
    const early = isKey(name) && value === null;
    note.show(cell, early ? { hint: fault?.hint ?? "" } : (fault ?? { hint }));
    field?.mark(fault !== undefined && !early);
  }

  /** Ends an edit. written is undefined if nothing was. */
  #ended(end: End, written: string | undefined): void {
    const grid = this.#grid;
    this.#field = undefined;
    if (written !== undefined) {
      grid.write(toCell(written), end !== "blur");
    }
    const { row, column } = grid.active;
    if (end === "blur") {
      this.#options.note.hide();
    } else if (end === "next" || end === "back") {
      grid.select(tabbed(end === "back", grid.active, grid.size) ?? grid.active);
    } else {
      const step = { up: -1, down: 1, stay: 0 }[end];
      grid.select(within({ row: row + step, column }, grid.size, 0));
    }
  }
}

function toText(value: Cell): string {
  return value === "" ? '""' : (value ?? "");
}

function toCell(text: string): Cell {
  return text === '""' ? "" : text || null;
}
