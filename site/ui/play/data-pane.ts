/** A data file in the editor's place: its grid, or its text for those who want that. */

import { button, fill, h } from "../element.ts";
import type { Grid } from "../lab/grid.ts";
import { tableOf } from "./names.ts";
import type { Session } from "./session.ts";
import type { File } from "./workspace.ts";

export class DataPane {
  readonly element = h("div.pl-data");
  readonly #session: Session;
  readonly #text: HTMLElement;
  readonly #host = h("div.pl-data-grid");
  readonly #asGrid = button("Grid", () => this.#choose(false));
  readonly #asText = button("Text", () => this.#choose(true));
  #grid: Grid | undefined;
  #file: File | undefined;
  #textual = false;

  /** @param text - the text editor's element, which shows the text of a file */
  constructor(session: Session, text: HTMLElement) {
    this.#session = session;
    this.#text = text;
    const choice = h(
      "div.pl-data-bar",
      { role: "group", "aria-label": "Show the data as" },
      this.#asGrid,
      this.#asText,
    );
    fill(this.element, choice, this.#host);
    this.hide();
  }

  /** Shows a data file, or what has become of it. */
  show(file: File): void {
    const same = this.#file?.name === file.name;
    this.#file = file;
    this.element.hidden = false;
    this.element.classList.toggle("is-text", this.#textual);
    this.#host.hidden = this.#textual;
    this.#text.hidden = !this.#textual;
    this.#asGrid.setAttribute("aria-pressed", String(!this.#textual));
    this.#asText.setAttribute("aria-pressed", String(this.#textual));
    if (this.#textual) {
      this.#close();
      return;
    }
    if (!this.#grid || !same) {
      void this.#open(file);
    } else if (this.#grid.text() !== file.text) {
      this.#grid.replace(file.text);
    }
  }

  /** Something else is in front. */
  hide(): void {
    this.element.hidden = true;
    this.#text.hidden = false;
    this.#file = undefined;
    this.#close();
  }

  /** Opens a grid; its module is loaded for the first one. */
  async #open(file: File): Promise<void> {
    const session = this.#session;
    this.#close();
    const inside = h("div");
    fill(this.#host, inside);
    try {
      const { Grid } = await import("../lab/grid.ts");
      if (!inside.isConnected || this.#file?.name !== file.name) {
        return;
      }
      this.#grid = new Grid(inside, {
        text: this.#file.text,
        editable: true,
        name: tableOf(file.name),
        check: (text) => session.account.run({ op: "check", text }),
        onChange: (change) => {
          const text = change.text();
          this.#file = { name: file.name, text };
          void session.attempt(() => session.edited(file.name, text, change));
        },
      });
    } catch {
      // Without the grid there is the text.
      this.#choose(true);
    }
  }

  #close(): void {
    this.#grid?.close();
    this.#grid = undefined;
    fill(this.#host);
  }

  #choose(textual: boolean): void {
    this.#textual = textual;
    if (this.#file) {
      this.show(this.#file);
    }
  }
}
