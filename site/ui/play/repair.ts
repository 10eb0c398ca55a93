/** Finds the change of a line that an error's hint suggests. */
import type { ScriptError } from "../protocol.ts";
import { distance } from "./spelling.ts";

export interface Repair {
  /** Columns count from 0 here. */
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  /** What the button says. */
  readonly label: string;
}

/** Returns what to change in the line of an error, if a word is misspelt. */
export function repairOf(
  { meant, column }: Pick<ScriptError, "meant" | "column">,
  line: string,
): Repair | undefined {
  if (meant === undefined) {
    return undefined;
  }
  const insert = meant.replace(/^#\s*/, "");
  const pattern = insert.startsWith("@") ? /@\w+/g : /[\w.$-]+/g;
  let best: Repair | undefined;
  let least = Math.max(3, insert.length);
  for (const found of line.matchAll(pattern)) {
    const to = found.index + found[0].length;
    const far = distance(found[0], insert);
    if (to >= column && far < least && far > 0) {
      least = far;
      best = { from: found.index, to, insert, label: `Write ${insert}` };
    }
  }
  return best;
}
