/** Chooses how an example looks, of what the page around has shown of itself. */
import { safe } from "./check.ts";
import type { Look, Seen } from "./messages.ts";

/** What the pages of common tools say of themselves, in a class or an attribute of <html> or <body>. */
const dark = /(^| )(dark|slate|coal|navy|ayu)( |$)/;
const light = /(^| )(light|default|rust)( |$)/;

/** Whether an example is dark, and what else it takes: no more than a page may say. */
export function lookOf(
  seen: Seen,
  system: { readonly matches: boolean },
): { dark: boolean; look: [keyof Look, string][] } {
  const { font, code, color, set, backgrounds, accent, link, radii } = seen;
  const isDark = darkness(seen, system.matches);
  const [own, ...others] = radii;
  const look = {
    font,
    code,
    color: shade(color) === isDark ? "" : color,
    background: shown(set) || (backgrounds.find((each) => shade(each) === isDark) ?? ""),
    accent: shown(accent) || link,
    radius: own || (others.find((each) => each && each !== "0px") ?? ""),
  };
  return { dark: isDark, look: safe(look) };
}

/** By its attribute, its background, what the page says, or else what's behind it or the page's scheme. */
function darkness({ theme, words, set, backgrounds, scheme }: Seen, systemDark: boolean): boolean {
  const own = theme === "auto" ? "" : theme;
  const said = own || words;
  const background = own ? undefined : shade(set);
  if (background !== undefined) {
    return background;
  }
  const [behind] = backgrounds.map(shade).filter((each) => each !== undefined);
  const canvas = scheme.includes("dark") && (!scheme.includes("light") || systemDark);
  return dark.test(said) || (!light.test(said) && (behind ?? canvas));
}

/** A colour, unless one sees through it. */
function shown(color: string): string {
  return shade(color) === undefined ? "" : color;
}

/** Whether a colour is dark. Undefined if one sees through it. */
function shade(color: string): boolean | undefined {
  const [r = 0, g = 0, b = 0, a = color ? 1 : 0] = color.match(/[\d.]+/g)?.map(Number) ?? [];
  return a > 0.5 ? r * 3 + g * 6 + b < 1280 : undefined;
}
