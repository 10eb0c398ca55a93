/**
 * Every page loads this. It activates the theme button, and loads the script for examples when the
 * reader first points at, focuses or clicks one.
 */
import { themeButton } from "./theme-button.ts";

const button = document.querySelector<HTMLElement>("button.theme");
if (button) {
  themeButton(button);
}

let asked = false;

/** Loads the script for examples; `target` is the element that the reader turned to. */
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

/** Whether the reader edited examples of this page on an earlier visit. */
function hasEdits(): boolean {
  try {
    const prefix = `rowkey:edit:${location.pathname}#`;
    return Object.keys(localStorage).some((key) => key.startsWith(prefix));
  } catch {
    return false;
  }
}
