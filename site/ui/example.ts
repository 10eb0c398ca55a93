import { Bar } from "./bar.ts";
import { Stopped, type Watch } from "./client.ts";
import { build } from "./dom.ts";
import * as edits from "./edits.ts";
import { Fence, type OpenEditor } from "./fence.ts";
import type { ExampleReply, Progress } from "./protocol.ts";

/** Runs an example, with the current code of the page's other examples. */
export type Runner = (example: Example, watch: Watch) => Promise<ExampleReply>;

/** After this time, in milliseconds, the status says how to stop a run. */
const patience = 5000;

/** One <rk-example>: its fences, its bar, and the result below it. */
export class Example {
  readonly element: HTMLElement;
  readonly fences: readonly Fence[];
  readonly #runner: Runner;
  readonly #bar: Bar | undefined;
  readonly #result: HTMLElement;
  /** The status and the result from the build. */
  readonly #built: { readonly status: string; readonly result: readonly Node[] };
  /** Stops the current run. */
  #control: AbortController | undefined;

  constructor(element: HTMLElement, runner: Runner) {
    this.element = element;
    this.#runner = runner;
    const blocks = element.querySelectorAll<HTMLElement>(".ex-code");
    this.fences = Array.from(blocks, (block) => new Fence(block));
    const run = element.querySelector<HTMLButtonElement>(".ex-run");
    this.#bar = run ? new Bar(run, element) : undefined;
    this.#result = element.querySelector<HTMLElement>(".ex-result") ?? element;
    this.#built = { status: this.#bar?.status ?? "", result: [...this.#result.childNodes] };
  }

  /** Whether it can run. A fence that only defines variables can't. */
  get runs(): boolean {
    return this.#bar !== undefined;
  }

  /** Whether it is JavaScript rather than requests. */
  get isProgram(): boolean {
    return this.element.hasAttribute("data-js");
  }

  /** The current code of the fences. */
  get texts(): readonly string[] {
    return this.fences.map((fence) => fence.text);
  }

  get edited(): boolean {
    return this.fences.some((fence) => fence.edited);
  }

  /** Activates the buttons and restores the edit of an earlier visit. */
  upgrade(): void {
    const bar = this.#bar;
    if (!bar) {
      return;
    }
    bar.run.addEventListener("click", () => (this.#control ? this.stop() : this.run()));
    bar.reset?.addEventListener("click", () => this.#reset());
    bar.copy?.addEventListener("click", () => this.#copy());
    this.#restore(bar);
    if (bar.run.hasAttribute("data-early")) {
      void this.run();
    }
    if (bar.copy?.hasAttribute("data-early")) {
      void this.#copy();
    }
  }

  /** Makes the fences editable. */
  edit(open: OpenEditor): void {
    for (const fence of this.fences) {
      fence.edit(open, () => this.#changed());
    }
  }

  /** Runs the example. The promise resolves when the run has ended, even if it failed. */
  async run(): Promise<void> {
    const bar = this.#bar;
    if (!bar) {
      return;
    }
    this.#control?.abort();
    const control = new AbortController();
    this.#control = control;
    this.#state("running", "Waiting for the engine");
    let patient: ReturnType<typeof setTimeout> | undefined;
    const watch = {
      signal: control.signal,
      loading: (progress: Progress) => bar.loading(progress),
      started: () => {
        bar.loaded();
        bar.status = "Running";
        patient = setTimeout(() => {
          bar.status = `Still running after ${patience / 1000} seconds. Stop ends it.`;
        }, patience);
      },
    };
    const end = await this.#attempt(watch);
    clearTimeout(patient);
    // If a later run has replaced this one, its outcome isn't shown.
    if (this.#control === control) {
      this.#control = undefined;
      end();
    }
  }

  /** Runs the example and returns a function that shows the outcome. */
  async #attempt(watch: Watch): Promise<() => void> {
    try {
      const reply = await this.#runner(this, watch);
      const result = build(reply.view);
      return () => this.#show(reply, result);
    } catch (cause) {
      return () => this.#failed(cause);
    }
  }

  /** Stops a run, even if the engine is busy. */
  stop(): void {
    this.#control?.abort();
  }

  #show(reply: ExampleReply, result: Node): void {
    // An example that could not start has no result, so the previous one stays.
    if (reply.view === "") {
      this.#state("failed", `${reply.status} ${this.#below()}`);
      return;
    }
    const open = openDetails(this.#result);
    this.#result.replaceChildren(result);
    for (const details of this.#result.querySelectorAll("details")) {
      details.open = open.has(details.firstChild?.textContent ?? "");
    }
    this.#state(reply.ok ? "done" : "failed", reply.status);
  }

  #failed(cause: unknown): void {
    const message = cause instanceof Error ? cause.message : String(cause);
    const state = cause instanceof Stopped ? "built" : "failed";
    this.#state(state, `${message} ${this.#below()}`);
  }

  /** Says where the result comes from that a run has not replaced. */
  #below(): string {
    const built = this.#result.firstChild === this.#built.result[0];
    return `The result below is ${built ? "from the build" : "from an earlier run"}.`;
  }

  #state(state: "built" | "running" | "done" | "failed", status: string): void {
    this.element.dataset["state"] = state;
    this.#result.setAttribute("aria-busy", String(state === "running"));
    if (this.#bar) {
      this.#bar.running = state === "running";
      this.#bar.status = status;
    }
  }

  /** Stores what the reader has typed. */
  #changed(): void {
    const bar = this.#bar;
    if (!bar?.reset) {
      return;
    }
    bar.resettable = this.edited;
    if (this.edited) {
      edits.save(this.#id(), this.#originals(), this.texts);
    } else {
      edits.forget(this.#id());
    }
    if (!this.#control) {
      bar.status = "Edited. The result below is from before.";
    }
  }

  #restore(bar: Bar): void {
    const edit = bar.reset ? edits.load(this.#id(), this.#originals()) : undefined;
    if (!edit) {
      return;
    }
    this.fences.forEach((fence, i) => {
      fence.restore(edit.texts[i] ?? fence.original);
    });
    bar.resettable = this.edited;
    bar.status = edit.stale
      ? "This example has changed since you edited it. Reset shows the new version."
      : "This is your edit from an earlier visit. The result below is from the original.";
  }

  /** Restores the page's code and result. In the editor, undo brings the reader's code back. */
  #reset(): void {
    const control = this.#control;
    this.#control = undefined;
    control?.abort();
    for (const fence of this.fences) {
      fence.mark([]);
      fence.reset();
    }
    this.#changed();
    this.#result.replaceChildren(...this.#built.result);
    this.#state("built", this.#built.status);
  }

  async #copy(): Promise<void> {
    const bar = this.#bar;
    if (!bar) {
      return;
    }
    try {
      await navigator.clipboard.writeText(this.texts.join("\n"));
      bar.status = "Copied.";
    } catch {
      bar.status =
        "Your browser does not let this page copy. Select the code and copy it yourself.";
    }
  }

  #id(): string {
    return this.element.id || `example-${this.element.dataset["index"]}`;
  }

  #originals(): string[] {
    return this.fences.map((fence) => fence.original);
  }
}

/** Returns the summaries of the opened parts of a result, to open the same in a new one. */
function openDetails(result: HTMLElement): Set<string> {
  const open = result.querySelectorAll("details[open] > summary");
  return new Set(Array.from(open, (summary) => summary.textContent ?? ""));
}
