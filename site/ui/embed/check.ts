import type { Look, Seen, Setting } from "./messages.ts";

/** Whether a value is a setting, in every part. */
export function isSetting(value: unknown): value is Setting {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const { texts, index, data, baked, editable, seen, page, error } = value as Partial<Setting>;
  return (
    isList(texts, isText) &&
    typeof index === "number" &&
    isList(data, (each) => isText(each?.table) && isText(each.text)) &&
    [baked, page, error].every(isText) &&
    typeof editable === "boolean" &&
    isSeen(seen)
  );
}

function isSeen(value: Seen | undefined): boolean {
  const { backgrounds, radii, ...texts } = value ?? ({} as Partial<Seen>);
  const { theme, words, scheme, font, code, color, set, accent, link } = texts;
  return (
    [theme, words, scheme, font, code, color, set, accent, link].every(isText) &&
    isList(backgrounds, isText) &&
    isList(radii, isText)
  );
}

/** What each part of a look may be: nothing that ends a declaration, names an address, or isn't a colour. */
const color =
  /^(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([\w\s.,%/+-]{1,80}\)$|^#[\da-f]{3,8}$|^[a-z]{3,30}$/i;
const family = /^[\w\s"',.-]{1,300}$/;
const forms: Readonly<Record<keyof Look, RegExp>> = {
  font: family,
  code: family,
  color,
  background: color,
  accent: color,
  radius: /^\d{1,3}(\.\d+)?(px|em|rem|%)$/,
};

/** The parts of a look that are what they should be: colours, lengths and names of fonts. */
export function safe(look: Look): [keyof Look, string][] {
  const names = Object.keys(forms) as (keyof Look)[];
  return names.flatMap((name) => {
    const value: unknown = look[name];
    return typeof value === "string" && forms[name].test(value) ? [[name, value]] : [];
  });
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isList<T>(value: readonly T[] | undefined, is: (each: T) => boolean): boolean {
  return Array.isArray(value) && value.every(is);
}
