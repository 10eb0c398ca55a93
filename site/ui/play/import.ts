/**
 * Brings data and requests in: files that are chosen or dropped, and pasted tables.
 *
 * Rows that can't be stored are told by line, and the reader chooses between the good ones and none. While
 * it runs it shows how far it is and can be cancelled. Afterwards it can be undone.
 */
import { unzip } from "fflate";
import { Stopped } from "../client.ts";
import type { ScriptError } from "../protocol.ts";
import { type Account, silent } from "./account.ts";
import { button, type Child, count, counted, fill, h } from "./element.ts";
import { type Incoming, read } from "./incoming.ts";
import { asTable, free, isData, isRequests, problem, tableOf } from "./names.ts";
import { dumped } from "./saving.ts";
import type { Toasts } from "./toasts.ts";
import type { UndoList } from "./undo.ts";
import type { File, Workspace } from "./workspace.ts";

interface Options {
  readonly workspace: Workspace;
  readonly account: Account;
  readonly undo: UndoList;
  readonly toasts: Toasts;
  /** Begins a workspace of files. */
  readonly open: (name: string, files: readonly File[]) => void;
  /** The tables have changed. */
  readonly done: () => Promise<void>;
}

export class Importer {
  readonly element = h("section", { class: "pl-import", "aria-label": "Import" });
  readonly #options: Options;
  #controller: AbortController | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.element.hidden = true;
  }

  /** Lets files be dropped anywhere on the page. */
  listen(root: HTMLElement): void {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) {
        event.preventDefault();
        root.classList.toggle("is-target", event.type === "dragover");
      }
    };
    root.addEventListener("dragover", over);
    root.addEventListener("dragleave", over);
    root.addEventListener("drop", (event) => {
      over(event);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) {
        void this.files(files);
      }
    });
  }

  /** Asks what to bring in. */
  open(): void {
    const choose = h("input", {
      type: "file",
      multiple: true,
      accept: ".csv,.tsv,.json,.jsonl,.ndjson,.http,.rest,.zip,.txt",
      "aria-label": "Files to import",
    });
    choose.addEventListener("change", () => void this.files([...(choose.files ?? [])]));
    const pasted = h("textarea", {
      rows: 5,
      placeholder: "Or paste a table: from a spreadsheet, CSV, JSON or JSON lines",
      "aria-label": "Pasted table",
      spellcheck: "false",
    });
    const take = button("Import what is pasted", () => {
      if (pasted.value.trim() !== "") {
        void this.#take([read("pasted", pasted.value)]);
      }
    });
    this.#show(
      h("h2", {}, "Import"),
      h(
        "p",
        {},
        "CSV as Azure Storage Explorer writes it or as data files are here, JSON, JSON lines, .http files, or a workspace's folder as a zip. You can drop them anywhere on this page.",
      ),
      choose,
      pasted,
      h(
        "div",
        { class: "pl-row" },
        take,
        button("Close", () => this.#close()),
      ),
    );
    choose.focus();
  }

  /** Brings in files. */
  async files(files: readonly globalThis.File[]): Promise<void> {
    try {
      const incoming: Incoming[] = [];
      for (const file of files) {
        if (file.name.endsWith(".zip")) {
          await this.#folder(file);
          return;
        }
        incoming.push(read(file.name, await file.text()));
      }
      await this.#take(incoming);
    } catch (cause) {
      this.#fail(cause);
    }
  }

  /** Makes a workspace of a folder's files. */
  async #folder(file: globalThis.File): Promise<void> {
    const packed = new Uint8Array(await file.arrayBuffer());
    const contents = await new Promise<Record<string, Uint8Array>>((resolve, reject) => {
      unzip(packed, (error, data) => (error ? reject(error) : resolve(data)));
    });
    const files: File[] = [];
    for (const [path, bytes] of Object.entries(contents)) {
      const name = path.split("/").at(-1) ?? "";
      if (isRequests(name) || isData(name)) {
        const taken = files.map((each) => each.name);
        files.push({ name: free(name, taken), text: new TextDecoder().decode(bytes) });
      }
    }
    if (files.length === 0) {
      throw new Error("There is no .http or .csv file in this zip file.");
    }
    this.#close();
    this.#options.open(file.name.replace(/\.zip$/, ""), files);
  }

  async #take(incoming: readonly Incoming[]): Promise<void> {
    for (const each of incoming) {
      if (each.kind === "requests") {
        this.#requests(each);
      } else if (!(await this.#data(each))) {
        return;
      }
    }
  }

  #requests({ name, text }: Incoming): void {
    const { workspace, undo, toasts } = this.#options;
    const added = workspace.add(name, text);
    const act = { label: `import ${added}`, undo: () => void workspace.remove(added) };
    undo.push(act);
    this.#close();
    toasts.say(`${added} is imported.`, { label: "Undo", press: () => void undo.undoThis(act) });
  }

  /** Stores the rows of a table. Returns false if the reader has to choose first. */
  async #data({ name, text, rows }: Incoming): Promise<boolean> {
    const { account, workspace } = this.#options;
    const file = { name: free(nameFor(name, workspace), workspace.names), text };
    const controller = new AbortController();
    this.#controller = controller;
    const bar = h("progress", { max: Math.max(1, rows), value: 0, "aria-label": "Rows stored" });
    const words = h("p", { role: "status" }, `Reading ${name}…`);
    this.#show(
      h("h2", {}, `Importing ${name}`),
      words,
      bar,
      h(
        "div",
        { class: "pl-row" },
        button("Cancel", () => controller.abort()),
      ),
    );
    let mark: number | undefined;
    try {
      mark = await account.mark();
      const filled = await account.fill(
        file,
        { ...silent(), signal: controller.signal },
        (done) => {
          bar.value = done;
          words.textContent = `${count(done)} of ${count(rows)} rows`;
        },
      );
      if (filled.refused > 0) {
        this.#choose(file, filled.stored, filled.refused, filled.errors, mark);
        return false;
      }
      await this.#keep(file, filled.stored, mark);
      return true;
    } catch (cause) {
      if (mark !== undefined) {
        await account.back(mark);
      }
      await this.#options.done();
      if (cause instanceof Stopped) {
        this.#close();
        this.#options.toasts.say("The import is cancelled; nothing was kept.");
      } else {
        this.#fail(cause);
      }
      return false;
    } finally {
      this.#controller = undefined;
    }
  }

  /** Lets the reader choose what becomes of a file with rows that can't be stored. */
  #choose(
    file: File,
    stored: number,
    refused: number,
    errors: readonly ScriptError[],
    mark: number,
  ): void {
    const listed = errors
      .slice(0, 50)
      .map(({ line, column, message, hint }) =>
        h(
          "li",
          {},
          h("strong", {}, column > 0 ? `Line ${line}, column ${column}` : `Line ${line}`),
          `: ${message} `,
          hint !== "" && h("span", { class: "hint" }, hint),
        ),
      );
    const more = refused - listed.length;
    const keep = button(
      `Keep the ${counted(stored, "good row")}`,
      () => void this.#keepGood(file, stored, mark),
    );
    keep.disabled = stored === 0;
    const none = button("Keep none", () => void this.#refuse(mark));
    this.#show(
      h("h2", {}, `${counted(refused, "row")} of ${file.name} can't be stored`),
      h(
        "ul",
        { class: "ex-errors", tabindex: 0, "aria-label": "Rows that can't be stored" },
        ...listed,
      ),
      more > 0 && h("p", {}, `And ${counted(more, "other")}.`),
      h("div", { class: "pl-row" }, keep, none),
    );
    (stored > 0 ? keep : none).focus();
  }

  async #keepGood(file: File, stored: number, mark: number): Promise<void> {
    try {
      const text = await dumped(this.#options.account, tableOf(file.name), "csv");
      await this.#keep({ ...file, text }, stored, mark);
    } catch (cause) {
      this.#fail(cause);
    }
  }

  async #refuse(mark: number): Promise<void> {
    await this.#options.account.back(mark);
    await this.#options.done();
    this.#close();
    this.#options.toasts.say("Nothing was kept.");
  }

  async #keep(file: File, stored: number, mark: number): Promise<void> {
    const { workspace, account, undo, toasts, done } = this.#options;
    const name = free(file.name, workspace.names);
    account.accept({ name, text: file.text });
    workspace.add(name, file.text);
    const act = {
      label: `import ${name}`,
      undo: async () => {
        workspace.remove(name);
        await account.back(mark);
        account.drop(name);
        await done();
      },
    };
    undo.push(act);
    this.#close();
    toasts.say(`${counted(stored, "entity", "entities")} are in ${tableOf(name)}.`, {
      label: "Undo",
      press: () => void undo.undoThis(act),
    });
    await done();
  }

  #fail(cause: unknown): void {
    const words = cause instanceof Error ? cause.message : String(cause);
    this.#show(
      h("h2", {}, "The import failed"),
      h("p", { role: "alert" }, words),
      h(
        "div",
        { class: "pl-row" },
        button("Choose another file", () => this.open()),
        button("Close", () => this.#close()),
      ),
    );
  }

  #show(...contents: readonly Child[]): void {
    this.element.hidden = false;
    fill(this.element, ...contents);
    this.element.querySelector<HTMLElement>("button, input")?.focus();
  }

  #close(): void {
    this.#controller?.abort();
    this.element.hidden = true;
    fill(this.element);
  }
}

/** The name of a table's file: as it is if it may be, else made of its words. */
function nameFor(name: string, workspace: Workspace): string {
  const own = `${name.replace(/\.\w+$/, "")}.csv`;
  return problem(own, []) === "" ? own : free(`${asTable(name)}.csv`, workspace.names);
}
