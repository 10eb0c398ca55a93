/** Sees what a part of somebody else's page looks like. The frame chooses what it takes of that. */
import type { Seen } from "./messages.ts";

/** `probe` has the properties --rowkey-… as plain ones; the example takes the place of `block`. */
export function see(element: HTMLElement, probe: Element, block: Element): Seen {
  const style = getComputedStyle;
  const own = style(probe);
  const around = [block];
  for (let at = block.parentElement; at; at = at.parentElement) {
    around.push(at);
  }
  const link = element.closest("main,article,body")?.querySelector(":any-link");
  return {
    theme: element.getAttribute("theme") ?? "",
    words: [document.documentElement, document.body]
      .map(({ className, dataset: d }) =>
        [className, d["theme"], d["mdColorScheme"], d["bsTheme"], d["colorMode"]].join(" "),
      )
      .join(" "),
    scheme: own.colorScheme,
    font: own.fontFamily,
    code:
      own.getPropertyValue("--rowkey-code-font") ||
      style(block.querySelector("code") ?? block).fontFamily,
    color: own.color,
    set: own.backgroundColor,
    backgrounds: around.map((each) => style(each).backgroundColor),
    accent: own.outlineColor,
    link: link ? style(link).color : "",
    radii: [
      own.getPropertyValue("--rowkey-radius"),
      ...around.slice(0, 2).map((each) => style(each).borderTopLeftRadius),
    ],
  };
}
