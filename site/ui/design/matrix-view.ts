/** The matrix: a row for each pattern, a column for each design. A press on a cell opens its reason. */
import { button, fill, h, row, scrolling } from "../element.ts";
import type { DesignCell, DesignMatrix } from "../protocol.ts";
import { asks, number, reads } from "./words.ts";

/** Names a cell, from one matrix to the next. */
export interface Place {
  readonly pattern: string;
  readonly design: string;
}

export class MatrixView {
  readonly element = scrolling("What each pattern costs under each design");
  readonly #choose: (place: Place) => void;
  #buttons = new Map<string, HTMLButtonElement>();

  constructor(choose: (place: Place) => void) {
    this.#choose = choose;
  }

  show(matrix: DesignMatrix): void {
    const focused = this.element.contains(document.activeElement)
      ? (document.activeElement as HTMLElement).dataset["cell"]
      : undefined;
    this.#buttons = new Map();
    const rows = matrix.cells.map((cells, i) =>
      row(
        matrix.patterns[i]?.name,
        ...cells.map((cell, j) => {
          const place = {
            pattern: matrix.patterns[i]?.name ?? "",
            design: matrix.designs[j]?.name ?? "",
          };
          const meant = matrix.designs[j]?.meant;
          return h("td", { class: meant && "is-meant" }, this.#cell(cell, place));
        }),
      ),
    );
    const columns = matrix.designs.map(({ name, meant }) =>
      h("th", { scope: "col", class: meant && "is-meant" }, meant ? `★ ${name}` : name),
    );
    const head = h("tr", h("td.ds-corner"), ...columns);
    fill(this.element, h("table.ds-matrix", h("thead", head), h("tbody", ...rows)));
    if (focused !== undefined) {
      this.#buttons.get(focused)?.focus();
    }
  }

  /** Marks the cell whose reason is shown. */
  mark(place: Place): void {
    for (const [key, each] of this.#buttons) {
      each.setAttribute("aria-pressed", String(key === keyOf(place)));
    }
  }

  #cell(cell: DesignCell, place: Place): HTMLButtonElement {
    const key = keyOf(place);
    const tags = [
      cell.best && h("span.ds-tag.ds-best", "✓ best of its row"),
      cell.missed.length > 0 && h("span.ds-tag.ds-missed", "✗ over budget"),
      cell.marks.length > 0 && h("span.ds-tag", "! beyond a limit"),
      cell.later.length > 0 && h("span.ds-tag.ds-later", later(cell)),
      cell.figures.computed && h("span.ds-tag", "computed"),
    ];
    const element = button("", () => this.#choose(place), {
      class: `ds-cell kind-${cell.class}`,
      "data-cell": key,
    });
    element.append(
      h("span.ds-of", place.design),
      h("span.kind", h("span.glyph", { "aria-hidden": "true" }, cell.glyph), ` ${cell.kind}`),
      h("span.ds-reads", reads(cell)),
      h("span.ds-asks", asks(cell.figures)),
    );
    if (tags.some(Boolean)) {
      element.append(h("span.ds-tags", ...tags));
    }
    this.#buttons.set(key, element);
    return element;
  }
}

/** From which size on it passes a limit that it doesn't pass yet. */
function later({ later }: DesignCell): string {
  return `! beyond a limit from ${number(Math.min(...later.map(({ scale }) => scale)))}`;
}

function keyOf({ pattern, design }: Place): string {
  return `${pattern}\n${design}`;
}

/** The first cell that misses its budget, or else the first one of the design that is meant. */
export function worst({ patterns, designs, cells }: DesignMatrix): Place {
  const missed = (row: number) => cells[row]?.findIndex((cell) => cell.missed.length > 0) ?? -1;
  const row = Math.max(
    0,
    cells.findIndex((_, i) => missed(i) >= 0),
  );
  const meant = designs.findIndex((each) => each.meant);
  const column = missed(row) >= 0 ? missed(row) : Math.max(0, meant);
  return { pattern: patterns[row]?.name ?? "", design: designs[column]?.name ?? "" };
}
