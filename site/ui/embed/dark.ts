/** Finds out whether a part of somebody else's page is dark. */

/** What the pages of common tools say of themselves, in a class or an attribute of <html> or <body>. */
const dark = /(^| )(dark|slate|coal|navy|ayu)( |$)/;
const light = /(^| )(light|default|rust)( |$)/;

/** Whether an element is to be dark: by its own attribute, what the page says, or what is behind it. */
export function isDark(element: HTMLElement): boolean {
  const own = element.getAttribute("theme");
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
  for (let at: Element | null = element; at; at = at.parentElement) {
    const [r = 0, g = 0, b = 0, a = 1] =
      getComputedStyle(at)
        .backgroundColor.match(/[\d.]+/g)
        ?.map(Number) ?? [];
    if (a > 0.5) {
      return r * 3 + g * 6 + b < 1280;
    }
  }
  const scheme = getComputedStyle(element).colorScheme;
  return scheme.includes("dark") && (!scheme.includes("light") || systemTheme.matches);
}

/** Whether the reader's system is dark. */
export const systemTheme = matchMedia("(prefers-color-scheme: dark)");
