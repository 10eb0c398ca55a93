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
        "Rates and prices are the file's. Look yours up, and write them there with their date.",
      ),
    );
    this.element.hidden = designs.every(({ bill }) => bill === "");
  }
}
