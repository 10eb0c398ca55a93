/** The tables of the account as they are now: their sizes, partitions, and entities page by page. */
import { build } from "../dom.ts";
import { button, type Child, fill, h } from "../element.ts";
import { isNumber } from "../lab/names.ts";
import { messageOf } from "../message-of.ts";
import { bytes, count, counted } from "../numbers.ts";
import type { BrowseReply, DumpCall, Key, TablesReply } from "../protocol.ts";
import type { House } from "./house.ts";
import { type Entry, menu } from "./menu.ts";

type TableSize = TablesReply["tables"][number];

const pageSize = 100;

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
  readonly #house: House;
  #sizes: readonly TableSize[] = [];
  /** The sizes before the last run. */
  #before = new Map<string, number>();
  #position: Position | undefined;
  #drawing = 0;
  #state: "none" | "loading" | "here" | "stale" = "none";

  constructor(house: House) {
    this.#house = house;
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
          button("Start over", () => void this.#house.session.startOver(), { class: "link" }),
        ),
    );
  }

  #line({ name, entities, partitions }: TableSize, largest: number): HTMLElement {
    const by = entities - (this.#before.get(name) ?? entities);
    const bar = h("span.pl-bar-line", { "aria-hidden": "true" });
    bar.style.setProperty("--part", String(entities / largest));
    const size = h(
      "span.pl-table-size",
      counted(entities, "entity", "entities"),
      by !== 0 && h("strong", ` ${by > 0 ? "+" : "−"}${count(Math.abs(by))}`),
      ` in ${counted(partitions, "partition")}`,
    );
    return button([h("span.pl-table-name", name), size, bar], () => this.#house.showTable(name), {
      class: "pl-table",
      "aria-current": this.#position?.table === name ? "true" : undefined,
    });
  }

  /** Draws the page of the table on the screen, if the screen shows it. */
  async drawPage(): Promise<void> {
    if (this.element.closest("[hidden]")) {
      return;
    }
    const turn = ++this.#drawing;
    const table = this.#position?.table ?? this.#sizes[0]?.name ?? "";
    const size = this.#sizes.find(({ name }) => name === table);
    if (!size) {
      this.#position = undefined;
      fill(this.element, ...this.#empty());
      return;
    }
    this.#position ??= { table, filter: "", before: [], from: null };
    const parts = await this.#page(this.#position);
    if (turn === this.#drawing) {
      this.#draw(this.#head(size), ...parts);
    }
  }

  /** What is below the head of a table: its lanes, the filter, and a page of entities. */
  async #page(position: Position): Promise<Child[]> {
    const { table, filter, from } = position;
    const { account } = this.#house.session;
    try {
      const [lanes, page] = await Promise.all([
        account.here("lanes", { table }),
        account.here("browse", { table, filter, from, limit: pageSize }),
      ]);
      const picture = h("div.result", build(lanes.view));
      const wrong = page.errors?.[0];
      return wrong
        ? [picture, this.#filter(position, `${wrong.message} ${wrong.hint}`)]
        : [
            picture,
            this.#filter(position, ""),
            entityTable(table, page),
            this.#paging(position, page),
          ];
    } catch (cause) {
      return [this.#filter(position, messageOf(cause))];
    }
  }

  #empty(): Child[] {
    const { session } = this.#house;
    const { started } = session.account;
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
          button("Fill the tables now", () => void session.fill(), { class: "primary-quiet" }),
      ),
    ];
  }

  #draw(...parts: readonly Child[]): void {
    const focused = document.activeElement?.getAttribute("data-focus");
    fill(this.element, ...parts);
    if (focused) {
      this.element.querySelector<HTMLElement>(`[data-focus="${focused}"]:not(:disabled)`)?.focus();
    }
  }

  #head(size: TableSize): HTMLElement {
    const { name } = size;
    const arrow = h("span", { "aria-hidden": "true" }, " ▾");
    const choice = button([h("span", name), arrow], () => {}, {
      class: "pl-choose",
      "aria-label": `Table ${name}. Choose another`,
    });
    const chooser = menu(choice, "Tables", () =>
      this.#sizes.map((table) => ({
        label: table.name,
        detail: count(table.entities),
        checked: table === size,
        press: () => this.#house.showTable(table.name),
      })),
    );
    const save = button("Save ▾", () => {});
    const saver = menu(save, `Save ${name}`, () => this.#ways(name));
    const stored = counted(size.entities, "entity", "entities");
    const words = `${stored} in ${counted(size.partitions, "partition")}, ${bytes(size.bytes)}`;
    return h("header.pl-table-head.row", h("h2", choice), h("p", words), save, chooser, saver);
  }

  /** Where a table can go. */
  #ways(table: string): readonly Entry[] {
    const { session } = this.#house;
    const by = (act: (doors: typeof import("./doors.ts")) => Promise<void>) => () =>
      void session.attempt(async () => act(await import("./doors.ts")));
    const as = (format: DumpCall["format"]) =>
      by((doors) => doors.saveTable(session.account, table, format));
    return [
      {
        label: "Keep as a data file",
        detail: "in this workspace",
        press: by((doors) => doors.keepAsFile(this.#house, table)),
      },
      { label: "Open as a design", press: by((doors) => doors.tableAsDesign(this.#house, table)) },
      "Save as a file",
      { label: "CSV", detail: "as data files are", press: as("csv") },
      { label: "CSV for Azure Storage Explorer", press: as("explorer") },
      { label: "JSON", press: as("json") },
      { label: "JSON lines", press: as("jsonl") },
      { label: "Requests", detail: ".http", press: as("http") },
    ];
  }

  #filter(position: Position, wrong: string): HTMLElement {
    const input = h("input", {
      value: position.filter,
      placeholder: "Filter, such as PartitionKey eq 'Sales'",
      "aria-label": "Filter",
      "aria-invalid": wrong !== "" && "true",
      "aria-describedby": wrong !== "" ? "pl-filter-wrong" : undefined,
      autocomplete: "off",
      spellcheck: "false",
      "data-focus": "filter",
    });
    const form = h(
      "form.pl-filter.row",
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
    return h(
      "nav.pl-paging.row",
      { "aria-label": "Pages of entities" },
      back,
      h("span", words),
      on,
    );
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
    const number = isNumber(cell.t) ? "num" : "";
    const other = cell.t !== type && h("span.pl-type", ` ${cell.t}`);
    return column === "RowKey"
      ? h("th", { scope: "row" }, cell.v)
      : h("td", { class: number }, cell.v, other);
  };
  const body = rows.map((cells) => h("tr", ...cells.map(cellOf)));
  return h(
    "div.pl-grid.scroll",
    { tabindex: 0, role: "group", "aria-label": `Entities of ${name}` },
    h(
      "table",
      h("caption.vh", `Entities of ${name}`),
      h("thead", h("tr", ...head)),
      h("tbody", ...body),
    ),
  );
}
