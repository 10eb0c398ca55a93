/** The way to the form of a design file. The form loads when it's opened. */
import type { Client } from "../client.ts";
import { h } from "../element.ts";
import type { FormChange } from "../protocol.ts";
import type { FormView } from "./form-view.ts";

interface Options {
  readonly client: Pick<Client, "run">;
  readonly text: () => string;
  readonly write: (text: string) => void;
}

export class FormDoor {
  readonly element = h("details", { class: "ds-door" }, h("summary", {}, "Write it in a form"));
  readonly #options: Options;
  #form: Promise<FormView> | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.element.addEventListener("toggle", () => this.read());
  }

  open(): void {
    this.element.open = true;
    void this.#load().then((form) => form.begin());
  }

  /** Shows what the file has now, if the form is open. */
  read(): void {
    if (this.element.open) {
      void this.#load().then((form) => form.read());
    }
  }

  /** Writes a change into the file. */
  change(change: FormChange): void {
    void this.#load().then((form) => form.change(change));
  }

  async #load(): Promise<FormView> {
    this.#form ??= import("./form-view.ts").then(({ FormView }) => {
      const form = new FormView(this.#options);
      this.element.append(form.element);
      return form;
    });
    return this.#form;
  }
}
