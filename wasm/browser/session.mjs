// An account inside an engine, for whoever sends requests one by one.

/** Where every account of an engine stands; the address the emulators' well-known account has. */
export const endpoint = "http://127.0.0.1:10002/devstoreaccount1";

/**
 * One request as it would be sent, in plain values: they can go to another thread or frame.
 * @typedef {{
 *   readonly method: string,
 *   readonly url: string,
 *   readonly headers: readonly (readonly [name: string, value: string])[],
 *   readonly body: string,
 * }} AccountRequest
 */

/**
 * The answer to it.
 * @typedef {{
 *   readonly status: number,
 *   readonly headers: readonly (readonly [name: string, value: string])[],
 *   readonly body: string,
 * }} AccountResponse
 */

/** @typedef {(request: AccountRequest) => Promise<AccountResponse>} Send */

/**
 * An account of its own in an engine. It is empty at first, and again after each reset; when its
 * engine has died, what it held is gone, and requests fail until it is reset.
 */
export class Session {
  #call;
  #name;
  /** @type {Promise<object> | undefined} */
  #opened;

  /**
   * @param {(call: any) => object | Promise<object>} call hands a call to the engine and returns its
   *   reply; `Engine.call` is one
   * @param {string} name of the account; other sessions of the engine have other names
   */
  constructor(call, name) {
    this.#call = call;
    this.#name = name;
  }

  /**
   * Sends a request to the account. It can be handed on as a function.
   * @type {Send}
   */
  send = async (request) => {
    this.#opened ??= this.#ask("open");
    await this.#opened;
    return /** @type {AccountResponse} */ (await this.#ask("do", request));
  };

  /** Empties the account. */
  async reset() {
    this.#opened = this.#ask("open");
    await this.#opened;
  }

  /** Drops the account, and with it the timers that would keep Node alive. */
  async close() {
    this.#opened = undefined;
    await this.#ask("close");
  }

  /**
   * @param {"open" | "do" | "close"} op
   * @param {object} more
   */
  async #ask(op, more = {}) {
    const reply = await this.#call({ op, session: this.#name, ...more });
    if ("error" in reply) {
      throw new Error(String(reply.error));
    }
    return reply;
  }
}
