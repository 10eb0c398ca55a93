import { Client } from "./client.ts";
import { build } from "./dom.ts";
import type { Starter } from "./engine/early.ts";
import { callOf, Mine, part, request } from "./mine.ts";
import { planFirst } from "./plan-first.ts";

/** After this long without a key, in milliseconds, what a reader has typed runs. */
const pause = 250;

/** How long it may run, in milliseconds. */
const limit = 10_000;

/** The filter on the home page. Its questions have answers from the build; what a reader types runs here. */
export class Trial {
  readonly #section: HTMLElement;
  readonly #client: Client;
  readonly #engine: Starter;
  readonly #filter: HTMLTextAreaElement;
  readonly #status: HTMLElement;
  readonly #questions: readonly HTMLInputElement[];
  readonly #live = document.createElement("div");
  /** Which question was chosen last. */
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #control: AbortController | undefined;

  constructor(section: HTMLElement, engine: Starter) {
    this.#section = section;
    this.#engine = engine;
    this.#client = new Client({ spawn: engine.spawn, limit });
    this.#filter = part(section, "textarea");
    this.#status = part(section, ".query-status");
    this.#questions = [...section.querySelectorAll<HTMLInputElement>("input[type=radio]")];
    this.#live.className = "panel live";
    section.querySelector(".panels")?.append(this.#live);
    section.addEventListener("change", ({ target }) => this.#ask(target));
    this.#filter.addEventListener("focus", () => this.#client.warm());
    this.#filter.addEventListener("input", () => this.#later(pause));
    this.#filter.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) {
        event.preventDefault();
        this.#later(0);
      }
    });
    for (const link of document.querySelectorAll(`a[href="#${section.id}"]`)) {
      link.addEventListener("click", () => setTimeout(() => this.#filter.focus()));
    }
    const mine = document.querySelector<HTMLElement>(".mine");
    if (mine) {
      new Mine(mine, engine);
    }
    this.#begin();
  }

  /** Catches up with what the reader has done before this script was loaded. */
  #begin(): void {
    const question = this.#questions.find(({ checked }) => checked);
    if (this.#filter.value !== this.#filter.defaultValue) {
      this.#later(0);
    } else if (question) {
      this.#filter.value = question.value;
      this.#asked = this.#questions.indexOf(question);
    }
    if (document.activeElement === this.#filter) {
      this.#client.warm();
    }
  }

  #ask(target: EventTarget | null): void {
    if (target instanceof HTMLInputElement) {
      clearTimeout(this.#timer);
      this.#control?.abort();
      this.#filter.value = target.value;
      this.#asked = this.#questions.indexOf(target);
      this.#section.classList.remove("is-live");
      this.#status.textContent = "Edit it, and see what changes.";
    }
  }

  #later(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), milliseconds);
  }

  async #run(): Promise<void> {
    const { table = "", text = "" } = this.#section.dataset;
    const asked = request(table, this.#filter.value.replaceAll(/\s*\n\s*/g, " "));
    this.#control?.abort();
    const control = new AbortController();
    this.#control = control;
    let started = performance.now();
    try {
      const reply = await this.#client.run(callOf({ table, text }, asked), {
        signal: control.signal,
        loading: () => this.#tell("Loading the engine…"),
        started: () => {
          started = performance.now();
        },
      });
      this.#engine.remember();
      this.#show(build(reply.view));
      const [problem] = reply.errors;
      const time = Math.max(1, Math.round(performance.now() - started));
      this.#tell(problem ? problem.message : `Ran here, in ${time} ms.`);
    } catch (cause) {
      if (!control.signal.aborted) {
        this.#tell(cause instanceof Error ? cause.message : String(cause));
      }
    }
  }

  /**
   * Shows a result in the place of those from the build: its plan and what it touched, and no tabs. While a
   * reader types, most of it is refused: then the last picture stays, pale.
   */
  #show(result: Node): void {
    const fault = result instanceof Element ? result.querySelector(".rs-fault") : null;
    if (fault) {
      const built = this.#section.querySelectorAll(".panel")[this.#asked];
      const picture = this.#section.classList.contains("is-live")
        ? [...(this.#live.querySelector(".is-old") ?? this.#live).children]
        : [...(built?.cloneNode(true).childNodes ?? [])];
      const pale = document.createElement("div");
      pale.className = "is-old";
      pale.append(...picture);
      this.#live.replaceChildren(fault, pale);
    } else {
      this.#live.replaceChildren(planFirst(result));
    }
    this.#section.classList.add("is-live");
    for (const question of this.#questions) {
      question.checked = false;
    }
  }

  #tell(words: string): void {
    this.#status.textContent = words;
  }
}
