/** Asks the engine for matrices, and gives only the newest answer. */
import { type Client, Stopped } from "../client.ts";
import type { DesignReply } from "../protocol.ts";

interface Options {
  readonly client: Client;
  /** Says how it's going. */
  readonly status: (words: string) => void;
  /** Shows an answer. */
  readonly show: (reply: DesignReply, milliseconds: number) => void;
}

/** What is asked for. */
interface Question {
  readonly text: string;
  readonly at: number;
}

/** A run that is older than this is stopped when there's a newer question; others end soon. */
const patience = 1000;

export class Runner {
  readonly #options: Options;
  #next: Question | undefined;
  #running: { readonly abort: AbortController; began: number } | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Asks for the matrix of a text. Earlier questions that have no answer yet get none. */
  ask(question: Question): void {
    this.#next = question;
    const running = this.#running;
    if (running) {
      const left = running.began + patience - performance.now();
      setTimeout(() => running.abort.abort(), Math.max(0, left));
    } else {
      void this.#run();
    }
  }

  async #run(): Promise<void> {
    const { status, show } = this.#options;
    for (let next = this.#take(); next; next = this.#take()) {
      const running = { abort: new AbortController(), began: performance.now() };
      this.#running = running;
      try {
        const reply = await this.#call(next, running);
        if (!this.#next) {
          show(reply, performance.now() - running.began);
        }
      } catch (cause) {
        if (!(cause instanceof Stopped)) {
          status(cause instanceof Error ? cause.message : String(cause));
        }
      }
    }
    this.#running = undefined;
  }

  #take(): Question | undefined {
    const next = this.#next;
    this.#next = undefined;
    return next;
  }

  #call(
    { text, at }: Question,
    running: { readonly abort: AbortController; began: number },
  ): Promise<DesignReply> {
    const { client, status } = this.#options;
    return client.run(
      { op: "design", text, ...(at > 0 && { at }) },
      {
        signal: running.abort.signal,
        loading: ({ part, megabytes }) => {
          const size = megabytes > 0 ? ` of ${megabytes.toFixed(1)} MB` : "";
          status(`Loading the engine: ${Math.round(part * 100)} %${size}`);
        },
        started: () => {
          running.began = performance.now();
          status("Running…");
        },
      },
    );
  }
}
