/** What the format of a table's data calls its columns, and how values look on the screen. */

/** What is wrong somewhere, and how to fix it. */
export interface Problem {
  readonly message: string;
  readonly hint: string;
}

/** Whether a column holds one of an entity's keys. */
export function isKey(name: string): boolean {
  return name === "PartitionKey" || name === "RowKey";
}

/** Whether a column tells the types of another one, as Azure Storage Explorer writes them. */
export function isTypes(name: string): boolean {
  return name.endsWith("@type");
}

/** Whether a column isn't a property that is stored. */
export function isIgnored(name: string): boolean {
  return isTypes(name) || name === "Timestamp";
}

/** Whether values of a type are numbers, which stand at the right. */
export function isNumber(type: string): boolean {
  return type === "Int32" || type === "Int64" || type === "Double";
}

/** A text in one line, with symbols for line breaks and other control characters. */
export function shown(text: string): string {
  return text.replace(/[\p{Cc}]/gu, (c) => {
    const code = c.charCodeAt(0);
    return c === "\n"
      ? "↵"
      : String.fromCharCode(code < 32 ? 0x2400 + code : code === 127 ? 0x2421 : 0xfffd);
  });
}
