/**
 * Stores what a reader has changed in the browser until the next visit.
 *
 * An edit records a hash of the code from which it was made. If the page's code has changed since, the
 * edit is marked as stale, and the reader decides.
 */

import { keep, recallJSON } from "./stored.ts";

interface Stored {
  /** Hash of the code that was edited. */
  readonly of: string;
  readonly texts: readonly string[];
}

/** A stored edit of an example. */
export interface Edit {
  readonly texts: readonly string[];
  /** The page's code has changed since it was edited. */
  readonly stale: boolean;
}

/** Loads the edit of an example, if there is one with the same number of fences. */
export function load(id: string, originals: readonly string[]): Edit | undefined {
  const stored = recallJSON(key(id));
  if (!isStored(stored) || stored.texts.length !== originals.length) {
    return undefined;
  }
  return { texts: stored.texts, stale: stored.of !== hash(originals) };
}

/** Stores an edit. If the browser refuses, the edit is lost with the page. */
export function save(id: string, originals: readonly string[], texts: readonly string[]): void {
  const stored: Stored = { of: hash(originals), texts };
  keep(key(id), JSON.stringify(stored));
}

/** Removes an edit. */
export function forget(id: string): void {
  keep(key(id), null);
}

function key(id: string): string {
  return `rowkey:edit:${location.pathname}#${id}`;
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

/** FNV-1a of the texts, joined by a separator that none of them contains. */
function hash(texts: readonly string[]): string {
  let value = 0x811c9dc5;
  for (const character of texts.join("\0")) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (value >>> 0).toString(36);
}
