/** What each design costs in a month, by the rates and prices of the file. The prices can be changed here. */
import { fill, h, labelled, row, scrolling, table } from "../element.ts";
import type { DesignMatrix, FormChange } from "../protocol.ts";
import { number } from "./words.ts";

export class BillView {
  readonly element = h("section.ds-bill.stack", { "aria-labelledby": "ds-bill" });
  readonly #change: (changes: readonly FormChange[]) => void;
  readonly #title = h("h2", { id: "ds-bill" });
  readonly #table = scrolling("What a month costs");
  readonly #says = h("p");
  readonly #currency = h("input", { maxlength: 8, required: true, autocomplete: "off" });
  readonly #prices = [price(), price(), price()] as const;

  /** `change` makes changes of the file. */
  constructor(change: (changes: readonly FormChange[]) => void) {
    this.#change = change;
    const [transactions, storage, sent] = this.#prices;
    const form = h(
      "form.ds-tools.row",
      labelled("Currency", this.#currency),
      labelled("10,000 transactions", transactions),
      labelled("A GB stored for a month", storage),
      labelled("A GB sent", sent),
      h("button", "Write into the file"),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#write();
    });
    this.element.append(
      this.#title,
      this.#table,
      this.#says,
      h("details", h("summary", "Change the prices"), form),
    );
  }

  /** Shows what the designs cost with so many entities, or with those of the file. */
  show({ designs, prices }: DesignMatrix, at: number): void {
    this.#title.textContent = `What a month costs${at > 0 ? ` at ${number(at)} entities` : ""}`;
    const names = ["Design", "Transactions", "Stored", "Sent", "In all"];
    const rows = designs.map(({ name, month: { transactions, stored, sent, price } }) =>
      row(name, ...[transactions, stored, sent, price].map((each) => each || "–")),
    );
    fill(this.#table, table(names, rows, "ds-table"));
    const how =
      prices.line === 0
        ? "The prices are examples, not an offer: look yours up, for your region and redundancy."
        : `The prices are those of the file${prices.date && `, of ${prices.date}`}.`;
    this.#says.textContent =
      "The rates are those of the file, however many entities there are. " +
      `What's sent costs nothing within a region. ${how}`;
    if (!this.element.contains(document.activeElement)) {
      this.#currency.value = prices.currency;
      for (const [i, input] of this.#prices.entries()) {
        input.value = String(prices.each[i]);
      }
    }
  }

  #write(): void {
    const [transactions, storage, sent] = this.#prices;
    const now = new Date();
    const date = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
    const values = {
      currency: this.#currency.value,
      transactions: transactions.value,
      storage: storage.value,
      sent: sent.value,
      date: date.map((part) => String(part).padStart(2, "0")).join("-"),
    };
    this.#change(
      Object.entries(values).map(([name, value]) => ({ section: "prices", name, value })),
    );
  }
}

function price(): HTMLInputElement {
  return h("input", { type: "number", min: 0, step: "any", required: true });
}
