/** The partitions to which a cell's requests go, each as a lane: what's sent, and what's read in vain. */
import { fill, h } from "../element.ts";
import type { DesignLane } from "../protocol.ts";
import { number } from "./words.ts";

/** How many lanes an engine tells of at most. */
const most = 20;

/** How many are shown at once. */
const few = 6;

export function show(place: HTMLElement, lanes: readonly DesignLane[]): void {
  const longest = Math.max(...lanes.map(({ read, written }) => Math.max(read, written)), 1);
  const rows = lanes.map((lane) =>
    h(
      "li",
      h("span", h("code", `${lane.table} · ${lane.key === "" ? '""' : lane.key}`)),
      h("span.ds-lane", { "aria-hidden": "true" }, ...bars(lane, longest)),
      h("span.ds-asks", says(lane)),
    ),
  );
  fill(
    place,
    h("h3", "Where it goes"),
    h("p", "With one choice of the parameters. Hatched is what's read in vain."),
    h("ol", ...rows.slice(0, few)),
    rows.length > few &&
      h(
        "details",
        h(
          "summary",
          `${rows.length - few} more${rows.length === most ? `, of the first ${most}` : ""}`,
        ),
        h("ol", { start: few + 1 }, ...rows.slice(few)),
      ),
  );
}

function bars({ read, returned, written }: DesignLane, longest: number): HTMLElement[] {
  const bar = (name: string, part: number) => {
    const element = h("span", { class: name });
    element.style.inlineSize = `${(100 * part) / longest}%`;
    return element;
  };
  return [bar("ds-sent", Math.max(returned, written)), bar("ds-vain", read - returned)];
}

function says({ read, returned, written, first, last }: DesignLane): string {
  const done = [
    read > 0 && `read ${number(read)}, sent ${number(returned)}`,
    written > 0 && `wrote ${number(written)}`,
  ];
  const rows = first === last ? first : `${first} … ${last}`;
  return `${done.filter(Boolean).join(", ")}${rows && ` · RowKey ${rows}`}`;
}
