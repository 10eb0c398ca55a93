/**
 * The control that sends runs to an account outside the page, and the bar that says so. What speaks with
 * such an account is loaded when the reader asks for it.
 */
import type { PlayStep } from "../protocol.ts";
import { button, fill, h } from "./element.ts";
import type { Advice, Ask, Endpoint, Settings } from "./endpoint.ts";
import { menu, panel } from "./menu.ts";

interface Options {
  /** Calls the engine, which renders and signs the requests. */
  readonly ask: Ask;
  /** The reader has connected or disconnected. */
  readonly changed: () => void;
}

export class Elsewhere {
  readonly opener = button("", () => {}, { class: "pl-where" });
  readonly elements: readonly HTMLElement[];
  /** Says where requests go while that isn't the page. */
  readonly banner = h("div", {});
  readonly #options: Options;
  readonly #form = h("div", {});
  #endpoint: Endpoint | undefined;

  constructor(options: Options) {
    this.#options = options;
    const hidden = button("Account", () => {}, { class: "pl-none", hidden: true });
    const form = panel(hidden, "Account outside the page", (close) => {
      void this.#ask(close);
      return [this.#form];
    });
    const choice = menu(this.opener, "Run on", () => [
      {
        label: "This page's engine",
        checked: this.#endpoint === undefined,
        press: () => void this.#disconnect(),
      },
      {
        label: "Another account…",
        detail: "the local endpoint, Azurite, Azure or Cosmos DB",
        checked: this.#endpoint !== undefined,
        press: () => form.open(this.opener),
      },
    ]);
    this.elements = [this.opener, choice, hidden, form.element];
    this.#show();
  }

  /** Where runs go, unless that's the page. */
  get endpoint(): Endpoint | undefined {
    return this.#endpoint;
  }

  /** Sends requests to an account from now on. */
  async connect(settings: Settings): Promise<void> {
    const [{ Endpoint }, { banner }] = await Promise.all([
      import("./endpoint.ts"),
      import("./endpoint-view.ts"),
    ]);
    this.#endpoint = new Endpoint(settings, this.#options.ask);
    fill(
      this.banner,
      banner(this.#endpoint, () => void this.#disconnect()),
    );
    this.#show();
  }

  async #ask(close: () => void): Promise<void> {
    const { settingsPanel } = await import("./endpoint-view.ts");
    const connect = async (settings: Settings) => {
      await this.connect(settings);
      close();
    };
    fill(
      this.#form,
      settingsPanel({ connect: (settings) => void connect(settings), cancel: close }),
    );
    this.#form.querySelector("input")?.focus();
  }

  async #disconnect(): Promise<void> {
    const endpoint = this.#endpoint;
    this.#endpoint = undefined;
    fill(this.banner);
    this.#show();
    await endpoint?.forget();
  }

  #show(): void {
    const where = this.#endpoint ? new URL(this.#endpoint.where).host : "in this page";
    fill(this.opener, where, h("span", { "aria-hidden": "true" }, " ▾"));
    this.opener.setAttribute("aria-label", `Runs ${this.#endpoint ? `at ${where}` : where}`);
    this.opener.classList.toggle("is-elsewhere", this.#endpoint !== undefined);
    this.#options.changed();
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
): Promise<void> {
  const [{ comparison }, { pairs }] = await Promise.all([
    import("./endpoint-view.ts"),
    import("./endpoint-compare.ts"),
  ]);
  fill(box, comparison(pairs(here, there)));
}
