import { button, fill, h } from "../element.ts";
import { Engine, type Found } from "./engine.ts";

/** After this long, in milliseconds, what a reader has typed is said aloud. */
const pause = 600;

const suggestions = ["newest first", "PK", "upsert", "EntityAlreadyExists"];

/** An input and below it what was found. The arrow keys go through the results, Enter opens one. */
export class Panel {
  readonly element: HTMLElement;
  readonly #input = h("input.sr-input", {
    type: "search",
    placeholder: "Search guides, docs, terms and error codes",
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "go",
    "aria-label": "Search",
  });
  readonly #list = h("ul.sr-list");
  readonly #status = h("p.vh", { role: "status" });
  readonly #hint = h("p.sr-hint");
  readonly #address: string;
  #engine: Promise<Engine> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(address: string) {
    this.#address = address;
    this.element = h("div.sr", this.#input, this.#hint, this.#list, this.#status);
    this.#input.addEventListener("input", () => void this.#search());
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.#tell();
    void this.#load();
  }

  get query(): string {
    return this.#input.value;
  }

  /** Sets what is searched, and searches it. */
  set query(query: string) {
    this.#input.value = query;
    void this.#search();
  }

  /** Searches what was typed before the panel was there, and lets the reader type on. */
  take(typed: string | undefined): void {
    if (typed) {
      this.query = typed;
      this.#input.setSelectionRange(typed.length, typed.length);
    }
  }

  focus(): void {
    this.#input.focus();
    this.#input.select();
  }

  /** Loads the index. If that fails, the next search tries again. */
  #load(): Promise<Engine> {
    this.#engine ??= Engine.load(this.#address).catch((cause: unknown) => {
      this.#engine = undefined;
      throw cause;
    });
    this.#engine.catch(() => {});
    return this.#engine;
  }

  async #search(): Promise<void> {
    const query = this.query.trim();
    try {
      const engine = await this.#load();
      if (query !== this.query.trim()) {
        return;
      }
      performance.mark("rowkey:search");
      const found = query === "" ? [] : engine.find(query);
      fill(this.#list, ...found.map(row));
      this.#tell(query, found.length);
      performance.measure("rowkey:search", "rowkey:search");
    } catch {
      fill(this.#list);
      this.#hint.textContent = "The index could not be loaded. Type again to retry.";
    }
  }

  #tell(query = "", count = 0): void {
    this.#hint.hidden = count > 0;
    fill(
      this.#hint,
      ...(query === ""
        ? ["Try ", ...suggestions.map((each) => this.#suggestion(each))]
        : [`Nothing has all of “${query}”, or anything like it. Try fewer words.`]),
    );
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const results = count === 1 ? "1 result" : `${count} results`;
      this.#status.textContent = query === "" ? "" : results;
    }, pause);
  }

  #suggestion(words: string): HTMLElement {
    return button(words, () => {
      this.query = words;
      this.#input.focus();
    });
  }

  #key(event: KeyboardEvent): void {
    const links = [...this.#list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === "Enter" && at < 0 && !event.isComposing) {
      event.preventDefault();
      links[0]?.click();
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      links[Math.min(at + 1, links.length - 1)]?.focus();
    } else if (event.key === "ArrowUp") {
      event.preventDefault();
      (links[at - 1] ?? this.#input).focus();
    } else if (
      at >= 0 &&
      (event.key.length === 1 || event.key === "Backspace") &&
      !modified(event)
    ) {
      this.#input.focus(); // which then gets the letter
    }
  }
}

function modified(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey;
}

function row({ u, k, p, t, x = "", words }: Found): HTMLElement {
  const inside = k === "Section";
  const title = h("span.sr-title", inside && h("span.sr-from", `${p} › `), ...marked(t, words));
  const kind = h("span.sr-kind", !inside && k);
  return h("li.sr-item", h("a", { href: u }, title, kind, h("span.sr-text", ...marked(x, words))));
}

/** Marks the words that fit, which are in lower case. */
function marked(text: string, words: readonly string[]): (Node | string)[] {
  const set = new Set(words);
  const parts = text.split(/([\p{L}\p{N}]+)/u);
  return parts.map((part) => (set.has(part.toLowerCase()) ? h("mark", part) : part));
}
