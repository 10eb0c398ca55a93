/**
 * What `console.log` prints: texts as they are, anything else as one would write it in code. It is
 * ours since no two browsers print alike.
 */

const width = 76;
const depth = 4;

/** The values of one call as a text. */
export function print(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === "string" ? value : show(value, []))).join(" ");
}

/** A value within others. */
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
  if (Array.isArray(value)) {
    return list(
      "[",
      value.map((item) => show(item, within)),
      "]",
    );
  }
  if (value instanceof Map) {
    const entries = Array.from(value, ([k, v]) => `${show(k, within)} => ${show(v, within)}`);
    return list(`Map(${value.size}) {`, entries, "}");
  }
  if (value instanceof Set) {
    return list(
      `Set(${value.size}) {`,
      Array.from(value, (item) => show(item, within)),
      "}",
    );
  }
  const members = Object.entries(value).map(([name, item]) => {
    return `${/^[\w$]+$/.test(name) ? name : quote(name)}: ${show(item, within)}`;
  });
  return list(`${nameOf(value)}{`, members, "}");
}

/** What an error says. Those of the client say the whole answer of the service; this is the gist of it. */
export function messageOf(error: Error): string {
  try {
    const { code, message } = JSON.parse(error.message)["odata.error"];
    return `${code}: ${message.value.split("\n")[0]}`;
  } catch {
    return error.message;
  }
}

/** The name of an object's class, and a blank; "" for a plain object. */
function nameOf(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  const name = prototype instanceof Object ? prototype.constructor.name : "";
  return name === "Object" || name === "" ? "" : `${name} `;
}

/** Items on one line if they fit, else on one line each. */
function list(open: string, items: readonly string[], close: string): string {
  if (items.length === 0) {
    return open + close;
  }
  const blank = close === "}" ? " " : "";
  const line = open + blank + items.join(", ") + blank + close;
  if (line.length <= width && !line.includes("\n")) {
    return line;
  }
  return `${open}\n${items.map((item) => `  ${item.replaceAll("\n", "\n  ")},\n`).join("")}${close}`;
}
