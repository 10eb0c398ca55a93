/**
 * Builds DOM nodes from what the engine shows, a tree of elements as data.
 *
 * Only the tags and attributes that engine/language/view uses are allowed, so that what a reader types
 * into an example can only become text. Any other tag or attribute is an error.
 */
import type { ViewNode } from "./protocol.ts";

const tags = new Set(
  (
    "div p span strong code mark ul ol li table caption thead tbody tr th td " +
    "figure figcaption details summary pre svg path"
  ).split(" "),
);

const attributes = new Set(
  "class scope tabindex role aria-label aria-hidden open viewBox width height d".split(" "),
);

/** Builds the nodes of a tree. */
export function build(view: ViewNode): Node {
  if (typeof view === "string") {
    return document.createTextNode(view);
  }
  const [tag, values, ...children] = view;
  const element = create(tag);
  for (const [name, value] of Object.entries(values)) {
    if (!attributes.has(name)) {
      throw new Error(`The engine showed an attribute that pages do not: ${name}.`);
    }
    element.setAttribute(name, value);
  }
  element.append(...children.map(build));
  return element;
}

function create(tag: string): Element {
  if (!tags.has(tag)) {
    throw new Error(`The engine showed an element that pages do not: ${tag}.`);
  }
  return tag === "svg" || tag === "path"
    ? document.createElementNS("http://www.w3.org/2000/svg", tag)
    : document.createElement(tag);
}
