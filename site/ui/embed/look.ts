/** Finds out how a part of somebody else's page looks. */
import type { Look } from "./messages.ts";

/** What the pages of common tools say of themselves, in a class or an attribute of <html> or <body>. */
const dark = /(^| )(dark|slate|coal|navy|ayu)( |$)/;
const light = /(^| )(light|default|rust)( |$)/;

/** Whether the reader's system is dark. */
export const systemTheme = matchMedia("(prefers-color-scheme: dark)");

/**
 * How an example is to look: as the properties --rowkey-… say, which `probe` has as plain ones, or as its
 * surroundings, which begin with the block whose place it takes.
 */
export function lookOf(
  element: HTMLElement,
  probe: Element,
  block: Element,
): { dark: boolean; look: Look } {
  const own = getComputedStyle(probe);
  const said = (name: string) => own.getPropertyValue(`--rowkey-${name}`);
  const link = element.closest("main,article,body")?.querySelector(":any-link");
  const isDark = darkness(element, said("background") && own.backgroundColor);
  const background = said("background")
    ? own.backgroundColor
    : behind(block, (color) => isDarkColor(color) === isDark);
  return {
    dark: isDark,
    look: {
      font: own.fontFamily,
      code: said("code-font") || getComputedStyle(block.querySelector("code") ?? block).fontFamily,
      color: isDarkColor(own.color) === isDark ? "" : own.color,
      background,
      accent: said("accent") ? own.outlineColor : link ? getComputedStyle(link).color : "",
      radius: said("radius") || roundness(block) || roundness(block.parentElement),
    },
  };
}

/** How round an element is, or "". */
function roundness(element: Element | null): string {
  const { borderTopLeftRadius: radius = "" } = element ? getComputedStyle(element) : {};
  return radius === "0px" ? "" : radius;
}

/** Whether an element is to be dark: by its attribute, its background, what the page says, or what's behind. */
function darkness(element: HTMLElement, background: string): boolean {
  const own = element.getAttribute("theme");
  if (background && (!own || own === "auto")) {
    return isDarkColor(background) ?? false;
  }
  const said =
    own && own !== "auto"
      ? own
      : [document.documentElement, document.body]
          .map(({ className, dataset: d }) =>
            [className, d["theme"], d["mdColorScheme"], d["bsTheme"], d["colorMode"]].join(" "),
          )
          .join(" ");
  return dark.test(said) || (!light.test(said) && isBehind(element));
}

/** Whether the first background behind an element is dark; without one, whether its canvas is. */
function isBehind(element: Element): boolean {
  const color = behind(element, () => true);
  const scheme = getComputedStyle(element).colorScheme;
  return color
    ? isDarkColor(color) === true
    : scheme.includes("dark") && (!scheme.includes("light") || systemTheme.matches);
}

/** The first background of an element and those around it that will do, or "". */
function behind(element: Element, willDo: (color: string) => boolean): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (isDarkColor(backgroundColor) !== undefined && willDo(backgroundColor)) {
      return backgroundColor;
    }
  }
  return "";
}

/** Undefined if one sees through it. */
function isDarkColor(color: string): boolean | undefined {
  const [r = 0, g = 0, b = 0, a = 1] = color.match(/[\d.]+/g)?.map(Number) ?? [];
  return a > 0.5 ? r * 3 + g * 6 + b < 1280 : undefined;
}
