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
    keep(theme);
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

function keep(theme: Theme): void {
  try {
    if (theme === "auto") {
      localStorage.removeItem("rowkey:theme");
    } else {
      localStorage.setItem("rowkey:theme", theme);
    }
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}
