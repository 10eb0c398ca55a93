/** Step by step: where the reader is, and the table that the last request was about. */

import { button, fill, h } from "../element.ts";
import type { Account } from "./account.ts";
import type { Stepping } from "./running.ts";
import { entityTable } from "./tables-view.ts";

interface Options {
  readonly next: () => void;
  readonly back: () => void;
  readonly leave: () => void;
  readonly account: Account;
  /** Shows a table page by page. */
  readonly table: (name: string) => void;
}

/** So many entities are shown between two steps. */
const most = 20;

export class Stepper {
  /** Where the reader is, above the result. */
  readonly element = h("div.pl-stepper");
  /** The table after the step, below the result. */
  readonly after = h("section.pl-after", { "aria-label": "The table after this step" });
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
    this.element.hidden = true;
  }

  async draw(stepping: Stepping | undefined): Promise<void> {
    this.element.hidden = stepping === undefined;
    if (!stepping) {
      fill(this.element);
      fill(this.after);
      return;
    }
    const { next, back, leave, account } = this.#options;
    const focused = document.activeElement?.getAttribute("data-step");
    const last = stepping.at + 1 >= stepping.total;
    fill(
      this.element,
      h(
        "div.pl-step-bar",
        { role: "group", "aria-label": "Step by step" },
        h("strong", `Step ${stepping.at + 1} of ${stepping.total}`),
        button("Back", back, { "data-step": "back" }),
        button("Next", next, { "data-step": "next", disabled: last }),
        button("Leave", leave, { "data-step": "leave" }),
      ),
    );
    if (focused) {
      this.element.querySelector<HTMLElement>(`[data-step="${focused}"]:not(:disabled)`)?.focus();
    }
    const table = stepping.run.reply.steps.at(-1)?.table ?? "";
    const known = (await account.tables()).some(({ name }) => name === table);
    if (!known) {
      fill(this.after);
      return;
    }
    const page = await account.browse(table, "", null, most);
    fill(
      this.after,
      h("h3", `${table} after this step`),
      entityTable(table, page),
      page.next && button("All entities", () => this.#options.table(table), { class: "pl-link" }),
    );
  }
}
