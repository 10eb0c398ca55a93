/**
 * A frame's way to the engine that all frames of a page share.
 *
 * The hub is a shared worker where there is one. Elsewhere, such as on many phones or where the framed page
 * is a single file, one of the frames has it. The page chooses that one, and passes on a port to it from
 * each of the others. Nothing else works everywhere: browsers may refuse locks to frames of another site.
 *
 * Browsers also keep the shared workers of frames apart by the site of the page around them, and the name
 * of the worker is the page's, so frames of different pages never meet.
 */
import { Stopped, type Watch } from "../client.ts";
import type { Call, Replies } from "../protocol.ts";
import { type Ask, Hub, type Tell } from "./hub.ts";

/** How to start the workers. */
export interface Sources {
  /** Starts the worker of an engine. */
  readonly engine: (full: boolean) => Worker;
  /** Connects to the shared worker of a page, if the frame has one. */
  readonly shared?: (page: string) => SharedWorker;
  /** Makes the page pass a port on to the frame that serves the others. */
  readonly reach: (port: MessagePort) => void;
}

interface Waiting {
  readonly call: Call;
  readonly watch: Watch;
  readonly resolve: (reply: object) => void;
  readonly reject: (cause: Error) => void;
}

/** A shared worker that hasn't answered after this time, in milliseconds, never will. */
const patience = 5000;

export class Member {
  readonly #sources: Sources;
  readonly #page: string;
  readonly #waiting = new Map<number, Waiting>();
  readonly #workers = new Map<number, Worker>();
  #ask: ((message: Ask) => void) | undefined;
  /** The hub of the page's frames, if it's in this one. */
  #hub: Hub | undefined;
  /** Another frame may have the hub, or this one: it isn't in a shared worker. */
  #reached = false;
  #begun = false;
  #warm = false;
  #full = false;
  #lastId = 0;

  /** @param page - the name that the page gave to all its frames */
  constructor(page: string, sources: Sources) {
    this.#page = page;
    this.#sources = sources;
    addEventListener("pagehide", () => this.#ask?.({ ask: "leave" }));
  }

  /** Starts the engine if it isn't running, in case calls follow. */
  warm(full: boolean): void {
    if (this.#warm && (this.#full || !full)) {
      return;
    }
    this.#warm = true;
    this.#full ||= full;
    this.#post({ ask: "warm", full });
  }

  /** Makes a call. Fails with Stopped if it is aborted, otherwise with a message for the reader. */
  run<C extends Call>(call: C, watch: Watch): Promise<Replies[C["op"]]> {
    return new Promise<Replies[C["op"]]>((settle, reject) => {
      const id = ++this.#lastId;
      const resolve = settle as (reply: object) => void;
      this.#waiting.set(id, { call, watch, resolve, reject });
      watch.loading({ part: 0, megabytes: 0 });
      watch.signal.addEventListener("abort", () => {
        if (this.#waiting.delete(id)) {
          this.#post({ ask: "stop", id });
          reject(new Stopped("Stopped."));
        }
      });
      this.#post({ ask: "run", id, call });
    });
  }

  /** Sends a message, unless there's no hub yet. Then #begin sends all that still matters. */
  #post(message: Ask): void {
    if (!this.#ask) {
      this.#connect();
    }
    if (this.#begun) {
      this.#ask?.(message);
    }
  }

  #connect(): void {
    const { shared } = this.#sources;
    try {
      const worker = shared?.(this.#page);
      if (!worker) {
        throw new Error("no shared worker");
      }
      const { port } = worker;
      const instead = () => {
        port.onmessage = worker.onerror = null;
        this.#reach();
      };
      port.onmessage = ({ data }) => this.#hear(data);
      worker.onerror = instead;
      this.#ask = (message) => port.postMessage(message);
      setTimeout(() => this.#begun || instead(), patience);
    } catch {
      this.#reach();
    }
  }

  /** Lets the page choose a frame that has the hub. It may choose this one. */
  #reach(): void {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => this.#hear(data);
    this.#ask = (message) => port1.postMessage(message);
    this.#reached = true;
    this.#sources.reach(port2);
  }

  /** Lets the member at the other end of a port use a hub in this frame. */
  serve(port: MessagePort): void {
    this.#hub ??= new Hub();
    const hear = this.#hub.join((message) => port.postMessage(message));
    port.onmessage = ({ data }) => hear(data);
  }

  /** The frame with the hub is gone. Calls without a reply go to the next one. */
  lost(): void {
    if (this.#reached) {
      this.#begun = false;
      this.#warm = false;
      this.#ask = undefined;
      if (this.#waiting.size > 0) {
        this.#reach();
      }
    }
  }

  #hear(message: Tell): void {
    switch (message.tell) {
      case "begin":
        this.#begin();
        break;
      case "spawn":
        this.#spawn(message.worker, message.full);
        break;
      case "post":
        this.#workers.get(message.worker)?.postMessage(message.run);
        break;
      case "end":
        this.#workers.get(message.worker)?.terminate();
        this.#workers.delete(message.worker);
        break;
      default:
        this.#answer(message);
    }
  }

  #begin(): void {
    this.#begun = true;
    for (const worker of this.#workers.values()) {
      worker.terminate();
    }
    this.#workers.clear();
    if (this.#warm) {
      this.#ask?.({ ask: "warm", full: this.#full });
    }
    for (const [id, { call }] of this.#waiting) {
      this.#ask?.({ ask: "run", id, call });
    }
  }

  #spawn(id: number, full: boolean): void {
    const worker = this.#sources.engine(full);
    worker.onmessage = ({ data }) => this.#ask?.({ ask: "report", worker: id, report: data });
    worker.onerror = (event) => {
      event.preventDefault();
      this.#ask?.({ ask: "broken", worker: id });
    };
    this.#workers.set(id, worker);
  }

  #answer(message: Exclude<Tell, { tell: "begin" | "spawn" | "post" | "end" }>): void {
    const waiting = this.#waiting.get(message.id);
    if (!waiting) {
      return;
    }
    switch (message.tell) {
      case "loading":
        waiting.watch.loading(message.progress);
        return;
      case "started":
        waiting.watch.started();
        return;
      case "reply":
        waiting.resolve(message.reply);
        break;
      case "failed":
        waiting.reject(new (message.stopped ? Stopped : Error)(message.message));
        break;
      default:
        message satisfies never;
    }
    this.#waiting.delete(message.id);
  }
}
