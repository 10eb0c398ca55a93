// Takes the bodies of requests: in the Worker the small ones, in the object those that it has memory for.
import { parts, patience } from "./patience.mjs";

/** A body that is passed on whole. Larger ones are read by the object, once their sender is let in. */
export const small = 64 * 1024;

/** The bytes of large bodies that an object holds at the same time. */
const room = 16 * 2 ** 20;

/** The largest body of any other request. */
const engineLimit = 4 * 2 ** 20;

/** The largest body of a request to blobs. The object has several copies of it for a moment. */
const blobLimit = 10 * 2 ** 20;

/**
 * A body, or why its request has to be refused: "large" means that it isn't whole. `release` says that it
 * isn't needed any more.
 * @typedef {{bytes: Uint8Array, refusal?: "busy" | "large", release: () => void}} Taken
 */

/** Reads the bodies of one object's requests. */
export class Intake {
  #held = 0;

  /**
   * Reads a body. Throws Late if that takes too long, and Broken if it ends early.
   * @param {string} service
   * @param {ReadableStream<Uint8Array>} body
   * @param {number} announced its length, or NaN
   * @returns {Promise<Taken>}
   */
  async read(service, body, announced) {
    const limit = service === "blob" ? blobLimit : engineLimit;
    if (announced > limit) {
      // A client that is about to finish reads the answer only then.
      await (announced <= 2 * limit ? discard(body) : body.cancel());
      return { bytes: new Uint8Array(), refusal: "large", release: () => {} };
    }
    let held = 0;
    const release = () => {
      this.#held -= held;
      held = 0;
    };
    // What has arrived is reserved, not what is announced: that costs a client nothing.
    const reserve = (/** @type {number} */ bytes) => {
      this.#held += bytes;
      held += bytes;
      return this.#held <= room;
    };
    try {
      const bytes = await readUpTo(limit + 1, body, reserve);
      return bytes.length > limit ? { bytes, refusal: "large", release } : { bytes, release };
    } catch (cause) {
      release();
      if (!(cause instanceof Full)) {
        throw cause;
      }
      return { bytes: new Uint8Array(), refusal: "busy", release };
    }
  }
}

class Full extends Error {}

/** @param {ReadableStream<Uint8Array>} body */
async function discard(body) {
  for await (const _ of parts(body, patience)) {
    // nothing of it is kept
  }
}

/**
 * Reads a body up to a limit, and leaves the rest. What holds it grows as it arrives, to twice what is there.
 * @param {number} limit
 * @param {ReadableStream<Uint8Array> | null} body
 * @param {(bytes: number) => boolean} [reserve] whether there's room for so many more
 * @param {number} [allowed] how many milliseconds it may be late
 */
export async function readUpTo(limit, body, reserve = () => true, allowed = patience) {
  let whole = new Uint8Array();
  let length = 0;
  for await (const chunk of body === null ? [] : parts(body, allowed)) {
    const taken = chunk.subarray(0, limit - length);
    if (!reserve(taken.length)) {
      throw new Full();
    }
    if (length + taken.length > whole.length) {
      const grown = new Uint8Array(Math.min(2 * (length + taken.length), limit));
      grown.set(whole.subarray(0, length));
      whole = grown;
    }
    whole.set(taken, length);
    length += taken.length;
    if (length === limit) {
      break;
    }
  }
  return whole.subarray(0, length);
}
