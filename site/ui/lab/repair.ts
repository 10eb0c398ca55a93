/** What a reader may have meant by a value that isn't right. It's loaded when there is such a value. */
import { forbidden, isKey, isValue, type Type } from "./value.ts";

/** Another value to write, or another type for the whole column. */
export interface Repair {
  readonly value?: string;
  readonly type?: Type;
}

/** Proposes what would make a value right. */
export function repair(name: string, type: Type, text: string): Repair | undefined {
  if (isKey(name)) {
    const value = text.replace(new RegExp(forbidden, "gu"), "-");
    return value === text || value === "" ? undefined : { value };
  }
  if (isValue(type, text)) {
    return undefined;
  }
  const value = meant(type, text).find((each) => isValue(type, each));
  return value === undefined ? { type: typeOf(type, text) } : { value };
}

/** Values that a reader may have meant by a text. */
function meant(type: Type, text: string): string[] {
  const plain = text.trim();
  switch (type) {
    case "Int32":
    case "Int64":
      return [plain, plain.replace(/(?<=\d)[ ,_'](?=\d{3})/g, ""), plain.replace(/\.0*$/, "")];
    case "Double":
      return [plain, plain.replace(",", "."), plain.replace(/(?<=\d)[ ,_'](?=\d{3})/g, "")];
    case "Boolean":
      return [
        /^(?:1|y|yes|on)$/i.test(plain) ? "true" : "",
        /^(?:0|n|no|off)$/i.test(plain) ? "false" : plain,
      ];
    case "DateTime":
      return [
        plain
          .replace(/^(\d{4})[-/.](\d\d?)[-/.](\d\d?)/, (_, y, m, d) => `${y}-${two(m)}-${two(d)}`)
          .replace(/^(\d{4}-\d\d-\d\d)\s+(?=\d\d:)/, "$1T")
          .replace(/\s+(?=Z|[+-])|(?<=\d) UTC$/g, ""),
      ];
    case "Guid":
      return [
        plain
          .replace(/[{}()-]/g, "")
          .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
      ];
    case "Binary": {
      const standard = plain.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
      return [standard.padEnd(Math.ceil(standard.length / 4) * 4, "=")];
    }
    case "String":
      return [];
  }
}

function two(digits: string): string {
  return digits.padStart(2, "0");
}

/** The type to propose for a text that isn't of a type. */
function typeOf(type: Type, text: string): Type {
  const wider: Type[] = type === "Int32" ? ["Int64", "Double"] : type === "Int64" ? ["Double"] : [];
  return wider.find((each) => isValue(each, text)) ?? "String";
}
