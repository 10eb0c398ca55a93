/**
 * Brings data and requests in: files that are chosen or dropped, and pasted tables.
 *
 * The engine says what a file is, and makes data of it. Rows that can't be stored are told by line, and the
 * reader chooses between the good ones and none. While it runs it shows how far it is and can be cancelled.
 * Afterwards it can be undone.
 */
import { unzipSync } from "fflate";
import { Stopped, unwatched } from "../client.ts";
import { type Child, fill, focusFirst } from "../element.ts";
import { Refusal, textOf } from "../file-text.ts";
import { messageOf } from "../message-of.ts";
import { counted } from "../numbers.ts";
import type { ColumnType, InspectReply } from "../protocol.ts";
import { keep } from "../stored.ts";
import { dumped } from "./dump.ts";
import type { House } from "./house.ts";
import * as view from "./import-view.ts";
import { asTable, free, isData, isRequests, problem, stem, tableOf } from "./names.ts";
import type { Session } from "./session.ts";
import { type File, type Workspace, workspaceOf } from "./workspace.ts";

/** What is brought in, and how it becomes data. */
interface Source {
  readonly parts: readonly string[];
  readonly name: string;
  readonly plan: InspectReply;
  /** Which of the plan's keys are taken; -1 for the file's own. */
  readonly keys: number;
  /** Types in place of those that the plan suggests. */
  readonly types: readonly ColumnType[];
  readonly notes: readonly string[];
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
  keep(underWay, words, "sessionStorage");
}

export class Importer {
  readonly element: HTMLElement;
  readonly #house: House;
  #controller: AbortController | undefined;
  /** The files that come after one for which the reader has to choose. */
  #rest: readonly globalThis.File[] = [];

  /** @param element - where it shows what it asks and how far it is */
  constructor(house: House, element: HTMLElement) {
    this.#house = house;
    this.element = element;
  }

  get #session(): Session {
    return this.#house.session;
  }

  /** Says that a reload has cut off an import: what it had stored was in the page alone. */
  cutOff(words: string): void {
    this.#show(...view.cutOff(words, this.open, this.#close));
  }

  /** Asks what to bring in. */
  readonly open = (): void => {
    const files = (files: readonly globalThis.File[]) => void this.files(files);
    const paste = (text: string) =>
      void this.#attempt(async () => {
        this.#rest = [];
        await this.#one(new Blob([text]), "Pasted");
      });
    this.#show(...view.asking(files, paste, this.#close));
  };

  /** Brings in files. */
  async files(files: readonly globalThis.File[]): Promise<void> {
    try {
      for (const [i, file] of files.entries()) {
        if (file.name.endsWith(".zip")) {
          await this.#folder(file);
          return;
        }
        this.#rest = files.slice(i + 1);
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
    this.#show(...view.reading(name));
    const { parts, notes } = await textOf(blob);
    const plan = await this.#session.account.inspect(name, parts);
    if (plan.refusal) {
      throw new Refusal(plan.refusal.message, plan.refusal.hint);
    }
    if (plan.format === "http") {
      this.#requests(`${name.replace(/\.\w+$/, "")}.http`, parts.join(""));
      return true;
    }
    const source = { parts, name, plan, keys: -1, types: [], notes: [...notes, ...plan.notes] };
    const untyped = plan.format === "csv" && plan.columns.length > 0;
    if (plan.format === "data" || (plan.keyed && !untyped)) {
      return this.#data(source);
    }
    const table = tableOf(nameFor(name, this.#session.workspace));
    const take = async ({ keys, table: called, types }: view.Chosen) => {
      if (await this.#data({ ...source, keys, types, name: called || name })) {
        await this.files(this.#rest);
      }
    };
    this.#show(...view.askingColumns(source, table, (chosen) => void take(chosen), this.#close));
    return false;
  }

  /** Makes a workspace of a folder's files. */
  async #folder(file: globalThis.File): Promise<void> {
    const contents = unzipSync(new Uint8Array(await file.arrayBuffer()));
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
    void this.#session.spaces.begin(workspaceOf(file.name.replace(/\.zip$/, ""), files));
  }

  #requests(name: string, text: string): void {
    const { workspace, undoable } = this.#session;
    const added = workspace.add(name, text);
    this.#close();
    const undo = () => void workspace.remove(added);
    undoable(`${added} is imported.`, { label: `import ${added}`, undo });
  }

  /** Stores the rows of a table. Returns false if the reader has to choose first. */
  async #data(source: Source): Promise<boolean> {
    const { account, workspace } = this.#session;
    const { name, plan } = source;
    const controller = new AbortController();
    this.#controller = controller;
    this.#progress(name, plan.rows, controller);
    let mark: number | undefined;
    try {
      const { text, bad, refused, notes } = await this.#converted(source, controller.signal);
      mark = await account.mark();
      const show = this.#progress(name, plan.rows || lineCount(text) - 1, controller);
      const file = { name: free(nameFor(name, workspace), workspace.names), text };
      const filled = await account.fill(file, { ...unwatched(), signal: controller.signal }, show);
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
        this.#house.toasts.say("The import is cancelled; nothing was kept.");
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
    const { children, show } = view.progress(name, rows, () => controller.abort());
    this.#show(...children);
    const note = (done: number) => noteUnderWay(view.stoppedAt(name, done, rows));
    note(0);
    return (done) => {
      note(done);
      show(done);
    };
  }

  /** The file in the form of a data file. */
  async #converted({ parts, plan, keys, types, notes }: Source, signal: AbortSignal) {
    if (plan.format === "data") {
      return { text: parts.join(""), bad: [], refused: 0, notes };
    }
    let text = "";
    for (let first = true; ; first = false) {
      const part = await this.#session.account.run({ op: "convert", keys, first, types });
      text += part.text;
      if (signal.aborted) {
        throw new Stopped("Stopped.");
      }
      if (!part.more) {
        const { bad, refused } = part;
        return { text, bad, refused, notes: [...notes, ...part.notes] };
      }
    }
  }

  async #back(mark: number | undefined): Promise<void> {
    if (mark !== undefined) {
      await this.#session.account.back(mark);
    }
    await this.#session.refresh();
  }

  /** Lets the reader choose what becomes of a file with rows that can't be stored. */
  #choose(kept: Kept, refused: number, errors: readonly view.Wrong[]): void {
    const { file, stored, mark } = kept;
    const keep = () => void this.#attempt(() => this.#keepGood(kept));
    const none = () => void this.#attempt(() => this.#refuse(mark));
    this.#show(...view.choosing(file.name, stored, refused, errors, keep, none));
  }

  /** Keeps the rows that are in the table; the text of the others is left out. */
  async #keepGood(kept: Kept): Promise<void> {
    const { file, whole } = kept;
    const text = whole ? file.text : await dumped(this.#session.account, tableOf(file.name), "csv");
    await this.#keep({ ...kept, file: { ...file, text } });
  }

  async #refuse(mark: number): Promise<void> {
    await this.#back(mark);
    this.#close();
    this.#house.toasts.say("Nothing was kept.");
  }

  async #keep({ file, stored, mark, notes }: Kept): Promise<void> {
    const { workspace, account } = this.#session;
    const name = free(file.name, workspace.names);
    account.accept({ name, text: file.text });
    workspace.add(name, file.text);
    this.#close();
    this.#session.undoable(`${counted(stored, "entity is", "entities are")} in ${tableOf(name)}.`, {
      label: `import ${name}`,
      undo: async () => {
        workspace.remove(name);
        account.drop(name);
        await this.#back(mark);
      },
    });
    if (notes.length > 0) {
      this.#show(...view.imported(name, notes, this.#close));
    }
    await this.#session.refresh();
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
    const words = `${messageOf(cause)}${hint}`;
    this.#show(...view.failed(words, this.open, this.#close));
  }

  #show(...contents: readonly Child[]): void {
    this.element.hidden = false;
    fill(this.element, ...contents);
    focusFirst(this.element);
  }

  readonly #close = (): void => {
    this.#controller?.abort();
    this.element.hidden = true;
    fill(this.element);
  };
}

/** The name of a table's file: as it is if it may be, else made of its words. */
function nameFor(name: string, workspace: Workspace): string {
  const own = `${stem(name)}.csv`;
  return problem(own, []) === "" ? own : free(`${asTable(name)}.csv`, workspace.names);
}

function lineCount(text: string): number {
  let found = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    found++;
  }
  return found;
}
