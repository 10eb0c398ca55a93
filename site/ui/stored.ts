/** What the browser keeps under a name from one page to the next, or null if there's nothing. */
export function load(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text under a name. In a browser that keeps nothing, it ends with the page. */
export function store(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // The page works without it.
  }
}
