/** The result before the first run. */
import { button, type Child, h } from "../element.ts";
import { kindSign, whereWords } from "./words.ts";

/** What the result says before anything has run. */
export function nothingYet(run: () => void, where: string): Child[] {
  const kinds: readonly (readonly [string, string, string])[] = [
    ["point", "Point query", "both keys known: one entity read"],
    ["range", "Range query", "a run of RowKeys in one partition"],
    ["partition-scan", "Partition scan", "every entity of one partition"],
    ["partition-range-scan", "Partition range scan", "a run of PartitionKeys"],
    ["table-scan", "Table scan", "every entity of the table"],
  ];
  const list = kinds.map(([kind, name, words]) =>
    h(
      "li",
      { class: `kind-${kind}` },
      h("span", { class: "pl-sign", "aria-hidden": "true" }, kindSign(kind)),
      h("strong", {}, name),
      h("span", {}, words),
    ),
  );
  const key = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘ Enter" : "Ctrl Enter";
  return [
    h(
      "div",
      { class: "pl-welcome" },
      h("h2", {}, "Run a request to see what it reads"),
      h(
        "p",
        {},
        "Put the cursor in a request and press ",
        h("kbd", {}, key),
        `. ${whereWords(where)}`,
      ),
      button("Run the request at the cursor", run, { class: "primary-quiet" }),
      h("h3", {}, "Every answer says which kind of query it was"),
      h("ul", { class: "pl-kinds" }, ...list),
    ),
  ];
}
