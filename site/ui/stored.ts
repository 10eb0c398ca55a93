/** What the browser keeps for the site. It may keep nothing: then it's as if nothing had been kept before. */

/** Where: until the reader deletes it, or until the tab is closed. */
export type Place = "localStorage" | "sessionStorage";

/** What is kept under a key, or null. */
export function recall(key: string, place: Place = "localStorage"): string | null {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text under a key; null keeps nothing there. It returns whether the browser does so. */
export function keep(key: string, text: string | null, place: Place = "localStorage"): boolean {
  try {
    if (text === null) {
      globalThis[place].removeItem(key);
    } else {
      globalThis[place].setItem(key, text);
    }
    return true;
  } catch {
    return false;
  }
}

/** What is kept as JSON, or undefined. It may have any form. */
export function recallJSON(key: string): unknown {
  try {
    return JSON.parse(recall(key) ?? "");
  } catch {
    return undefined;
  }
}
