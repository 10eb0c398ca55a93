/** What comes out at the end for the design that is meant, as files to keep. */
import { type Client, unwatched } from "../client.ts";
import { button, fill, h } from "../element.ts";
import { save } from "../play/saving.ts";
import type { ExportedFile } from "../protocol.ts";

interface Options {
  readonly client: Pick<Client, "run">;
  readonly text: () => string;
}

export class FilesView {
  readonly element = h("section", { class: "ds-files", "aria-label": "Files of your design" });
  readonly #options: Options;
  readonly #list = h("div", { role: "status" });

  constructor(options: Options) {
    this.#options = options;
    this.element.append(
      h(
        "p",
        {},
        "For the design that is yours: its types and keys as code, its requests as tests with their " +
          "budgets, and the steps from other designs. rowkey design FILE --write FOLDER also writes " +
          "its requests as code in five languages. ",
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
        this.#show(reply.files);
      } else {
        fill(this.#list, "The design file has an error. Mend it first.");
      }
    } catch (cause) {
      fill(this.#list, cause instanceof Error ? cause.message : String(cause));
    }
  }

  #show(files: readonly ExportedFile[]): void {
    const rows = files.map(({ name, says, text }) => {
      const keep = button(name, () => save(name, text, "text/plain"), {
        "aria-label": `Download ${name}`,
      });
      return h("tr", {}, h("th", { scope: "row" }, keep), h("td", {}, says));
    });
    const heads = ["Download", "What it is"];
    fill(
      this.#list,
      h(
        "table",
        { class: "ds-table" },
        h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, ...rows),
      ),
    );
  }
}
