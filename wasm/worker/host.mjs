// Runs a Go program that answers requests (package bridge is its other end), for as long as it lives.
//
// wasm_exec.js of the toolchain that built the program must have been loaded; it sets `Go`. Nothing
// here knows of Workers, so that tests can run it in Node.

/** The program has ended, and with it all it kept in memory. Start another. */
export class Died extends Error {}

/**
 * A request as the program takes it: the URL and the headers as the client wrote them, a line
 * NAME:VALUE for each header, and the whole body.
 * @typedef {{method: string, url: string, head: string, bytes: Uint8Array}} Message
 */

export class Program {
  /** @type {{handleRequest(request: object): Promise<Response>}} */
  #binding = Object.create(null);
  /** @type {Set<(reason: Died) => void>} */
  #waiting = new Set();
  /** @type {Died | undefined} */
  #death;

  /**
   * Starts the program, which is ready when this returns.
   * @param {WebAssembly.Module} module
   * @param {Record<string, string>} environment
   */
  constructor(module, environment) {
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
    this.#run(go, instance);
    if (!ready) {
      throw this.#die("the program ended before it was ready");
    }
  }

  /**
   * Answers one request. It fails with Died, and with nothing else.
   * @param {Message} message
   * @returns {Promise<Response>}
   */
  answer({ method, ...message }) {
    return new Promise((resolve, reject) => {
      const settled = () => this.#waiting.delete(reject);
      this.#waiting.add(reject);
      try {
        // The library reads these four. All but the method it would change, so that stands in the body.
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
   * The library looks for its binding in a global variable, once, when the program starts.
   * @param {Go} go
   * @param {WebAssembly.Instance} instance
   */
  #run(go, instance) {
    const scope = /** @type {{context?: unknown}} */ (globalThis);
    const before = scope.context;
    scope.context = { binding: this.#binding };
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

// A timer that is pending keeps a Durable Object in memory, and the store sets one each second. It can
// wait: whatever is due is done when the next request wakes the program.
const noTimers = {
  "runtime.scheduleTimeoutEvent": () => {},
  "runtime.clearTimeoutEvent": () => {},
};
