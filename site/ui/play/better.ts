/** Offers what a result suggests as an edit of the request. */

import { button, h } from "../element.ts";
import type { Fix, PlayStep } from "../protocol.ts";
import { type Edit, editOf } from "./fix.ts";

/** What the reader's file is for offers. */
export interface Offering {
  /** The text of the file now. */
  readonly text: string;
  /** Changes the file, if it still has what is to change. */
  readonly edit: (make: (text: string) => readonly Edit[]) => void;
}

/** Puts a button beside each hint that can be followed. */
export function offer(box: HTMLElement, { offers = [] }: PlayStep, file: Offering): void {
  for (const { about, says, fix } of offers) {
    const write = button(fix.label, () => file.edit((now) => changes(file.text, now, fix)));
    if (about === "property" && !box.querySelector(".pl-misspelt")) {
      const hint = h("p.rs-hint.pl-misspelt", `${says} `, write);
      (box.querySelector(".rs-tabs") ?? box).before(hint);
    } else if (about !== "property") {
      const place = about === "table" ? ".rs-hint" : ".rs-advice";
      box.querySelector(`${place}:not(:has(button))`)?.append(" ", write, says && ` ${says}`);
    }
  }
}

/** The change of a fix, unless its lines were written over since. */
function changes(text: string, now: string, fix: Fix): readonly Edit[] {
  const [before, after] = [text, now].map((each) => editOf(each, fix));
  const same =
    before && after && text.slice(before.from, before.to) === now.slice(after.from, after.to);
  return same ? [after] : [];
}
