/** Writes prices into a design file. */
import type { DesignPrices } from "../protocol.ts";

/** The file with these prices in place of its own, which begin at a line; 0 if it has none. */
export function withPrices(text: string, { line, currency, date, each }: DesignPrices): string {
  const members = [["currency", JSON.stringify(currency)]];
  for (const [i, name] of ["transactions", "storage", "sent"].entries()) {
    const price = each[i] ?? 0;
    if (price > 0) {
      // Never as 4e-7, which isn't a number in a design file.
      members.push([name, price.toFixed(10).replace(/\.?0+$/, "")]);
    }
  }
  members.push(["date", date]);
  const written = `prices: {${members.map((member) => member.join(": ")).join(", ")}}`;
  if (line === 0) {
    return `${text.trimEnd()}\n${written}\n`;
  }
  const lines = text.split("\n");
  let from = line - 1;
  while (from > 0 && /^(\s|$)/.test(lines[from] ?? "")) {
    from--;
  }
  let to = from + 1;
  while (/^\s+\S/.test(lines[to] ?? "")) {
    to++;
  }
  lines.splice(from, to - from, written);
  return lines.join("\n");
}
