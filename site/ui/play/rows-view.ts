/** All rows of an answer, a page at a time. */
import { build } from "../dom.ts";
import { button, fill, h } from "../element.ts";
import type { RowsReply } from "../protocol.ts";
import { pageSize } from "./account.ts";

/** Shows a page in an element, with the way to the others, or why it can't be shown. */
export async function pages(
  box: Element,
  rows: (first: number) => Promise<RowsReply>,
  first = 0,
): Promise<void> {
  try {
    const { view, total } = await rows(first);
    const turn = (label: string, to: number) =>
      button(label, () => void pages(box, rows, to), { disabled: to < 0 || to >= total });
    const turns = [turn("Previous", first - pageSize), turn("Next", first + pageSize)];
    const label = document.activeElement?.textContent;
    fill(
      box,
      view && build(view),
      total > pageSize &&
        h("nav", { class: "pl-paging", "aria-label": "Pages of the answer" }, ...turns),
    );
    turns.find(({ textContent }) => textContent === label)?.focus();
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    box.append(h("p", { class: "pl-wrong", role: "alert" }, words));
  }
}
