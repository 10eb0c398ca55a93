/** The elements of an example, as the build writes them for guides. */
import { highlight } from "../highlight.ts";

/** Returns an <rk-example> with code, to be made live. */
export function exampleOf(text: string): HTMLElement {
  const code = make("code", "");
  code.append(
    ...highlight(text).map(([kind, token]) => (kind === "" ? token : make("span", kind, token))),
  );
  const pre = make("pre", "");
  pre.tabIndex = 0;
  pre.setAttribute("role", "group");
  pre.setAttribute("aria-label", "Request");
  pre.append(code);
  const block = make("div", "ex-code");
  block.append(pre);
  const status = make("p", "ex-status");
  status.setAttribute("role", "status");
  const reset = button("ex-reset", "Reset");
  reset.disabled = true;
  const bar = make("div", "ex-bar");
  bar.append(button("ex-run", "Run"), reset, button("ex-copy", "Copy"), status);
  const example = make("rk-example", "");
  // Nothing is kept: the page around the frame may show another example here tomorrow.
  example.dataset["keep"] = "nothing";
  example.append(block, bar, make("div", "ex-result"));
  return example;
}

/** Returns a result that the page's author gives in words. */
export function bakedOf(text: string): HTMLElement {
  const result = make("pre", "ex-baked", text);
  result.tabIndex = 0;
  result.setAttribute("role", "group");
  result.setAttribute("aria-label", "Result");
  return result;
}

function button(name: string, label: string): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = name;
  made.textContent = label;
  return made;
}

function make(tag: string, name: string, text = ""): HTMLElement {
  const made = document.createElement(tag);
  if (name) {
    made.className = name;
  }
  made.textContent = text;
  return made;
}
