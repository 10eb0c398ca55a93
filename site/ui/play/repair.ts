/** Finds the change of a line that an error's hint suggests. */
import type { ScriptError } from "../protocol.ts";

export interface Repair {
  /** Columns count from 0 here. */
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  /** What the button says. */
  readonly label: string;
}

/** Returns what to change in the line of an error, if its hint says so. */
export function repairOf(error: ScriptError, line: string): Repair | undefined {
  const meant = /^Did you mean (.+)\?$/.exec(error.hint)?.[1];
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
    if (to >= error.column && far < least && far > 0) {
      least = far;
      best = { from: found.index, to, insert, label: `Write ${insert}` };
    }
  }
  return best;
}

/** How many letters must change to make one word of another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
