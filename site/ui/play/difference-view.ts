/** Shows what differs between two runs: the numbers first, then the requests and the answers. */

import { button, type Child, h } from "../element.ts";
import { answerOf, lines, near, numbers } from "./difference.ts";
import type { Run } from "./runs.ts";

export function differenceView(before: Run, after: Run, back: () => void): Child[] {
  const rows = numbers(before, after).map(({ label, before, after, change, trend }) =>
    h(
      "tr",
      h("th", { scope: "row" }, label),
      h("td", before),
      h("td", after),
      h("td", { class: trend }, change),
    ),
  );
  const head = ["", `Run ${before.number}`, `Run ${after.number}`, "Change"];
  const table = h(
    "table.pl-numbers",
    h("caption.vh", "Numbers of both runs"),
    h("thead", h("tr", ...head.map((each) => (each ? h("th", { scope: "col" }, each) : h("td"))))),
    h("tbody", ...rows),
  );
  return [
    h(
      "header.pl-run-head",
      h("h2", `Run ${before.number} and run ${after.number}`),
      h("p", before.title === after.title ? after.title : `${before.title}, then ${after.title}`),
      button("Back to the result", back),
    ),
    table,
    textsOf("Requests", before.text.split("\n"), after.text.split("\n")),
    textsOf("Answers", answerOf(before), answerOf(after)),
  ];
}

function textsOf(title: string, before: readonly string[], after: readonly string[]): HTMLElement {
  const section = (contents: HTMLElement) => h("section", h("h3", title), contents);
  const all = lines(before, after);
  if (!all) {
    return section(h("p.pl-empty", "Too long to compare line by line."));
  }
  const shown = near(all);
  if (shown.every((line) => line === undefined)) {
    return section(h("p.pl-empty", "The same in both."));
  }
  const looks = {
    " ": ["", ""],
    "-": ["is-before", "Only before: "],
    "+": ["is-after", "Only after: "],
  } as const;
  const rows = shown.map((line) => {
    if (!line) {
      return h("span.is-gap", "…\n");
    }
    const [sign, text] = line;
    const [look, words] = looks[sign];
    const shown = h("span", { "aria-hidden": "true" }, `${sign} `);
    return h("span", { class: look }, h("span.vh", words), shown, `${text}\n`);
  });
  return section(h("pre.pl-diff", { tabindex: 0, role: "group", "aria-label": title }, ...rows));
}
