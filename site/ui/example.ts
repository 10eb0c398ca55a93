import { Bar } from "./bar.ts";
import { Stopped, type Watch } from "./client.ts";
import { build } from "./dom.ts";
import * as edits from "./edits.ts";
import { Fence, type OpenEditor } from "./fence.ts";
import type { ExampleReply, Progress } from "./protocol.ts";

/** Runs an example, with whatever the other examples of its page say now. */
export type Runner = (example: Example, watch: Watch) => Promise<ExampleReply>;

/** After this time, in milliseconds, a reader is told how to end a run. */
const patience = 5000;

/** One <rk-example>: its fences, its bar, and the result under it. */
export class Example {
  readonly element: HTMLElement;
  readonly fences: readonly Fence[];
  readonly #runner: Runner;
  readonly #bar: Bar | undefined;
  readonly #result: HTMLElement;
  /** What the page came with. */
  readonly #built: { readonly status: string; readonly result: readonly Node[] };
  /** Stops the run under way. */
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

  /** Whether there is anything to run; a fence of variables has nothing. */
  get runs(): boolean {
    return this.#bar !== undefined;
  }

  /** Whether it is JavaScript, and no requests. */
  get isProgram(): boolean {
    return this.element.hasAttribute("data-js");
  }

  /** The texts of the fences as the reader left them. */
  get texts(): readonly string[] {
    return this.fences.map((fence) => fence.text);
  }

  get edited(): boolean {
    return this.fences.some((fence) => fence.edited);
  }

  /** Makes the bar work and brings back the edit of an earlier visit. */
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

  /** Runs the example. The promise settles when that is over, however it went. */
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
    // A run that a later one has replaced has nothing to say.
    if (this.#control === control) {
      this.#control = undefined;
      end();
    }
  }

  /** Runs the example and returns what there is to show, whatever came of it. */
  async #attempt(watch: Watch): Promise<() => void> {
    try {
      const reply = await this.#runner(this, watch);
      const result = build(reply.view);
      return () => this.#show(reply, result);
    } catch (cause) {
      return () => this.#failed(cause);
    }
  }

  /** Ends a run, however busy the engine is. */
  stop(): void {
    this.#control?.abort();
  }

  #show(reply: ExampleReply, result: Node): void {
    // What was not run at all has no result; the one before it stays.
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

  /** Says whose the result is that a run leaves standing. */
  #below(): string {
    const built = this.#result.firstChild === this.#built.result[0];
    return `The result below is ${built ? "from the build" : "of an earlier run"}.`;
  }

  #state(state: "built" | "running" | "done" | "failed", status: string): void {
    this.element.dataset["state"] = state;
    this.#result.setAttribute("aria-busy", String(state === "running"));
    if (this.#bar) {
      this.#bar.running = state === "running";
      this.#bar.status = status;
    }
  }

  /** Keeps what the reader has typed. */
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
      bar.status = "Edited. The result below is of the text before.";
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
      ? "This example has changed since you edited it. Your text is kept; Reset shows the new one."
      : "Your text of an earlier visit. The result below is of the original text.";
  }

  /** Puts the page's text and result back. In the editor, undo brings the reader's text again. */
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
      bar.status = "The browser does not let this page copy. Select the text and copy it yourself.";
    }
  }

  #id(): string {
    return this.element.id || `example-${this.element.dataset["index"]}`;
  }

  #originals(): string[] {
    return this.fences.map((fence) => fence.original);
  }
}

/** The summaries of the parts that the reader has opened, to open them again in a new result. */
function openDetails(result: HTMLElement): Set<string> {
  const open = result.querySelectorAll("details[open] > summary");
  return new Set(Array.from(open, (summary) => summary.textContent ?? ""));
}
