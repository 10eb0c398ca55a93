/**
 * The page's side of the service worker (worker.ts): registers it, tells it what to keep, and offers new
 * releases to the reader.
 */
import { button, h } from "../element.ts";
import type { Order, Question } from "./scope.ts";

/** What a page tells about itself. */
export interface Situation {
  /** The address of its main script. */
  readonly main: string;
  /** Whether the engine has been used. */
  readonly used: () => boolean;
  /** Whether the reader has edits on the page. */
  readonly edited: () => boolean;
}

/** Registers the service worker. Without storage or permission, everything is as without it. */
export async function register(page: Situation): Promise<void> {
  const { serviceWorker } = navigator;
  let asked = false;
  let controlled = serviceWorker.controller !== null;
  const offer = () =>
    offerReload(page.edited(), () => {
      asked = true;
      const { waiting } = registration;
      if (waiting) {
        waiting.postMessage("take over" satisfies Order);
      } else {
        location.reload();
      }
    });
  serviceWorker.addEventListener("message", ({ data, ports: [port] }: MessageEvent<Question>) => {
    if (data.kind === "main?") {
      port?.postMessage(page.main);
    }
  });
  serviceWorker.startMessages();
  serviceWorker.addEventListener("controllerchange", () => {
    if (asked) {
      location.reload();
    } else if (controlled) {
      offer(); // another page of the site was reloaded
    }
    controlled = true;
  });
  const registration = await serviceWorker.register("/sw.js", { updateViaCache: "none" });
  const watch = (worker: ServiceWorker | null) => {
    const ready = () => worker?.state === "installed" && serviceWorker.controller && offer();
    worker?.addEventListener("statechange", ready);
    ready();
  };
  watch(registration.waiting);
  watch(registration.installing);
  registration.addEventListener("updatefound", () => watch(registration.installing));
  const order = async (order: Order) => (await serviceWorker.ready).active?.postMessage(order);
  addEventListener("appinstalled", () => void order("keep all"));
  await order("prune");
  const installed = matchMedia("(display-mode: standalone)").matches;
  if (installed || location.pathname.startsWith("/play/")) {
    await order("keep all");
  } else if (page.used()) {
    await order("keep");
  }
}

/** Removes what a released site at this address has left, such as one seen before on this machine. */
export async function unregister(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  const names = (await caches.keys()).filter((name) => name.startsWith("rowkey "));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** How the bar looks. Few pages ever show it, so it isn't in the style sheet that all of them load. */
const style = `.offer { position: fixed; inset: auto 0 0; z-index: 2; margin: 0; padding: 0.5rem var(--edge);
  border-block-start: 1px solid var(--border-strong); background: var(--soft); font-size: var(--small);
  text-align: center }
.offer:empty { display: none }
.offer button { margin-inline-start: 0.5rem }
@media print { .offer { display: none } }`;

/** Shows a bar that offers to reload the page. */
function offerReload(edited: boolean, reload: () => void): void {
  if (document.querySelector(".offer")) {
    return;
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
  const bar = h("p.offer", { role: "status" });
  document.body.append(bar);
  const words = edited ? "A new version is here. Your edits are kept." : "A new version is here.";
  // Screen readers read what is added to an element that is there.
  setTimeout(() =>
    bar.append(
      words,
      " ",
      button("Reload", reload),
      button("Later", () => bar.remove()),
    ),
  );
}
