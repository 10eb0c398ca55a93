/** The tools above everything: run, undo, bring in, give out. */
import { button, type Child, h } from "../element.ts";
import { keyList } from "./keys.ts";
import { type Entry, menu, panel } from "./menu.ts";

export interface ToolActs {
  readonly run: () => void;
  readonly stop: () => void;
  readonly all: () => void;
  readonly step: () => void;
  readonly undo: () => void;
  readonly importData: () => void;
  readonly exports: () => readonly Entry[];
  readonly copies: () => readonly Entry[];
  readonly share: () => void;
  readonly spaces: (close: () => void) => readonly Child[];
}

export class Toolbar {
  readonly elements: readonly Child[];
  readonly run: HTMLButtonElement;
  readonly #all: HTMLButtonElement;
  readonly #step: HTMLButtonElement;
  readonly #undo: HTMLButtonElement;
  readonly #name = h("span");
  readonly #keys: { open: () => void };
  #running = false;

  /** @param where - the control that says where runs go */
  constructor(where: readonly Child[], acts: ToolActs) {
    const space = button("", () => {}, { class: "pl-space-name" });
    space.append(this.#name, h("span", { "aria-hidden": "true" }, " ▾"));
    const spaces = panel(space, "Workspaces", acts.spaces);
    this.run = button("Run", () => (this.#running ? acts.stop() : acts.run()), {
      class: "ex-run",
      title: "Run the request at the cursor, or those selected (Ctrl Enter)",
      "aria-keyshortcuts": "Control+Enter Meta+Enter Shift+Enter",
    });
    this.#all = button("Run all", acts.all, {
      class: "pl-seldom",
      title: "Start over and run every file (Ctrl Shift Enter)",
      "aria-keyshortcuts": "Control+Shift+Enter Meta+Shift+Enter",
    });
    this.#step = button("Step", acts.step, {
      class: "pl-seldom",
      title: "Run one request and go to the next (Alt Enter)",
      "aria-keyshortcuts": "Alt+Enter",
    });
    this.#undo = button("Undo", acts.undo, { "aria-keyshortcuts": "Control+Alt+Z Meta+Alt+Z" });
    const exports = button("Export ▾", () => {});
    const copies = button("Copy as ▾", () => {});
    const keys = button("?", () => {}, {
      class: "pl-help",
      "aria-label": "Keys",
      title: "Keys (?)",
    });
    const keyPanel = panel(keys, "Keys", keyList);
    this.#keys = keyPanel;
    const rest = button("More ▾", () => {}, { class: "pl-all-tools" });
    this.elements = [
      space,
      spaces.element,
      h("span.pl-group", this.run, this.#all, this.#step, this.#undo, ...where),
      h("span.pl-space-between"),
      h(
        "span.pl-group.pl-more-tools",
        button("Import", acts.importData, {
          title: "Bring in CSV, JSON, .http files, or a pasted table",
        }),
        exports,
        menu(exports, "Export", acts.exports),
        copies,
        menu(copies, "Copy as", acts.copies),
        button("Share", acts.share, { title: "Copy a link to this workspace (Ctrl S)" }),
        keys,
      ),
      keyPanel.element,
      rest,
      menu(rest, "More", () => this.#rest(acts)),
    ];
  }

  /** What a narrow page has in one menu. */
  #rest(acts: ToolActs): readonly Entry[] {
    return [
      { label: "Run all", press: acts.all, disabled: this.#running },
      { label: "Step", detail: "one request, then the next", press: acts.step },
      { label: "Import", press: acts.importData },
      { label: "Share", detail: "a link", press: acts.share },
      "Export",
      ...acts.exports(),
      "Copy as",
      ...acts.copies(),
    ];
  }

  set name(name: string) {
    this.#name.textContent = name;
  }

  /** While something runs, the Run button stops it. */
  set running(running: boolean) {
    this.#running = running;
    this.run.textContent = running ? "Stop" : "Run";
    this.run.classList.toggle("stop", running);
    this.#all.disabled = running;
    this.#step.disabled = running;
  }

  /** What the Undo button would undo; "" for nothing. */
  set undoes(label: string) {
    this.#undo.disabled = label === "";
    this.#undo.title = label === "" ? "Nothing to undo" : `Undo: ${label} (Ctrl Alt Z)`;
    this.#undo.setAttribute("aria-label", label === "" ? "Undo" : `Undo: ${label}`);
  }

  showKeys(): void {
    this.#keys.open();
  }
}
