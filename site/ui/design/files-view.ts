/** What comes out at the end for the design that is meant, as files to keep. */
import { type Client, unwatched } from "../client.ts";
import { button, fill, h, row, table } from "../element.ts";
import { save } from "../play/saving.ts";
import type { CodeForm, Exported } from "../protocol.ts";
import { askOnce } from "./once.ts";

interface Options {
  readonly client: Pick<Client, "run">;
  readonly text: () => string;
}

export class FilesView {
  readonly element = h("section.ds-files", { "aria-label": "Files of your design" });
  readonly #options: Options;
  readonly #list = h("div", { role: "status" });
  readonly #said = h("p", { role: "status" });

  constructor(options: Options) {
    this.#options = options;
    this.element.append(
      h(
        "p",
        "For the design that is yours: its types and keys as code, its requests as code and as tests " +
          "with their budgets, and the steps from other designs. ",
        button("Write the files", () => void this.#ask()),
      ),
      this.#list,
    );
  }

  /** Forgets the files of another text. */
  clear(): void {
    fill(this.#list);
  }

  async #ask(): Promise<void> {
    const text = this.#options.text();
    fill(this.#list, "Writing…");
    try {
      const reply = await this.#options.client.run({ op: "export", text }, unwatched());
      if (text !== this.#options.text()) {
        this.clear();
      } else if (reply.ok) {
        this.#show(reply);
      } else {
        fill(this.#list, "The design file has an error. Mend it first.");
      }
    } catch (cause) {
      fill(this.#list, cause instanceof Error ? cause.message : String(cause));
    }
  }

  #show(reply: Exported): void {
    const files = reply.files.map(({ name, says, text }) =>
      row(
        download(name, () => save(name, text, "text/plain")),
        says,
      ),
    );
    const requests = reply.code.map(({ form, name, says }) =>
      row(
        download(name, () => void this.#write(form, name, reply)),
        says,
      ),
    );
    const rows = [...files, ...requests];
    fill(this.#list, table(["Download", "What it is"], rows, "ds-table"), this.#said);
  }

  /** Writes the requests as code, which takes the engine with everything. */
  async #write(form: CodeForm, name: string, { script, steps }: Exported): Promise<void> {
    try {
      const { text } = await askOnce(
        { op: "code", form, text: script, from: 1, to: script.split("\n").length, steps },
        (part) => fill(this.#said, `Loading what writes it: ${Math.round(part * 100)} %`),
      );
      save(name, text, "text/plain");
      fill(this.#said, `${name} is written.`);
    } catch (cause) {
      fill(this.#said, cause instanceof Error ? cause.message : String(cause));
    }
  }
}

function download(name: string, press: () => void): HTMLElement {
  return button(name, press, { "aria-label": `Download ${name}` });
}
