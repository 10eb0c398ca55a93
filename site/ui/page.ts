import { addStyle } from "./add-style.ts";
import { Client, unwatched, type Watch } from "./client.ts";
import { linkTo, type OpenedFile } from "./embed/link.ts";
import type { Starter } from "./engine/early.ts";
import { Example } from "./example.ts";
import type { Fence, OpenEditor } from "./fence.ts";
import { filesOf } from "./open.ts";
import type { ExampleReply } from "./protocol.ts";
import { runAll } from "./run-all.ts";

/** What makes addresses is loaded when a reader turns to the link. */
const playground = {
  address: "/play/",
  encode: async (files: readonly OpenedFile[]) => {
    const { encode } = await import("./share/link.ts");
    return encode({ files });
  },
};

/** How long one example may run, in milliseconds. */
const limit = 60_000;

/** The buttons that run examples. */
const buttons = ".ex-run, .run-all, .run-both";

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
    document.addEventListener("pointerover", ({ target }) => this.#intent(target));
    document.addEventListener("focusin", ({ target }) => this.#intent(target));
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("rk-edit", ({ target }) => this.#focus(target));
    document.addEventListener("rk-data", ({ target }) => this.#outdate(target));
    void addStyle(LIVE_STYLE);
    for (const example of this.#examples) {
      example.upgrade();
      if (example.runs && !example.isProgram) {
        example.offer(linkTo(playground, () => filesOf(example, this.#examples)));
      }
    }
    if (this.#examples.some((example) => example.edited)) {
      this.#edit();
    }
    for (const button of document.querySelectorAll<HTMLButtonElement>(".run-all, .run-both")) {
      const around = button.closest(".decision") ?? document;
      const own = ({ runs, element }: Example) => runs && around.contains(element);
      runAll(button, this.#examples.filter(own));
    }
    this.#intent(target);
  }

  #intent(target: EventTarget | null | undefined): void {
    const part = target instanceof Element ? target.closest(`.ex-code, ${buttons}`) : null;
    if (!part) {
      return;
    }
    // Opening editors takes longer than the result that a reader who points at Run waits for.
    if (part.matches(".ex-code")) {
      this.#edit();
    }
    // JavaScript examples have an engine of their own, which starts with their first run.
    const warms = `:is(:focus-within, ${buttons}):not([data-js] *)`;
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

  /** Data has changed, and with it what the requests to its table would read. */
  #outdate(target: EventTarget | null): void {
    const table = this.#examples.find((example) => example.element === target)?.table;
    const reads = new RegExp(`/${table}\\b|@ref ${table}\\b|table\\(.${table}\\b`, "i");
    for (const example of this.#examples) {
      if (example.table === "" && example.fences.some(({ text }) => reads.test(text))) {
        example.outdate();
      }
    }
  }

  async #focus(target: EventTarget | null): Promise<void> {
    const example = this.#examples.find((each) => each.element === target);
    this.#edit();
    await this.#editors;
    if (example?.table) {
      const [{ Grid }] = await Promise.all([import("./lab/grid.ts"), addStyle(GRID_STYLE)]);
      example.editAsGrid(Grid, (text) => this.#client.run({ op: "check", text }, unwatched()));
    } else {
      example?.focus();
    }
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
      const code = example.fences.map(({ text }) => text).join("\n");
      const reply = await run(code, around, watch);
      await this.#mark(reply, example.fences, example);
      return reply;
    }
    const edited = requests.some((each) => each.edited);
    const call = { op: "example", ...page, index: requests.indexOf(example), edited } as const;
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
        this.#examples.find(({ fences }) => fences.includes(fence))?.mark(fence, marks);
      }
    });
  }
}
