/** Keeps work when the page goes away, says so where it can't be kept, and knows the last workspace. */
import { button, h } from "../element.ts";
import { keep, recall } from "../stored.ts";
import type { Clashes, Keeper, Keeping } from "./keeper.ts";

/** Says that nothing is kept, and what the reader can do. */
export function lostNotice(
  { why, full }: Extract<Keeping, { readonly kind: "lost" }>,
  acts: { readonly save: () => void; readonly again: () => void },
): HTMLElement {
  return h(
    "div.pl-notice.row",
    { role: "alert" },
    h("p", why, " Save it as a folder to keep it", full && ", or delete a workspace", "."),
    button("Save as a folder", acts.save),
    button("Try again", acts.again),
  );
}

/** What another tab of the browser has done to this workspace. */
export function heardWords([first]: Clashes): string {
  return first
    ? `Another tab changed ${first[0]}, too. Your version is ${first[1]}.`
    : "Another tab changed this workspace, and so it has changed here.";
}

/** Writes what isn't kept yet when the page goes away. */
export function keepOnLeaving(keeper: Keeper): void {
  addEventListener("pagehide", () => void keeper.flush());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") {
      void keeper.flush();
    }
  });
  addEventListener("beforeunload", (event) => {
    // Only where work would be lost.
    if (keeper.keeping.kind === "lost" && keeper.owes) {
      event.preventDefault();
    }
  });
}

const key = "rowkey:play";

/** The workspace that this tab had last. */
export function remembered(): string | undefined {
  return recall(key, "sessionStorage") ?? recall(key) ?? undefined;
}

export function remember(id: string): void {
  keep(key, id, "sessionStorage");
  keep(key, id);
}
