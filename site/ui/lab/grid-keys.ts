/** Where the keys lead in a grid. */
import type { Place, Range } from "./grid-view.ts";

/** How far a grid goes. */
export interface Size {
  readonly rows: number;
  readonly columns: number;
  /** Rows on the screen. */
  readonly page: number;
}

/** Whether the key is pressed that makes shortcuts: Control, or Command on a Mac. */
export function modified({ ctrlKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey;
}

/** Names a shortcut as the reader's keyboard does. */
export function shortcut(key: string): string {
  return navigator.platform.startsWith("Mac") ? `⌘${key}` : `Ctrl+${key.replace("⇧", "Shift+")}`;
}

export type Command = "undo" | "redo" | "fix" | "duplicate" | "clear" | "edit" | "type";

/** Returns what keys do to the active cell or the selected ones. */
export function commandOf(event: KeyboardEvent): Command | undefined {
  const { key, altKey, shiftKey } = event;
  const modifiers = (modified(event) ? "M" : "") + (altKey ? "A" : "") + (shiftKey ? "S" : "");
  const found: Record<string, Command> = {
    MZ: "undo",
    MSZ: "redo",
    MY: "redo",
    AENTER: "fix",
    ASARROWDOWN: "duplicate",
    DELETE: "clear",
    BACKSPACE: "clear",
    F2: "edit",
    ENTER: "edit",
    PROCESS: "type",
    DEAD: "type",
  };
  const typed = [...key].length === 1 && !modified(event) && !altKey;
  return typed ? "type" : found[modifiers + key.toUpperCase()];
}

/** Returns the cell that a key leads to, or undefined if it's another key. */
export function target(
  event: KeyboardEvent,
  { row, column }: Place,
  size: Size,
): Place | undefined {
  const far = modified(event);
  const [last, right] = [size.rows - 1, size.columns - 1];
  switch (event.key) {
    case "ArrowUp":
      return { row: far ? 0 : row - 1, column };
    case "ArrowDown":
      return { row: far ? last : row + 1, column };
    case "ArrowLeft":
      return { row, column: far ? 0 : column - 1 };
    case "ArrowRight":
      return { row, column: far ? right : column + 1 };
    case "Home":
      return { row: far ? 0 : row, column: 0 };
    case "End":
      return { row: far ? last : row, column: right };
    case "PageUp":
      return { row: Math.max(0, row - size.page), column };
    case "PageDown":
      return { row: row + size.page, column };
    default:
      return undefined;
  }
}

/** Returns the cell that Tab leads to, or undefined if it leads out of the grid. */
export function tabbed(back: boolean, { row, column }: Place, size: Size): Place | undefined {
  const at = row * size.columns + column + (back ? -1 : 1);
  const to = {
    row: Math.floor(at / size.columns),
    column: at - Math.floor(at / size.columns) * size.columns,
  };
  return to.row < Math.min(row, 0) || to.row >= size.rows ? undefined : to;
}

/** Returns the cell nearest to a place. */
export function within({ row, column }: Place, size: Size, least = -1): Place {
  return {
    row: Math.max(least, Math.min(row, size.rows - 1)),
    column: Math.max(0, Math.min(column, size.columns - 1)),
  };
}

export function rangeOf(a: Place, b: Place): Range {
  return {
    top: Math.min(a.row, b.row),
    left: Math.min(a.column, b.column),
    bottom: Math.max(a.row, b.row),
    right: Math.max(a.column, b.column),
  };
}
