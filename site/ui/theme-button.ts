import { keep } from "./stored.ts";

/** Each theme and the next one. */
const next = { auto: "light", light: "dark", dark: "auto" } as const;
type Theme = keyof typeof next;

/** Makes the button switch from the system's theme to light, to dark, and back. */
export function themeButton(button: HTMLElement): void {
  const page = document.documentElement;
  show(button, current(page));
  button.addEventListener("click", () => {
    const theme = next[current(page)];
    if (theme === "auto") {
      delete page.dataset["theme"];
    } else {
      page.dataset["theme"] = theme;
    }
    keep("rowkey:theme", theme === "auto" ? null : theme);
    show(button, theme);
  });
}

function current(page: HTMLElement): Theme {
  const theme = page.dataset["theme"];
  return theme === "light" || theme === "dark" ? theme : "auto";
}

function show(button: HTMLElement, theme: Theme): void {
  const name = theme.charAt(0).toUpperCase() + theme.slice(1);
  button.setAttribute("aria-label", `Theme: ${name}`);
  const word = button.querySelector(".theme-word");
  if (word) {
    word.textContent = name;
  }
}
