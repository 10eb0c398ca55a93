import { Client, type Watch } from "./client.ts";
import type { Starter } from "./engine/early.ts";
import { Example } from "./example.ts";
import type { Fence, OpenEditor } from "./fence.ts";
import type { ExampleReply } from "./protocol.ts";
import { runAll } from "./run-all.ts";

/** How long one example may run, in milliseconds. */
const limit = 60_000;

/** A page's examples and the engine that they share. */
export class Page {
  readonly #file: string;
  readonly #examples: readonly Example[];
  readonly #engine: Starter;
  readonly #client: Client;
  #editors: Promise<void> | undefined;

  constructor(engine: Starter) {
    this.#engine = engine;
    this.#client = new Client({ spawn: engine.spawn, limit });
    this.#file = document.querySelector("main")?.dataset["file"] ?? "";
    const elements = document.querySelectorAll<HTMLElement>("rk-example");
    this.#examples = Array.from(
      elements,
      (element) => new Example(element, (example, watch) => this.#run(example, watch)),
    );
  }

  /**
   * Makes the examples live. Editor and engine are loaded when the reader seems to want them.
   * @param target - the element that the reader turned to before this script was loaded
   */
  upgrade(target?: Element): void {
    for (const example of this.#examples) {
      example.upgrade();
    }
    if (this.#examples.some((example) => example.edited)) {
      this.#edit();
    }
    document.addEventListener("pointerover", ({ target }) => this.#intent(target));
    document.addEventListener("focusin", ({ target }) => this.#intent(target));
    document.addEventListener("keydown", (event) => this.#key(event));
    const all = document.querySelector<HTMLButtonElement>(".run-all");
    if (all) {
      runAll(
        all,
        this.#examples.filter((example) => example.runs),
      );
    }
    this.#intent(target);
  }

  #intent(target: EventTarget | null | undefined): void {
    const part = target instanceof Element ? target.closest(".ex-code, .ex-run, .run-all") : null;
    if (!part) {
      return;
    }
    this.#edit();
    // JavaScript examples have an engine of their own, which starts with their first run.
    const warms = ":is(:focus-within, .ex-run, .run-all):not([data-js] *)";
    if (part.matches(warms) && !this.#engine.thrifty) {
      this.#client.warm();
    }
  }

  #key(event: KeyboardEvent): void {
    const code = event.target instanceof Element ? event.target.closest(".ex-code") : null;
    const modified = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!code || event.key !== "Enter" || !modified || event.isComposing) {
      return;
    }
    event.preventDefault();
    void this.#examples.find((example) => example.element.contains(code))?.run();
  }

  /** Opens the editors of all examples. If the editor can't be loaded, the next call retries. */
  #edit(): void {
    this.#editors ??= import("./editor.ts").then(
      ({ open }) => this.#open(open),
      () => {
        this.#editors = undefined;
      },
    );
  }

  #open(open: OpenEditor): void {
    for (const example of this.#examples) {
      example.edit(open);
    }
  }

  async #run(example: Example, watch: Watch): Promise<ExampleReply> {
    const requests = this.#examples.filter((each) => !each.isProgram);
    const page = { file: this.#file, examples: requests.map((each) => each.texts) };
    if (example.isProgram) {
      const { run } = await import("./program/page.ts");
      const around = { ...page, account: this.#engine.account };
      const reply = await run(example.texts.join("\n"), around, watch);
      await this.#mark(reply, example.fences, example);
      return reply;
    }
    const call = { op: "example", ...page, index: requests.indexOf(example) } as const;
    const reply = await this.#client.run(call, watch);
    this.#engine.remember();
    await this.#mark(
      reply,
      requests.flatMap((each) => each.fences),
      example,
    );
    return reply;
  }

  /** Shows errors in the fences where they are. */
  async #mark(reply: ExampleReply, fences: readonly Fence[], example: Example): Promise<void> {
    if (reply.errors.length > 0) {
      this.#edit();
      await this.#editors;
    }
    fences.forEach((fence, i) => {
      const marks = reply.errors.filter((error) => error.fence === i);
      if (marks.length > 0 || example.fences.includes(fence)) {
        fence.mark(marks);
      }
    });
  }
}
