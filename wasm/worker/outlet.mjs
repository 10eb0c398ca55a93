// Lets long answers go out in parts, so that an object holds a copy of one part only.
import { inTime, patience } from "./patience.mjs";

export class Outlet {
  /** @type {Set<WritableStreamDefaultWriter<Uint8Array>>} */
  #open = new Set();

  /**
   * Returns a stream of an answer.
   * @param {number} length
   * @param {() => Uint8Array | null} next returns the next part
   * @param {() => void} done is called when no part is needed any more
   */
  send(length, next, done) {
    const { readable, writable } = new FixedLengthStream(length);
    const writer = writable.getWriter();
    this.#open.add(writer);
    this.#pump(writer, next)
      .catch((cause) => writer.abort(cause))
      .catch(() => {}) // the client has hung up
      .finally(() => {
        this.#open.delete(writer);
        done();
      })
      .catch(() => {}); // the program has ended
    return readable;
  }

  /**
   * @param {WritableStreamDefaultWriter<Uint8Array>} writer
   * @param {() => Uint8Array | null} next
   */
  async #pump(writer, next) {
    for (let part = next(); part !== null; part = next()) {
      await inTime(writer.write(part), patience);
    }
    await inTime(writer.close(), patience);
  }

  /** Cuts off what is under way: the program that has it is about to be replaced. */
  end() {
    for (const writer of this.#open) {
      writer.abort(new Error("the account has ended")).catch(() => {});
    }
  }
}
