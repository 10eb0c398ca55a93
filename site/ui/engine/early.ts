/**
 * Starts the engine from main.ts, before the scripts for examples have loaded, so that everything loads at
 * once and not in turn. page.ts takes over the worker.
 */
import type { Worker as ClientWorker } from "../client.ts";
import type { Report } from "../messages.ts";

/** Is stored once an example has run: on the tab's next page, the engine starts unasked. */
const used = "rowkey:engine-used";

/** How a page's examples start the engine. */
export class Starter {
  /** The worker's name: "full" if the examples take a full account. A worker finds out later by itself. */
  readonly account = accountOf(document.querySelectorAll(".ex-code, .ex-source"));
  #early: EarlyWorker | undefined;

  /** Starts a worker for the first call of `spawn`. */
  begin(): void {
    this.#early ??= new EarlyWorker(this.#spawn());
  }

  /** Returns the worker that was started early, the first time, and starts others after that. */
  readonly spawn = (): ClientWorker => this.#early?.take() ?? this.#spawn();

  #spawn(): Worker {
    return new Worker(WORKER_URL, { name: this.account });
  }

  /** Whether the reader may not want to load what hasn't been asked for. */
  get thrifty(): boolean {
    const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
    return connection?.saveData === true;
  }

  /** Whether an earlier page of the tab has run an example. Then the browser has the engine. */
  get used(): boolean {
    try {
      return sessionStorage.getItem(used) !== null;
    } catch {
      return false;
    }
  }

  /** Notes that an example has run. */
  remember(): void {
    try {
      sessionStorage.setItem(used, "");
    } catch {
      // Without storage, the next page waits until the reader turns to an example.
    }
  }
}

/** Whether examples need more than tables, as far as their text tells. */
function accountOf(blocks: Iterable<Element>): string {
  const text = Array.from(blocks, (block) => block.textContent).join();
  return /{{(queue|blob)|comp=|@authorize/.test(text) ? "full" : "";
}

/** A worker that keeps its reports until it is heard. */
class EarlyWorker implements ClientWorker {
  readonly #worker: Worker;
  readonly #kept: (() => void)[] = [];
  #taken = false;
  #failed = false;
  onmessage: ((event: MessageEvent<Report>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.onmessage = (event: MessageEvent<Report>) => {
      this.#failed ||= event.data.kind === "died";
      this.#tell(() => this.onmessage?.(event));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#failed = true;
      this.#tell(() => this.onerror?.(event));
    };
  }

  /** Returns the worker to the first who asks, unless it has failed: a new one may not. */
  take(): this | undefined {
    if (this.#taken || this.#failed) {
      return undefined;
    }
    this.#taken = true;
    // Whoever takes it can't hear before this task has ended.
    queueMicrotask(() => {
      for (const tell of this.#kept.splice(0)) {
        tell();
      }
    });
    return this;
  }

  postMessage(message: object): void {
    this.#worker.postMessage(message);
  }

  terminate(): void {
    this.#worker.terminate();
  }

  #tell(tell: () => void): void {
    if (this.#taken) {
      tell();
    } else {
      this.#kept.push(tell);
    }
  }
}
