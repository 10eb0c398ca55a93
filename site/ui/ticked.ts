/** Which boxes of a list are ticked. */
import { recallJSON } from "./stored.ts";

/** Where the browser keeps the ticks of a page. */
export function keyOfTicks(path: string): string {
  return `rowkey:ticks:${path}`;
}

/** The values of the boxes that are ticked. */
export function ticked(key: string): Set<string> {
  const kept = recallJSON(key);
  return new Set(Array.isArray(kept) ? kept.map(String) : []);
}
