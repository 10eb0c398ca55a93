/** The reason of a cell: by which requests the pattern is answered, and what it costs as data grows. */
import { button, fill, h, row, scrolling, table } from "../element.ts";
import type { DesignCell } from "../protocol.ts";
import type { Place } from "./matrix-view.ts";
import { asks, number, sentence, writes } from "./words.ts";

interface Options {
  /** Puts the cursor on a line of the file. */
  readonly go: (line: number) => void;
  readonly copy: (text: string, what: string) => void;
}

export class CellView {
  readonly element = h("section.ds-detail.stack.loose", { "aria-label": "The chosen cell" });
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  show(cell: DesignCell, { pattern, design }: Place): void {
    fill(
      this.element,
      h("h2", `${pattern} under “${design}”`),
      h(
        "p",
        { class: `kind-${cell.class}` },
        h("span.kind", h("span.glyph", { "aria-hidden": "true" }, cell.glyph), ` ${cell.kind}. `),
        sentence(cell),
      ),
      ...this.#missed(cell),
      list("Limits that it passes", cell.marks),
      list(
        "As data grows, it passes more",
        cell.later.map(({ scale, says }) => `From ${number(scale)} entities on: ${says}`),
      ),
      list("Why", cell.steps, "ol"),
      ...this.#requests(cell),
      this.#lanes(cell),
      list("What your client does", cell.client),
      ...growth(cell),
    );
  }

  /** Brings the reason to a reader who has asked for it, if it's out of view. */
  reveal(): void {
    const most = 0.75; // of the window's height
    if (this.element.getBoundingClientRect().top > innerHeight * most) {
      this.element.scrollIntoView({ block: "start" });
    }
  }

  #missed({ missed }: DesignCell): HTMLElement[] {
    return missed.map(({ figure, most, line }) =>
      h(
        "p.ds-wrong",
        `Over budget: ${figure} is to be at most ${number(most)}. `,
        button(`Line ${line}`, () => this.#options.go(line), { class: "link" }),
      ),
    );
  }

  /** What draws lanes is loaded when there are any. */
  #lanes({ lanes }: DesignCell): HTMLElement {
    const place = h("div.ds-lanes");
    if (lanes.length > 0) {
      void import("./lanes-view.ts").then(({ show }) => show(place, lanes));
    }
    return place;
  }

  #requests({ http, parallel }: DesignCell): HTMLElement[] {
    if (http === "") {
      return [];
    }
    const copy = button("Copy", () => this.#options.copy(http, "The requests are"));
    return [
      h("div.ds-head.row", h("h3", parallel ? "Requests, all at the same time" : "Requests"), copy),
      h("pre.code", { tabindex: 0, role: "group", "aria-label": "Requests" }, h("code", http)),
    ];
  }
}

function list(
  title: string,
  items: readonly string[],
  tag: "ol" | "ul" = "ul",
): HTMLElement | null {
  if (items.length === 0) {
    return null;
  }
  return h("div", h("h3", title), h(tag, {}, ...items.map((item) => h("li", ...marked(item)))));
}

function growth(cell: DesignCell): HTMLElement[] {
  if (cell.growth.every(({ scale }) => scale === cell.figures.scale)) {
    return [];
  }
  const written = (sum: string) => (writes(cell) ? [sum] : []);
  const rows = cell.growth.map((figures) =>
    row(
      number(figures.scale),
      number(figures.read),
      ...written(number(figures.written)),
      asks(figures),
      figures.computed ? "computed" : "measured",
    ),
  );
  const names = ["Entities", "Reads", ...written("Writes"), "Billed", "How"];
  const title = "As data grows";
  return [h("h3", title), scrolling(title, table(names, rows, "ds-growth"))];
}

/** A sentence whose parts between backquotes are code. */
function marked(text: string): (Node | string)[] {
  return text.split("`").map((part, i) => (i % 2 === 1 ? h("code", part) : part));
}
