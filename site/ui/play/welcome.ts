/** The result before the first run. */
import { button, type Child, h } from "../element.ts";
import { plans } from "../vocabulary.ts";
import { kindName, kindSign, whereWords } from "./words.ts";

/** What the result says before anything has run. */
export function nothingYet(run: () => void, where: string): Child[] {
  const meanings = [
    "both keys known: one entity read",
    "a run of RowKeys in one partition",
    "every entity of one partition",
    "a run of PartitionKeys",
    "every entity of the table",
  ];
  const list = plans.map((kind, i) =>
    h(
      "li",
      { class: `kind-${kind}` },
      h("span.pl-sign", { "aria-hidden": "true" }, kindSign(kind)),
      h("strong", kindName(kind)),
      h("span", meanings[i]),
    ),
  );
  const key = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘ Enter" : "Ctrl Enter";
  return [
    h(
      "div.pl-welcome",
      h("h2", "Run a request to see what it reads"),
      h("p", "Put the cursor in a request and press ", h("kbd", key), `. ${whereWords(where)}`),
      button("Run the request at the cursor", run, { class: "primary-quiet" }),
      h("h3", "Every answer says which kind of query it was"),
      h("ul.pl-kinds", ...list),
    ),
  ];
}
