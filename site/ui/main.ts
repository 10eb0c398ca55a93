/**
 * Every page loads this. It activates the theme button, and loads the script for examples when the
 * reader first points at, focuses or clicks one. The engine starts beside it if the reader means to run.
 */

import { Starter } from "./engine/early.ts";
import { whenIdle } from "./idle.ts";
import { rememberLanguage } from "./language.ts";
import { themeButton } from "./theme-button.ts";

const button = document.querySelector<HTMLElement>("button.theme");
if (button) {
  themeButton(button);
}

const find = document.querySelector<HTMLAnchorElement>("a.find");
if (find) {
  searchWith(find);
}
rememberLanguage();
for (const run of document.querySelectorAll(".ex-run:not([aria-label])")) {
  run.ariaLabel = `Run: ${run.closest("rk-example")?.querySelector(".ex-title")?.textContent}`;
}

let asked = false;
const engine = new Starter();

/** Loads the script for examples; `target` is the element that the reader turned to. */
function start(target?: Element): void {
  if (asked) {
    return;
  }
  asked = true;
  import("./page.ts").then(
    ({ Page }) => new Page(engine).upgrade(target),
    () => {
      asked = false;
    },
  );
}

function turn({ target, type }: Event): void {
  if (!asked && target instanceof Element && target.closest("rk-example, .run-all, .run-both")) {
    warm(target, type === "click");
    start(target);
  }
}

/** Starts the engine if the reader turned to a button that runs requests. JavaScript has its own engine. */
function warm(target: Element, pressed: boolean): void {
  const runs = target.closest(":is(.ex-run, .run-all, .run-both):not([data-js] *)");
  if (runs && (pressed || !engine.thrifty)) {
    engine.begin();
  }
}

for (const event of ["pointerover", "focusin", "click"]) {
  document.addEventListener(event, turn);
}
const early = document.querySelector("[data-early]");
if (early) {
  warm(early, true);
}
if (early || hasEdits()) {
  start();
}
// The next page of a reader who runs examples: the browser has the engine, and starting it takes longest.
if (engine.used && !engine.thrifty && document.querySelector(".ex-run:not([data-js] *)")) {
  whenIdle(() => {
    engine.begin();
    start();
  });
}

// Other sections of the navigation get their pages when they're opened.
document.querySelector(".side")?.addEventListener(
  "toggle",
  ({ target }) => {
    const all = (target as Element).querySelector<HTMLAnchorElement>("a.all");
    if (all) {
      void import("./side.ts").then(({ fill }) => fill(all));
    }
  },
  { capture: true },
);

if (document.querySelector(".toc")) {
  whenIdle(() => void import("./reading.ts").then(({ aid }) => aid()));
}
const ticks = document.querySelector<HTMLElement>(".ticks");
if (ticks) {
  void import("./ticks.ts").then(({ Ticks }) => new Ticks(ticks));
}
const trial = document.querySelector<HTMLElement>(".try");
if (trial) {
  whenIdle(() => void import("./home.ts").then(({ Trial }) => new Trial(trial, engine)));
}

// A service worker keeps the site, but not while a reader looks at a first page or if the browser saves data.
if ("serviceWorker" in navigator && (navigator.serviceWorker.controller || !engine.thrifty)) {
  whenIdle(() => setTimeout(() => void keepOffline().catch(() => {}), OFFLINE ? 4000 : 0));
}

async function keepOffline(): Promise<void> {
  const { register, unregister } = await import("./offline/register.ts");
  const page = { main: import.meta.url, used: () => engine.used, edited: hasEdits };
  await (OFFLINE ? register(page) : unregister());
}

/** Makes the link to the search open it over the page, and so do / and Ctrl+K. Without script it's a page. */
function searchWith(link: HTMLAnchorElement): void {
  const address = link.dataset["index"] ?? "";
  const place = document.querySelector(".sr-place");
  // What is typed while the search loads. Undefined when it isn't loading.
  let typed: string | undefined;
  const show = (event?: Event) => {
    event?.preventDefault();
    typed = "";
    import("./search/search.ts")
      .then(({ open }) => open(address, place, () => typed))
      .catch(() => event && location.assign(link.href))
      .finally(() => {
        typed = undefined;
      });
  };
  if (place) {
    show();
  }
  link.addEventListener("click", (event) => {
    if (!event.ctrlKey && !event.metaKey) {
      show(event);
    }
  });
  document.addEventListener("keydown", (event) => {
    const { target, key, altKey } = event;
    const control = event.ctrlKey || event.metaKey;
    const writes = (target as Element).closest("input, textarea, select, [contenteditable]");
    if (typed !== undefined && !writes && !altKey && !control && key.length === 1) {
      event.preventDefault();
      typed += key;
    } else if (!writes && !altKey && (control ? key === "k" : key === "/")) {
      show(event);
    }
  });
}

/** Whether the reader edited examples of this page on an earlier visit. */
function hasEdits(): boolean {
  try {
    const prefix = `rowkey:edit:${location.pathname}#`;
    return Object.keys(localStorage).some((key) => key.startsWith(prefix));
  } catch {
    return false;
  }
}
