/** Several parts of which one is shown, chosen by tabs. */
import { button, h } from "../element.ts";

interface Tab {
  readonly name: string;
  readonly button: HTMLButtonElement;
  readonly panel: HTMLElement;
}

export class Tabs {
  readonly element: HTMLElement;
  readonly #list: HTMLElement;
  readonly #tabs: Tab[] = [];

  constructor(label: string) {
    this.#list = h("div.ds-tablist.row", { role: "tablist", "aria-label": label });
    this.#list.addEventListener("keydown", (event) => this.#move(event));
    this.element = h("div", this.#list);
  }

  add(name: string, label: string, contents: HTMLElement): void {
    const tab = button(label, () => this.open(name), {
      id: `ds-tab-${name}`,
      role: "tab",
      "aria-controls": `ds-panel-${name}`,
    });
    const panel = h(
      "div",
      {
        id: `ds-panel-${name}`,
        class: "ds-panel",
        role: "tabpanel",
        tabindex: -1,
        "aria-labelledby": tab.id,
      },
      contents,
    );
    this.#tabs.push({ name, button: tab, panel });
    this.#list.append(tab);
    this.element.append(panel);
    this.open(this.#tabs[0]?.name ?? name);
  }

  /** Says something else on a tab, such as how much there is. */
  label(name: string, label: string): void {
    const tab = this.#tabs.find((each) => each.name === name);
    if (tab) {
      tab.button.textContent = label;
    }
  }

  open(name: string): void {
    for (const tab of this.#tabs) {
      const chosen = tab.name === name;
      tab.button.setAttribute("aria-selected", String(chosen));
      tab.button.tabIndex = chosen ? 0 : -1;
      tab.panel.hidden = !chosen;
    }
  }

  /** Shows one part without the choice of others, or with it. */
  alone(alone: boolean): void {
    this.#list.hidden = alone;
  }

  #move(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const at = this.#tabs.findIndex((tab) => tab.button === document.activeElement);
    if (step === undefined || at < 0) {
      return;
    }
    const next = this.#tabs[(at + step + this.#tabs.length) % this.#tabs.length];
    if (next) {
      event.preventDefault();
      this.open(next.name);
      next.button.focus();
    }
  }
}
