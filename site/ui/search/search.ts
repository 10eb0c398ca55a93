/** The search, in a dialog over any page or as the page /search/. main.ts loads it when it's asked for. */
import { addStyle } from "../add-style.ts";
import { button, h } from "../element.ts";
import { Panel } from "./panel.ts";

let dialog: HTMLDialogElement | undefined;
let panel: Panel | undefined;
let filled: Panel | undefined;

/**
 * Opens the dialog, with what was searched before.
 * @param place - where the page /search/ has the search, in place of a dialog
 * @param typed - what the reader has typed since asking for it
 */
export async function open(
  address: string,
  place: Element | null,
  typed: () => string | undefined,
): Promise<void> {
  await addStyle(SEARCH_STYLE);
  if (place) {
    filled ??= fill(place, address);
    filled.focus();
    filled.take(typed());
    return;
  }
  panel ??= new Panel(address);
  dialog ??= makeDialog(panel);
  if (!dialog.open) {
    dialog.showModal();
    dialog.querySelector("input")?.select();
    panel.take(typed());
  }
}

function makeDialog(panel: Panel): HTMLDialogElement {
  const close = button("Close", () => dialog.close(), { class: "sr-close" });
  const dialog = h("dialog.sr-dialog", { "aria-label": "Search" }, panel.element, close);
  dialog.addEventListener("click", ({ target }) => {
    // The dialog itself is clicked only beside its panel. A link to another place of this page leaves it.
    if (target === dialog || (target instanceof Element && target.closest("a"))) {
      dialog.close();
    }
  });
  document.body.append(dialog);
  return dialog;
}

/** Fills the page /search/. What is searched is in its address. */
function fill(place: Element, address: string): Panel {
  const panel = new Panel(address);
  place.replaceChildren(panel.element);
  panel.query = new URLSearchParams(location.search).get("q") ?? "";
  panel.element.addEventListener("input", () => {
    const query = panel.query.trim();
    const search = query === "" ? "" : `?q=${encodeURIComponent(query)}`;
    history.replaceState(null, "", `/search/${search}`);
  });
  return panel;
}
