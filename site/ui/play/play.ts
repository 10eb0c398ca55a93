/**
 * The playground's door. The page shows first; then the editor is loaded, then what uses it. As one script of
 * 450 KB they would keep a phone from answering its reader for a moment.
 */
import { Client } from "../client.ts";
import { h } from "../element.ts";

/** How long one call may take, in milliseconds. */
const limit = 60_000;

/** Waits until the page has been drawn, for which a hidden one waits too long. */
function drawn(): Promise<void> {
  return new Promise((go) => {
    if (document.hidden) {
      go();
    } else {
      requestAnimationFrame(() => setTimeout(go));
    }
  });
}

async function open(root: HTMLElement): Promise<void> {
  await drawn();
  await import("./editor.ts");
  await new Promise((go) => setTimeout(go));
  const playground = await import("./playground.ts");
  const client = new Client({ spawn: () => new Worker(WORKER_URL, { name: "full" }), limit });
  await playground.open(root, client);
}

const root = document.getElementById("play");
if (root) {
  // Nothing shows before there are files to show: names and tabs would push the editor about.
  root.classList.add("is-opening");
  open(root)
    .catch((error: unknown) => {
      const text = h("p.pl-plain", { role: "alert" });
      text.append(
        `The playground couldn't be loaded; reload the page to try again. (${String(error)})`,
      );
      root.append(text);
    })
    .finally(() => root.classList.remove("is-opening"));
}
