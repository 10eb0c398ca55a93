/** The text that the browser keeps from one visit to the next, and the text in a link. */

const name = "rowkey.design";
const version = "#d1.";

/** The kept text, or "" if there's none, or the browser keeps nothing. */
export function kept(): string {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

export function keep(text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // the page works without it, until it's closed
  }
}

/** What the address says after the playground has left files for this page. */
export const handedOver = "#files";

/** The files that the playground left, which come once. */
export function filesLeft(): readonly { readonly name: string; readonly text: string }[] {
  try {
    const files = JSON.parse(localStorage.getItem("rowkey.files") ?? "[]");
    localStorage.removeItem("rowkey.files");
    return files;
  } catch {
    return [];
  }
}

/** The longest link, in characters. Chats, mail programs and browsers cut longer addresses. */
const longest = 8000;

/** A link that opens a text, or "" if it would be too long. */
export async function linkTo(text: string): Promise<string> {
  const { pack, TooMuch } = await import("../share/pack-v1.ts");
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
