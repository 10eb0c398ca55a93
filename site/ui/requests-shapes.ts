/** Requests by shape: those that differ only in constants are one line, and the dearest comes first. */
import { build } from "./dom.ts";
import { h } from "./element.ts";
import { count, counted } from "./numbers.ts";
import { step } from "./requests-list.ts";
import { cell, type Entry, lookOf, Row } from "./requests-row.ts";

/** How many requests an open line lists. */
const most = 20;

export class Shapes {
  readonly element: HTMLElement;
  readonly #opened: (entry: Entry) => Node | undefined;
  #lines = new Map<string, Line>();

  constructor(element: HTMLElement, opened: (entry: Entry) => Node | undefined) {
    this.element = element;
    this.#opened = opened;
    element.addEventListener("keydown", (event) => step(element, event));
  }

  /** Shows requests, given with the newest first. */
  draw(entries: readonly Entry[]): void {
    const groups = new Map<string, Entry[]>();
    for (const entry of entries) {
      const shape = `${entry.service} ${entry.shape}`;
      groups.set(shape, groups.get(shape) ?? []);
      groups.get(shape)?.push(entry);
    }
    const lines = new Map<string, Line>();
    for (const [shape, group] of groups) {
      const line = this.#lines.get(shape) ?? new Line(this.#opened);
      line.draw(group);
      lines.set(shape, line);
    }
    this.#lines = lines;
    const sorted = [...lines.values()].sort(
      (a, b) => b.read - a.read || b.written - a.written || b.count - a.count,
    );
    arrange(
      this.element,
      sorted.map(({ element }) => element),
    );
  }
}

/** One shape. It opens to the newest of its requests. */
class Line {
  readonly element = h("li");
  read = 0;
  written = 0;
  count = 0;
  readonly #opened: (entry: Entry) => Node | undefined;
  readonly #summary = h("summary");
  readonly #rest = h("p.rq-rest");
  readonly #list = h("ol.rq-list");
  readonly #details = h("details", this.#summary, this.#rest, this.#list);
  #rows = new Map<string, Row>();
  #entries: readonly Entry[] = [];

  constructor(opened: (entry: Entry) => Node | undefined) {
    this.#opened = opened;
    this.element.append(this.#details);
    this.#details.addEventListener("toggle", () => this.#fill());
  }

  draw(entries: readonly Entry[]): void {
    const [newest] = entries;
    const before = this.#entries;
    const same = entries.length === before.length && entries.every((each, i) => each === before[i]);
    if (!newest || same) {
      return;
    }
    this.#entries = entries;
    this.count = entries.length;
    this.read = entries.reduce((sum, { read }) => sum + read, 0);
    this.written = entries.reduce((sum, { written }) => sum + written, 0);
    this.element.className = lookOf({ kind: newest.kind, written: this.written }) ?? "";
    const failed = entries.filter(({ error }) => error !== "").length;
    this.#summary.replaceChildren(
      cell("rq-times", `${count(this.count)} ×`),
      " ",
      cell("rq-what", build(newest.label)),
      " ",
      cell("rq-url", newest.shape ?? ""),
      " ",
      cell("rq-counts", costs(this), failed > 0 && cell("rq-error", `${count(failed)} refused`)),
    );
    this.#list.setAttribute("aria-label", `Requests of the shape ${newest.shape}`);
    this.#fill();
  }

  #fill(): void {
    if (!this.#details.open) {
      return;
    }
    const rows = new Map<string, Row>();
    for (const entry of this.#entries.slice(0, most)) {
      rows.set(entry.id, this.#rows.get(entry.id) ?? new Row(entry, this.#opened));
    }
    this.#rows = rows;
    arrange(
      this.#list,
      [...rows.values()].map(({ element }) => element),
    );
    this.#rest.textContent =
      this.count > most ? `The newest ${most} of ${counted(this.count, "request")}:` : "";
  }
}

function costs({ read, written, count: times }: Line): string {
  const words = (verb: string, sum: number) =>
    `${verb} ${count(sum)}, ${count(sum / times, 1)} each`;
  if (read > 0 || written === 0) {
    return words("read", read);
  }
  return words("wrote", written);
}

/** Puts elements in an order, without moving any if they're in it, and keeps the focus. */
function arrange(list: Element, elements: readonly Element[]): void {
  const { children } = list;
  if (children.length === elements.length && elements.every((each, i) => each === children[i])) {
    return;
  }
  const focused = document.activeElement;
  list.replaceChildren(...elements);
  if (focused instanceof HTMLElement && list.contains(focused)) {
    focused.focus({ preventScroll: true });
  }
}
