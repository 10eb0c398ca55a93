/** The elements of an example, as the build writes them for guides. */
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
  const example = make("rk-example");
  // Nothing is kept: the page around the frame may show another example here tomorrow.
  example.dataset["keep"] = "nothing";
  const ask = make("div", "ex-ask");
  const source = make("details", "rs-tab ex-source");
  const panel = make("div", "rs-panel");
  source.append(make("summary", "", "Source"), panel);
  const parts = partsOf(text);
  parts.forEach(({ title, about, request }, i) => {
    if (title !== "") {
      ask.append(make("p", i === 0 ? "ex-title" : "ex-part", title));
    }
    const block = make("div", "ex-code");
    block.append(codeOf(request, "Request"));
    ask.append(block);
    panel.append(group("pre", "", about, "Lines above the request"));
  });
  ask.append(barOf(text, parts[0]?.title ?? "", editable));
  const result = make("div", "ex-result");
  if (baked !== "") {
    result.append(group("pre", "ex-baked", baked, "Result"));
  }
  // The example reads the lines above its requests from here, and shows them with its results.
  result.append(source);
  example.append(ask, result);
  return example;
}

function barOf(text: string, title: string, editable: boolean): HTMLElement {
  const [host = "{{host}}"] = /{{(host|queue|blob)}}/.exec(text) ?? [];
  const status = make(
    "p",
    "ex-status",
    `Runs in this page. ${host} is an account that’s only here.`,
  );
  status.setAttribute("role", "status");
  const run = button("ex-run", "Run");
  run.setAttribute("aria-label", title === "" ? "Run" : `Run: ${title}`);
  const reset = button("ex-reset", "Reset");
  reset.hidden = true;
  const bar = make("div", "ex-bar");
  bar.append(run, status, ...(editable ? [button("ex-edit", "Edit"), reset] : []));
  bar.append(button("ex-copy", "Copy"));
  return bar;
}

function codeOf(request: string, label: string): HTMLElement {
  const pre = group("pre", "", "", label);
  const code = make("code");
  code.append(
    ...highlight(request).map(([kind, token]) => (kind === "" ? token : make("span", kind, token))),
  );
  pre.replaceChildren(code);
  return pre;
}

/** Code that scrolls can be reached and is named. */
function group(tag: string, name: string, text: string, label: string): HTMLElement {
  const made = make(tag, name);
  made.tabIndex = 0;
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", label);
  made.append(make("code", "", text));
  return made;
}

function button(name: string, label: string): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = name;
  made.textContent = label;
  return made;
}

function make(tag: string, name = "", text = ""): HTMLElement {
  const made = document.createElement(tag);
  if (name) {
    made.className = name;
  }
  made.textContent = text;
  return made;
}
