/**
 * Aids for reading a long page: answers to its questions are kept; what is folded prints open; programs in
 * other languages can be copied; on a narrow one the bar below says in which section the reader is; and the
 * keys n and p lead from example to example. The reader can switch the keys off.
 */
import { rememberAnswers } from "./answers.ts";
import { keep, recall } from "./stored.ts";

const key = "rowkey:keys";

/** Starts them. */
export function aid(): void {
  rememberAnswers();
  explain();
  addEventListener("beforeprint", unfold);
  for (const code of document.querySelectorAll<HTMLElement>("[data-language] > pre.code")) {
    code.before(copyButton(code));
  }
  const bar = document.querySelector<HTMLElement>(".toc-open");
  const contents = document.querySelector<HTMLElement>(".toc");
  if (!bar || !contents) {
    return;
  }
  follow(bar, contents);
  contents.addEventListener("click", ({ target }) => {
    const link = target instanceof Element && target.closest("a");
    if (link && contents.matches(":popover-open")) {
      contents.hidePopover();
    }
    // Nobody goes to a fold to find it shut.
    const place = link ? document.getElementById(link.hash.slice(1)) : undefined;
    place?.closest(".fold > summary")?.parentElement?.setAttribute("open", "");
  });
  if (document.querySelector(".ex-run") && matchMedia("(any-pointer: fine)").matches) {
    contents.append(keys());
  }
}

/** Gives dotted terms their meaning from the glossary, once the reader points at one. */
function explain(): void {
  const terms = [...document.querySelectorAll<HTMLAnchorElement>("a.term")];
  let asked = false;
  const load = async (address: string) => {
    const text = await (await fetch(address)).text();
    const page = new DOMParser().parseFromString(text, "text/html");
    for (const term of terms) {
      const word = page.getElementById(term.hash.slice(1));
      term.title = word?.nextElementSibling?.textContent?.trim() ?? "";
    }
  };
  for (const term of terms) {
    term.addEventListener("pointerenter", () => {
      if (!asked) {
        asked = true;
        load(term.pathname).catch(() => {
          asked = false;
        });
      }
    });
  }
}

function copyButton(code: HTMLElement): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "code-copy";
  button.textContent = "Copy";
  button.addEventListener("click", () => {
    navigator.clipboard.writeText(code.textContent ?? "").then(
      () => {
        button.textContent = "Copied";
      },
      () => {
        button.textContent = "The browser forbids it";
      },
    );
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
  return button;
}

/** Opens what is folded until the page has been printed. Paper can't be unfolded. */
function unfold(): void {
  for (const fold of document.querySelectorAll<HTMLDetailsElement>(".fold:not([open])")) {
    fold.open = true;
    addEventListener("afterprint", () => fold.removeAttribute("open"), { once: true });
  }
}

/** Keeps the bar at the section that the reader is in. */
function follow(bar: HTMLElement, contents: HTMLElement): void {
  const links = [...contents.querySelectorAll<HTMLAnchorElement>("li:not(.toc-3) > a")];
  const sections = links.map(({ hash }) =>
    document.getElementById(decodeURIComponent(hash.slice(1))),
  );
  const before = bar.textContent;
  let waiting = false;
  const tell = () => {
    waiting = false;
    const edge = innerHeight / 3;
    const at = sections.findLastIndex(
      (section) => section && section.getBoundingClientRect().top < edge,
    );
    const words = links[at]
      ? `${links[at].textContent} · ${at + 1} of ${links.length}`
      : (before ?? "");
    if (bar.textContent !== words) {
      bar.textContent = words;
    }
  };
  const later = () => {
    if (!waiting) {
      waiting = true;
      requestAnimationFrame(tell);
    }
  };
  addEventListener("scroll", later, { passive: true });
  addEventListener("resize", later, { passive: true });
  tell();
}

/** Listens to the keys, and returns what says so and switches them off. */
function keys(): HTMLElement {
  let on = recall(key) !== "off";
  document.addEventListener("keydown", (event) => {
    const step = { n: 1, p: -1 }[event.key];
    const modified = event.altKey || event.ctrlKey || event.metaKey;
    if (on && step && !modified && !isTyping(event.target) && go(step)) {
      event.preventDefault();
    }
  });
  const note = document.createElement("p");
  note.className = "toc-keys";
  const button = document.createElement("button");
  button.type = "button";
  const show = () => {
    const words = "Keys n and p go to the next and the previous example. ";
    note.replaceChildren(on ? words : "The keys n and p are off. ", button);
    button.textContent = on ? "Turn off" : "Turn on";
  };
  button.addEventListener("click", () => {
    on = !on;
    keep(key, on ? "on" : "off");
    show();
    button.focus();
  });
  show();
  return note;
}

/** Whether a key would write something. */
function isTyping(target: EventTarget | null): boolean {
  const typed =
    "textarea, select, input:not([type=radio], [type=checkbox]), [contenteditable], .ex-data";
  return target instanceof Element && target.closest(typed) !== null;
}

/** Goes to the next example or the previous one, from the one with the focus or else from what is visible. */
function go(step: number): boolean {
  const examples = [...document.querySelectorAll<HTMLElement>("rk-example:has(.ex-run)")].filter(
    (example) => example.checkVisibility(),
  );
  const top = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const current = examples.findIndex((example) => example.contains(document.activeElement));
  const next =
    current >= 0
      ? examples[current + step]
      : step > 0
        ? examples.find((example) => example.getBoundingClientRect().top > top + 1)
        : examples.findLast((example) => example.getBoundingClientRect().top < top - 1);
  next?.scrollIntoView();
  next?.querySelector<HTMLElement>(".ex-run")?.focus({ preventScroll: true });
  return next !== undefined;
}
