import type { Progress, Report, Run } from "./messages.ts";
import type { Call, Refusal, Replies } from "./protocol.ts";

const none: Progress = { part: 0, megabytes: 0 };

/** The part of a Worker that the client needs. */
export interface Worker {
  postMessage(message: Run): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<Report>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** A call was stopped by its caller. */
export class Stopped extends Error {}

interface Options {
  /** Starts a worker. */
  readonly spawn: () => Worker;
  /** How long one call may run, in milliseconds. */
  readonly limit: number;
}

/** Follows a call. */
export interface Watch {
  /** Stops the call when aborted. */
  readonly signal: AbortSignal;
  /** The engine is loading, or the larger one that the call turned out to need. */
  readonly loading: (progress: Progress) => void;
  /** The engine has started the call. */
  readonly started: () => void;
}

/** Watches a call that nobody stops. */
export function unwatched(): Watch {
  return { signal: new AbortController().signal, loading: () => {}, started: () => {} };
}

interface Job {
  readonly id: number;
  readonly call: Call;
  readonly watch: Watch;
  readonly resolve: (reply: object) => void;
  readonly reject: (cause: Error) => void;
}

/**
 * The page's side of the engine: one worker, which starts on first use and gets one call at a time.
 *
 * Calls wait here while the engine loads or is busy. Stopping a call that is running ends the worker,
 * and the calls after it go to a new one. If the worker dies, the running call and all waiting calls
 * fail, and the next call starts a new worker. A worker that was started before anyone needed it may have
 * been loading since the network was worse: if that dies, the calls get one more worker.
 */
export class Client {
  readonly #options: Options;
  readonly #queue: Job[] = [];
  #worker: Worker | undefined;
  #ready = false;
  #unasked = false;
  #progress = none;
  #running: Job | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;
  #generation = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Rises when an engine is lost, and its sessions with it. */
  get generation(): number {
    return this.#generation;
  }

  /** Starts the engine if it isn't running, in case calls follow. */
  warm(): void {
    if (this.#worker) {
      return;
    }
    const worker = this.#options.spawn();
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.#died(this.#ready ? "The engine stopped." : "The engine could not be loaded.");
    };
    this.#worker = worker;
    this.#unasked = this.#queue.length === 0;
  }

  /** Makes a call. Fails with Stopped if it is aborted, otherwise with a message for the reader. */
  run<C extends Call>(call: C, watch = unwatched()): Promise<Replies[C["op"]]> {
    return new Promise<Replies[C["op"]]>((settle, reject) => {
      const resolve = settle as (reply: object) => void;
      const job = { id: ++this.#lastId, call, watch, resolve, reject };
      watch.signal.addEventListener("abort", () => this.#stop(job, new Stopped("Stopped.")));
      this.#queue.push(job);
      this.warm();
      if (this.#ready) {
        this.#next();
      } else {
        watch.loading(this.#progress);
      }
    });
  }

  #next(): void {
    if (!this.#ready || this.#running) {
      return;
    }
    const job = this.#queue.shift();
    if (!job) {
      return;
    }
    this.#running = job;
    this.#start(job);
    this.#worker?.postMessage({ id: job.id, call: job.call });
  }

  /** The engine starts a call, or starts it again. */
  #start(job: Job): void {
    const seconds = this.#options.limit / 1000;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#stop(job, new Error(`Stopped: it was still running after ${seconds} seconds.`));
    }, this.#options.limit);
    job.watch.started();
  }

  #hear(report: Report): void {
    switch (report.kind) {
      case "loading":
        this.#loading(report.progress);
        break;
      case "ready":
        this.#ready = true;
        if (this.#running) {
          this.#start(this.#running);
        }
        this.#next();
        break;
      case "reply":
        this.#settle(report.id, report.reply);
        break;
      case "died":
        this.#died(report.message);
        break;
      default:
        report satisfies never;
    }
  }

  #loading(progress: Progress): void {
    this.#progress = progress;
    clearTimeout(this.#timer);
    for (const job of this.#running ? [this.#running] : this.#queue) {
      job.watch.loading(progress);
    }
  }

  #settle(id: number, reply: object | Refusal): void {
    const job = this.#running;
    if (job?.id !== id) {
      return;
    }
    this.#idle();
    if ("error" in reply) {
      job.reject(new Error(String(reply.error)));
    } else {
      job.resolve(reply);
    }
    this.#next();
  }

  #stop(job: Job, cause: Error): void {
    if (job === this.#running) {
      this.#drop();
      job.reject(cause);
      if (this.#queue.length > 0) {
        this.warm();
      }
      return;
    }
    const at = this.#queue.indexOf(job);
    if (at >= 0) {
      this.#queue.splice(at, 1);
      job.reject(cause);
    }
  }

  #died(message: string): void {
    if (this.#unasked && !this.#ready && this.#queue.length > 0) {
      this.#drop();
      this.warm();
      return;
    }
    const lost = this.#running ? [this.#running, ...this.#queue] : [...this.#queue];
    this.#queue.length = 0;
    this.#drop();
    for (const job of lost) {
      job.reject(new Error(message));
    }
  }

  /** Ends the worker, even in the middle of a call. */
  #drop(): void {
    this.#idle();
    if (this.#worker) {
      this.#worker.onmessage = null;
      this.#worker.onerror = null;
      this.#worker.terminate();
      this.#generation++;
    }
    this.#worker = undefined;
    this.#ready = false;
    this.#progress = none;
  }

  #idle(): void {
    clearTimeout(this.#timer);
    this.#running = undefined;
  }
}
