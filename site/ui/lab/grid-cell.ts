/** What appears at a cell: the field to edit it in, and a note that says what is wrong with it. */
import { h, plain } from "../element.ts";
import { modified } from "./grid-keys.ts";
import type { Problem } from "./names.ts";

/** How an edit ends: with nothing more, or by going on to another cell. */
export type End = "blur" | "stay" | "up" | "down" | "back" | "next";

interface Options {
  readonly label: string;
  /** The id of the note that describes the field. */
  readonly note: string;
  changed(text: string): void;
  /** Takes the text if it has been changed. */
  ended(end: End, text: string | undefined): void;
}

export class Field {
  readonly #area = h("textarea.grid-field", { ...plain });
  readonly #cell: HTMLElement;
  readonly #options: Options;
  readonly #text: string;
  #open = true;

  /** Opens a field in a cell. */
  constructor(cell: HTMLElement, text: string, options: Options) {
    this.#cell = cell;
    this.#options = options;
    const area = this.#area;
    area.value = text;
    this.#text = area.value;
    area.ariaLabel = options.label;
    area.setAttribute("aria-describedby", options.note);
    area.addEventListener("input", () => this.#changed());
    area.addEventListener("keydown", (event) => this.#key(event));
    area.addEventListener("blur", () => this.#end("blur"));
    cell.classList.add("editing");
    cell.append(area);
    this.#size();
    area.focus({ preventScroll: true });
    area.select();
  }

  /** Shows whether the text is wrong. */
  mark(wrong: boolean): void {
    this.#area.ariaInvalid = String(wrong);
  }

  /** Takes the text as it is. */
  close(): void {
    this.#end("blur");
  }

  #changed(): void {
    this.#size();
    this.#options.changed(this.#area.value);
  }

  #size(): void {
    this.#area.rows = Math.min(8, this.#area.value.split("\n").length);
  }

  #key(event: KeyboardEvent): void {
    const { key, shiftKey, altKey, isComposing } = event;
    if (isComposing || !["Enter", "Tab", "Escape"].includes(key)) {
      return;
    }
    event.preventDefault();
    if (key === "Escape") {
      this.#end("stay", false);
    } else if (key === "Enter" && altKey) {
      this.#area.setRangeText("\n", this.#area.selectionStart, this.#area.selectionEnd, "end");
      this.#changed();
    } else if (key === "Tab") {
      this.#end(shiftKey ? "back" : "next");
    } else {
      this.#end(modified(event) ? "stay" : shiftKey ? "up" : "down");
    }
  }

  #end(end: End, keep = true): void {
    if (this.#open) {
      this.#open = false;
      const { value } = this.#area;
      this.#cell.classList.remove("editing");
      this.#area.remove();
      this.#options.ended(end, keep && value !== this.#text ? value : undefined);
    }
  }
}

/** A note beside a cell, above everything else on the page. */
export class Note {
  readonly element = h("div.grid-note", { popover: "manual" });
  readonly #scroller: HTMLElement;
  #cell: HTMLElement | undefined;
  /** Does what the note proposes, if it proposes anything. */
  fix: (() => void) | undefined;

  constructor(scroller: HTMLElement, id: string, signal: AbortSignal) {
    this.#scroller = scroller;
    this.element.id = id;
    addEventListener("scroll", () => this.#place(), { capture: true, passive: true, signal });
    addEventListener("resize", () => this.#place(), { signal });
  }

  /** Shows a note at a cell, with a button that fixes what is wrong if there is a way; no words hide it. */
  show(
    cell: HTMLElement,
    problem: Partial<Problem>,
    fix?: { label: string; run: () => void },
  ): void {
    this.#cell = problem.message || problem.hint ? cell : undefined;
    this.fix = fix?.run;
    const { message = "", hint = "" } = problem;
    this.element.classList.toggle("bad", message !== "");
    this.element.replaceChildren(...(message ? [h("strong", message), " "] : []), hint);
    if (fix) {
      const button = h("button", { type: "button", tabindex: -1 }, fix.label);
      button.addEventListener("pointerdown", (event) => event.preventDefault());
      button.addEventListener("click", fix.run);
      this.element.append(" ", button);
    }
    this.#place();
  }

  hide(): void {
    this.#cell = undefined;
    this.fix = undefined;
    this.element.replaceChildren();
    this.#place();
  }

  #place(): void {
    const cell = this.#cell?.getBoundingClientRect();
    const area = this.#scroller.getBoundingClientRect();
    const visible =
      cell && cell.bottom > area.top && cell.top < area.bottom && cell.left < area.right;
    if (!this.element.isConnected) {
      return;
    }
    this.element.togglePopover(visible === true);
    if (!visible) {
      return;
    }
    const { offsetWidth, offsetHeight, style } = this.element;
    const below = cell.bottom + 6 + offsetHeight < innerHeight;
    style.left = `${Math.max(8, Math.min(cell.left, innerWidth - offsetWidth - 8))}px`;
    style.top = `${below ? cell.bottom + 6 : cell.top - offsetHeight - 6}px`;
  }
}
