/** The tools above everything: run, undo, bring in, give out. */
import { button, type Child, fill, h } from "../element.ts";
import type { Giving } from "./giving.ts";
import type { House } from "./house.ts";
import { keyList } from "./keys.ts";
import { type Entry, menu, panel } from "./menu.ts";

export class Toolbar {
  readonly elements: readonly Child[];
  readonly run: HTMLButtonElement;
  readonly #all: HTMLButtonElement;
  readonly #step: HTMLButtonElement;
  readonly #undo: HTMLButtonElement;
  readonly #house: House;
  readonly #giving: Giving;
  readonly #name = h("span");
  readonly #keys: { open: () => void };
  #running = false;

  /** @param where - the control that says where runs go */
  constructor(house: House, giving: Giving, where: readonly Child[]) {
    this.#house = house;
    this.#giving = giving;
    const { session } = house;
    const arrow = h("span", { "aria-hidden": "true" }, " ▾");
    const space = button([this.#name, arrow], () => {}, { class: "pl-space-name" });
    const spaces = panel(space, "Workspaces", (close) => this.#spaces(close));
    const run = () => (this.#running ? session.running.stop() : house.act("run"));
    this.run = button("Run", run, {
      class: "ex-run",
      title: "Run the request at the cursor, or those selected (Ctrl Enter)",
      "aria-keyshortcuts": "Control+Enter Meta+Enter Shift+Enter",
    });
    this.#all = button("Run all", () => house.act("all"), {
      class: "pl-seldom",
      title: "Start over and run every file (Ctrl Shift Enter)",
      "aria-keyshortcuts": "Control+Shift+Enter Meta+Shift+Enter",
    });
    this.#step = button("Step", () => house.act("step"), {
      class: "pl-seldom",
      title: "Run one request and go to the next (Alt Enter)",
      "aria-keyshortcuts": "Alt+Enter",
    });
    this.#undo = button("Undo", () => house.act("undo"), {
      "aria-keyshortcuts": "Control+Alt+Z Meta+Alt+Z",
    });
    const exports = button("Export ▾", () => {});
    const copies = button("Copy as ▾", () => {});
    const help = { class: "pl-help", "aria-label": "Keys", title: "Keys (?)" };
    const keys = button("?", () => {}, help);
    const keyPanel = panel(keys, "Keys", keyList);
    this.#keys = keyPanel;
    const rest = button("More ▾", () => {}, { class: "pl-all-tools" });
    this.elements = [
      space,
      spaces.element,
      h("span.pl-group.row", this.run, this.#all, this.#step, this.#undo, ...where),
      h("span.pl-space-between"),
      h(
        "span.pl-group.row.pl-more-tools",
        button("Import", () => house.importData(), {
          title: "Bring in CSV, JSON, .http files, or a pasted table",
        }),
        exports,
        menu(exports, "Export", () => giving.exports()),
        copies,
        menu(copies, "Copy as", () => giving.copies()),
        button("Share", () => house.act("share"), {
          title: "Copy a link to this workspace (Ctrl S)",
        }),
        keys,
      ),
      keyPanel.element,
      rest,
      menu(rest, "More", () => this.#rest()),
    ];
  }

  /** The panel of workspaces. What is in it is loaded when it opens. */
  #spaces(close: () => void): Child[] {
    const { session } = this.#house;
    const box = h("div");
    void session.attempt(async () => {
      const panel = await import("./spaces-view.ts");
      fill(box, ...panel.spaces(session, close));
      box.querySelector("input")?.focus();
    });
    return [box];
  }

  /** What a narrow page has in one menu. */
  #rest(): readonly Entry[] {
    const house = this.#house;
    return [
      { label: "Run all", press: () => house.act("all"), disabled: this.#running },
      { label: "Step", detail: "one request, then the next", press: () => house.act("step") },
      { label: "Import", press: () => house.importData() },
      { label: "Share", detail: "a link", press: () => house.act("share") },
      "Export",
      ...this.#giving.exports(),
      "Copy as",
      ...this.#giving.copies(),
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
