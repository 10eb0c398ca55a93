/**
 * Formats what `console.log` prints: strings as they are, everything else as you'd write it in code. We
 * have our own because browsers differ.
 */

const width = 76;
const depth = 4;

/** Formats the values of one call. */
export function print(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === "string" ? value : show(value, []))).join(" ");
}

/** Formats a value that is inside others. */
function show(value: unknown, within: readonly object[]): string {
  switch (typeof value) {
    case "string":
      return quote(value);
    case "bigint":
      return `${value}n`;
    case "function":
      return `[function ${value.name}]`;
    case "object":
      return value === null ? "null" : showObject(value, within);
    default:
      return String(value);
  }
}

function quote(text: string): string {
  return text.includes("'")
    ? JSON.stringify(text)
    : `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')}'`;
}

function showObject(value: object, outer: readonly object[]): string {
  if (outer.includes(value)) {
    return "[circular]";
  }
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  }
  if (value instanceof Error) {
    return `${value.name}: ${messageOf(value)}`;
  }
  const within = [...outer, value];
  if (value instanceof Uint8Array) {
    return list(`Uint8Array(${value.length}) [`, Array.from(value, String), "]");
  }
  if (outer.length >= depth) {
    return Array.isArray(value) ? "[…]" : "{…}";
  }
  const each = (item: unknown) => show(item, within);
  if (Array.isArray(value)) {
    return list("[", value.map(each), "]");
  }
  if (value instanceof Map) {
    const entries = Array.from(value, ([k, v]) => `${each(k)} => ${each(v)}`);
    return list(`Map(${value.size}) {`, entries, "}");
  }
  if (value instanceof Set) {
    return list(`Set(${value.size}) {`, Array.from(value, each), "}");
  }
  const members = Object.entries(value).map(([name, item]) => {
    return `${/^[\w$]+$/.test(name) ? name : quote(name)}: ${each(item)}`;
  });
  return list(`${nameOf(value)}{`, members, "}");
}

/**
 * Returns the message of an error. The client's errors contain the whole response of the service; of those,
 * it returns the code and the first line.
 */
export function messageOf(error: Error): string {
  try {
    const { code, message } = JSON.parse(error.message)["odata.error"];
    return `${code}: ${message.value.split("\n")[0]}`;
  } catch {
    return error.message;
  }
}

/** Returns the name of an object's class and a space, or "" for a plain object. */
function nameOf(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  const name = prototype instanceof Object ? prototype.constructor.name : "";
  return name === "Object" || name === "" ? "" : `${name} `;
}

/** Puts items on one line if they fit, or else each on its own line. */
function list(open: string, items: readonly string[], close: string): string {
  if (items.length === 0) {
    return open + close;
  }
  const space = close === "}" ? " " : "";
  const line = open + space + items.join(", ") + space + close;
  if (line.length <= width && !line.includes("\n")) {
    return line;
  }
  return `${open}\n${items.map((item) => `  ${item.replaceAll("\n", "\n  ")},\n`).join("")}${close}`;
}
