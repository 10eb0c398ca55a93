/** Menus and panels that open at a button and close by Escape or a press elsewhere. */
import { button, type Child, fill, focusFirst, h } from "../element.ts";

export interface Item {
  readonly label: string;
  /** A word about it, shown below or beside it. */
  readonly detail?: string;
  readonly press: () => void;
  readonly disabled?: boolean;
  /** Whether it's the one in use; undefined if the items aren't a choice. */
  readonly checked?: boolean;
}

/** A heading between items is a string. */
export type Entry = Item | string;

/** Makes a button open a menu, which belongs beside it. The items are asked for each time. */
export function menu(
  opener: HTMLButtonElement,
  label: string,
  entries: () => readonly Entry[],
): HTMLElement {
  const list = h("div.pl-menu", { role: "menu", popover: "auto", "aria-label": label });
  opener.setAttribute("aria-haspopup", "menu");
  attach(opener, list, () => {
    fill(list, ...entries().map((entry) => itemOf(entry, () => list.hidePopover())));
    place(opener, list);
    items(list)[0]?.focus();
  });
  list.addEventListener("keydown", (event) => {
    const all = items(list);
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      all[(to + all.length) % all.length]?.focus();
    } else if (event.key === "Tab") {
      list.hidePopover();
    }
  });
  return list;
}

/** Makes a button open a panel, which belongs beside it. Its contents are made each time. */
export function panel(
  opener: HTMLButtonElement,
  label: string,
  contents: (close: () => void) => readonly Child[],
): { element: HTMLElement; open: (at?: HTMLElement) => void } {
  const box = h("div.pl-panel", {
    role: "dialog",
    popover: "auto",
    tabindex: 0,
    "aria-label": label,
  });
  opener.setAttribute("aria-haspopup", "dialog");
  const shown = () => {
    fill(box, ...contents(() => box.hidePopover()));
    place(opener, box);
    focusFirst(box);
  };
  attach(opener, box, shown);
  return {
    element: box,
    open: (at = opener) => {
      if (!box.matches(":popover-open")) {
        box.showPopover();
        shown();
        place(at, box);
      }
    },
  };
}

function attach(opener: HTMLButtonElement, box: HTMLElement, shown: () => void): void {
  opener.setAttribute("aria-expanded", "false");
  opener.popoverTargetElement = box;
  opener.popoverTargetAction = "toggle";
  box.addEventListener("toggle", (event) => {
    const open = (event as ToggleEvent).newState === "open";
    opener.setAttribute("aria-expanded", String(open));
    if (open) {
      shown();
    } else if (document.activeElement === document.body) {
      opener.focus();
    }
  });
}

/** Puts a box below its button, inside the window. */
function place(opener: HTMLElement, box: HTMLElement): void {
  const at = opener.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left, innerWidth - box.offsetWidth - 8));
  const below = at.bottom + 4;
  const fits = below + box.offsetHeight <= innerHeight - 8;
  const top = fits ? below : Math.max(8, Math.min(below, innerHeight - box.offsetHeight - 8));
  box.style.setProperty("inset", `${top}px auto auto ${left}px`);
}

function itemOf(entry: Entry, close: () => void): HTMLElement {
  if (typeof entry === "string") {
    return h("p.pl-menu-title", { role: "presentation" }, entry);
  }
  const { checked, detail, disabled, label } = entry;
  const press = () => {
    close();
    entry.press();
  };
  return button([h("span", label), detail ? h("span.pl-detail", detail) : null], press, {
    role: checked === undefined ? "menuitem" : "menuitemradio",
    "aria-checked": checked === undefined ? undefined : String(checked),
    tabindex: -1,
    disabled,
  });
}

function items(list: HTMLElement): HTMLButtonElement[] {
  return [...list.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
}
