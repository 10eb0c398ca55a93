/**
 * The control that sends runs to an account outside the page, and the bar that says so. What speaks with
 * such an account is loaded when the reader asks for it.
 */

import { button, fill, h } from "../element.ts";
import type { PlayStep } from "../protocol.ts";
import type { Account } from "./account.ts";
import type { Advice } from "./endpoint-advice.ts";
import { menu, panel } from "./menu.ts";
import type { Session } from "./session.ts";

export class Elsewhere {
  readonly opener = button("", () => {}, { class: "pl-where" });
  readonly elements: readonly HTMLElement[];
  /** Says where requests go while that isn't the page. */
  readonly banner = h("div");
  readonly #session: Session;
  readonly #form = h("div");

  constructor(session: Session) {
    this.#session = session;
    const hidden = button("Account", () => {}, { class: "pl-none", hidden: true });
    const form = panel(hidden, "Account outside the page", (close) => {
      void this.#ask(close);
      return [this.#form];
    });
    const choice = menu(this.opener, "Run on", () => [
      {
        label: "This page's engine",
        checked: session.endpoint === undefined,
        press: () => void session.disconnect(),
      },
      {
        label: "Another account…",
        detail: "the local endpoint, Azurite, Azure or Cosmos DB",
        checked: session.endpoint !== undefined,
        press: () => form.open(this.opener),
      },
    ]);
    this.elements = [this.opener, choice, hidden, form.element];
    void this.show();
  }

  /** Shows where runs go now. */
  async show(): Promise<void> {
    const { endpoint } = this.#session;
    const where = endpoint ? new URL(endpoint.where).host : "in this page";
    fill(this.opener, where, h("span", { "aria-hidden": "true" }, " ▾"));
    this.opener.setAttribute("aria-label", `Runs ${endpoint ? `at ${where}` : where}`);
    this.opener.classList.toggle("is-elsewhere", endpoint !== undefined);
    fill(this.banner);
    if (endpoint) {
      const { banner } = await import("./endpoint-view.ts");
      fill(
        this.banner,
        banner(endpoint, () => void this.#session.disconnect()),
      );
    }
  }

  async #ask(close: () => void): Promise<void> {
    const { settingsPanel } = await import("./endpoint-view.ts");
    fill(this.#form, settingsPanel(this.#session, close));
    this.#form.querySelector("input")?.focus();
  }
}

/** Shows what to do about a run that went wrong elsewhere. */
export async function showAdvice(box: HTMLElement, advice: Advice): Promise<void> {
  const { adviceView } = await import("./endpoint-view.ts");
  fill(box, adviceView(advice));
}

/** Shows the answers from here and from elsewhere side by side. */
export async function showComparison(
  box: HTMLElement,
  here: readonly PlayStep[],
  there: readonly PlayStep[],
  account: Account,
): Promise<void> {
  const [{ comparison }, { pairs }] = await Promise.all([
    import("./endpoint-view.ts"),
    import("./endpoint-compare.ts"),
  ]);
  fill(box, comparison(await pairs(here, there, (two) => account.run({ op: "compare", ...two }))));
}
