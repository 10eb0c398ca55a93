// Runs a Go program that answers requests through package bridge.
//
// The wasm_exec.js of the toolchain that built the program must have been loaded; it sets `Go`. This
// module doesn't depend on Workers, so that tests can run it in Node.

/** The program has ended and its memory is lost. Start another. */
export class Died extends Error {}

/**
 * A request for the program: the URL and the headers as the client sent them, one line NAME:VALUE for
 * each header, and the whole body. A refusal is why the program should refuse it. If the body is only coming,
 * the program judges who sends it: with an error, or with anything else if they're let in.
 * @typedef {{method: string, url: string, head: string, bytes: Uint8Array,
 *   refusal?: string | undefined, coming?: number}} Message
 */

/**
 * Sends a long answer in parts: its length, what returns the next part, and what to call at the end.
 * @typedef {(length: number, next: () => Uint8Array | null, done: () => void) => ReadableStream} Send
 */

export class Program {
  /** @type {{handleRequest(request: object): Promise<Response>}} */
  #binding = Object.create(null);
  /** @type {Set<(reason: Died) => void>} */
  #waiting = new Set();
  /** @type {Died | undefined} */
  #death;

  /**
   * Starts the program, which reads the journal. It is ready when this returns.
   * @param {WebAssembly.Module} module
   * @param {Record<string, string>} environment
   * @param {object} [journal] what bridge.Journal calls
   * @param {(entry: string) => void} [log] takes an entry of each request
   * @param {Send} [send] sends long answers; without it they are whole
   */
  constructor(module, environment, journal, log, send) {
    const go = new Go();
    go.env = environment;
    let ready = false;
    const instance = new WebAssembly.Instance(module, {
      gojs: { ...go.importObject.gojs, ...noTimers },
      workers: {
        ready: () => {
          ready = true;
        },
      },
    });
    this.#run(go, instance, { journal, log, send });
    if (!ready) {
      throw this.#die("the program ended before it was ready");
    }
  }

  /**
   * Answers one request. The only error is Died.
   * @param {Message} message
   * @returns {Promise<Response>}
   */
  answer({ method, ...message }) {
    return new Promise((resolve, reject) => {
      const settled = () => this.#waiting.delete(reject);
      this.#waiting.add(reject);
      try {
        // The library reads these four. It would change all except the method, so body has them.
        const request = { method, url: "http://bridge/", headers: new Map(), body: message };
        this.#binding
          .handleRequest(request)
          .then(resolve, (cause) => this.#die(cause))
          .finally(settled);
      } catch (cause) {
        this.#die(cause); // a program that has ended, or has run out of stack, throws
      }
    });
  }

  /**
   * The library reads its binding from a global variable once, when the program starts.
   * @param {Go} go
   * @param {WebAssembly.Instance} instance
   * @param {{journal: object | undefined, log: object | undefined, send: Send | undefined}} given
   */
  #run(go, instance, given) {
    const scope = /** @type {{context?: unknown}} */ (globalThis);
    const before = scope.context;
    scope.context = { binding: this.#binding, ...given };
    go.run(instance).then(
      () => this.#die("the program ended"),
      (cause) => this.#die(cause),
    );
    scope.context = before;
  }

  /** @param {unknown} cause */
  #die(cause) {
    this.#death ??= new Died(String(cause), { cause });
    for (const reject of this.#waiting) {
      reject(this.#death);
    }
    this.#waiting.clear();
    return this.#death;
  }
}

// A pending timer would keep a Durable Object in memory, and buntdb, which keeps the entities, sets one every
// second. It can wait: what is due is done when the next request wakes the program.
const noTimers = {
  "runtime.scheduleTimeoutEvent": () => {},
  "runtime.clearTimeoutEvent": () => {},
};
