/** What the import shows and asks. */

import { button, type Child, h } from "../element.ts";
import { count, counted } from "../numbers.ts";
import type { ColumnType, InspectReply } from "../protocol.ts";
import { types } from "../vocabulary.ts";

/** What is wrong with a row. */
export interface Wrong {
  readonly line: number;
  readonly column?: number;
  readonly message: string;
  readonly hint: string;
}

function row(...buttons: readonly Child[]): HTMLElement {
  return h("div.row", ...buttons);
}

export function cutOff(words: string, again: () => void, close: () => void): Child[] {
  return [
    h("h2", "An import was cut off"),
    h("p", { role: "status" }, `${words} None of its rows were kept.`),
    row(button("Import again", again), button("Dismiss", close)),
  ];
}

export function asking(
  take: (files: readonly globalThis.File[]) => void,
  paste: (text: string) => void,
  close: () => void,
): Child[] {
  const choose = h("input", {
    type: "file",
    multiple: true,
    accept: ".csv,.tsv,.json,.jsonl,.ndjson,.http,.rest,.zip,.txt",
    "aria-label": "Files to import",
  });
  choose.addEventListener("change", () => take([...(choose.files ?? [])]));
  const pasted = h("textarea", {
    rows: 5,
    placeholder: "Or paste a table: from a spreadsheet, CSV, JSON or JSON lines",
    "aria-label": "Pasted table",
    spellcheck: "false",
  });
  const go = button("Import what is pasted", () => {
    if (pasted.value.trim() !== "") {
      paste(pasted.value);
    }
  });
  return [
    h("h2", "Import"),
    h(
      "p",
      "CSV as Azure Storage Explorer writes it or as data files are here, JSON, JSON lines, " +
        ".http files, or a workspace's folder as a zip. You can drop them anywhere on this page.",
    ),
    choose,
    pasted,
    row(go, button("Close", close)),
  ];
}

export function reading(name: string): Child[] {
  return [h("h2", `Importing ${name}`), h("p", { role: "status" }, "Reading it…")];
}

const kinds = types.map((type) => type.replace("Edm.", ""));

/** The types that columns get, and which of them the reader has changed. */
function typesOf(columns: readonly ColumnType[]): {
  element: HTMLElement;
  changed: () => ColumnType[];
} {
  const all = columns.map(({ name, type }) => {
    const options = kinds.map((kind) => h("option", { selected: kind === type }, kind));
    return { name, type, select: h("select", ...options) };
  });
  return {
    element: h(
      "fieldset.pl-types",
      h("legend", "Types, as the values suggest"),
      ...all.map(({ name, select }) => h("label", `${name} `, select)),
    ),
    changed: () =>
      all
        .filter(({ type, select }) => select.value !== type)
        .map(({ name, select }) => ({ name, type: select.value })),
  };
}

/** What the reader chose of a file that comes in. */
export interface Chosen {
  /** Which of the suggested keys; -1 for the file's own. */
  readonly keys: number;
  readonly table: string;
  readonly types: readonly ColumnType[];
}

/** A file whose columns have no types, or that has no keys: the reader chooses them. */
export function askingColumns(
  { name, plan, notes }: { name: string; plan: InspectReply; notes: readonly string[] },
  tableName: string,
  take: (chosen: Chosen) => void,
  close: () => void,
): Child[] {
  const options = plan.suggestions.map(({ keys, words }, i) => {
    const input = h("input", { type: "radio", name: "pl-keys", value: i, checked: i === 0 });
    const label = h("label.pl-choice", input, h("span", keys));
    label.append(h("span.pl-detail", words));
    return { input, label };
  });
  const table = h("input", {
    value: tableName,
    "aria-label": "Name of the table",
    autocomplete: "off",
    spellcheck: "false",
  });
  const types = typesOf(plan.columns);
  const keyless = !plan.keyed && options.length === 0;
  const go = () => {
    const keys = options.findIndex(({ input }) => input.checked);
    take({ keys, table: table.value.trim(), types: types.changed() });
  };
  const others = plan.refused > 0 ? ` and ${count(plan.refused)} that can't be stored` : "";
  const rows = `${counted(plan.rows - plan.refused, "row")}${others}`;
  const lacks = plan.keyed ? "" : ", without PartitionKey and RowKey";
  return [
    h("h2", plan.keyed ? `Types of ${name}` : `Which columns of ${name} are the keys?`),
    h("p", `${plan.words} ${rows}${lacks}.`),
    notes.length > 0 && listOf(notes),
    h("label", "Table ", table),
    keyless && h("p", { role: "alert" }, "No columns could be the keys."),
    options.length > 0 &&
      h("fieldset", h("legend", "PartitionKey / RowKey"), ...options.map(({ label }) => label)),
    types.element,
    row(button("Import", go, { disabled: keyless, autofocus: !keyless }), button("Close", close)),
  ];
}

function listOf(notes: readonly string[]): HTMLElement {
  return h("ul.pl-list", ...notes.map((note) => h("li", note)));
}

/** How far an import is. */
export function progress(
  name: string,
  rows: number,
  cancel: () => void,
): { children: Child[]; show: (done: number) => void } {
  const bar = h("progress", { max: Math.max(1, rows), value: 0, "aria-label": "Rows stored" });
  const words = h("p", `${counted(rows, "row")}…`);
  return {
    children: [h("h2", `Importing ${name}`), words, bar, row(button("Cancel", cancel))],
    show: (done) => {
      bar.value = done;
      words.textContent = `${count(done)} of ${counted(rows, "row")}`;
    },
  };
}

export function stoppedAt(name: string, done: number, rows: number): string {
  return `The import of ${name} stopped at row ${count(done)} of ${count(rows)}.`;
}

/** What becomes of a file with rows that can't be stored. */
export function choosing(
  name: string,
  stored: number,
  refused: number,
  errors: readonly Wrong[],
  keep: () => void,
  none: () => void,
): Child[] {
  const listed = errors
    .slice(0, 50)
    .map(({ line, column = 0, message, hint }) =>
      h(
        "li",
        h("strong", column > 0 ? `Line ${line}, column ${column}` : `Line ${line}`),
        `: ${message} `,
        hint !== "" && h("span.hint", hint),
      ),
    );
  const more = refused - listed.length;
  const good = { disabled: stored === 0, autofocus: stored > 0 };
  return [
    h("h2", `${counted(refused, "row")} of ${name} can't be stored`),
    h("ul.ex-errors", { tabindex: 0, "aria-label": "Rows that can't be stored" }, ...listed),
    more > 0 && h("p", `And ${counted(more, "other")}.`),
    row(
      button(`Keep the ${counted(stored, "good row")}`, keep, good),
      button("Keep none", none, { autofocus: stored === 0 }),
    ),
  ];
}

export function imported(name: string, notes: readonly string[], close: () => void): Child[] {
  return [h("h2", `${name} is imported`), listOf(notes), row(button("Close", close))];
}

export function failed(words: string, again: () => void, close: () => void): Child[] {
  return [
    h("h2", "The import failed"),
    h("p", { role: "alert" }, words),
    row(button("Choose another file", again), button("Close", close)),
  ];
}
