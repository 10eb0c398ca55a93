/** The link from a frame to the playground, with the reader's code and the data in it. */
import type { SharedFile } from "../share/link.ts";

/**
 * Returns the link. What makes addresses is loaded when the reader turns to the link, and the address is
 * that of the code at this moment.
 * @param playground - the playground's address
 * @param files - returns what is to be opened there
 */
export function linkTo(playground: string, files: () => readonly SharedFile[]): HTMLElement {
  const link = document.createElement("a");
  link.className = "ex-open";
  link.href = playground;
  link.target = "_blank";
  link.rel = "noopener";
  link.textContent = "Playground";
  link.title = "Open in the playground";
  let ready = false;
  const point = async () => {
    const { encode } = await import("../share/link.ts");
    try {
      link.href = playground + encode({ files: files() });
    } catch {
      // Too long for a link: the playground opens without it.
    }
    ready = true;
  };
  link.addEventListener("pointerover", () => void point());
  link.addEventListener("focus", () => void point());
  link.addEventListener("click", (event) => {
    if (!ready) {
      event.preventDefault();
      void point().then(() => link.click());
    }
  });
  return link;
}
