/** What the pointer does in a grid: it selects, edits what is selected already, and pulls the selection. */
import { h } from "../element.ts";
import type { Live } from "./grid-part.ts";
import type { Place } from "./grid-view.ts";

export class Pointer {
  /** What a finger pulls the selection by. */
  readonly handle = h("div.grid-handle");
  readonly #grid: Live;
  /** Whether the pointer went down on the cell that was active. */
  #again = false;

  constructor(grid: Live, table: HTMLTableElement) {
    this.#grid = grid;
    table.addEventListener("pointerdown", (event) => this.#down(event));
    table.addEventListener("pointermove", (event) => this.#drag(event));
    table.addEventListener("click", (event) => this.#click(event));
  }

  #down(event: PointerEvent): void {
    const place = this.#placeOf(event.target);
    this.#again = place !== undefined && this.#isActive(place);
    if (!place || event.button !== 0) {
      return;
    }
    if (event.target === this.handle) {
      this.handle.setPointerCapture(event.pointerId);
    } else if (event.pointerType === "mouse") {
      this.#grid.engaged = true;
      this.#grid.select(place, event.shiftKey);
    }
  }

  #drag(event: PointerEvent): void {
    const pulled = event.target === this.handle && this.handle.hasPointerCapture(event.pointerId);
    if (event.buttons !== 1 || (event.pointerType !== "mouse" && !pulled)) {
      return;
    }
    const place = this.#placeOf(document.elementFromPoint(event.clientX, event.clientY));
    if (place && !this.#isActive(place)) {
      this.#again = false;
      this.#grid.select(place, true, !pulled);
    }
  }

  /** A click on the active cell edits it; with a finger, the first one selects it. */
  #click(event: MouseEvent): void {
    const place = this.#placeOf(event.target);
    if (!place || event.target === this.handle || event.shiftKey) {
      return;
    }
    this.#grid.engaged = true;
    if (this.#again && this.#grid.editable) {
      this.#grid.edit();
    } else if (!this.#isActive(place)) {
      this.#grid.select(place);
    }
  }

  #placeOf(target: EventTarget | null): Place | undefined {
    return target instanceof Element && !target.closest("textarea")
      ? this.#grid.view.placeOf(target)
      : undefined;
  }

  #isActive({ row, column }: Place): boolean {
    const { focused, active } = this.#grid;
    return focused && row === active.row && column === active.column;
  }
}
