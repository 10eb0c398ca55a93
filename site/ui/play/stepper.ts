/** Step by step: where the reader is, and the table that the last request was about. */
import { build } from "../dom.ts";
import type { Account } from "./account.ts";
import { button, fill, h } from "./element.ts";
import type { Stepping } from "./running.ts";

interface Options {
  readonly next: () => void;
  readonly back: () => void;
  readonly leave: () => void;
  readonly account: Account;
  /** Shows a table page by page. */
  readonly table: (name: string) => void;
}

export class Stepper {
  readonly element = h("div", { class: "pl-stepper" });
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
    this.element.hidden = true;
  }

  async draw(stepping: Stepping | undefined): Promise<void> {
    this.element.hidden = stepping === undefined;
    if (!stepping) {
      fill(this.element);
      return;
    }
    const { next, back, leave } = this.#options;
    const focused = document.activeElement?.getAttribute("data-step");
    const last = stepping.at + 1 >= stepping.total;
    const words = `Step ${stepping.at + 1} of ${stepping.total}`;
    const tables = h("div", {});
    fill(
      this.element,
      h(
        "div",
        { class: "pl-step-bar", role: "group", "aria-label": "Step by step" },
        h("strong", {}, words),
        button("Back", back, { "data-step": "back" }),
        button("Next", next, { "data-step": "next", disabled: last }),
        button("Leave", leave, { "data-step": "leave" }),
      ),
      tables,
    );
    if (focused) {
      this.element.querySelector<HTMLElement>(`[data-step="${focused}"]:not(:disabled)`)?.focus();
    }
    const table = tableOf(stepping);
    const known = (await this.#options.account.tables()).some(({ name }) => name === table);
    if (table && known) {
      const { view } = await this.#options.account.lanes(table);
      const open = button("All entities", () => this.#options.table(table), { class: "pl-link" });
      fill(
        tables,
        h("p", { class: "pl-step-table" }, `The table ${table} after this step. `, open),
        h("div", { class: "ex-result" }, build(view)),
      );
    }
  }
}

/** The table that the last request of a step was about. */
function tableOf({ run }: Stepping): string {
  const url = run.reply.steps.at(-1)?.request.url ?? "";
  const name = /\/devstoreaccount1\/(\w+)/.exec(url)?.[1] ?? "";
  if (name !== "Tables") {
    return name;
  }
  const body = run.reply.steps.at(-1)?.request.body ?? "";
  return /"TableName"\s*:\s*"(\w+)"/.exec(body)?.[1] ?? "";
}
