/** Step by step: where the reader is, and the table that the last request was about. */

import { button, fill, h } from "../element.ts";
import type { House } from "./house.ts";
import type { Stepping } from "./running.ts";
import { entityTable } from "./tables-view.ts";

/** So many entities are shown between two steps. */
const most = 20;

export class Stepper {
  /** Where the reader is, above the result. */
  readonly element = h("div.pl-stepper");
  /** The table after the step, below the result. */
  readonly after = h("section.pl-after", { "aria-label": "The table after this step" });
  readonly #house: House;

  constructor(house: House) {
    this.#house = house;
    this.element.hidden = true;
  }

  async draw(stepping: Stepping | undefined): Promise<void> {
    this.element.hidden = stepping === undefined;
    if (!stepping) {
      fill(this.element);
      fill(this.after);
      return;
    }
    const house = this.#house;
    const { account, running } = house.session;
    const focused = document.activeElement?.getAttribute("data-step");
    const last = stepping.at + 1 >= stepping.total;
    fill(
      this.element,
      h(
        "div.pl-step-bar.row",
        { role: "group", "aria-label": "Step by step" },
        h("strong", `Step ${stepping.at + 1} of ${stepping.total}`),
        button("Back", () => house.act("step-back"), { "data-step": "back" }),
        button("Next", () => house.act("step"), { "data-step": "next", disabled: last }),
        button("Leave", () => running.leaveSteps(), { "data-step": "leave" }),
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
    const page = await account.here("browse", { table, limit: most });
    fill(
      this.after,
      h("h3", `${table} after this step`),
      entityTable(table, page),
      page.next && button("All entities", () => house.showTable(table), { class: "link" }),
    );
  }
}
