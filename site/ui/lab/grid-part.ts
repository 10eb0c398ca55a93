/** What the parts of a grid that hear the reader do with it. */
import type { Cell, Row } from "./csv.ts";
import type { Step } from "./grid-edits.ts";
import type { Size } from "./grid-keys.ts";
import type { Place, Range, Shown, View } from "./grid-view.ts";
import type { CellFault } from "./locate.ts";

/** The active cell: its column's name and type, and what is in it. */
export interface Active {
  readonly name: string;
  readonly type: string;
  readonly value: Cell;
  readonly row: Row | undefined;
}

export interface Live extends Shown {
  readonly view: View;
  readonly editable: boolean;
  readonly size: Size;
  readonly cell: Active;
  /** What is wrong at the active cell. */
  readonly wrong: readonly CellFault[];
  /** Whether the active cell has the focus. */
  readonly focused: boolean;
  /** Whether the reader has done something in the grid since it got the focus. */
  engaged: boolean;
  /** Takes a step, and selects what it has changed. */
  do(step: Step, focus?: boolean): void;
  undo(redo?: boolean): void;
  /** Writes into the active cell. */
  write(value: Cell, focus?: boolean): void;
  /** Empties the selected cells, or deletes the rows that are selected as a whole. */
  clear(): void;
  duplicate(): void;
  /** Does what the note at the active cell proposes. */
  fix(): void;
  /** Opens the active cell for editing, with a text in place of what is there. */
  edit(text?: string): void;
  select(to: Place, extend?: boolean, focus?: boolean): void;
  /** Selects cells; the active one stays. */
  choose(range: Range): void;
  say(words: string): void;
}
