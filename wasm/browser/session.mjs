// An account inside an engine, for whoever sends requests one by one.

/** Where every account of an engine stands; the address the emulators' well-known account has. */
export const endpoint = "http://127.0.0.1:10002/devstoreaccount1";

/**
 * @typedef {import("../../site/ui/protocol.ts").AccountRequest} AccountRequest
 * @typedef {import("../../site/ui/protocol.ts").AccountResponse} AccountResponse
 * @typedef {import("../../site/ui/protocol.ts").ControlReply} ControlReply
 * @typedef {import("../../site/ui/protocol.ts").DoReply} DoReply
 * @typedef {import("../../site/ui/protocol.ts").ExampleCall} ExampleCall
 * @typedef {import("../../site/ui/protocol.ts").ExampleReply} ExampleReply
 */

/** @typedef {(request: AccountRequest) => Promise<AccountResponse>} Send */

/** @typedef {Pick<DoReply, "did" | "hint">} Effect */

/** A request got no answer, and whether it was carried out can't be told. */
export class NoAnswer extends Error {
  code = "ECONNRESET"; // as Node's
}

/** @param {number} milliseconds negative: forever */
async function pass(milliseconds) {
  if (milliseconds !== 0) {
    await new Promise((resolve) => milliseconds > 0 && setTimeout(resolve, milliseconds));
  }
}

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
   * Sends a request to the account. It can be handed on as a function. Of the request only its own fields
   * are taken, because a program may have made it.
   * @param {AccountRequest} request
   */
  send = async ({ method, url, headers, body }) => {
    await this.#open();
    const request = { method, url, headers, body };
    const reply = /** @type {DoReply} */ (await this.#ask("do", request));
    await pass(reply.wait ?? 0);
    if (reply.status === 0) {
      throw new NoAnswer("there was no answer: the connection was closed");
    }
    return reply;
  };

  /**
   * Breaks on request what the account does: the control interface of `rowkey serve`, with the same paths and
   * JSON. It needs the full engine, and a reset forgets what was set.
   * @param {string} method
   * @param {string} path such as /faults
   * @param {unknown} [body]
   * @returns {Promise<any>}
   */
  async control(method, path, body) {
    await this.#open();
    const sent = body === undefined ? "" : JSON.stringify(body);
    const reply = /** @type {ControlReply} */ (
      await this.#ask("control", { method, path, body: sent })
    );
    const answer = JSON.parse(reply.body);
    if (reply.status >= 400) {
      throw new Error(answer.error);
    }
    return answer;
  }

  /**
   * Sends a request to the account, and asks for a view of what it did.
   * @param {AccountRequest} request
   */
  async show({ method, url, headers, body }) {
    await this.#open();
    const request = { method, url, headers, body, view: true };
    return /** @type {DoReply & Required<Pick<DoReply, "view">>} */ (
      await this.#ask("do", request)
    );
  }

  /**
   * Lets time pass in the account, at once.
   * @param {number} milliseconds
   */
  async sleep(milliseconds) {
    await this.#open();
    return /** @type {Effect} */ (await this.#ask("do", { milliseconds }));
  }

  /**
   * Runs an http example in the account, after what it refers to.
   * @param {Pick<ExampleCall, "file" | "examples" | "index">} example
   */
  async run(example) {
    await this.#open();
    return /** @type {ExampleReply} */ (await this.#ask("example", example));
  }

  /** Empties the account. */
  async reset() {
    this.#opened = undefined;
    await this.#open();
  }

  /** Drops the account. */
  async close() {
    this.#opened = undefined;
    await this.#ask("close");
  }

  #open() {
    this.#opened ??= this.#ask("open");
    return this.#opened;
  }

  /**
   * @param {"open" | "do" | "example" | "close" | "control"} op
   * @param {object} more
   */
  async #ask(op, more = {}) {
    // They come first, so that they're found without reading a long body, and last, so that nothing replaces
    // them.
    const own = { op, session: this.#name };
    const reply = await this.#call(Object.assign({}, own, more, own));
    if ("error" in reply) {
      throw new Error(String(reply.error));
    }
    return reply;
  }
}
