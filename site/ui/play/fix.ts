/** Where lines of a script are, and how a fix writes over some. */
import type { Fix } from "../protocol.ts";

/** A piece of a text, from here up to there. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

/** A change of a text. */
export interface Edit extends Place {
  readonly insert: string;
}

/** Returns where a line of a text is, without its end. Lines count from 1. */
export function lineAt(text: string, line: number): Place {
  const lines = text.split("\n");
  const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return { from, to: from + (lines[line - 1]?.length ?? 0) };
}

/** The change that a fix of a text makes. */
export function editOf(text: string, { first, last, write }: Fix): Edit {
  return { from: lineAt(text, first).from, to: lineAt(text, last).to, insert: write };
}
