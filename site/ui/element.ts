/** Builds the elements of pages' own parts. What the engine shows is built by dom.ts. */

export type Child = Node | string | null | undefined | false;

/** Attributes by name; true is an attribute without a value, and false or undefined is none. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Makes an element with attributes and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  fill(element, ...children);
  return element;
}

/** Replaces the children of an element. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(
    ...children.filter((child) => child !== null && child !== undefined && child !== false),
  );
}

/** Makes a button. `press` runs when it is pressed. */
export function button(
  label: string,
  press: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const element = h("button", { type: "button", ...attributes }, label);
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
