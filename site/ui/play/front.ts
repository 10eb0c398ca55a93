/** The file in front: its text or its grid, or what to do where there is none. */

import { button, fill, h } from "../element.ts";
import type { ScriptError, ScriptFinding } from "../protocol.ts";
import { blocks } from "./blocks.ts";
import { DataPane } from "./data-pane.ts";
import { TextEditor } from "./editor.ts";
import type { House } from "./house.ts";
import { isData } from "./names.ts";
import type { Stepping } from "./running.ts";
import { fileOf, type Run } from "./runs.ts";
import type { Session } from "./session.ts";
import { isQuery, wordsOf } from "./words.ts";
import type { File } from "./workspace.ts";

export class Front {
  readonly element: HTMLElement;
  readonly editor: TextEditor;
  readonly #house: House;
  readonly #session: Session;
  readonly #data: DataPane;
  readonly #blank = h("div.pl-blank");

  /** @param above - what is above the file while something is brought in */
  constructor(house: House, above: HTMLElement) {
    const { session } = house;
    this.#house = house;
    this.#session = session;
    this.editor = new TextEditor({
      changed: (file, text) => session.workspace.write(file, text),
      run: (from, to) => void session.running.lines(from, to),
      complete: (before, after) => session.complete(before, after),
    });
    this.#data = new DataPane(session, this.editor.element);
    const parts = [above, this.#data.element, this.editor.element, this.#blank];
    this.element = h("div.pl-editor", ...parts);
  }

  show(): void {
    const { current } = this.#session.workspace;
    this.#blank.hidden = current !== undefined;
    if (!current) {
      this.#data.hide();
      this.editor.element.hidden = true;
      this.#showBlank();
      return;
    }
    this.editor.show(current.name, current.text);
    if (isData(current.name)) {
      this.#data.show(current);
    } else {
      this.#data.hide();
    }
  }

  #showBlank(): void {
    const none = this.#session.workspace.files.length === 0;
    const what = none
      ? "Write requests, or begin with a table's data: drop a CSV or JSON file here."
      : "Choose one from the list, or begin a new one.";
    fill(
      this.#blank,
      h("h2", none ? "An empty workspace" : "No file is open"),
      h("p", what),
      h(
        "div.row",
        button("New requests", () => this.#house.add("http"), { class: "primary-quiet" }),
        button("New data", () => this.#house.add("csv")),
        button("Import", () => this.#house.importData()),
      ),
    );
  }

  /** Puts the cursor on the first request. */
  begin(): void {
    const [first] = blocks(this.#session.workspace.current?.text ?? "");
    if (first) {
      this.editor.goTo(first.request, false);
    }
  }

  /** Underlines what there is to say of a file, if it's still in front and as it was. */
  async mark(
    { name, text }: File,
    errors: readonly ScriptError[],
    findings: readonly ScriptFinding[],
  ): Promise<void> {
    const some = errors.length + findings.length > 0;
    const { said } = some ? await import("./review.ts") : { said: () => [] };
    if (this.#session.workspace.current?.text === text && this.editor.file === name) {
      this.editor.mark(said(this.editor.text, errors, findings));
    }
  }

  /** Writes beside the requests what came of them. */
  note(run: Run): void {
    const { requests, current } = this.#session.workspace;
    for (const { name, text } of requests) {
      const notes = run.reply.steps
        .filter((step) => fileOf(step, run) === name)
        .map((step) => ({
          line: step.line,
          words: wordsOf(step),
          kind: isQuery(step) ? step.plan : "",
          failed: !step.ok,
        }));
      if (notes.length > 0) {
        this.editor.note(name, text, notes);
      }
    }
    const errors = run.reply.errors.filter((error) => fileOf(error, run) === current?.name);
    if (current && errors.length > 0) {
      void this.mark(current, errors, []);
    }
  }

  /** Marks the request that comes next, step by step. */
  stepped(stepping: Stepping | undefined): void {
    const file = this.#session.workspace.current;
    const next = stepping && file ? blocks(file.text)[stepping.at + 1] : undefined;
    this.editor.next(next?.request ?? 0);
    if (next) {
      this.editor.goTo(next.request, false);
    }
  }

  /** Shows the tab before or after the one in front. */
  turn(by: number): void {
    const { workspace } = this.#session;
    const { open, state } = workspace;
    const at = open.indexOf(state.current) + by;
    const name = open[(at + open.length) % open.length];
    if (name) {
      workspace.show(name);
      this.editor.focus();
    }
  }
}
