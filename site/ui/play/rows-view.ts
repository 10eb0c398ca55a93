/** All rows of an answer: a page at a time, sorted by any column, and as text for other programs. */
import { build } from "../dom.ts";
import { button, fill, h } from "../element.ts";
import { messageOf } from "../message-of.ts";
import type { CellsFormat, PlayStep, RowsReply } from "../protocol.ts";
import { type Account, pageSize } from "./account.ts";
import type { Giving } from "./giving.ts";

/** Shows all rows in place of the first ones, and offers them as text beside the whole answer. */
export function pages(
  first: Element,
  whole: Element,
  step: PlayStep,
  account: Account,
  giving: Giving,
): void {
  const rows = new Rows(account, step);
  const give = (how: "copy" | "save", as: CellsFormat) => () =>
    void giving.answer(step, how, rows.text(as));
  whole.append(
    button("Copy CSV", give("copy", "csv")),
    button("Copy TSV", give("copy", "tsv")),
    button("Save CSV", give("save", "csv")),
  );
  void rows.show(0).then(() => first.replaceWith(rows.element));
}

class Rows {
  readonly element = h("div.pl-rows");
  readonly #account: Account;
  readonly #step: PlayStep;
  /** The column that rows are sorted by; "" for the order of the answer. */
  #sort = "";
  #descending = false;

  constructor(account: Account, step: PlayStep) {
    this.#account = account;
    this.#step = step;
  }

  /** All rows, in the order that is shown. */
  async text(as: CellsFormat): Promise<string> {
    return (await this.#ask(0, as)).text ?? "";
  }

  async show(first: number): Promise<void> {
    const { element } = this;
    try {
      const { view, total } = await this.#ask(first);
      const focused =
        element.contains(document.activeElement) && document.activeElement?.textContent;
      fill(element, view && build(view), total > pageSize && this.#turns(first, total));
      this.#heads();
      if (focused) {
        const buttons = Array.from(element.querySelectorAll("button"));
        buttons.find(({ textContent }) => textContent === focused)?.focus();
      }
    } catch (cause) {
      const words = messageOf(cause);
      element.append(h("p.pl-wrong", { role: "alert" }, words));
    }
  }

  #ask(first: number, as?: CellsFormat): Promise<RowsReply> {
    const part = { first, sort: this.#sort, descending: this.#descending };
    return this.#account.rows(this.#step.response, as ? { ...part, as } : part);
  }

  #turns(first: number, total: number): HTMLElement {
    const turn = (label: string, to: number) =>
      button(label, () => void this.show(to), { disabled: to < 0 || to >= total });
    return h(
      "nav.pl-paging.row",
      { "aria-label": "Pages of the answer" },
      turn("Previous", first - pageSize),
      turn("Next", first + pageSize),
    );
  }

  /** Makes a button of the name of each column. */
  #heads(): void {
    for (const head of this.element.querySelectorAll("thead th")) {
      const column = head.textContent ?? "";
      if (column === this.#sort) {
        head.setAttribute("aria-sort", this.#descending ? "descending" : "ascending");
      }
      fill(
        head,
        button(column, () => this.#by(column)),
      );
    }
  }

  /** Sorts by a column, the other way round if the rows are, and then as they came. */
  #by(column: string): void {
    const again = column === this.#sort;
    this.#sort = again && this.#descending ? "" : column;
    this.#descending = again && !this.#descending;
    void this.show(0);
  }
}
