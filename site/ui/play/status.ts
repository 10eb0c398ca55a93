/** The line at the foot: what the last run did, and whether the work is kept. */
import { fill, h } from "../element.ts";
import type { Keeping } from "./keeper.ts";
import type { State } from "./running.ts";

export class Status {
  readonly element: HTMLElement;
  readonly #words = h("p.pl-status-words", { role: "status" });
  readonly #progress = h("progress.ex-progress", { "aria-label": "Engine loaded" });
  readonly #kept = h("p.pl-kept");

  constructor() {
    this.#progress.hidden = true;
    this.element = h("div", this.#words, this.#progress, this.#kept);
  }

  /** Screen readers read each new text aloud, so the same one isn't set again. */
  run(state: State): void {
    const words = wordsOf(state);
    this.#progress.hidden = state.kind !== "loading";
    if (state.kind === "loading") {
      this.#progress.value = state.progress.part;
    }
    this.#words.classList.toggle("is-failed", state.kind === "idle" && state.failed);
    if (this.#words.textContent !== words) {
      this.#words.textContent = words;
    }
  }

  kept(keeping: Keeping): void {
    const words = {
      new: "",
      kept: "Files kept in this browser",
      writing: "Keeping…",
      lost: "Not kept",
    }[keeping.kind];
    fill(this.#kept, words);
    this.#kept.classList.toggle("is-failed", keeping.kind === "lost");
  }
}

function wordsOf(state: State): string {
  switch (state.kind) {
    case "loading": {
      const { part, megabytes } = state.progress;
      const size = megabytes ? `, ${megabytes.toFixed(1)} MB` : "";
      return `Loading the engine${size}: ${10 * Math.floor(10 * part)} %`;
    }
    case "running":
      return `${state.words}…`;
    case "idle":
      return state.words;
    default:
      return state satisfies never;
  }
}
