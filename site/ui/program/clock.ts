/**
 * The time in which an example lives: that of its account.
 *
 * `Date` tells it, and timers wait for it. It moves on with each request, and when nothing is under
 * way but timers it moves to the first of these at once: who sleeps for a minute is awake in no
 * time, and two who sleep wake up in their order.
 */

interface Timer {
  readonly id: number;
  readonly due: number;
  readonly fire: () => void;
}

const realDate = Date;
const realTimeout = globalThis.setTimeout;

/** How the body of a request or a response is read. */
const bodies = ["arrayBuffer", "blob", "bytes", "formData", "json", "text"];

/** Lets time pass in the account, and returns what time it is there. */
export type Pass = (milliseconds: number) => Promise<number>;

export class Clock {
  now: number;
  #pass: Pass;
  #timers: Timer[] = [];
  #lastId = 0;
  /** How many requests are under way. */
  #busy = 0;
  #looking = false;

  constructor(now: number, pass: Pass) {
    this.now = now;
    this.#pass = pass;
  }

  /** Waits for something that timers have to wait for, too. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.#busy++;
    try {
      return await work;
    } finally {
      this.#busy--;
      this.#look();
    }
  }

  /** Whether anything is under way but timers. */
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

  /** Fires the first timer once everything has been done that could be done before. */
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

  /** Puts the clock in the place of the thread's own. */
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

  /** What WebCrypto and bodies do takes no time, either: timers wait for it as for requests. */
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

/** A Date whose now is what a function says. */
function dateOf(now: () => number): DateConstructor {
  return new Proxy(realDate, {
    apply: () => new realDate(now()).toString(),
    construct: (target, args, self) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], self),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
}
