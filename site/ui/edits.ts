/**
 * What a reader changed, kept in the browser from one visit to the next.
 *
 * An edit remembers which text it was made from. When the page has a new text since, the edit is
 * kept all the same, for the reader to decide.
 */

interface Stored {
  /** Hash of the text that was edited. */
  readonly of: string;
  readonly texts: readonly string[];
}

/** A kept edit of an example, as it stands against today's page. */
export interface Edit {
  readonly texts: readonly string[];
  /** The page has another text now than the one that was edited. */
  readonly stale: boolean;
}

/** Reads the edit of the example called id, if there is one for as many fences. */
export function load(id: string, originals: readonly string[]): Edit | undefined {
  const stored = read(key(id));
  if (!stored || stored.texts.length !== originals.length) {
    return undefined;
  }
  return { texts: stored.texts, stale: stored.of !== hash(originals) };
}

/** Keeps an edit. A browser that refuses to store anything loses it with the page. */
export function save(id: string, originals: readonly string[], texts: readonly string[]): void {
  const stored: Stored = { of: hash(originals), texts };
  try {
    localStorage.setItem(key(id), JSON.stringify(stored));
  } catch {
    // Storage is full or forbidden; the example works without.
  }
}

/** Forgets an edit. */
export function forget(id: string): void {
  try {
    localStorage.removeItem(key(id));
  } catch {
    // What could not be stored need not be removed.
  }
}

function key(id: string): string {
  return `rowkey:edit:${location.pathname}#${id}`;
}

function read(name: string): Stored | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? "null");
    return isStored(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

function isStored(value: unknown): value is Stored {
  if (typeof value !== "object" || value === null || !("of" in value) || !("texts" in value)) {
    return false;
  }
  const { of, texts } = value;
  return (
    typeof of === "string" &&
    Array.isArray(texts) &&
    texts.every((text) => typeof text === "string")
  );
}

/** FNV-1a over the texts, told apart by a separator that no text contains. */
function hash(texts: readonly string[]): string {
  let value = 0x811c9dc5;
  for (const character of texts.join("\0")) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (value >>> 0).toString(36);
}
