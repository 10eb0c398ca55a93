/** Builds the elements of pages' own parts. What the engine shows is built by dom.ts. */

export type Child = Node | string | null | undefined | false;

/** Attributes by name; true is an attribute without a value, and false or undefined is none. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A field for what isn't prose: the browser corrects and proposes nothing. */
export const plain = { autocomplete: "off", autocapitalize: "off", spellcheck: "false" };

type Tag = keyof HTMLElementTagNameMap;
type TagOf<Name> = Name extends `${infer T extends Tag}.${string}` ? T : Extract<Name, Tag>;

/** Makes an element: its name, as in "p" or "p.hint" with a class, then attributes if any, and children. */
export function h<Name extends Tag | `${Tag}.${string}`>(
  name: Name,
  ...contents: readonly Child[] | readonly [Attributes, ...Child[]]
): HTMLElementTagNameMap[TagOf<Name>] {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag as TagOf<Name>);
  if (classes.length > 0) {
    element.className = classes.join(" ");
  }
  const all: readonly (Attributes | Child)[] = contents;
  for (const [name, value] of all.flatMap((one) => (isChild(one) ? [] : Object.entries(one)))) {
    if (value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  fill(element, ...all.filter(isChild));
  return element;
}

function isChild(one: Child | Attributes): one is Child {
  return typeof one !== "object" || one === null || one instanceof Node;
}

/** Replaces the children of an element. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(
    ...children.filter((child) => child !== null && child !== undefined && child !== false),
  );
}

/** Makes a button of a label or of other children. `press` runs when it is pressed. */
export function button(
  label: string | readonly Child[],
  press: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const element = h("button", { type: "button", ...attributes }, ...[label].flat());
  element.addEventListener("click", press);
  return element;
}

/** Makes a button that shows only a sign; its label is for screen readers and the tip. */
export function signButton(
  sign: string,
  label: string,
  press: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const element = button("", press, { "aria-label": label, title: label, ...attributes });
  element.append(h("span", { "aria-hidden": "true" }, sign));
  return element;
}

/** Focuses what has `autofocus` in an element, or else what can first be used there, or else the element. */
export function focusFirst(element: HTMLElement): void {
  const found = ["[autofocus]", "input, button, a"].map((each) => element.querySelector(each));
  (found.find((each) => each instanceof HTMLElement) ?? element).focus();
}

let fields = 0;

/** A field below its label. */
export function labelled(label: string, field: HTMLElement): HTMLElement {
  fields += 1;
  field.id ||= `field-${fields}`;
  return h("div.field", h("label", { for: field.id }, label), field);
}

/** What scrolls sideways by itself, also with keys. */
export function scrolling(label: string, ...children: readonly Child[]): HTMLElement {
  return h("div.scroll", { tabindex: 0, role: "group", "aria-label": label }, ...children);
}

/** A table with the heads of its columns; "" for a column that needs none. */
export function table(
  heads: readonly string[],
  rows: readonly HTMLElement[],
  kind?: string,
): HTMLTableElement {
  const head = heads.map((each) => (each === "" ? h("td") : h("th", { scope: "col" }, each)));
  return h("table", { class: kind }, h("thead", h("tr", ...head)), h("tbody", ...rows));
}

/** A row of a table, with the cell first that is its head. The others can be cells already. */
export function row(head: Child, ...cells: readonly Child[]): HTMLTableRowElement {
  const made = cells.map((cell) => (cell instanceof HTMLTableCellElement ? cell : h("td", cell)));
  return h("tr", h("th", { scope: "row" }, head), ...made);
}
