/** Offers what a result's hint suggests as an edit of the request. */
import type { PlayStep } from "../protocol.ts";
import { button } from "./element.ts";

/**
 * Puts a button beside the hint that a table is misspelt.
 * @param write - replaces a piece of the request's line
 */
export function offer(
  box: HTMLElement,
  step: PlayStep,
  write: (piece: string, by: string) => void,
): void {
  const hint = box.querySelector(".rs-hint:not(:has(button))");
  const [, name = "", meant = ""] =
    /^There is no table (\w+)\. Did you mean (\w+)\?$/.exec(hint?.textContent ?? "") ?? [];
  if (hint && meant !== "" && step.target.includes(`/${name}`)) {
    hint.append(
      " ",
      button(`Write ${meant}`, () => write(`/${name}`, `/${meant}`)),
    );
  }
}
