/**
 * Brings data and requests in: files that are chosen or dropped, and pasted tables.
 *
 * Rows that can't be stored are told by line, and the reader chooses between the good ones and none. While
 * it runs it shows how far it is and can be cancelled. Afterwards it can be undone.
 */
import { unzip } from "fflate";
import { Stopped } from "../client.ts";
import { type Choice, convert, inspect, type KeyPart, type Plan, Refusal } from "../lab/convert.ts";
import { type Account, silent } from "./account.ts";
import { dumped } from "./dump.ts";
import { button, type Child, count, counted, fill, h } from "./element.ts";
import { asTable, free, isData, isRequests, problem, stem, tableOf } from "./names.ts";
import type { Toasts } from "./toasts.ts";
import type { UndoList } from "./undo.ts";
import type { File, Workspace } from "./workspace.ts";

export interface ImportOptions {
  readonly workspace: Workspace;
  readonly account: Account;
  readonly undo: UndoList;
  readonly toasts: Toasts;
  /** Begins a workspace of files. */
  readonly open: (name: string, files: readonly File[]) => void;
  /** The tables have changed. */
  readonly done: () => Promise<void>;
}

/** What is brought in, and how it becomes data. */
interface Source {
  readonly blob: Blob;
  readonly name: string;
  readonly plan: Plan;
  readonly choice: Choice;
}

/** A file whose rows are in the account, if the reader keeps it. */
interface Kept {
  readonly file: File;
  readonly stored: number;
  /** The account before it. */
  readonly mark: number;
  readonly notes: readonly string[];
  /** Whether every row of the file's text has been stored. */
  readonly whole: boolean;
}

/** An import under way, which a reload would cut off. */
const underWay = "rowkey:import";

function noteUnderWay(words: string): void {
  try {
    sessionStorage.setItem(underWay, words);
  } catch {
    // Without storage, nobody hears of it after a reload.
  }
}

/** What is wrong with a row. */
interface Wrong {
  readonly line: number;
  readonly column?: number;
  readonly message: string;
  readonly hint: string;
}

export class Importer {
  readonly element: HTMLElement;
  readonly #options: ImportOptions;
  #controller: AbortController | undefined;

  /** @param element - where it shows what it asks and how far it is */
  constructor(options: ImportOptions, element: HTMLElement) {
    this.#options = options;
    this.element = element;
  }

  /** Says that a reload has cut off an import: what it had stored was in the page alone. */
  cutOff(words: string): void {
    const again = button("Import again", () => this.open());
    this.#show(
      h("h2", {}, "An import was cut off"),
      h("p", { role: "status" }, `${words} None of its rows were kept.`),
      h(
        "div",
        { class: "pl-row" },
        again,
        button("Dismiss", () => this.#close()),
      ),
    );
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
        const blob = new Blob([pasted.value]);
        void this.#attempt(async () => void (await this.#one(blob, "Pasted")));
      }
    });
    this.#show(
      h("h2", {}, "Import"),
      h(
        "p",
        {},
        "CSV as Azure Storage Explorer writes it or as data files are here, JSON, JSON lines, " +
          ".http files, or a workspace's folder as a zip. You can drop them anywhere on this page.",
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
      for (const file of files) {
        if (file.name.endsWith(".zip")) {
          await this.#folder(file);
          return;
        }
        if (!(await this.#one(file, file.name))) {
          return;
        }
      }
    } catch (cause) {
      this.#fail(cause);
    }
  }

  /** Brings in one file or pasted text. Returns false if the reader has to choose first. */
  async #one(blob: Blob, name: string): Promise<boolean> {
    this.#show(h("h2", {}, `Importing ${name}`), h("p", { role: "status" }, "Reading it…"));
    const plan = await inspect(blob, name);
    if (plan.format === "http") {
      this.#requests(`${name.replace(/\.\w+$/, "")}.http`, await blob.text());
      return true;
    }
    // The form of data files has its keys, and its rows are read by the engine.
    const keys = plan.format === "data" ? { partitionKey: [], rowKey: [] } : plan.keys;
    if (keys) {
      return this.#data({ blob, name, plan, choice: { keys } });
    }
    this.#askKeys(blob, name, plan);
    return false;
  }

  /** A file without keys: the reader chooses the columns that become them. */
  #askKeys(blob: Blob, name: string, plan: Plan): void {
    const { suggestions } = plan;
    const notes = [...mixedIn(plan), ...plan.notes];
    const choices = suggestions.map((each, i) =>
      h(
        "label",
        { class: "pl-choice" },
        h("input", { type: "radio", name: "pl-keys", value: i, checked: i === 0 }),
        h("span", {}, `${partsOf(each.partitionKey)} / ${partsOf(each.rowKey)}`),
        h("span", { class: "pl-detail" }, each.words),
      ),
    );
    const table = h("input", {
      value: tableOf(nameFor(name, this.#options.workspace)),
      "aria-label": "Name of the table",
      autocomplete: "off",
      spellcheck: "false",
    });
    const go = button("Import", () => {
      const chosen = this.element.querySelector<HTMLInputElement>("[name=pl-keys]:checked");
      const choice = suggestions[Number(chosen?.value ?? 0)];
      if (choice) {
        const { without } = choice;
        const called = table.value.trim() || name;
        void this.#data({ blob, name: called, plan, choice: { keys: choice, without } });
      }
    });
    go.disabled = suggestions.length === 0;
    this.#show(
      h("h2", {}, `Which columns of ${name} are the keys?`),
      h("p", {}, `${plan.words} ${rowsOf(plan)}, without PartitionKey and RowKey.`),
      notes.length > 0 && h("ul", { class: "pl-list" }, ...notes.map((note) => h("li", {}, note))),
      h("label", {}, "Table ", table),
      suggestions.length === 0 && h("p", { role: "alert" }, "No columns could be the keys."),
      h("fieldset", {}, h("legend", {}, "PartitionKey / RowKey"), ...choices),
      h(
        "div",
        { class: "pl-row" },
        go,
        button("Close", () => this.#close()),
      ),
    );
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

  #requests(name: string, text: string): void {
    const { workspace, undo, toasts } = this.#options;
    const added = workspace.add(name, text);
    const act = { label: `import ${added}`, undo: () => void workspace.remove(added) };
    undo.push(act);
    this.#close();
    toasts.say(`${added} is imported.`, { label: "Undo", press: () => void undo.undoThis(act) });
  }

  /** Stores the rows of a table. Returns false if the reader has to choose first. */
  async #data(source: Source): Promise<boolean> {
    const { account, workspace } = this.#options;
    const { name, plan } = source;
    const controller = new AbortController();
    this.#controller = controller;
    this.#progress(name, plan.rows, controller);
    let mark: number | undefined;
    try {
      mark = await account.mark();
      const { text, bad, refused, notes } = await this.#converted(source, controller.signal);
      const show = this.#progress(name, plan.rows || lineCount(text) - 1, controller);
      const file = { name: free(nameFor(name, workspace), workspace.names), text };
      const filled = await account.fill(file, { ...silent(), signal: controller.signal }, show);
      const wrong = refused + filled.refused;
      const kept = { file, stored: filled.stored, mark, notes, whole: filled.refused === 0 };
      if (wrong > 0) {
        this.#choose(kept, wrong, [...bad, ...filled.errors]);
        return false;
      }
      await this.#keep(kept);
      return true;
    } catch (cause) {
      await this.#back(mark);
      if (cause instanceof Stopped) {
        this.#close();
        this.#options.toasts.say("The import is cancelled; nothing was kept.");
      } else {
        this.#fail(cause);
      }
      return false;
    } finally {
      this.#controller = undefined;
      noteUnderWay("");
    }
  }

  /** Shows how far an import is, with a way to cancel it. */
  #progress(name: string, rows: number, controller: AbortController): (done: number) => void {
    const bar = h("progress", { max: Math.max(1, rows), value: 0, "aria-label": "Rows stored" });
    const words = h("p", {}, `${counted(rows, "row")}…`);
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
    const note = (done: number) =>
      noteUnderWay(`The import of ${name} stopped at row ${count(done)} of ${count(rows)}.`);
    note(0);
    return (done) => {
      note(done);
      bar.value = done;
      words.textContent = `${count(done)} of ${counted(rows, "row")}`;
    };
  }

  /** The file in the form of a data file. */
  async #converted({ blob, plan, choice }: Source, signal: AbortSignal) {
    const pieces = convert(blob, plan, choice);
    let text = "";
    for (;;) {
      const { done, value } = await pieces.next();
      if (signal.aborted) {
        throw new Stopped("Stopped.");
      }
      if (done) {
        const { bad, refused, notes } = value;
        return { text, bad, refused, notes: [...plan.notes, ...notes] };
      }
      text += value;
    }
  }

  async #back(mark: number | undefined): Promise<void> {
    if (mark !== undefined) {
      await this.#options.account.back(mark);
    }
    await this.#options.done();
  }

  /** Lets the reader choose what becomes of a file with rows that can't be stored. */
  #choose(kept: Kept, refused: number, errors: readonly Wrong[]): void {
    const { file, stored, mark } = kept;
    const listed = errors
      .slice(0, 50)
      .map(({ line, column = 0, message, hint }) =>
        h(
          "li",
          {},
          h("strong", {}, column > 0 ? `Line ${line}, column ${column}` : `Line ${line}`),
          `: ${message} `,
          hint !== "" && h("span", { class: "hint" }, hint),
        ),
      );
    const more = refused - listed.length;
    const label = `Keep the ${counted(stored, "good row")}`;
    const keep = button(label, () => void this.#attempt(() => this.#keepGood(kept)));
    keep.disabled = stored === 0;
    const none = button("Keep none", () => void this.#attempt(() => this.#refuse(mark)));
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

  /** Keeps the rows that are in the table; the text of the others is left out. */
  async #keepGood(kept: Kept): Promise<void> {
    const { file, whole } = kept;
    const text = whole ? file.text : await dumped(this.#options.account, tableOf(file.name), "csv");
    await this.#keep({ ...kept, file: { ...file, text } });
  }

  async #refuse(mark: number): Promise<void> {
    await this.#back(mark);
    this.#close();
    this.#options.toasts.say("Nothing was kept.");
  }

  async #keep({ file, stored, mark, notes }: Kept): Promise<void> {
    const { workspace, account, undo, toasts, done } = this.#options;
    const name = free(file.name, workspace.names);
    account.accept({ name, text: file.text });
    workspace.add(name, file.text);
    const act = {
      label: `import ${name}`,
      undo: async () => {
        workspace.remove(name);
        account.drop(name);
        await account.back(mark);
        await done();
      },
    };
    undo.push(act);
    this.#close();
    toasts.say(`${counted(stored, "entity is", "entities are")} in ${tableOf(name)}.`, {
      label: "Undo",
      press: () => void undo.undoThis(act),
    });
    if (notes.length > 0) {
      this.#show(
        h("h2", {}, `${name} is imported`),
        h("ul", { class: "pl-list" }, ...notes.map((note) => h("li", {}, note))),
        h(
          "div",
          { class: "pl-row" },
          button("Close", () => this.#close()),
        ),
      );
    }
    await done();
  }

  async #attempt(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (cause) {
      this.#fail(cause);
    }
  }

  #fail(cause: unknown): void {
    const hint = cause instanceof Refusal ? ` ${cause.hint}` : "";
    const words = `${cause instanceof Error ? cause.message : String(cause)}${hint}`;
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
  const own = `${stem(name)}.csv`;
  return problem(own, []) === "" ? own : free(`${asTable(name)}.csv`, workspace.names);
}

/** Says which columns became text because of some of their values. */
function mixedIn({ columns }: Plan): string[] {
  return columns
    .filter(({ type, reason }) => type === "String" && /^[\d,]+ of /.test(reason))
    .map(({ name, reason }) => `${name} is stored as text: ${reason}.`);
}

/** How many rows a file has, and how many of them are wrong whatever the keys are. */
function rowsOf({ rows, refused }: Plan): string {
  const others = refused > 0 ? ` and ${count(refused)} that can't be stored` : "";
  return `${counted(rows - refused, "row")}${others}`;
}

/** The parts of a key in words. */
function partsOf(parts: readonly KeyPart[]): string {
  const words = parts.map((part) =>
    "column" in part ? part.column : "text" in part ? `"${part.text}"` : "number of the row",
  );
  return words.join(" _ ");
}

function lineCount(text: string): number {
  let found = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    found++;
  }
  return found;
}
