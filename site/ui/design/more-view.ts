/** Says how far the measurement of more entities is, and ends it. */
import { button, h } from "../element.ts";
import type { DesignProgress } from "../protocol.ts";

export class MoreView {
  readonly #bar = h("progress", { max: 1, "aria-label": "How much is measured" });
  readonly #doing = h("span");
  readonly element: HTMLElement;

  constructor(stop: () => void) {
    this.element = h(
      "div.ds-more.row",
      { hidden: true },
      this.#bar,
      this.#doing,
      button("Stop measuring", stop),
    );
  }

  show(progress: DesignProgress | undefined): void {
    this.element.hidden = !progress;
    this.#bar.value = progress?.part ?? 0;
    this.#doing.textContent = progress ? `Measuring more: ${progress.doing}` : "";
  }
}
