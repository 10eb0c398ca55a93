/** Copies cells from a grid and pastes them into it, as spreadsheets do. */
import { counted } from "../numbers.ts";
import type { Live } from "./grid-part.ts";
import { writeCells } from "./tsv.ts";

/** The most characters that a paste is read from. */
const maxPaste = 20_000_000;

/** Copies the selected cells, unless the reader has selected text. */
export function copy(grid: Live, event: ClipboardEvent, cut = false): void {
  if (!grid.focused || document.getSelection()?.toString()) {
    return;
  }
  event.preventDefault();
  const { rows, columns } = grid.data;
  const { top, left, bottom, right } = grid.range;
  const width = right - left + 1;
  const cells = rows
    .slice(Math.max(0, top), bottom + 1)
    .map((row) => Array.from({ length: width }, (_, i) => row.cells[left + i] ?? null));
  const all = width === columns.length && cells.length === rows.length;
  const names = columns.slice(left, right + 1).map(({ name }) => name);
  event.clipboardData?.setData(
    "text/plain",
    writeCells(all || top < 0 ? [names, ...cells] : cells),
  );
  if (cut && grid.editable) {
    grid.clear();
  } else {
    grid.say(`Copied ${counted(cells.length, "row")}.`);
  }
}

export function paste(grid: Live, event: ClipboardEvent): void {
  if (!grid.focused || !grid.editable) {
    return;
  }
  event.preventDefault();
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (text === "" || text.length > maxPaste) {
    grid.say(
      text ? "That's too much to paste. Import it as a file." : "There is no text to paste.",
    );
  } else {
    void import("./grid-more.ts").then(({ paste, readCells }) =>
      grid.do(paste(grid.data, grid.range, readCells(text))),
    );
  }
}
