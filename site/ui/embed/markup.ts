/** The elements of an example, as the build writes them for guides. */
import { type Attributes, type Child, h } from "../element.ts";
import { highlight } from "../highlight.ts";
import { partsOf } from "../part.ts";

/** What a frame shows. */
export interface Shown {
  readonly text: string;
  readonly editable: boolean;
  /** The result that the page's author gives in words; "" for none. */
  readonly baked: string;
}

/** Returns an <rk-example>, to be made live. */
export function exampleOf({ text, editable, baked }: Shown): HTMLElement {
  const example = document.createElement("rk-example");
  // Nothing is kept: the page around the frame may show another example here tomorrow.
  example.dataset["keep"] = "nothing";
  const ask = h("div.ex-ask");
  const panel = h("div.rs-panel");
  const parts = partsOf(text);
  parts.forEach(({ title, about, request }, i) => {
    if (title !== "") {
      ask.append(h("p", { class: i === 0 ? "ex-title" : "ex-part" }, title));
    }
    ask.append(h("div.ex-code", code("Request", {}, ...colours(request))));
    panel.append(code("Lines above the request", {}, about));
  });
  ask.append(barOf(text, parts[0]?.title ?? "", editable));
  const result = h(
    "div.ex-result",
    baked !== "" && code("Result", { class: "ex-baked" }, baked),
    // The example reads the lines above its requests from here, and shows them with its results.
    h("details.rs-tab.ex-source", h("summary", "Source"), panel),
  );
  example.append(ask, result);
  return example;
}

function barOf(text: string, title: string, editable: boolean): HTMLElement {
  const [host = "{{host}}"] = /{{(host|queue|blob)}}/.exec(text) ?? [];
  const button = (label: string, more: Attributes = {}) =>
    h("button", { type: "button", class: `ex-${label.toLowerCase()}`, ...more }, label);
  return h(
    "div.ex-bar",
    button("Run", { "aria-label": title === "" ? "Run" : `Run: ${title}` }),
    h(
      "p.ex-status",
      { role: "status" },
      `Runs in this page. ${host} is an account that’s only here.`,
    ),
    editable && button("Edit"),
    editable && button("Reset", { hidden: true }),
    button("Copy"),
  );
}

function colours(request: string): (HTMLElement | string)[] {
  return highlight(request).map(([kind, token]) =>
    kind === "" ? token : h("span", { class: kind }, token),
  );
}

/** Code that scrolls can be reached and is named. */
function code(label: string, more: Attributes, ...content: readonly Child[]): HTMLElement {
  const attributes = { ...more, tabindex: 0, role: "group", "aria-label": label };
  return h("pre", attributes, h("code", ...content));
}
