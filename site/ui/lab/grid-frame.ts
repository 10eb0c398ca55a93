/** What is around the rows of a grid: name, buttons, errors of the header, and words for screen readers. */
import { h } from "../element.ts";
import { counted } from "../numbers.ts";
import type { Problem } from "./names.ts";

interface Options {
  readonly name: string;
  readonly editable: boolean;
  /** An element that the buttons take the place of. Then there's no line above the grid. */
  readonly tools: Element | null | undefined;
}

const help =
  "Arrow keys move, and with Shift they select. Enter edits a cell, Delete empties it. " +
  "Escape, then Tab leaves the grid.";

let grids = 0;

export class Frame {
  readonly element: HTMLElement;
  readonly table: HTMLTableElement;
  readonly scroller: HTMLElement;
  readonly id = `grid-${++grids}`;
  readonly #options: Options;
  readonly #sum = h("span");
  readonly #errors = h("ul.ex-errors");
  readonly #status = h("p.vh");

  /** Takes over what the page was built with, or makes it. */
  constructor(host: HTMLElement, options: Options) {
    this.#options = options;
    this.element = host.querySelector(".grid") ?? host;
    this.table = this.element.querySelector("table") ?? h("table");
    this.scroller = this.element.querySelector<HTMLElement>(".grid-scroll") ?? h("div.grid-scroll");
    this.table.className = "grid-table";
    this.table.ariaLabel = `Data of ${options.name}`;
    this.table.ariaReadOnly = String(!options.editable);
    this.table.setAttribute("aria-describedby", `${this.id}-keys`);
    this.#status.role = "status";
  }

  /** Puts everything together, with buttons and the note. */
  fill(tools: readonly Element[], note: Element): void {
    const { name, editable, tools: place } = this.#options;
    const keys = h("p", help);
    keys.id = `${this.id}-keys`;
    keys.hidden = true;
    const title = h("p.grid-title", h("code", name), " ", this.#sum);
    const bar = place ? [] : [h("div.grid-bar", title, ...tools)];
    place?.replaceWith(...tools);
    this.scroller.append(this.table);
    this.element.classList.add("grid", "is-live");
    this.element.classList.toggle("is-editable", editable);
    this.element.replaceChildren(...bar, this.#errors, this.scroller, keys, this.#status, note);
  }

  /** Says how many entities there are. */
  count(entities: number): void {
    this.element.classList.toggle("is-empty", entities === 0);
    this.#sum.textContent = counted(entities, "entity", "entities");
  }

  /** Shows what is wrong with the header. */
  errors(faults: readonly Problem[]): void {
    const problem = ({ message, hint }: Problem) => h("li", message, " ", h("span.hint", hint));
    this.#errors.replaceChildren(...faults.map(problem));
    this.#errors.hidden = faults.length === 0;
  }

  say(words: string): void {
    this.#status.textContent = words;
  }
}
