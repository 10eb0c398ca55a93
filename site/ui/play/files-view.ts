/** The list of files beside the editor, and the tabs above it. */
import { button, fill, h, signButton } from "../element.ts";
import { counted } from "../numbers.ts";
import type { House } from "./house.ts";
import { menu } from "./menu.ts";
import { isData } from "./names.ts";
import { save } from "./saving.ts";
import type { File, Workspace } from "./workspace.ts";

export class FilesView {
  readonly list = h("div.pl-files");
  readonly tabs = h("nav.pl-tabs", { "aria-label": "Open files" });
  readonly #house: House;
  readonly #workspace: Workspace;
  /** The file whose name is being changed. */
  #renaming = "";
  /** How many rows of each data file couldn't be stored when the list was drawn. */
  #marked = "";

  constructor(house: House) {
    this.#house = house;
    this.#workspace = house.session.workspace;
    this.#workspace.listen((change) => {
      if (change !== "text") {
        this.draw();
      }
    });
  }

  draw(): void {
    const focused = (document.activeElement as HTMLElement | null)?.dataset["file"];
    const { requests, data } = this.#workspace;
    this.#marked = this.#marks();
    fill(
      this.list,
      this.#section("Requests", requests, "New file of requests", () => this.#house.add("http")),
      this.#section("Data", data, "New table of data", () => this.#house.add("csv")),
    );
    this.#drawTabs();
    const input = this.list.querySelector("input");
    if (input) {
      input.focus();
      input.setSelectionRange(0, input.value.lastIndexOf("."));
    } else if (focused) {
      this.list.querySelector<HTMLElement>(`[data-file="${CSS.escape(focused)}"]`)?.focus();
    }
  }

  /** Marks the files with rows that can't be stored, if those are others than before. */
  mark(): void {
    if (this.#renaming === "" && this.#marks() !== this.#marked) {
      this.draw();
    }
  }

  #marks(): string {
    const { account } = this.#house.session;
    return this.#workspace.data.map(({ name }) => account.refused(name)).join();
  }

  /** Lets the reader change a file's name in its place. */
  rename(name: string): void {
    this.#renaming = name;
    this.draw();
  }

  #section(title: string, files: readonly File[], add: string, press: () => void): HTMLElement {
    const list = h("ul", ...files.map((file) => this.#item(file)));
    return h(
      "section",
      { "aria-label": title },
      h("div.pl-rail-head", h("h2", title), signButton("+", add, press)),
      files.length > 0 ? list : this.#nothing(title),
    );
  }

  #nothing(title: string): HTMLElement {
    return title === "Data"
      ? h(
          "p.pl-empty",
          "A table's first entities, as a grid. ",
          button("Import", () => this.#house.importData(), { class: "link" }),
          " or drop a file.",
        )
      : h("p.pl-empty", "No requests yet.");
  }

  #item({ name }: File): HTMLElement {
    const current = this.#workspace.state.current === name;
    if (this.#renaming === name) {
      return h("li", this.#nameField(name));
    }
    const open = button(name, () => this.#workspace.show(name), {
      class: "pl-file",
      "data-file": name,
      "aria-current": current && "true",
      draggable: "true",
    });
    open.addEventListener("keydown", (event) => this.#key(event, name));
    this.#drag(open, name);
    const more = signButton("⋯", `More about ${name}`, () => {}, { class: "pl-more" });
    const refused = this.#house.session.account.refused(name);
    if (refused > 0) {
      const words = `${counted(refused, "row")} not loaded`;
      open.append(h("span.pl-refused", { title: words }, ` ⚠ ${refused}`));
      open.setAttribute("aria-label", `${name}, ${words}`);
    }
    return h(
      "li",
      open,
      more,
      menu(more, name, () => this.#menu(name)),
    );
  }

  #menu(name: string) {
    const workspace = this.#workspace;
    const kind = isData(name) ? workspace.data : workspace.requests;
    const at = kind.findIndex((file) => file.name === name);
    const text = workspace.file(name)?.text ?? "";
    return [
      { label: "Rename", detail: "F2", press: () => this.rename(name) },
      { label: "Duplicate", press: () => workspace.add(name, text) },
      {
        label: "Move up",
        detail: "Alt ↑",
        disabled: at === 0,
        press: () => workspace.move(name, -1),
      },
      {
        label: "Move down",
        detail: "Alt ↓",
        disabled: at === kind.length - 1,
        press: () => workspace.move(name, 1),
      },
      { label: "Open as a design", press: () => this.#asDesign(name) },
      { label: "Save as a file", press: () => save(name, text, "text/plain") },
      { label: "Delete", detail: "Del", press: () => this.#remove(name) },
    ];
  }

  #asDesign(name: string): void {
    const { session } = this.#house;
    void session.attempt(async () => (await import("./doors.ts")).fileAsDesign(this.#house, name));
  }

  #remove(name: string): void {
    this.#house.session.remove(name);
    this.#house.editor.forget(name);
  }

  #key(event: KeyboardEvent, name: string): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === "F2") {
      this.rename(name);
    } else if (event.key === "Delete") {
      this.#remove(name);
    } else if (step !== undefined && event.altKey) {
      this.#workspace.move(name, step);
    } else if (step !== undefined) {
      const all = [...this.list.querySelectorAll<HTMLElement>(".pl-file")];
      all[all.indexOf(event.currentTarget as HTMLElement) + step]?.focus();
    } else {
      return;
    }
    event.preventDefault();
  }

  #nameField(name: string): HTMLElement {
    const error = h("p.pl-wrong", { id: "pl-name-wrong", role: "alert" });
    const input = h("input", {
      value: name,
      "aria-label": `New name of ${name}`,
      "aria-describedby": "pl-name-wrong",
      autocomplete: "off",
      spellcheck: "false",
    });
    const end = (keep: boolean) => {
      if (this.#renaming !== name) {
        return;
      }
      const wrong = keep ? this.#workspace.renameFile(name, input.value.trim()) : "";
      error.textContent = wrong;
      input.setAttribute("aria-invalid", String(wrong !== ""));
      if (wrong === "") {
        this.#renaming = "";
        const now = keep ? input.value.trim() : name;
        if (now !== name) {
          this.#house.editor.renamed(name, now);
        }
        this.draw();
        this.list.querySelector<HTMLElement>(`[data-file="${CSS.escape(now)}"]`)?.focus();
      }
    };
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === "Escape") {
        event.preventDefault();
        end(event.key === "Enter");
      }
    });
    input.addEventListener("blur", () => setTimeout(() => end(false)));
    return h("div.pl-naming", input, error);
  }

  /** Lets a file be dragged to another place in its list. */
  #drag(item: HTMLElement, name: string): void {
    const type = "application/x-rowkey-file";
    item.addEventListener("dragstart", (event) => event.dataTransfer?.setData(type, name));
    item.addEventListener("dragover", (event) => {
      if (event.dataTransfer?.types.includes(type)) {
        event.preventDefault();
        event.stopPropagation();
      }
    });
    item.addEventListener("drop", (event) => {
      const moved = event.dataTransfer?.getData(type);
      if (!moved) {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      const kind = (isData(name) ? this.#workspace.data : this.#workspace.requests).map(
        (f) => f.name,
      );
      if (kind.includes(moved)) {
        this.#workspace.move(moved, kind.indexOf(name) - kind.indexOf(moved));
      }
    });
  }

  #drawTabs(): void {
    const { open, state } = this.#workspace;
    const tab = (name: string) => {
      const current = name === state.current;
      const show = button(name, () => this.#workspace.show(name), {
        "aria-current": current && "true",
      });
      show.addEventListener(
        "auxclick",
        ({ button }) => button === 1 && this.#workspace.close(name),
      );
      const close = signButton("×", `Close ${name}`, () => this.#workspace.close(name), {
        class: "pl-close",
      });
      return h("li", { class: current ? "is-current" : "" }, show, close);
    };
    fill(this.tabs, h("ul", ...open.map(tab)));
    // A scroll of the strip only, not of the page.
    const current = this.tabs.querySelector<HTMLElement>(".is-current");
    if (current) {
      this.tabs.scrollLeft = current.offsetLeft - this.tabs.offsetLeft - 24;
    }
  }
}
