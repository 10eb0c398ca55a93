/** Other keys to try, each a press away from the file. */
import { type Client, unwatched } from "../client.ts";
import { button, fill, h } from "../element.ts";
import type { Suggested } from "../protocol.ts";

interface Options {
  readonly client: Pick<Client, "run">;
  readonly text: () => string;
  /** Takes the file with one more design. */
  readonly take: (text: string) => void;
}

export class SuggestView {
  readonly element = h("section.ds-review.stack.loose", { "aria-label": "Other keys to try" });
  readonly #options: Options;
  readonly #list = h("div", { role: "status" });
  readonly #button = button("Suggest keys", () => void this.#ask());

  constructor(options: Options) {
    this.#options = options;
    this.element.append(
      h(
        "p",
        "Keys for the questions that read much more than they want, and for load in one place: ",
        this.#button,
      ),
      this.#list,
    );
  }

  /** Whether there's enough to suggest keys for. */
  ready(ready: boolean): void {
    this.#button.disabled = !ready;
  }

  /** Forgets what was suggested for another text. */
  clear(): void {
    fill(this.#list);
  }

  async #ask(): Promise<void> {
    const text = this.#options.text();
    fill(this.#list, "Trying keys…");
    try {
      const reply = await this.#options.client.run({ op: "suggest", text }, unwatched());
      if (text !== this.#options.text()) {
        this.clear();
      } else if (reply.ok) {
        this.#show(reply.suggestions);
      } else {
        fill(this.#list, "The design file has an error. Mend it first.");
      }
    } catch (cause) {
      fill(this.#list, cause instanceof Error ? cause.message : String(cause));
    }
  }

  #show(all: readonly Suggested[]): void {
    if (all.length === 0) {
      fill(
        this.#list,
        "None. Each question is answered well by one of the designs, or no keys help.",
      );
      return;
    }
    const lines = all.map(({ design, keys, says, why, text }) =>
      h(
        "li",
        { class: why !== "" && "is-best" },
        h("strong", why === "" ? design : `★ ${design}`),
        why !== "" && h("p", why),
        h("pre.code", { tabindex: 0, role: "group", "aria-label": "Keys" }, h("code", keys)),
        h("p", says),
        button("Add and measure", () => this.#options.take(text)),
      ),
    );
    fill(this.#list, h("ul", ...lines));
  }
}
