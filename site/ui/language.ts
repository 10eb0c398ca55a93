import { keep, recall } from "./stored.ts";

/**
 * Programs are shown in the language that the reader chose last, on this page or another. Tabs are <details>
 * of one name, of which the browser keeps one open.
 */
const key = "rowkey:language";

/** Opens the reader's language, and stores another one when its tab is pressed. */
export function rememberLanguage(): void {
  show(recall(key));
  document.addEventListener("click", ({ target }) => {
    const tab = target instanceof Element && target.closest("summary")?.parentElement;
    const language = tab instanceof HTMLDetailsElement && !tab.open && tab.dataset["language"];
    if (language) {
      keep(key, language);
      show(language, tab);
    }
  });
}

/** Opens the tabs of a language, apart from the one that a click is about to open. */
function show(language: string | null, pressed?: Element): void {
  for (const tab of document.querySelectorAll<HTMLDetailsElement>("[data-language]")) {
    if (tab.dataset["language"] === language && tab !== pressed) {
      tab.open = true;
    }
  }
}
