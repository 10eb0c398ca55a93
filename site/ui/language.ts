/**
 * Programs are shown in the language that the reader chose last, on this page or another. Tabs are <details>
 * of one name, of which the browser keeps one open.
 */
const key = "rowkey:language";

/** Opens the reader's language, and stores another one when its tab is pressed. */
export function rememberLanguage(): void {
  show(load());
  document.addEventListener("click", ({ target }) => {
    const tab = target instanceof Element && target.closest("summary")?.parentElement;
    const language = tab instanceof HTMLDetailsElement && !tab.open && tab.dataset["language"];
    if (language) {
      store(language);
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

function load(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(language: string): void {
  try {
    localStorage.setItem(key, language);
  } catch {
    // Without storage, the choice ends with the page.
  }
}
