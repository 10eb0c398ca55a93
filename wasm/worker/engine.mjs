// One account: the program with its tables, queues and blobs, and the journal that keeps them.
//
// Nothing in `answer` waits between a write and its answer, and the platform holds the answer back until
// the write is on its disks. So an answer that arrives says the truth, whatever ends the object.
import "./dist/wasm_exec.js";
import { DurableObject } from "cloudflare:workers";
import { busy, failure, interrupted, nothingHere } from "./answers.mjs";
import module from "./dist/engine.wasm";
import { Program } from "./host.mjs";
import { Intake } from "./intake.mjs";
import { Journal } from "./journal.mjs";
import { Log } from "./log.mjs";
import { Outlet } from "./outlet.mjs";
import { Pace } from "./pace.mjs";

/** What the WebSocket of a log speaks. */
export const protocol = "rowkey-log";

/** An object has 128 MB, and JavaScript needs part of it. */
const memory = { GOGC: "50", GOMEMLIMIT: "80MiB" };

/**
 * Whose account it is. Its keys are in base64, with a colon between them. A sandbox has a lifetime.
 * @typedef {{name: string, keys: string, sandbox: boolean}} Owner
 */

export class Engine extends DurableObject {
  /** @type {Program | undefined} */
  #program;
  /** @type {Journal | undefined} */
  #journal;
  #log = new Log(this.ctx);
  #outlet = new Outlet();
  #intake = new Intake();
  #pace = new Pace();
  /** Of requests that nobody signed, or that were refused: a stranger's would use up the owner's. */
  #strangers = new Pace();

  /**
   * Answers one request.
   * @param {Owner} owner
   * @param {Omit<import("./host.mjs").Message, "bytes">} message
   * @param {string} service
   * @param {Uint8Array | ReadableStream<Uint8Array>} body
   * @param {number} announced the body's length, or NaN
   * @returns {Promise<Response>}
   */
  async answer(owner, message, service, body, announced) {
    if (owner.sandbox && this.expires === undefined) {
      return nothingHere(message.url);
    }
    const signed = /^authorization:/im.test(message.head) || /[?&]sig=/i.test(message.url);
    const pace = signed ? this.#pace : this.#strangers;
    const busy = owner.sandbox && !pace.allows(Date.now());
    const response = await this.#answer(owner, message, service, body, announced, busy);
    if (signed && owner.sandbox && [400, 401, 403].includes(response.status)) {
      pace.giveBack(); // it may only have looked signed, as far as one sees here
      if (!this.#strangers.allows(Date.now())) {
        const value = "Too many requests were refused. Try again later.";
        return failure(value, 503, "ServerBusy", { "retry-after": "1" });
      }
    }
    return response;
  }

  /**
   * @param {Owner} owner
   * @param {Omit<import("./host.mjs").Message, "bytes">} message
   * @param {string} service
   * @param {Uint8Array | ReadableStream<Uint8Array>} body
   * @param {number} announced
   * @param {boolean} busy whether it's to be refused
   */
  async #answer(owner, message, service, body, announced, busy) {
    if (body instanceof Uint8Array) {
      return await this.run(owner, { ...message, bytes: body, refusal: busy ? "busy" : undefined });
    }
    const judge = busy ? { refusal: "busy" } : { coming: Number.isNaN(announced) ? 0 : announced };
    const judged = await this.run(owner, { ...message, ...judge, bytes: new Uint8Array() });
    if (judged.status >= 400) {
      await body.cancel();
      return judged;
    }
    /** @type {import("./intake.mjs").Taken | undefined} */
    let taken;
    try {
      taken = await this.#intake.read(service, body, announced);
      const { bytes, refusal } = taken;
      return await this.run(owner, { ...message, bytes, refusal });
    } catch (cause) {
      return interrupted(cause);
    } finally {
      taken?.release();
    }
  }

  /**
   * @param {Owner} owner
   * @param {import("./host.mjs").Message} message
   */
  async run(owner, message) {
    if (owner.sandbox && this.expires === undefined) {
      return nothingHere(message.url); // it has ended while the body arrived
    }
    let program = this.#program;
    try {
      program ??= this.#start(owner);
      return await program.answer(message);
    } catch (cause) {
      this.stop(program);
      console.error(`the engine of ${owner.name} has ended:`, cause);
      return failure(
        "The engine ended on this request. What was acknowledged is kept, and the next request starts " +
          "it again.",
      );
    }
  }

  /** @param {Owner} owner */
  #start({ name, keys, sandbox }) {
    // A program that died may have left the journal in the middle of something.
    this.#journal = this.open();
    const outlet = this.#outlet;
    const { env, expires } = this;
    this.#program = new Program(
      module,
      {
        ...memory,
        ROWKEY_ACCOUNT: name,
        ROWKEY_KEYS: keys,
        ROWKEY_UNSIGNED: sandbox ? "" : (env.UNSIGNED ?? ""),
        ROWKEY_ORIGINS: env.ORIGINS ?? "",
        ROWKEY_EXPIRES: expires === undefined ? "" : new Date(expires).toUTCString(),
      },
      this.#journal,
      sandbox ? (entry) => this.#log.add(entry) : undefined,
      (...answer) => outlet.send(...answer),
    );
    return this.#program;
  }

  /** Makes the next request start another program, unless that has happened already. */
  stop(program = this.#program) {
    if (this.#program === program) {
      this.#program = undefined;
      this.#journal = undefined;
      this.#outlet.end();
      this.#outlet = new Outlet();
    }
  }

  /** Opens the journal. Tests replace it by one that fails. */
  open() {
    return new Journal(this.ctx.storage);
  }

  get journal() {
    this.#journal ??= this.open();
    return this.#journal;
  }

  /** When this sandbox ends, in milliseconds; undefined if it isn't one, or not any more. */
  get expires() {
    if (this.#journal === undefined && !Journal.exists(this.ctx.storage)) {
      return undefined;
    }
    const expires = Number(this.journal.fact("expires") ?? 0);
    return expires > Date.now() ? expires : undefined;
  }

  /** When this sandbox ends, for the Worker. */
  async until() {
    return this.expires;
  }

  /**
   * Makes this object a sandbox, of what it has received.
   * @param {number} expires
   */
  async make(expires) {
    await this.ctx.storage.setAlarm(expires);
    this.journal.note("expires", expires);
    this.journal.mark();
    return true;
  }

  /**
   * Makes another sandbox that has what this one has now. It's false if that couldn't be read to the end,
   * because the journal was replaced meanwhile.
   * @param {string} name
   * @param {number} expires
   */
  async copyTo(name, expires) {
    const other = this.env.ENGINES.get(this.env.ENGINES.idFromName(name));
    const until = this.journal.place;
    for (let after = 0; after < until.last; ) {
      const rows = this.expires && this.journal.rows(until, after);
      if (!rows) {
        await other.end();
        return false;
      }
      await other.receive(rows, expires);
      after += rows.length;
    }
    return await other.make(expires);
  }

  /**
   * Takes rows of another sandbox's journal. What doesn't become a sandbox is removed when that would be.
   * @param {Uint8Array[]} rows
   * @param {number} expires
   */
  async receive(rows, expires) {
    await this.ctx.storage.setAlarm(expires);
    for (const row of rows) {
      this.journal.append(row);
    }
  }

  /**
   * Opens the log to someone of whom the Worker knows that they may watch.
   * @param {Request} request
   */
  async fetch({ url }) {
    if (this.expires === undefined) {
      return nothingHere(url);
    }
    const webSocket = this.#log.open();
    const headers = { "sec-websocket-protocol": protocol };
    return webSocket === undefined
      ? busy("too many watch this sandbox", 60)
      : new Response(null, { status: 101, headers, webSocket });
  }

  /**
   * Who watches has nothing to say, and would only wake the object.
   * @param {WebSocket} socket
   */
  webSocketMessage(socket) {
    socket.close(1008, "this only sends");
  }

  /** Remembers the present state for undo. */
  async mark() {
    this.journal.mark();
  }

  /** Goes back to the state at the last mark, or at the beginning. */
  async undo() {
    this.journal.undo();
    this.stop();
  }

  /** Removes everything. */
  async end() {
    this.stop();
    this.#log.end();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.stop();
  }

  /** The lifetime of a sandbox is over. */
  async alarm() {
    await this.end();
  }
}
