/** The text of a load: its settings can be changed in place, and it goes into links. */

/** How such an address begins: the workbench then shows the load alone. */
const start = "#load=";

/** The load in an address; "" if it's damaged. */
export function loadOf(hash: string): string {
  try {
    return `${decodeURIComponent(hash.slice(start.length).replaceAll("+", " ")).trim()}\n`;
  } catch {
    return "";
  }
}

export function hashOf(text: string): string {
  return start + encodeURIComponent(text.trim()).replaceAll("%20", "+").replaceAll("%3A", ":");
}

/** Sets a number of the model. The usual one needs no line. */
export function withSetting(text: string, name: string, value: number, usual: boolean): string {
  const lines = text.split("\n").filter((line) => !line.trimStart().startsWith(`${name}:`));
  if (!usual) {
    const designs = lines.findIndex((line) => /^\s*\p{Lu}/u.test(line));
    lines.splice(designs < 0 ? lines.length : designs, 0, `${name}: ${value}`);
  }
  return lines.join("\n");
}
