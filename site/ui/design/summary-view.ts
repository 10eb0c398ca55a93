/** How each design does, in a line: what a reviewer says, what it reads and what it costs. */
import { button, fill, h, row, scrolling, table } from "../element.ts";
import type { DesignColumn, DesignMatrix } from "../protocol.ts";

export class SummaryView {
  readonly element = scrolling("The designs");
  readonly #mean: (design: string) => void;

  /** `mean` makes a design the one that is meant. */
  constructor(mean: (design: string) => void) {
    this.#mean = mean;
  }

  show({ designs }: DesignMatrix): void {
    const rates = designs.some(({ total }) => total !== "");
    const names = [
      "Design",
      "Budgets and review",
      ...(rates ? ["In all", "A month"] : []),
      "Yours",
    ];
    fill(
      this.element,
      table(
        names,
        designs.map((each) => this.#row(each, rates, designs.length > 1)),
        "ds-table ds-summary",
      ),
    );
  }

  #row({ name, verdict, total, month, meant }: DesignColumn, rates: boolean, choice: boolean) {
    const mine = meant
      ? h("strong", "★ yours")
      : choice && button("Choose", () => this.#mean(name), { "aria-label": `Choose ${name}` });
    const figures = [
      h("td.ds-total", total || "reads nothing"),
      h("td.ds-month", month.price || "–"),
    ];
    const line = row(name, verdict, ...(rates ? figures : []), mine);
    line.classList.toggle("is-meant", meant);
    return line;
  }
}
