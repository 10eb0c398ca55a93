/** Where a design begins with the reader's own data or requests: pasted, dropped, or from files. */
import { button, fill, h } from "../element.ts";
import type { DescribeReply } from "../protocol.ts";
import { askOnce } from "./once.ts";

interface Options {
  /** Takes a design file in place of the one that's there. */
  readonly take: (text: string) => void;
}

export class OwnData {
  readonly element = h("div.ds-data");
  readonly #options: Options;
  readonly #paste = h("textarea", {
    id: "ds-paste",
    rows: 5,
    spellcheck: "false",
    "aria-describedby": "ds-paste-help",
  });
  readonly #file = h("input", {
    type: "file",
    id: "ds-file",
    multiple: true,
    accept: ".http,.rest,.csv,.tsv,.txt,.json,.jsonl",
  });
  readonly #notes = h("div.ds-notes", { role: "status" });

  constructor(options: Options) {
    this.#options = options;
    this.#file.addEventListener("change", () => {
      void this.#describe([...(this.#file.files ?? [])]);
    });
    this.element.append(
      h("label", { for: "ds-paste" }, "Rows with their names in the first line, or requests"),
      this.#paste,
      h(
        "p",
        { id: "ds-paste-help" },
        "Paste cells of a spreadsheet, CSV, JSON or an .http file, or drop files here: requests together " +
          "with their tables. Nothing leaves this page.",
      ),
      h(
        "p.ds-tools.row",
        button("Describe it", () => this.#pasted()),
        h("label.vh", { for: "ds-file" }, "Files with data or requests"),
        this.#file,
      ),
      this.#notes,
    );
    this.#listen();
  }

  #listen(): void {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) {
        event.preventDefault();
      }
    };
    this.element.addEventListener("dragover", over);
    this.element.addEventListener("drop", (event) => {
      over(event);
      void this.#describe([...(event.dataTransfer?.files ?? [])]);
    });
  }

  #pasted(): void {
    const text = this.#paste.value;
    if (text.trim() === "") {
      fill(this.#notes, "There's nothing to describe yet. Paste some rows first.");
      this.#paste.focus();
      return;
    }
    void this.#describe([new File([text], "things")]);
  }

  /** Describes files that come from elsewhere, and shows how that goes. */
  async begin(files: readonly { readonly name: string; readonly text: string }[]): Promise<void> {
    await this.#describe(files.map(({ name, text }) => new File([text], name)));
  }

  async #describe(files: readonly File[]): Promise<void> {
    if (files.length === 0) {
      return;
    }
    fill(this.#notes, "Reading…");
    try {
      const { text, notes, errors } = await this.#described(files);
      const [wrong] = errors;
      if (wrong) {
        fill(this.#notes, `${wrong.message} ${wrong.hint}`);
      } else {
        this.#options.take(text);
        fill(
          this.#notes,
          "Described. How often something is asked is guessed, and so are questions that no request asks. " +
            "“Suggest keys” has other keys to compare.",
          notes.length > 0 && h("ul", ...notes.map((note) => h("li", note))),
        );
      }
    } catch (cause) {
      fill(this.#notes, cause instanceof Error ? cause.message : String(cause));
    }
    this.#file.value = "";
  }

  /** An engine of its own runs the requests, and describes what there is then. */
  async #described(files: readonly File[]): Promise<DescribeReply> {
    const texts = await Promise.all(
      files.map(async (file) => ({ name: file.name, text: await file.text() })),
    );
    return await askOnce(
      { op: "describe", files: texts },
      (part) => fill(this.#notes, `Loading the engine: ${Math.round(part * 100)} %`),
      () => fill(this.#notes, "Running the requests…"),
    );
  }
}
