import type { Watch } from "../client.ts";
import { Stopped } from "../client.ts";
import { Example } from "../example.ts";
import type { ExampleReply } from "../protocol.ts";
import { bundle, needsFull } from "./code.ts";
import { linkTo, type OpenedFile, type Playground } from "./link.ts";
import { lookOf } from "./look.ts";
import { exampleOf } from "./markup.ts";
import { type Sources as EngineSources, Member } from "./member.ts";
import type { Report, Setting, State } from "./messages.ts";

/** What depends on where the framed page comes from. */
export interface Sources extends EngineSources {
  /** The playground, if there is one. */
  readonly playground?: Playground;
}

/** Whether the reader's system is dark. */
const systemTheme = matchMedia("(prefers-color-scheme: dark)");

/** The example of a frame, live. */
export class Frame {
  readonly #tell: (report: Report) => void;
  readonly #sources: Sources;
  readonly #engine: Member;
  #setting: Setting;
  #example: Example | undefined;
  #editor: Promise<void> | undefined;

  constructor(setting: Setting, sources: Sources, tell: (report: Report) => void) {
    this.#setting = setting;
    this.#tell = tell;
    this.#sources = sources;
    this.#engine = new Member(setting.page, sources);
    document.addEventListener("pointerover", ({ target }) => this.#intent(target));
    document.addEventListener("focusin", ({ target }) => this.#intent(target));
    document.addEventListener("rk-edit", () => void this.#focus());
    document.addEventListener("keydown", (event) => this.#key(event));
    systemTheme.addEventListener("change", () => this.#shade());
    this.#show();
    new ResizeObserver(() => this.#size()).observe(document.body);
  }

  /** Serves the frame at the other end of a port with this frame's engine. */
  serve(port: MessagePort): void {
    this.#engine.serve(port);
  }

  /** The frame that served this one is gone. */
  lost(): void {
    this.#engine.lost();
  }

  /** Takes a new setting. What the reader has edited or run stays unless the code is another. */
  set(setting: Setting): void {
    const before = this.#setting;
    this.#setting = setting;
    const text = codeOf(setting);
    if (
      text !== codeOf(before) ||
      setting.editable !== before.editable ||
      setting.baked !== before.baked
    ) {
      this.#show();
    } else {
      this.#shade();
    }
    if (setting.error !== before.error) {
      this.#complain();
    }
  }

  /** Takes the look of the page around. */
  #shade(): void {
    const { dark, look } = lookOf(this.#setting.seen, systemTheme);
    const { dataset, style } = document.documentElement;
    dataset["theme"] = dark ? "dark" : "light";
    style.cssText = "";
    for (const [part, value] of look) {
      style.setProperty(`--page-${part}`, value);
    }
  }

  #show(): void {
    this.#shade();
    this.#example?.stop();
    const element = exampleOf({ ...this.#setting, text: codeOf(this.#setting) });
    const example = new Example(element, (_, watch) => this.#run(example, watch));
    this.#example = example;
    this.#editor = undefined;
    const { playground } = this.#sources;
    if (playground) {
      element.querySelector(".ex-status")?.after(linkTo(playground, () => this.#files(example)));
    }
    document.body.replaceChildren(element);
    example.upgrade();
    this.#state("idle");
    this.#complain();
    // The observer waits until the frame is drawn, which it won't be before the page knows its size.
    this.#size();
  }

  /** What the playground opens: the code that runs here, in one file, and the data. */
  #files(example: Example): OpenedFile[] {
    const { examples } = bundle(this.#setting, sourceOf(example));
    const code = examples.flat().filter((part) => typeof part === "string");
    const tables = this.#setting.data.map(({ table, text }) => ({ name: `${table}.csv`, text }));
    return [{ name: "requests.http", text: `${code.join("\n\n###\n")}\n` }, ...tables];
  }

  /** Says why there is no code. */
  #complain(): void {
    const status = this.#example?.element.querySelector(".ex-status");
    if (status && this.#setting.error) {
      status.textContent = this.#setting.error;
      this.#state("failed");
    }
  }

  #size(): void {
    this.#tell({ size: document.body.offsetHeight });
  }

  #state(state: State, more: Report = {}): void {
    this.#tell({ state, ...more });
  }

  #intent(target: EventTarget | null): void {
    const part = target instanceof Element ? target.closest(".ex-code, .ex-run") : null;
    if (!part) {
      return;
    }
    void this.#edit();
    if (part.matches(":is(:focus-within, .ex-run)") && !savesData()) {
      this.#engine.warm(needsFull(this.#setting.texts.join()));
    }
  }

  /** Opens the editor. If it can't be loaded, the next call retries. */
  #edit(): Promise<void> {
    const example = this.#example;
    if (!this.#setting.editable || !example) {
      return Promise.resolve();
    }
    this.#editor ??= import("../editor.ts").then(
      ({ open }) => example.edit(open),
      () => {
        this.#editor = undefined;
      },
    );
    return this.#editor;
  }

  async #focus(): Promise<void> {
    await this.#edit();
    this.#example?.focus();
  }

  #key(event: KeyboardEvent): void {
    const { target } = event;
    const inCode = target instanceof Element && target.closest(".ex-code");
    if (event.isComposing) {
      return;
    }
    if (event.key === "Escape") {
      this.#leave(Boolean(inCode));
    } else if (
      inCode &&
      event.key === "Enter" &&
      (event.ctrlKey || event.metaKey || event.shiftKey)
    ) {
      event.preventDefault();
      void this.#example?.run();
    }
  }

  /** Escape leaves the editor for the Run button, and from anywhere else the frame. */
  #leave(editor: boolean): void {
    if (editor) {
      this.#example?.element.querySelector<HTMLElement>(".ex-run")?.focus();
    } else {
      this.#tell({ leave: true });
    }
  }

  async #run(example: Example, watch: Watch): Promise<ExampleReply> {
    const part = bundle(this.#setting, sourceOf(example));
    const { edited } = example;
    const call = { op: "example", file: "page", ...part, edited, report: true } as const;
    try {
      const reply = await this.#engine.run(call, {
        signal: watch.signal,
        loading: (progress) => {
          this.#state("loading");
          watch.loading(progress);
        },
        started: () => {
          this.#state("running");
          watch.started();
        },
      });
      await this.#mark(example, reply, part.index);
      this.#done(reply);
      return reply;
    } catch (cause) {
      this.#state(cause instanceof Stopped ? "stopped" : "failed");
      throw cause;
    }
  }

  /** Tells the page what came of a run: the plan and the cost are those of the last request. */
  #done({ ok, report }: ExampleReply): void {
    const step = report?.files[0]?.steps.at(-1);
    this.#state(ok ? "done" : "failed", {
      // A write finds its entity by key, too, but isn't a query.
      ...(step?.method === "GET" && { plan: step.plan, read: step.cost.entitiesRead ?? 0 }),
      ...(report && { report }),
    });
  }

  /** Shows errors in the code. */
  async #mark(example: Example, reply: ExampleReply, index: number): Promise<void> {
    const marks = reply.errors.filter(({ fence }) => fence === index);
    if (marks.length > 0) {
      await this.#edit();
    }
    example.fences[0]?.mark(marks);
  }
}

/** The code as the reader has it. */
function sourceOf(example: Example): string {
  return example.fences.map(({ text }) => text).join("\n");
}

function codeOf({ texts, index }: Setting): string {
  return texts[index] ?? "";
}

/** Whether the reader has asked the browser to save data. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
