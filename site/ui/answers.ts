/**
 * Answers to a guide's questions. The browser keeps them; the head of the guide counts them, and so does
 * the path for newcomers, where the guide has a box to tick.
 */
import { keep, recallJSON } from "./stored.ts";
import { keyOfTicks, ticked } from "./ticked.ts";

/** What is kept of one guide. */
interface Answers {
  /** How many questions it has. */
  readonly of: number;
  /** The answer chosen, by the question, in the page's words: a question that changes is open again. */
  readonly chosen: Readonly<Record<string, string>>;
}

/** Restores the answers and the tick of a guide, and shows on a path how far its guides have come. */
export function rememberAnswers(): void {
  const asks = [...document.querySelectorAll<HTMLElement>(".ask")];
  if (asks.length > 0) {
    restore(asks, read(location.pathname)?.chosen ?? {});
    document.addEventListener("change", ({ target }) => {
      if (target instanceof Element && target.closest(".ask")) {
        const chosen = Object.fromEntries(asks.flatMap(answered));
        const kept: Answers = { of: asks.length, chosen };
        keep(keyOf(location.pathname), JSON.stringify(kept));
        count(asks);
      }
    });
    count(asks);
  }
  const step = document.querySelector<HTMLElement>(".step");
  if (step) {
    offerTick(step);
  }
  addEventListener("pageshow", tellPath);
  tellPath();
}

function keyOf(path: string): string {
  return `rowkey:answers:${path}`;
}

function read(path: string): Answers | undefined {
  const kept = recallJSON(keyOf(path)) as Partial<Answers> | null | undefined;
  const { of, chosen } = kept ?? {};
  return typeof of === "number" && typeof chosen === "object" && chosen
    ? { of, chosen }
    : undefined;
}

function restore(asks: readonly HTMLElement[], chosen: Answers["chosen"]): void {
  for (const ask of asks) {
    const answer = chosen[question(ask)];
    for (const label of ask.querySelectorAll("label")) {
      if (words(label) === answer && label.control instanceof HTMLInputElement) {
        label.control.checked = true;
      }
    }
  }
}

/** The question with the answer chosen, if there is one. */
function answered(ask: HTMLElement): [string, string][] {
  const label = ask.querySelector("label:has(:checked)");
  return label ? [[question(ask), words(label)]] : [];
}

function question(ask: HTMLElement): string {
  return words(ask.querySelector("legend"));
}

function words(element: Element | null): string {
  return element?.textContent?.trim() ?? "";
}

function count(asks: readonly HTMLElement[]): void {
  const counter = document.querySelector(".asked");
  const done = asks.filter((ask) => ask.querySelector(":checked")).length;
  if (counter && done > 0) {
    const right = asks.filter((ask) => ask.querySelector(".right:checked")).length;
    counter.textContent = `${done} of ${asks.length} questions answered, ${right} right`;
  }
}

/** The box of a guide is that of the path. */
function offerTick(step: HTMLElement): void {
  const box = step.querySelector("input");
  const key = keyOfTicks(step.dataset["path"] ?? "");
  if (!box) {
    return;
  }
  const tell = () => {
    for (const done of document.querySelectorAll(".step-done")) {
      done.textContent = box.checked ? ", done" : "";
    }
  };
  const show = () => {
    box.checked = ticked(key).has(box.value);
    tell();
  };
  box.disabled = false;
  box.addEventListener("change", () => {
    const all = ticked(key);
    if (box.checked) {
      all.add(box.value);
    } else {
      all.delete(box.value);
    }
    keep(key, JSON.stringify([...all]));
    tell();
  });
  addEventListener("pageshow", show);
  show();
}

/** Says on a path how many questions of each guide are answered. */
function tellPath(): void {
  for (const box of document.querySelectorAll("li > .tick")) {
    const link = box.parentElement?.querySelector("a");
    const answers = link && read(link.pathname);
    if (!answers) {
      continue;
    }
    let note = box.parentElement?.querySelector(".ticks-asked");
    if (!note) {
      note = document.createElement("span");
      note.className = "ticks-asked";
      box.parentElement?.append(" ", note);
    }
    const done = Math.min(answers.of, Object.keys(answers.chosen).length);
    note.textContent = `${done} of ${answers.of} questions answered.`;
  }
}
