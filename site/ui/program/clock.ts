/**
 * The clock of an example, which is that of its account.
 *
 * `Date` and timers use it. It advances with each request. When only timers are pending, it jumps to
 * the first of them: sleeping for a minute takes no time, and timers still fire in order.
 */

interface Timer {
  readonly id: number;
  readonly due: number;
  readonly fire: () => void;
}

const realDate = Date;
const realTimeout = globalThis.setTimeout;

/** The methods that read the body of a request or a response. */
const bodies = ["arrayBuffer", "blob", "bytes", "formData", "json", "text"];

/** Advances the account's clock and returns its time. */
export type Pass = (milliseconds: number) => Promise<number>;

export class Clock {
  now: number;
  #pass: Pass;
  #timers: Timer[] = [];
  #lastId = 0;
  /** How many requests are pending. */
  #busy = 0;
  #looking = false;

  constructor(now: number, pass: Pass) {
    this.now = now;
    this.#pass = pass;
  }

  /** Waits for work that must end before any timer fires. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.#busy++;
    try {
      return await work;
    } finally {
      this.#busy--;
      this.#look();
    }
  }

  /** Whether anything other than timers is pending. */
  get busy(): boolean {
    return this.#busy > 0;
  }

  timer(fire: () => void, delay: number): number {
    const id = ++this.#lastId;
    this.#timers.push({ id, due: this.now + Math.max(0, Math.ceil(delay) || 0), fire });
    this.#look();
    return id;
  }

  cancel(id: number): void {
    this.#timers = this.#timers.filter((timer) => timer.id !== id);
  }

  /** Fires the first timer once everything that doesn't depend on a timer is done. */
  #look(): void {
    if (!this.#looking) {
      this.#looking = true;
      realTimeout(() => {
        this.#looking = false;
        void this.#fire();
      });
    }
  }

  async #fire(): Promise<void> {
    if (this.#busy > 0 || this.#timers.length === 0) {
      return;
    }
    const first = this.#timers.reduce((a, b) => (b.due < a.due ? b : a));
    if (first.due > this.now) {
      await this.during(this.#advance(first.due - this.now));
      return;
    }
    this.cancel(first.id);
    this.#look();
    first.fire();
  }

  async #advance(milliseconds: number): Promise<void> {
    this.now = await this.#pass(milliseconds);
  }

  /** Replaces the thread's own clock and timers. */
  install(): void {
    const timeout = (fire: (...args: unknown[]) => void, delay = 0, ...args: unknown[]) =>
      this.timer(() => fire(...args), delay);
    const interval = (fire: (...args: unknown[]) => void, delay = 0, ...args: unknown[]) => {
      let current = 0;
      const next = () => {
        current = this.timer(
          () => {
            next();
            fire(...args);
          },
          Math.max(1, delay),
        );
      };
      next();
      return { cancel: () => this.cancel(current) };
    };
    const clear = (timer?: number | { cancel(): void }) =>
      typeof timer === "object" ? timer.cancel() : this.cancel(timer ?? 0);
    Object.assign(globalThis, {
      Date: dateOf(() => this.now),
      setTimeout: timeout,
      clearTimeout: clear,
      setInterval: interval,
      clearInterval: clear,
    });
    performance.now = () => this.now;
    const operations = Object.getOwnPropertyNames(SubtleCrypto.prototype);
    this.#awaitMethods(SubtleCrypto.prototype, operations);
    this.#awaitMethods(Request.prototype, bodies);
    this.#awaitMethods(Response.prototype, bodies);
  }

  /** Makes timers wait for WebCrypto and for reading bodies, as they do for requests. */
  #awaitMethods(of: object, names: readonly string[]): void {
    const during = (work: Promise<unknown>) => this.during(work);
    for (const name of names) {
      const method: unknown = Reflect.get(of, name);
      if (typeof method === "function" && name !== "constructor") {
        const value = function (this: unknown, ...args: unknown[]) {
          return during(Reflect.apply(method, this, args));
        };
        Object.defineProperty(of, name, { value });
      }
    }
  }
}

/** Returns a Date whose current time comes from a function. */
function dateOf(now: () => number): DateConstructor {
  return new Proxy(realDate, {
    apply: () => new realDate(now()).toString(),
    construct: (target, args, self) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], self),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
}
