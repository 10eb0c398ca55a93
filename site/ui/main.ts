/** What every page loads: makes its examples live and its theme button work. */
import { Page } from "./page.ts";
import { themeButton } from "./theme-button.ts";

const button = document.querySelector<HTMLElement>("button.theme");
if (button) {
  themeButton(button);
}
new Page().upgrade();
