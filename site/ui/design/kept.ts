/** The text that the browser keeps from one visit to the next, and the text in a link. */
import * as stored from "../stored.ts";

const name = "rowkey.design";
const version = "#d1.";

/** The kept text, or "" if there's none, or the browser keeps nothing. */
export function kept(): string {
  return stored.recall(name) ?? "";
}

export function keep(text: string): void {
  stored.keep(name, text);
}

/** What the address says after the playground has left files for this page. */
export const handedOver = "#files";

/** The files that the playground left, which come once. */
export function filesLeft(): readonly { readonly name: string; readonly text: string }[] {
  const files = stored.recallJSON("rowkey.files") ?? [];
  stored.keep("rowkey.files", null);
  return files as readonly { readonly name: string; readonly text: string }[];
}

/** A link that opens a text, or "" if it would be too long. */
export async function linkTo(text: string): Promise<string> {
  const { longest, pack, TooMuch } = await import("../share/pack-v1.ts");
  try {
    const link = `${location.origin}${location.pathname}${version}${pack(text)}`;
    return link.length > longest ? "" : link;
  } catch (cause) {
    if (cause instanceof TooMuch) {
      return "";
    }
    throw cause;
  }
}

/** Whether an address has a text in it. */
export function isLink(hash: string): boolean {
  return hash.startsWith(version);
}

/** The text in an address, or undefined if it's damaged. */
export async function textOf(hash: string): Promise<string | undefined> {
  const { unpack } = await import("../share/pack-v1.ts");
  try {
    return unpack(hash.slice(version.length));
  } catch {
    return undefined;
  }
}
