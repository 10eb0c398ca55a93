/**
 * What every page loads: makes the theme button work, and gets what makes examples live when a
 * reader turns to one.
 */
import { themeButton } from "./theme-button.ts";

const button = document.querySelector<HTMLElement>("button.theme");
if (button) {
  themeButton(button);
}

let asked = false;

/** Makes the examples live; `target` is the part of the page that the reader turned to. */
function start(target?: Element): void {
  if (asked) {
    return;
  }
  asked = true;
  import("./page.ts").then(
    ({ Page }) => new Page().upgrade(target),
    () => {
      asked = false;
    },
  );
}

function turn({ target }: Event): void {
  const part = target instanceof Element && target.closest("rk-example, .run-all");
  if (part) {
    start(target);
  }
}

for (const event of ["pointerover", "focusin", "click"]) {
  document.addEventListener(event, turn);
}
if (document.querySelector("[data-early]") || hasEdits()) {
  start();
}

/** Whether the reader changed examples of this page on an earlier visit. */
function hasEdits(): boolean {
  try {
    const prefix = `rowkey:edit:${location.pathname}#`;
    return Object.keys(localStorage).some((key) => key.startsWith(prefix));
  } catch {
    return false;
  }
}
