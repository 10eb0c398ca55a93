// Runs the requests of a script for a program that sends them itself; engine/hosts/frame/relay is the
// other end.

/**
 * @typedef {readonly (readonly [name: string, value: string])[]} Headers
 * @typedef {{method: string, url: string, headers: Headers, body: string}} Sent a request, signed
 * @typedef {{status: number, headers: Headers, body: string} | {error: string}} Answer or why there is none
 * @typedef {"met" | "missed" | "skipped"} Fate
 * @typedef {{line: number, verdicts: readonly (readonly [Fate, string])[]}} Result of one request
 * @typedef {{wait?: number, send?: Sent, last?: boolean, results?: readonly Result[]}} Turn
 */

/**
 * A request of a file: the first one on that line or below it; where it goes, who asks, and the longest
 * wait in milliseconds.
 * @typedef {{
 *   file: string, text: string, line: number,
 *   host: string, queue: string, blob: string, account: string, key: string,
 *   longest: number,
 * }} Start
 */

/**
 * @param {Sent} sent
 * @returns {Promise<Answer>}
 */
async function send({ method, url, headers, body }) {
  /** @type {RequestInit} */
  const request = { method, headers: Object.fromEntries(headers), redirect: "manual" };
  try {
    const answer = await fetch(url, body === "" ? request : { ...request, body });
    return { status: answer.status, headers: [...answer.headers], body: await answer.text() };
  } catch (cause) {
    return { error: String(cause instanceof Error ? (cause.cause ?? cause) : cause) };
  }
}

/**
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
function wait(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The requests of one file after another. */
export class Relay {
  #engine;

  /**
   * @param {{call(call: object): object | Promise<object>}} engine that has queues, blobs and signatures
   */
  constructor(engine) {
    this.#engine = engine;
  }

  /**
   * Begins with a request: sends all that must be sent before it and, of a loop, all rounds but the
   * last. What is left to be sent comes back, or the results if that is nothing.
   * @param {Start} start
   */
  async begin(start) {
    let turn = await this.#ask("begin", start);
    while (turn.wait !== undefined || (turn.send && !turn.last)) {
      const answer = turn.send ? await send(turn.send) : await wait(turn.wait ?? 0);
      turn = await this.#ask("answer", answer);
    }
    return turn;
  }

  /**
   * Judges the answer to what was left to be sent.
   * @param {Answer} answer
   */
  async end(answer) {
    return (await this.#ask("answer", answer)).results ?? [];
  }

  /**
   * @param {"begin" | "answer"} op
   * @param {object | void} more
   */
  async #ask(op, more) {
    const reply = await this.#engine.call({ op, now: Date.now(), ...more });
    if ("error" in reply) {
      throw new Error(String(reply.error));
    }
    return /** @type {Turn} */ (reply);
  }
}
