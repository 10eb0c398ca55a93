/** Where a design begins with the reader's own data or requests: pasted, dropped, or from files. */
import { Client } from "../client.ts";
import { button, fill, h } from "../play/element.ts";
import { asTable } from "../play/names.ts";
import type { Inferred } from "./infer.ts";

/** How long a script may run, in milliseconds. */
const limit = 60_000;

/** The beginning of a script: comments, variables, and then a request. */
const script = /^(?:\s*(?:#|\/\/|@).*\n|\s*\n)*\s*(?:GET|POST|PUT|PATCH|MERGE|DELETE)\s+\S/;

/** The header of a table's data, perhaps below comments. */
const keyed = /^(?:#.*\n)*(?=.*\bPartitionKey\b).*\bRowKey\b/;

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
    multiple: true,
    accept: ".http,.rest,.csv,.tsv,.txt,.json,.jsonl",
  });
  readonly #notes = h("div", { class: "ds-notes", role: "status" });

  constructor(options: Options) {
    this.#options = options;
    this.#file.addEventListener("change", () => {
      void this.#describe([...(this.#file.files ?? [])]);
    });
    this.element.append(
      h("summary", {}, "Start from your own data or requests"),
      h("label", { for: "ds-paste" }, "Rows with their names in the first line, or requests"),
      this.#paste,
      h(
        "p",
        { id: "ds-paste-help" },
        "Paste cells of a spreadsheet, CSV, JSON or an .http file, or drop files here: requests together " +
          "with their tables. Nothing leaves this page.",
      ),
      h(
        "p",
        { class: "ds-tools" },
        button("Describe it", () => this.#pasted()),
        h("label", { class: "vh", for: "ds-file" }, "Files with data or requests"),
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
    const name = script.test(text)
      ? "requests.http"
      : /^\s*[[{]/.test(text)
        ? "things.json"
        : "things.csv";
    void this.#describe([new File([text], name)]);
  }

  /** Describes files that come from elsewhere, and shows how that goes. */
  async begin(files: readonly { readonly name: string; readonly text: string }[]): Promise<void> {
    this.element.open = true;
    await this.#describe(files.map(({ name, text }) => new File([text], name)));
  }

  async #describe(files: readonly File[]): Promise<void> {
    if (files.length === 0) {
      return;
    }
    fill(this.#notes, "Reading…");
    try {
      const { text, notes } = await this.#described(files);
      this.#options.take(text);
      fill(
        this.#notes,
        "Described. How often something is asked is guessed, and so are questions that no request asks. " +
          "“Suggest keys” has other keys to compare.",
        notes.length > 0 && h("ul", {}, ...notes.map((note) => h("li", {}, note))),
      );
    } catch (cause) {
      const hint = cause instanceof Error && "hint" in cause ? ` ${String(cause.hint)}` : "";
      fill(this.#notes, `${cause instanceof Error ? cause.message : String(cause)}${hint}`);
    }
    this.#file.value = "";
  }

  /** Requests and tables go through an engine, which runs them; anything else is only read. */
  async #described(files: readonly File[]): Promise<Inferred> {
    const [first] = files;
    const texts = await Promise.all(files.map((file) => file.text()));
    const own = texts.map((text, i) => {
      const name = files[i]?.name ?? "";
      if (/\.(?:http|rest)$/i.test(name)) {
        return { name: name.replace(/\.\w+$/, ".http"), text };
      }
      return keyed.test(text) ? { name: `${asTable(name)}.csv`, text } : undefined;
    });
    const known = own.filter((file) => file !== undefined);
    if (!first || known.length < files.length) {
      if (first && files.length === 1) {
        const { infer } = await import("./infer.ts");
        return infer(first, first.name);
      }
      throw new Error(
        "Several files at once are .http files, and tables as .csv with PartitionKey and RowKey.",
      );
    }
    const { fromScripts } = await import("./from-scripts.ts");
    const worker = new Worker(WORKER_URL, { name: "full" });
    try {
      return await fromScripts(new Client({ spawn: () => worker, limit }), known, {
        signal: new AbortController().signal,
        loading: ({ part }) => fill(this.#notes, `Loading the engine: ${Math.round(part * 100)} %`),
        started: () => fill(this.#notes, "Running the requests…"),
      });
    } finally {
      worker.terminate();
    }
  }
}
