/**
 * Asks the engine for matrices: first for one of few entities, which comes at once, then for one of as many
 * as a page can measure, which also says what larger sizes change. Answers come in parts, so a newer question
 * never waits for an old one.
 */
import { type Client, unwatched, type Watch } from "../client.ts";
import type { DesignAnswer, DesignProgress } from "../protocol.ts";

interface Options {
  readonly client: Pick<Client, "run">;
  /** Says how it's going. */
  readonly status: (words: string) => void;
  /** Shows an answer. */
  readonly show: (reply: DesignAnswer, milliseconds: number) => void;
  /** Says how far the larger matrix is; undefined when it ends. */
  readonly progress: (progress: DesignProgress | undefined) => void;
}

/** What is asked for. */
interface Question {
  readonly text: string;
  readonly at: number;
}

/** How many entities of a type are measured while the reader waits. */
const few = 4000;

/** How long the reader has to rest, in milliseconds, before more are. */
const rest = 200;

export class Runner {
  readonly #options: Options;
  #next: Question | undefined;
  #running = false;
  #stopped = false;
  #wake = () => {};

  constructor(options: Options) {
    this.#options = options;
  }

  /** Asks for the matrix of a text. Earlier questions that have no answer yet get none. */
  ask(question: Question): void {
    this.#next = question;
    this.#wake();
    if (!this.#running) {
      void this.#run();
    }
  }

  /** Gives up the larger matrix. */
  stop(): void {
    this.#stopped = true;
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let next = this.#take(); next; next = this.#take()) {
      try {
        await this.#answer(next);
        this.#options.progress(undefined);
        await this.#cleanUp();
      } catch (cause) {
        this.#options.status(cause instanceof Error ? cause.message : String(cause));
        this.#options.progress(undefined);
      }
    }
    this.#running = false;
  }

  #take(): Question | undefined {
    const next = this.#next;
    this.#next = undefined;
    this.#stopped = false;
    return next;
  }

  async #answer(question: Question): Promise<void> {
    const { show, status, progress } = this.#options;
    const began = performance.now();
    const first = await this.#call({ ...question, most: few }, () => status("Running…"));
    if (!first) {
      return;
    }
    const took = performance.now() - began;
    show(first, took);
    await this.#rest();
    if (first.ok && !this.#next) {
      const again = performance.now();
      // It measures more entities if there are more, and says what larger sizes change.
      const more = first.cells.flat().some(({ growth }) => growth.some((each) => each.computed));
      const second = await this.#call(question, more ? progress : () => {});
      if (second) {
        show(second, more ? took + performance.now() - again : took);
      }
    }
  }

  /** Waits until the reader has rested, or asks again. Meanwhile the engine cleans up. */
  async #rest(): Promise<void> {
    const rested = new Promise<void>((resolve) => {
      this.#wake = resolve;
      setTimeout(resolve, rest);
    });
    await this.#cleanUp();
    await rested;
  }

  /** Collects what answers left in memory: an answer takes up to twice as long if it has to do that. */
  async #cleanUp(): Promise<void> {
    await this.#options.client.run({ op: "rest" }, unwatched());
  }

  /** Makes a call until it is answered, or there's a newer question. */
  async #call(
    { text, at, most }: Question & { readonly most?: number },
    progress: (progress: DesignProgress) => void,
  ): Promise<DesignAnswer | undefined> {
    const begin = { op: "design", text, ...(at > 0 && { at }), ...(most && { most }) } as const;
    const watch: Watch = {
      ...unwatched(),
      loading: ({ part, megabytes }) => {
        const size = megabytes > 0 ? ` of ${megabytes.toFixed(1)} MB` : "";
        this.#options.status(`Loading the engine: ${Math.round(part * 100)} %${size}`);
      },
    };
    for (let going = false; ; going = true) {
      const reply = await (going
        ? this.#options.client.run({ op: "goOn" }, watch)
        : this.#options.client.run(begin, watch));
      if (this.#next || this.#stopped) {
        return undefined;
      }
      if (!("part" in reply)) {
        return reply;
      }
      progress(reply);
    }
  }
}
