/** The menu of a grid: the commands that have no button of their own. */
import { h } from "../element.ts";
import { button, type Command } from "./grid-tools.ts";

/** Shows commands below a button until one is chosen or the reader turns to something else. */
export function openMenu(opener: HTMLElement, commands: readonly Command[]): void {
  const menu = h("div.grid-menu", { popover: "auto" });
  const buttons = commands.map((command) => {
    const element = button({
      ...command,
      run: () => {
        menu.hidePopover();
        command.run(opener);
      },
    });
    element.disabled = command.enabled?.() === false;
    return element;
  });
  menu.append(...buttons);
  menu.addEventListener("toggle", ({ newState }) => {
    if (newState === "closed") {
      menu.remove();
    }
  });
  menu.addEventListener("keydown", (event) => step(event, buttons));
  opener.after(menu);
  menu.showPopover();
  const { bottom, right, top } = opener.getBoundingClientRect();
  const { offsetHeight, offsetWidth, style } = menu;
  const below = bottom + 4 + offsetHeight < innerHeight || top < offsetHeight;
  style.left = `${Math.max(8, right - offsetWidth)}px`;
  style.top = `${below ? bottom + 4 : top - offsetHeight - 4}px`;
  buttons.find(({ disabled }) => !disabled)?.focus();
}

function step(event: KeyboardEvent, buttons: readonly HTMLButtonElement[]): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const enabled = buttons.filter(({ disabled }) => !disabled);
  if (by) {
    event.preventDefault();
    enabled.at((enabled.indexOf(event.target as HTMLButtonElement) + by) % enabled.length)?.focus();
  }
}
