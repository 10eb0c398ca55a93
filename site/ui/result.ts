let shown = 0;

/**
 * The result of an example on the page: its tabs, and what stays the same when another result replaces it.
 *
 * Tabs are <details> to which this gives one name, so that the browser keeps one open. The raw HTTP of a
 * result from the build is on a page of its own and is fetched when asked for.
 */
export class Result {
  readonly #element: HTMLElement;
  /** The result from the build. */
  readonly #built: readonly Node[];
  /** Which tabs belong together. */
  readonly #name = `tabs-live-${++shown}`;

  constructor(element: HTMLElement) {
    this.#element = element;
    this.#built = [...element.childNodes];
    const tabs = [...element.querySelectorAll<HTMLDetailsElement>(".rs-tab")];
    const [before, pressed] = tabs.filter((tab) => tab.open);
    if (before && pressed) {
      before.open = false; // the reader was faster than this script
    }
    for (const tab of tabs) {
      tab.name = this.#name;
    }
    element.addEventListener("toggle", (event) => this.#toggled(event.target), { capture: true });
  }

  /** Whether the result from the build is shown. */
  get isBuilt(): boolean {
    return this.#element.firstChild === this.#built[0];
  }

  /** Shows another result, with the same parts open. */
  show(result: Node): void {
    const open = this.#open();
    const source = this.#element.querySelector(".ex-source")?.cloneNode(true);
    this.#element.replaceChildren(result);
    if (source) {
      this.#tabs().append(source);
    }
    const parts = [...this.#element.querySelectorAll("details")];
    const chosen = parts.find((part) => part.matches(".rs-tab") && open.has(nameOf(part)));
    for (const part of parts) {
      if (!part.matches(".rs-tab")) {
        part.open = open.has(nameOf(part));
        continue;
      }
      part.name = this.#name;
      part.open = chosen ? part === chosen : part.open;
    }
  }

  /** Shows the result from the build again. */
  reset(): void {
    this.#element.replaceChildren(...this.#built);
  }

  set busy(busy: boolean) {
    this.#element.setAttribute("aria-busy", String(busy));
  }

  /** Where the tabs are. What a program printed has none if it sent no requests. */
  #tabs(): Element {
    const found = this.#element.querySelector(".rs-tabs");
    if (found) {
      return found;
    }
    const tabs = document.createElement("div");
    tabs.className = "rs-tabs";
    (this.#element.firstElementChild ?? this.#element).append(tabs);
    return tabs;
  }

  #open(): Set<string> {
    return new Set(Array.from(this.#element.querySelectorAll("details[open]"), nameOf));
  }

  #toggled(target: EventTarget | null): void {
    if (!(target instanceof HTMLDetailsElement && target.matches(".rs-tab") && target.open)) {
      return;
    }
    const away = target.querySelector<HTMLAnchorElement>("a.rs-away");
    if (away) {
      void bring(away);
    }
  }
}

/** Names a part by its class, which says what it shows, or by its words. */
function nameOf(part: Element): string {
  return part.className || (part.firstChild?.textContent ?? "");
}

/** Puts what a link leads to in the place of the link. If it can't be had, the link stays. */
async function bring(link: HTMLAnchorElement): Promise<void> {
  try {
    const response = await fetch(link.href);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const section = page.getElementById(link.hash.slice(1));
    const parts = [...(section?.querySelectorAll(":scope > :not(h2)") ?? [])];
    if (parts.length > 0) {
      link.replaceWith(...parts.map((part) => document.importNode(part, true)));
    }
  } catch {
    // The reader can still follow the link.
  }
}
