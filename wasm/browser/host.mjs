// The engine as one value: a call goes in, its reply comes out, both plain objects.
//
// Both JavaScript hosts stand on this file: run.mjs in Node and site/ui/worker.ts in a page. The
// other end is package bridge. Nothing here touches the network, files or the page.

/** What an engine may use before it is stopped, in bytes, unless its host says otherwise. */
const memoryLimit = 512 * 2 ** 20;

/**
 * The engine is gone, and its message says why in words for a reader. Every later call fails alike;
 * start another engine.
 */
export class EngineDied extends Error {}

/** A running engine. Calls are synchronous: an engine answers one before it hears the next. */
export class Engine {
  /** @type {EngineDied | undefined} */
  #death;
  #go;
  #exports;

  /**
   * Starts an engine.
   * @param {(imports: WebAssembly.Imports) => Promise<WebAssembly.Instance>} instantiate
   *   makes the instance from the imports it is given
   * @param {number} memory what it may use, in bytes: Go collects harder from half of it on
   */
  static async start(instantiate, memory = memoryLimit) {
    const go = new Go();
    go.env = { GOGC: "200", GOMEMLIMIT: `${memory / 2}B` };
    /** @type {WebAssembly.Instance | undefined} */
    let instance;
    watchMemory(go, () => memoryOf(instance), memory);
    Object.assign(go.importObject.gojs, noTimers);
    instance = await instantiate(go.importObject);
    return new Engine(go, instance);
  }

  /**
   * @param {Go} go
   * @param {WebAssembly.Instance} instance
   */
  constructor(go, instance) {
    this.#go = go;
    this.#exports = /** @type {BridgeExports} */ (/** @type {unknown} */ (instance.exports));
    /** Settles when the engine has ended between two calls, which it never does by itself. */
    this.exited = go.run(instance).then(() => this.#die(undefined));
  }

  /**
   * Answers one call. A call the engine refuses is answered with an object that has `error`.
   * @param {object} call
   * @returns {object}
   */
  call(call) {
    if (this.#death) {
      throw this.#death;
    }
    const request = new TextEncoder().encode(JSON.stringify(call));
    try {
      const at = this.#exports.alloc(request.length);
      new Uint8Array(this.#exports.mem.buffer, at, request.length).set(request);
      const reply = this.#exports.call(at, request.length);
      if (this.#go.exited) {
        throw this.#die(undefined);
      }
      return this.#read(reply);
    } catch (cause) {
      throw cause instanceof EngineDied ? cause : this.#die(cause);
    }
  }

  /**
   * A frame in Go's memory is a little-endian length and that many bytes of JSON. The view of the
   * memory is made anew for each one: memory that has grown has a new buffer.
   * @param {number} at
   * @returns {object}
   */
  #read(at) {
    const { buffer } = this.#exports.mem;
    const length = new DataView(buffer).getUint32(at, true);
    return JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, at + 4, length)));
  }

  /** @param {unknown} cause */
  #die(cause) {
    this.#death ??= new EngineDied(reason(cause), { cause });
    return this.#death;
  }
}

// buntdb looks for expired keys every second, and nothing here expires. Without a timer, that keeps no Node
// alive and wakes no page: it looks the next time that there's a call.
const noTimers = {
  "runtime.scheduleTimeoutEvent": () => {},
  "runtime.clearTimeoutEvent": () => {},
};

class MemoryExceeded extends Error {
  /** @param {number} limit */
  constructor(limit) {
    super();
    this.limit = limit;
  }
}

/**
 * Go tells its host whenever the memory has grown, before it uses what it got. Throwing there is
 * the only way to stop an engine that would otherwise grow to 4 GiB.
 * @param {Go} go
 * @param {() => number} used
 * @param {number} limit
 */
function watchMemory(go, used, limit) {
  const { gojs } = go.importObject;
  const grown = gojs["runtime.resetMemoryDataView"];
  gojs["runtime.resetMemoryDataView"] = (stack) => {
    grown?.(stack);
    if (used() > limit) {
      throw new MemoryExceeded(limit);
    }
  };
}

/** @param {WebAssembly.Instance | undefined} instance */
function memoryOf(instance) {
  const memory = instance?.exports["mem"];
  return memory instanceof WebAssembly.Memory ? memory.buffer.byteLength : 0;
}

/** @param {unknown} cause */
function reason(cause) {
  if (cause instanceof MemoryExceeded) {
    const megabytes = cause.limit / 2 ** 20;
    return (
      `The engine needed more than ${megabytes} MB of memory and was stopped. ` +
      "Store fewer or smaller entities."
    );
  }
  if (cause instanceof RangeError) {
    return "The engine ran out of stack and was stopped. Something in the example nests too deeply.";
  }
  return "The engine stopped unexpectedly. Run again to start a new one.";
}

/**
 * @typedef {{
 *   mem: WebAssembly.Memory,
 *   alloc(n: number): number,
 *   call(at: number, n: number): number
 * }} BridgeExports
 */
