import { count } from "./numbers.ts";
import { type Entry, Row } from "./requests-row.ts";
import { keep, recall } from "./stored.ts";

/** How many requests the page shows: as many as the server keeps. */
const limit = 500;

/** Where the ID of the last request is stored that the reader has cleared. */
const cleared = "rowkey:cleared";

/** The list of requests, newest first, and the buttons above it. */
export class Requests {
  readonly #root: HTMLElement;
  readonly #list: HTMLElement;
  readonly #filter: HTMLInputElement;
  readonly #pause: HTMLButtonElement;
  readonly #how: HTMLDetailsElement | null;
  #rows: Row[] = [];
  /** Requests that are not shown yet. */
  #waiting: Entry[] = [];
  #paused = false;
  #last = "";
  /** Called when other requests are shown than before. */
  changed = () => {};
  readonly #opened: ((entry: Entry) => Node | undefined) | undefined;

  /** `opened` adds to what an open line shows. */
  constructor(root: HTMLElement, opened?: (entry: Entry) => Node | undefined) {
    this.#root = root;
    this.#opened = opened;
    this.#list = this.#part(".rq-list");
    this.#filter = this.#part(".rq-filter input");
    this.#pause = this.#part(".rq-pause");
    this.#how = root.querySelector<HTMLDetailsElement>(".rq-how");
    this.#filter.addEventListener("input", () => this.#show());
    this.#pause.addEventListener("click", () => this.#switch());
    this.#part(".rq-clear").addEventListener("click", () => this.#clear());
    this.#list.addEventListener("keydown", (event) => step(this.#list, event));
  }

  /** The requests that match the filter, the newest first. */
  get shown(): readonly Entry[] {
    return this.#rows.filter(({ element }) => !element.hidden).map(({ entry }) => entry);
  }

  #part<E extends HTMLElement>(selector: string): E {
    const found = this.#root.querySelector<E>(selector);
    if (!found) {
      throw new Error(`The page has no ${selector}.`);
    }
    return found;
  }

  /** Says what is wrong with what the requests come by; "" for nothing. */
  say(words: string): void {
    this.#part(".rq-say").textContent = words;
  }

  /** Shows requests that have come, the newest last. */
  take(entries: readonly Entry[]): void {
    const from = entries.findIndex(({ id }) => id === recall(cleared, "sessionStorage")) + 1;
    this.#waiting = this.#waiting.concat(entries.slice(from)).slice(-limit);
    this.#last = entries.at(-1)?.id ?? this.#last;
    if (this.#paused) {
      this.#pause.textContent = `Resume (${count(this.#waiting.length)} new)`;
      return;
    }
    this.#add();
  }

  /** Adds the waiting requests at the top. */
  #add(): void {
    if (this.#rows.length === 0 && this.#waiting.length > 0) {
      this.#how?.removeAttribute("open");
    }
    const added = this.#waiting.map((entry) => new Row(entry, this.#opened)).reverse();
    this.#waiting = [];
    this.#list.prepend(...added.map(({ element }) => element));
    this.#rows = added.concat(this.#rows);
    for (const { element } of this.#rows.splice(limit)) {
      element.remove();
    }
    this.#show();
  }

  /** Hides requests that don't match the filter, and adds up the others. */
  #show(): void {
    const words = this.#filter.value.toLowerCase().split(/\s+/);
    for (const row of this.#rows) {
      row.element.hidden = !row.matches(words);
    }
    this.#root.classList.toggle("is-empty", this.#rows.length === 0);
    this.#part(".rq-sum").textContent = sum(this.shown, this.#rows.length);
    this.changed();
  }

  #switch(): void {
    this.#paused = !this.#paused;
    this.#pause.textContent = this.#paused ? "Resume" : "Pause";
    if (!this.#paused) {
      this.#add();
    }
  }

  #clear(): void {
    this.#rows = [];
    this.#waiting = [];
    this.#list.replaceChildren();
    keep(cleared, this.#last, "sessionStorage");
    if (this.#paused) {
      this.#pause.textContent = "Resume";
    }
    this.#show();
  }
}

/** Moves from line to line of a list with the arrow keys. */
export function step(list: Element, event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const lines = Array.from(
    list.querySelectorAll<HTMLElement>("li:not([hidden]) > details > summary"),
  ).filter((line) => line.checkVisibility());
  const at = lines.indexOf(event.target as HTMLElement);
  if (by && at >= 0) {
    event.preventDefault();
    lines[at + by]?.focus();
  }
}

/** Adds up requests in a sentence. */
function sum(entries: readonly Entry[], all: number): string {
  if (all === 0) {
    return "";
  }
  let [read, returned, written, transactions] = [0, 0, 0, 0];
  for (const entry of entries) {
    read += entry.read;
    returned += entry.returned;
    written += entry.written;
    transactions += entry.transactions;
  }
  const of = entries.length < all ? ` of ${count(all)}` : "";
  const words = [`${count(entries.length)}${of} request${all === 1 ? "" : "s"}`];
  words.push(`${count(transactions)} transaction${transactions === 1 ? "" : "s"}`);
  words.push(`read ${count(read)}`, `returned ${count(returned)}`, `wrote ${count(written)}`);
  return words.join(", ");
}
