import { Bar } from "./bar.ts";
import { Stopped, type Watch } from "./client.ts";
import { build } from "./dom.ts";
import type { Mark } from "./editor.ts";
import * as edits from "./edits.ts";
import { Block, Fence, type OpenEditor } from "./fence.ts";
import type { Grid } from "./lab/grid.ts";
import type { Check } from "./lab/grid-judge.ts";
import type { Progress } from "./messages.ts";
import type { DataFence, ExampleReply } from "./protocol.ts";
import { Result } from "./result.ts";
import { sweep } from "./sweep.ts";

/** Runs an example, with the current code of the page's other examples. */
export type Runner = (example: Example, watch: Watch) => Promise<ExampleReply>;

/** After this time, in milliseconds, the status says how to stop a run. */
const patience = 5000;

/** How an example stands: `edited` says that its result is from other code. */
export type State = "idle" | "edited" | "loading" | "running" | "done" | "failed" | "stopped";

/** One <rk-example>: its code, its bar, and the result below it. */
export class Example {
  readonly element: HTMLElement;
  readonly fences: readonly Fence[];
  readonly #blocks: readonly Block[];
  readonly #runner: Runner;
  readonly #bar: Bar | undefined;
  readonly #result: Result;
  /** The status from the build. */
  readonly #built: string;
  /** Data that is being edited as a table. */
  #grid: Grid | undefined;
  /** Whether edits are stored in the browser. */
  readonly #keeps: boolean;
  /** Stops the current run. */
  #control: AbortController | undefined;

  constructor(element: HTMLElement, runner: Runner) {
    this.element = element;
    this.#runner = runner;
    this.#keeps = element.dataset["keep"] !== "nothing";
    this.#blocks = blocksOf(element);
    this.fences = fencesOf(this.#blocks);
    this.#bar = element.querySelector(".ex-bar") ? new Bar(element) : undefined;
    this.#result = new Result(element.querySelector<HTMLElement>(".ex-result") ?? element);
    this.#built = this.#bar?.status ?? "";
  }

  /** Whether it can run. A fence that only defines variables can't. */
  get runs(): boolean {
    return this.#bar?.run instanceof HTMLElement;
  }

  /** Whether it is JavaScript rather than requests. */
  get isProgram(): boolean {
    return this.element.hasAttribute("data-js");
  }

  /** Whether it only defines variables for all examples. */
  get isVariables(): boolean {
    return this.element.hasAttribute("data-variables");
  }

  get title(): string {
    return this.element.querySelector(".ex-title")?.textContent ?? "";
  }

  /** Adds an element to the bar. */
  offer(element: HTMLElement): void {
    this.element.querySelector(".ex-status")?.after(element); // where it moves no button
  }

  /** The table whose data it is; or "". */
  get table(): string {
    return this.element.dataset["table"] ?? "";
  }

  /** The current code of the fences, as calls of the engine have them. */
  get texts(): readonly (string | DataFence)[] {
    const { table } = this;
    return this.fences.map(({ text }) => (table === "" ? text : { table, text }));
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
    bar.run?.addEventListener("click", () => (this.#control ? this.stop() : this.run()));
    bar.edit?.addEventListener("click", () => this.#tell("rk-edit"));
    bar.reset?.addEventListener("click", () => this.#reset());
    bar.copy?.addEventListener("click", () => this.#copy());
    this.#restore(bar);
    if (bar.run?.hasAttribute("data-early")) {
      void this.run();
    }
    if (bar.edit?.hasAttribute("data-early")) {
      this.#tell("rk-edit");
    }
    if (bar.copy?.hasAttribute("data-early")) {
      void this.#copy();
    }
  }

  /** Makes the fences editable. */
  edit(open: OpenEditor): void {
    for (const block of this.#blocks) {
      block.edit(open, () => {
        if (this.#grid && this.#grid.text() !== block.text) {
          this.#grid.replace(block.text);
        }
        this.#changed();
      });
    }
  }

  /** Makes the table of data editable. */
  editAsGrid(open: typeof Grid, check: Check): void {
    const [block] = this.#blocks;
    const host = this.element.querySelector<HTMLElement>(".ex-data");
    if (!block || !host || this.#grid) {
      return;
    }
    const onChange = ({ text }: { text(): string }) => {
      if (block.text !== text()) {
        block.write(text());
        this.#changed();
      }
    };
    this.#grid = new open(host, {
      text: block.text,
      name: this.table,
      editable: true,
      tools: this.#bar?.edit ?? null,
      check,
      onChange,
    });
    this.#grid.focus();
  }

  /** Shows errors in one of the fences. */
  mark(fence: Fence, marks: readonly Mark[]): void {
    if (this.#grid) {
      this.#grid.mark(marks);
    } else {
      fence.mark(marks);
    }
  }

  /** Puts the caret into the code. */
  focus(): void {
    this.#blocks[0]?.focus();
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
    this.#state("loading", "Waiting for the engine");
    let started = performance.now();
    let patient: ReturnType<typeof setTimeout> | undefined;
    const watch = {
      signal: control.signal,
      loading: (progress: Progress) => bar.loading(progress),
      started: () => {
        bar.loaded();
        this.#state("running", "Running");
        started = performance.now();
        patient = setTimeout(() => {
          bar.status = `Still running after ${patience / 1000} seconds. Stop ends it.`;
        }, patience);
      },
    };
    const end = await this.#attempt(watch, () => performance.now() - started);
    clearTimeout(patient);
    // If a later run has replaced this one, its outcome isn't shown.
    if (this.#control === control) {
      this.#control = undefined;
      end();
    }
  }

  /** Runs the example and returns a function that shows the outcome. */
  async #attempt(watch: Watch, taken: () => number): Promise<() => void> {
    try {
      const reply = await this.#runner(this, watch);
      const milliseconds = Math.ceil(taken());
      const result = build(reply.view);
      return () => this.#show(reply, result, milliseconds);
    } catch (cause) {
      return () => this.#failed(cause);
    }
  }

  /** Stops a run, even if the engine is busy. */
  stop(): void {
    this.#control?.abort();
  }

  #show(reply: ExampleReply, result: Node, milliseconds: number): void {
    // An example that could not start has no result, so the previous one stays.
    if (reply.view === "") {
      this.#state("failed", `${reply.status}. ${this.#below()}`);
      return;
    }
    this.#result.show(result);
    const folded = this.element.querySelector<HTMLDetailsElement>(".ex-more");
    if (folded) {
      folded.open = true;
    }
    sweep(this.element, reply.read);
    this.#state(reply.ok ? "done" : "failed", `${reply.status} · ran here in ${milliseconds} ms`);
  }

  #failed(cause: unknown): void {
    const message = cause instanceof Error ? cause.message : String(cause);
    this.#state(cause instanceof Stopped ? "stopped" : "failed", `${message} ${this.#below()}`);
  }

  /** Says where the result comes from that a run has not replaced. */
  #below(): string {
    return `The result below is ${this.#result.isBuilt ? "from the build" : "from an earlier run"}.`;
  }

  #state(state: State, status: string): void {
    this.element.dataset["state"] = state;
    const running = state === "loading" || state === "running";
    this.#result.busy = running;
    if (this.#bar) {
      this.#bar.tell(running, status);
    }
  }

  /** Stores what the reader has typed. */
  #changed(): void {
    const bar = this.#bar;
    if (!bar) {
      return;
    }
    bar.edited = this.edited;
    if (this.edited && this.#keeps) {
      edits.save(this.#id(), this.#originals(), this.#texts());
    } else {
      edits.forget(this.#id());
    }
    if (this.table !== "") {
      this.#state("edited", this.edited ? "Edited. Requests use your data." : this.#built);
      this.#tell("rk-data");
    } else if (!this.#control) {
      this.#state("edited", "Edited. Run it to see what changes.");
    }
  }

  /** What is shown is from other data. */
  outdate(): void {
    if (this.runs && !this.#control) {
      this.#state("edited", "Run it to see what that changes.");
    }
  }

  #tell(what: "rk-edit" | "rk-data"): void {
    this.element.dispatchEvent(new Event(what, { bubbles: true }));
  }

  #restore(bar: Bar): void {
    const edit = bar.reset && this.#keeps ? edits.load(this.#id(), this.#originals()) : undefined;
    if (!edit) {
      return;
    }
    this.#blocks.forEach((block, i) => {
      block.restore(edit.texts[i] ?? block.original);
    });
    bar.edited = this.edited;
    this.#state(
      "edited",
      edit.stale
        ? "The page has changed since your edit. Reset shows it."
        : "Your edit from an earlier visit. Run it.",
    );
  }

  /** Restores the page's code and result. In the editor, undo brings the reader's code back. */
  #reset(): void {
    const control = this.#control;
    this.#control = undefined;
    control?.abort();
    for (const block of this.#blocks) {
      block.mark([]);
      block.reset();
    }
    this.#changed();
    this.#result.reset();
    this.#state("idle", this.#built);
  }

  async #copy(): Promise<void> {
    const bar = this.#bar;
    if (!bar) {
      return;
    }
    try {
      const pasted = this.#blocks.filter(({ element }) => !element.closest(".ex-play"));
      const texts = pasted.map(({ text }) => text);
      if ("js" in this.element.dataset) {
        texts.unshift(`// To run it: ${location.origin}/docs/recipes/#run`);
      }
      await navigator.clipboard.writeText(texts.join("\n\n"));
      bar.status = "Copied.";
    } catch {
      bar.status = "The browser forbids it.";
    }
  }

  #id(): string {
    return this.element.id || `example-${this.element.dataset["index"]}`;
  }

  /** The visible code of the blocks. */
  #texts(): string[] {
    return this.#blocks.map((block) => block.text);
  }

  #originals(): string[] {
    return this.#blocks.map((block) => block.original);
  }
}

/** The blocks of an example. What the file says about each one is in its part of the source. */
function blocksOf(element: HTMLElement): Block[] {
  const about = element.querySelectorAll(".ex-source code");
  return Array.from(
    element.querySelectorAll<HTMLElement>(".ex-code"),
    (block, i) => new Block(block, about[i]?.textContent ?? ""),
  );
}

/** The fences that blocks belong to. */
function fencesOf(blocks: readonly Block[]): Fence[] {
  const fences = new Map<string, Block[]>();
  for (const block of blocks) {
    const fence = block.element.dataset["fence"] ?? "0";
    fences.set(fence, [...(fences.get(fence) ?? []), block]);
  }
  return Array.from(fences.values(), (own) => new Fence(own));
}
