/** What each design costs in a month, by the rates and prices of the file. */
import { fill, h } from "../play/element.ts";
import type { DesignMatrix } from "../protocol.ts";

export class BillView {
  readonly element = h("section", { class: "ds-bill", "aria-labelledby": "ds-bill" });

  show(designs: DesignMatrix["designs"]): void {
    const lines = designs.map(({ name, bill }) => h("li", {}, h("strong", {}, name), `: ${bill}`));
    fill(
      this.element,
      h("h2", { id: "ds-bill" }, "What a month costs"),
      h("ul", {}, ...lines),
      h(
        "p",
        {},
        "With the rates, counts and prices of the file. Look your prices up, and write them there as ",
        h("code", {}, "prices: {transactions: 0.0004, storage: 0.05, date: 2026-11-23}"),
        ": for 10,000 transactions, and for a gigabyte and a month.",
      ),
    );
    this.element.hidden = designs.every(({ bill }) => bill === "");
  }
}
