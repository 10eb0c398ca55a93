/** Offers what a result suggests as an edit of the request. */

import { button, h } from "../element.ts";
import type { BrowseReply, PlayStep } from "../protocol.ts";
import { alternativesOf } from "./alternatives.ts";
import { misspelt, namesOf, renaming } from "./misspelt.ts";
import { lineAt, type Place } from "./query.ts";
import { isQuery } from "./words.ts";

/** Changes of a text, all of them counted in the text before. */
export type Changes = readonly (Place & { readonly insert: string })[];

/** What the reader's file is for offers. */
export interface Offering {
  /** The text of the file now. */
  readonly text: string;
  /** Changes the file, if it still has what is to change. */
  readonly edit: (make: (text: string) => Changes) => void;
  /** Returns entities of a table; without it, they are not to be had. */
  readonly browse: ((table: string, filter: string) => Promise<BrowseReply>) | undefined;
}

/** Puts a button beside each hint that can be followed. */
export async function offer(box: HTMLElement, step: PlayStep, file: Offering): Promise<void> {
  offerTable(box, step, file);
  if (isQuery(step) && step.status === 200) {
    offerAlternatives(box, step, file);
    await offerProperty(box, step, file);
  }
}

/** A table is misspelt. */
function offerTable(box: HTMLElement, step: PlayStep, { edit }: Offering): void {
  const hint = box.querySelector(".rs-hint:not(:has(button))");
  const { meant } = step;
  const name = tableIn(step);
  if (hint && meant !== undefined && name !== "Tables") {
    const make = (text: string): Changes => {
      const { from, to } = lineAt(text, step.line);
      const at = text.indexOf(`/${name}`, from) + 1;
      return at > 0 && at < to ? [{ from: at, to: at + name.length, insert: meant }] : [];
    };
    hint.append(
      " ",
      writing(meant, () => edit(make)),
    );
  }
}

/** An or is better sent as several requests. */
function offerAlternatives(box: HTMLElement, step: PlayStep, { text, edit }: Offering): void {
  const advice = box.querySelector(".rs-advice:not(:has(button))");
  const found = alternativesOf(text, step.line);
  if (!(found && advice && step.splits)) {
    return;
  }
  const make = (now: string): Changes => {
    const again = alternativesOf(now, step.line);
    return again ? [again] : [];
  };
  const twice = found.overlap && " An entity that fulfils several comes with each.";
  advice.append(
    " ",
    writing(`${found.requests} requests`, () => edit(make)),
    twice || "",
  );
}

/** A property is misspelt. An answer that has it saves looking for it. */
async function offerProperty(
  box: HTMLElement,
  step: PlayStep,
  { text, edit, browse }: Offering,
): Promise<void> {
  const { line, response } = step;
  const table = tableIn(step);
  const names = namesOf(text, line).filter(
    (name) => !new RegExp(`"${name}":(?!null)`).test(response.body),
  );
  const result = box.firstElementChild;
  const found =
    browse && names.length > 0
      ? await misspelt(names, (filter) => browse(table, filter)).catch(() => undefined)
      : undefined;
  // Meanwhile another run may be on the screen.
  if (!found || result !== box.firstElementChild || box.querySelector(".pl-misspelt")) {
    return;
  }
  const { name, meant } = found;
  const hint = h(
    "p",
    { class: "rs-hint pl-misspelt" },
    `No entity of ${table} has ${name}. Did you mean ${meant}? `,
    writing(meant, () => edit((now) => renaming(now, line, name, meant))),
  );
  (box.querySelector(".rs-tabs") ?? box).before(hint);
}

/** The table that a request addresses. */
function tableIn({ target }: PlayStep): string {
  return /^\/(\w+)/.exec(target)?.[1] ?? "";
}

function writing(what: string, write: () => void): HTMLButtonElement {
  return button(`Write ${what}`, write);
}
