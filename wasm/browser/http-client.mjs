// Lets the official JavaScript client, @azure/data-tables, speak to an engine in place of a server.
//
// The client sends whatever it sends through an `httpClient`, which can be given to it. This one
// turns a request of the client's pipeline into plain values and hands these to a function; where
// that takes them is not known here. It may be the engine beside it, a worker or another frame.

/**
 * As much of the pipeline's request as is needed.
 * @typedef {{
 *   method: string,
 *   url: string,
 *   headers: Iterable<[string, string]>,
 *   body?: unknown,
 *   abortSignal?: {
 *     readonly aborted: boolean,
 *     addEventListener(type: "abort", listener: (...args: any[]) => void): void,
 *     removeEventListener(type: "abort", listener: (...args: any[]) => void): void,
 *   },
 * }} PipelineRequest
 */

/**
 * Makes an httpClient for the client's options.
 * @param {import("./session.mjs").Send} send
 */
export function httpClient(send) {
  return {
    /**
     * @template {PipelineRequest} R
     * @param {R} request
     */
    async sendRequest(request) {
      const sent = unlessAborted(request, () => send(plain(request)));
      const { status, headers, body } = await sent.catch(fail);
      return { request, status, headers: new AnswerHeaders(headers), bodyAsText: body };
    },
  };
}

/**
 * The pipeline retries what failed on the way only by the name of its own errors.
 * @param {any} cause
 * @returns {never}
 */
function fail(cause) {
  if (cause?.code === "ECONNRESET") {
    cause.name = "RestError";
  }
  throw cause;
}

/**
 * @param {PipelineRequest} request
 * @returns {import("./session.mjs").AccountRequest}
 */
function plain({ method, url, headers, body = "" }) {
  if (typeof body !== "string") {
    throw new TypeError("the body of a request must be a text here");
  }
  return { method, url, headers: Array.from(headers), body };
}

/** Header lines with the face that the pipeline knows: what is not there is undefined. */
class AnswerHeaders extends Headers {
  /**
   * @param {readonly (readonly [string, string])[]} lines
   */
  constructor(lines) {
    super(lines.map(([name, value]) => [name, value]));
  }

  /** @param {string} name */
  // @ts-expect-error undefined in place of null
  get(name) {
    return super.get(name) ?? undefined;
  }

  toJSON() {
    return Object.fromEntries(this);
  }
}

/**
 * What was sent cannot be called back: its answer is only not waited for.
 * @template T
 * @param {PipelineRequest} request
 * @param {() => Promise<T>} send
 * @returns {Promise<T>}
 */
function unlessAborted({ abortSignal: signal }, send) {
  if (!signal) {
    return send();
  }
  return new Promise((resolve, reject) => {
    // By this name the client knows that a request was given up.
    const abort = () => reject(new DOMException("The request was aborted.", "AbortError"));
    if (signal.aborted) {
      abort();
      return;
    }
    signal.addEventListener("abort", abort);
    send()
      .finally(() => signal.removeEventListener("abort", abort))
      .then(resolve, reject);
  });
}
