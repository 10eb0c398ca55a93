/** Where a design begins with the reader's own data: pasted, dropped, or from a file. */
import { button, fill, h } from "../play/element.ts";

interface Options {
  /** Takes a design file in place of the one that's there. */
  readonly take: (text: string) => void;
}

export class DataDoor {
  readonly element = h("details", { class: "ds-door" });
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
    accept: ".csv,.tsv,.txt,.json,.jsonl",
  });
  readonly #notes = h("div", { class: "ds-notes", role: "status" });

  constructor(options: Options) {
    this.#options = options;
    this.#file.addEventListener("change", () => {
      const [file] = this.#file.files ?? [];
      if (file) {
        void this.#infer(file, file.name);
      }
    });
    this.element.append(
      h("summary", {}, "Start from your own data"),
      h("label", { for: "ds-paste" }, "Rows with their names in the first line"),
      this.#paste,
      h(
        "p",
        { id: "ds-paste-help" },
        "Paste cells of a spreadsheet, CSV or JSON, or drop a file here. Nothing leaves this page.",
      ),
      h(
        "p",
        { class: "ds-tools" },
        button("Describe it", () => this.#pasted()),
        h("label", { class: "vh", for: "ds-file" }, "File with data"),
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
      const [file] = event.dataTransfer?.files ?? [];
      if (file) {
        void this.#infer(file, file.name);
      }
    });
  }

  #pasted(): void {
    const text = this.#paste.value;
    if (text.trim() === "") {
      fill(this.#notes, "There's nothing to describe yet. Paste some rows first.");
      this.#paste.focus();
      return;
    }
    void this.#infer(new Blob([text]), /^\s*[[{]/.test(text) ? "things.json" : "things.csv");
  }

  async #infer(blob: Blob, name: string): Promise<void> {
    fill(this.#notes, "Reading…");
    try {
      const { infer } = await import("./infer.ts");
      const { text, notes } = await infer(blob, name);
      this.#options.take(text);
      fill(
        this.#notes,
        "Described. The questions are guessed, and all else comes from the data.",
        notes.length > 0 && h("ul", {}, ...notes.map((note) => h("li", {}, note))),
      );
    } catch (cause) {
      const hint = cause instanceof Error && "hint" in cause ? ` ${String(cause.hint)}` : "";
      fill(this.#notes, `${cause instanceof Error ? cause.message : String(cause)}${hint}`);
    }
    this.#file.value = "";
  }
}
