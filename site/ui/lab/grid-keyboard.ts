/** What keys do in a grid. They're those of spreadsheets. */
import { counted } from "../numbers.ts";
import { commandOf, modified, tabbed, target } from "./grid-keys.ts";
import type { Live } from "./grid-part.ts";

export function press(grid: Live, event: KeyboardEvent): void {
  if (event.target !== grid.view.cell(grid.active)) {
    return; // a field has its own keys
  }
  if (event.key === "Tab") {
    tab(grid, event);
  } else if (event.key === "Escape") {
    grid.engaged = false;
    grid.select(grid.active);
  } else if (!["Shift", "Control", "Meta", "Alt"].includes(event.key)) {
    grid.engaged = true;
    const to = event.altKey ? undefined : target(event, grid.active, grid.size);
    if (to) {
      grid.select(to, event.shiftKey);
    }
    if (to || choose(grid, event) || (grid.editable && command(grid, event))) {
      event.preventDefault();
    }
  }
}

/** Tab moves on once a reader has done something in the grid, and leaves it otherwise. */
function tab(grid: Live, event: KeyboardEvent): void {
  const to = grid.engaged ? tabbed(event.shiftKey, grid.active, grid.size) : undefined;
  grid.engaged = to !== undefined;
  if (to) {
    event.preventDefault();
    grid.select(to);
  }
}

/** Selects more than a cell. Returns whether the keys do. */
function choose(grid: Live, event: KeyboardEvent): boolean {
  const { rows, columns } = grid.size;
  const { top, left, bottom, right } = grid.range;
  const all = { top: 0, left: 0, bottom: rows - 1, right: columns - 1 };
  const space = event.key === " ";
  if (event.key.toLowerCase() === "a" && modified(event)) {
    grid.choose(all);
  } else if (space && event.shiftKey && top >= 0) {
    grid.choose({ ...all, top, bottom });
  } else if (space && modified(event)) {
    grid.choose({ ...all, left, right });
  } else {
    return false;
  }
  grid.say(`${counted(grid.range.bottom - grid.range.top + 1, "row")} selected.`);
  return true;
}

/** Does what keys are for in a grid that can be edited. Returns whether that was all. */
function command(grid: Live, event: KeyboardEvent): boolean {
  switch (commandOf(event)) {
    case "undo":
      grid.undo();
      return true;
    case "redo":
      grid.undo(true);
      return true;
    case "fix":
      grid.fix();
      return true;
    case "duplicate":
      grid.duplicate();
      return true;
    case "clear":
      grid.clear();
      return true;
    case "edit":
      grid.edit();
      return true;
    case "type":
      return type(grid, event.key);
    case undefined:
      return false;
  }
}

/** Writes over the active cell: the field that opens gets the character. */
function type(grid: Live, key: string): boolean {
  const { type, value } = grid.cell;
  const turns = key === " " && type === "Boolean";
  if (turns) {
    grid.write(String(!/^true$/i.test(value ?? "")));
  } else if (grid.active.row >= 0) {
    grid.edit("");
  }
  return turns;
}
