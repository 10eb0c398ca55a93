/** The playground's page: where its parts are, at every width. */
import { button, type Child, fill, h } from "../element.ts";

/** On a phone one of these fills the page. */
export type Pane = "requests" | "result" | "tables";

/** What the page is made of. */
export interface Parts {
  readonly tools: readonly Child[];
  readonly banner: HTMLElement;
  readonly files: HTMLElement;
  readonly tableList: HTMLElement;
  readonly tabs: HTMLElement;
  readonly editor: HTMLElement;
  readonly strip: HTMLElement;
  readonly result: HTMLElement;
  readonly stepper: HTMLElement;
  readonly after: HTMLElement;
  readonly tables: HTMLElement;
  readonly status: HTMLElement;
  readonly toasts: HTMLElement;
}

const help =
  "Control Enter runs the request at the cursor. Tab leaves the editor. " +
  "Question mark, outside the editor, lists all keys.";

export class Shell {
  /** Messages that stay until their cause is gone. */
  readonly notices = h("div.pl-notices");
  readonly #root: HTMLElement;
  readonly #panes: readonly (readonly [Pane, HTMLButtonElement])[];
  readonly #result: HTMLElement;
  readonly #tables: HTMLElement;
  readonly #shown: (pane: Pane) => void;

  /** @param shown - hears which pane the reader has turned to */
  constructor(root: HTMLElement, parts: Parts, shown: (pane: Pane) => void) {
    this.#root = root;
    this.#shown = shown;
    const tabs = () => ["result", "tables"].map((pane) => this.#tab(pane as Pane));
    const wide = tabs();
    const phone = [this.#tab("requests"), ...tabs()];
    this.#panes = [...wide, ...phone].map((each) => [each.dataset["pane"] as Pane, each]);
    this.#result = h(
      "div.pl-scroll",
      { id: "pl-result", tabindex: -1 },
      parts.stepper,
      parts.result,
      parts.after,
    );
    this.#tables = h("div.pl-scroll", { id: "pl-tables", tabindex: -1 }, parts.tables);
    const rail = h(
      "aside.pl-rail",
      { "aria-label": "Files and tables" },
      parts.files,
      parts.tableList,
    );
    const work = h(
      "section.pl-work",
      { "aria-label": "Editor" },
      this.#filesButton(rail),
      parts.tabs,
      parts.editor,
    );
    const head = h("div.pl-out-head", h("div.pl-switch", ...wide), parts.strip);
    const out = h(
      "section.pl-out",
      { "aria-label": "Result and tables" },
      head,
      this.#result,
      this.#tables,
    );
    fill(
      root,
      h("div.pl-bar.row", { role: "group", "aria-label": "Tools" }, ...parts.tools),
      this.notices,
      parts.banner,
      h("div.pl-body", rail, work, out),
      h("div.pl-status", parts.status),
      h("nav.pl-phone", { "aria-label": "Parts of the playground" }, ...phone),
      parts.toasts,
      h("p", { id: "pl-editor-help", hidden: true }, help),
    );
    this.show("requests");
  }

  /** Brings a pane to the front. Result and tables share a place on a wide page. */
  show(pane: Pane): void {
    this.#root.dataset["pane"] = pane;
    if (pane !== "requests") {
      this.#result.hidden = pane !== "result";
      this.#tables.hidden = pane !== "tables";
    } else if (this.#result.hidden === this.#tables.hidden) {
      this.#tables.hidden = true;
    }
    const side = this.#tables.hidden ? "result" : "tables";
    for (const [name, tab] of this.#panes) {
      const phone = tab.closest(".pl-phone") !== null;
      tab.setAttribute("aria-pressed", String(name === (phone ? pane : side)));
    }
    this.#shown(pane);
  }

  /** Brings a pane to the front, and the keyboard with it. */
  turn(pane: "result" | "tables"): void {
    this.show(pane);
    (pane === "result" ? this.#result : this.#tables).focus();
  }

  /** Where the list of files is hidden, it shows it above the editor until the reader has chosen. */
  #filesButton(rail: HTMLElement): HTMLButtonElement {
    const open = button("☰ Files", () => toggle(!this.#root.classList.contains(shown)), {
      class: "pl-show-files",
      "aria-expanded": "false",
    });
    const shown = "is-showing-files";
    const toggle = (show: boolean) => {
      this.#root.classList.toggle(shown, show);
      open.setAttribute("aria-expanded", String(show));
      if (show) {
        rail.querySelector<HTMLElement>("[aria-current]")?.focus();
      }
    };
    rail.addEventListener("click", ({ target }) => {
      if (target instanceof Element && target.closest(".pl-file, .pl-table")) {
        toggle(false);
      }
    });
    rail.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") {
        toggle(false);
        open.focus();
      }
    });
    document.addEventListener("pointerdown", ({ target }) => {
      if (target instanceof Element && !target.closest(".pl-rail, .pl-show-files, [popover]")) {
        toggle(false);
      }
    });
    return open;
  }

  #tab(pane: Pane): HTMLButtonElement {
    const label = pane.charAt(0).toUpperCase() + pane.slice(1);
    return button(label, () => this.show(pane), { "data-pane": pane });
  }
}
