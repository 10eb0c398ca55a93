/** What several views are made of. */
import { h } from "../element.ts";

let fields = 0;

/** A field below its label. */
export function labelled(label: string, field: HTMLInputElement | HTMLSelectElement): HTMLElement {
  fields += 1;
  field.id ||= `ds-field-${fields}`;
  return h("div", { class: "ds-field" }, h("label", { for: field.id }, label), field);
}

/** A table with the heads of its columns; "" for a column that needs none. */
export function table(
  heads: readonly string[],
  rows: readonly HTMLElement[],
  kind = "ds-table",
): HTMLElement {
  const head = heads.map((each) => (each === "" ? h("td") : h("th", { scope: "col" }, each)));
  return h("table", { class: kind }, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows));
}
