/** The tables of the account as they are now: their sizes, partitions, and entities page by page. */
import { build } from "../dom.ts";
import { button, type Child, fill, h } from "../element.ts";
import { bytes, count, counted } from "../numbers.ts";
import type { BrowseReply, Key, TablesReply } from "../protocol.ts";
import type { Account } from "./account.ts";
import { menu } from "./menu.ts";

type TableSize = TablesReply["tables"][number];

const pageSize = 100;

export interface TableActs {
  /** Starts the account, if it hasn't been. */
  readonly start: () => void;
  readonly startOver: () => void;
  readonly keepAsFile: (table: string) => void;
  readonly asDesign: (table: string) => void;
  readonly save: (table: string, format: "csv" | "explorer" | "json" | "jsonl" | "http") => void;
}

/** Where the reader is in a table. */
interface Position {
  readonly table: string;
  filter: string;
  /** The first keys of the pages before this one. */
  readonly before: (Key | null)[];
  from: Key | null;
}

export class TablesView {
  /** The short list beside the editor. */
  readonly list = h("section.pl-table-list", { "aria-label": "Tables" });
  readonly element = h("div.pl-tables");
  readonly #account: Account;
  readonly #acts: TableActs;
  readonly #open: (table: string) => void;
  #sizes: readonly TableSize[] = [];
  /** The sizes before the last run. */
  #before = new Map<string, number>();
  #position: Position | undefined;
  #drawing = 0;
  #state: "none" | "loading" | "here" | "stale" = "none";

  constructor(account: Account, acts: TableActs, open: (table: string) => void) {
    this.#account = account;
    this.#acts = acts;
    this.#open = open;
    this.#drawList();
  }

  /** Draws the tables, which may have changed; undefined if there is no account. */
  async update(tables: readonly TableSize[] | undefined): Promise<void> {
    this.#before = new Map(tables && this.#sizes.map(({ name, entities }) => [name, entities]));
    this.#sizes = tables ?? [];
    this.#state = tables ? "here" : "none";
    this.#drawList();
    await this.drawPage();
  }

  /** The data files have changed since the account was filled with them. */
  set stale(stale: boolean) {
    const state = this.#state === "none" ? "none" : stale ? "stale" : "here";
    if (state !== this.#state) {
      this.#state = state;
      this.#drawList();
    }
  }

  /** Shows a table. */
  async show(table: string): Promise<void> {
    this.#position = { table, filter: "", before: [], from: null };
    this.#drawList();
    await this.drawPage();
  }

  #drawList(): void {
    const largest = Math.max(1, ...this.#sizes.map((table) => table.entities));
    const items = this.#sizes.map((table) => h("li", this.#line(table, largest)));
    const note =
      this.#state === "none"
        ? "Tables appear here when you run something."
        : "No tables. A run that creates one, or a data file, puts it here.";
    fill(
      this.list,
      h("div.pl-rail-head", h("h2", "Tables now")),
      items.length > 0 ? h("ul", ...items) : h("p.pl-empty", note),
      this.#state === "stale" &&
        h(
          "p.pl-empty",
          "The data has changed since. ",
          button("Start over", () => this.#acts.startOver(), { class: "pl-link" }),
        ),
    );
  }

  #line({ name, entities, partitions }: TableSize, largest: number): HTMLElement {
    const by = entities - (this.#before.get(name) ?? entities);
    const bar = h("span.pl-bar-line", { "aria-hidden": "true" });
    bar.style.setProperty("--part", String(entities / largest));
    const line = button("", () => this.#open(name), {
      class: "pl-table",
      "aria-current": this.#position?.table === name ? "true" : undefined,
    });
    line.append(
      h("span.pl-table-name", name),
      h(
        "span.pl-table-size",
        counted(entities, "entity", "entities"),
        by !== 0 && h("strong", ` ${by > 0 ? "+" : "−"}${count(Math.abs(by))}`),
        ` in ${counted(partitions, "partition")}`,
      ),
      bar,
    );
    return line;
  }

  /** Draws the page of the table on the screen, if the screen shows it. */
  async drawPage(): Promise<void> {
    if (this.element.closest("[hidden]")) {
      return;
    }
    const turn = ++this.#drawing;
    const position = this.#position ?? this.#first();
    if (!position) {
      fill(this.element, ...this.#empty());
      return;
    }
    this.#position = position;
    const size = this.#sizes.find((table) => table.name === position.table);
    if (!size) {
      this.#position = undefined;
      fill(this.element, ...this.#empty());
      return;
    }
    try {
      const [lanes, page] = await Promise.all([
        this.#account.lanes(position.table),
        this.#account.browse(position.table, position.filter, position.from, pageSize),
      ]);
      if (turn === this.#drawing) {
        const result = h("div.result", build(lanes.view));
        const wrong = page.errors?.[0];
        this.#draw(
          position,
          size,
          wrong ? undefined : page,
          result,
          wrong ? `${wrong.message} ${wrong.hint}` : "",
        );
      }
    } catch (cause) {
      if (turn === this.#drawing) {
        this.#draw(
          position,
          size,
          undefined,
          null,
          cause instanceof Error ? cause.message : String(cause),
        );
      }
    }
  }

  #first(): Position | undefined {
    const [first] = this.#sizes;
    return first && { table: first.name, filter: "", before: [], from: null };
  }

  #empty(): Child[] {
    const started = this.#account.started;
    return [
      h(
        "div.pl-welcome",
        h("h2", started ? "No tables yet" : "The tables start with your data files"),
        h(
          "p",
          started
            ? "A request that creates one puts it here, and so does a data file."
            : "Runs add to them. You can look at them page by page, see their partitions, and undo any run.",
        ),
        !started &&
          button("Fill the tables now", () => this.#acts.start(), { class: "primary-quiet" }),
      ),
    ];
  }

  #draw(
    position: Position,
    size: TableSize,
    page: BrowseReply | undefined,
    lanes: HTMLElement | null,
    wrong = "",
  ): void {
    const focused = document.activeElement?.getAttribute("data-focus");
    fill(
      this.element,
      this.#head(size),
      lanes,
      this.#filter(position, wrong),
      page && entityTable(size.name, page),
      page && this.#paging(position, page),
    );
    if (focused) {
      this.element.querySelector<HTMLElement>(`[data-focus="${focused}"]:not(:disabled)`)?.focus();
    }
  }

  #head(size: TableSize): HTMLElement {
    const choice = button("", () => {}, {
      class: "pl-choose",
      "aria-label": `Table ${size.name}. Choose another`,
    });
    choice.append(h("span", size.name), h("span", { "aria-hidden": "true" }, " ▾"));
    const chooser = menu(choice, "Tables", () =>
      this.#sizes.map((table) => ({
        label: table.name,
        detail: count(table.entities),
        checked: table.name === size.name,
        press: () => this.#open(table.name),
      })),
    );
    const save = button("Save ▾", () => {});
    const saver = menu(save, `Save ${size.name}`, () => [
      {
        label: "Keep as a data file",
        detail: "in this workspace",
        press: () => this.#acts.keepAsFile(size.name),
      },
      { label: "Open as a design", press: () => this.#acts.asDesign(size.name) },
      "Save as a file",
      { label: "CSV", detail: "as data files are", press: () => this.#acts.save(size.name, "csv") },
      {
        label: "CSV for Azure Storage Explorer",
        press: () => this.#acts.save(size.name, "explorer"),
      },
      { label: "JSON", press: () => this.#acts.save(size.name, "json") },
      { label: "JSON lines", press: () => this.#acts.save(size.name, "jsonl") },
      { label: "Requests", detail: ".http", press: () => this.#acts.save(size.name, "http") },
    ]);
    const stored = counted(size.entities, "entity", "entities");
    const words = `${stored} in ${counted(size.partitions, "partition")}, ${bytes(size.bytes)}`;
    return h("header.pl-table-head", h("h2", choice), h("p", words), save, chooser, saver);
  }

  #filter(position: Position, wrong: string): HTMLElement {
    const input = h("input", {
      value: position.filter,
      placeholder: "Filter, such as PartitionKey eq 'Sales'",
      "aria-label": "Filter",
      "aria-invalid": wrong !== "" ? "true" : undefined,
      "aria-describedby": wrong !== "" ? "pl-filter-wrong" : undefined,
      autocomplete: "off",
      spellcheck: "false",
      "data-focus": "filter",
    });
    const form = h(
      "form.pl-filter",
      input,
      h("button", { type: "submit", "data-focus": "go" }, "Filter"),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      position.filter = input.value.trim();
      position.from = null;
      position.before.length = 0;
      void this.drawPage();
    });
    if (wrong !== "") {
      form.append(h("p.pl-wrong", { id: "pl-filter-wrong", role: "alert" }, wrong));
    }
    return form;
  }

  #paging(position: Position, { rows, next }: BrowseReply): HTMLElement {
    const first = position.before.length * pageSize + 1;
    const back = button(
      "Previous",
      () => {
        position.from = position.before.pop() ?? null;
        void this.drawPage();
      },
      { disabled: position.before.length === 0, "data-focus": "previous" },
    );
    const on = button(
      "Next",
      () => {
        position.before.push(position.from);
        position.from = next;
        void this.drawPage();
      },
      { disabled: next === null, "data-focus": "next" },
    );
    const words = rows.length > 0 ? `${count(first)} to ${count(first + rows.length - 1)}` : "";
    return h("nav.pl-paging", { "aria-label": "Pages of entities" }, back, h("span", words), on);
  }
}

/** A page of a table's entities. */
export function entityTable(name: string, { columns, rows }: BrowseReply): HTMLElement {
  if (rows.length === 0) {
    return h("p.pl-empty", "No entities.");
  }
  const head = columns.map(({ name: column, type }) =>
    h("th", { scope: "col" }, column, type !== "String" && h("span.pl-type", ` ${type}`)),
  );
  const cellOf = (cell: BrowseReply["rows"][number][number], i: number) => {
    const { name: column = "", type = "" } = columns[i] ?? {};
    if (!cell) {
      return h("td.is-absent");
    }
    const number = /^(Int32|Int64|Double)$/.test(cell.t) ? "num" : "";
    const other = cell.t !== type && h("span.pl-type", ` ${cell.t}`);
    return column === "RowKey"
      ? h("th", { scope: "row" }, cell.v)
      : h("td", { class: number }, cell.v, other);
  };
  const body = rows.map((cells) => h("tr", ...cells.map(cellOf)));
  return h(
    "div.pl-grid",
    { tabindex: 0, role: "group", "aria-label": `Entities of ${name}` },
    h(
      "table",
      h("caption.vh", `Entities of ${name}`),
      h("thead", h("tr", ...head)),
      h("tbody", ...body),
    ),
  );
}
