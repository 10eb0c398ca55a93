// Takes the bodies of requests: in the Worker the small ones, in the object those that it has memory for.

/** A body that is passed on whole. Larger ones are read by the object when it has room. */
export const small = 64 * 1024;

/** The bytes of large bodies that an object holds at the same time. */
const room = 16 * 2 ** 20;

/** The engine refuses bodies of more than 4 MiB itself, if it sees one byte more. */
const engineLimit = 4 * 2 ** 20;

/** The largest body of a request to blobs. The object has several copies of it for a moment. */
const blobLimit = 10 * 2 ** 20;

/** Reads the bodies of one object's requests. */
export class Intake {
  #held = 0;

  /**
   * Reads a body, or says why its request has to be refused: "large" means that the body isn't whole. Call
   * the function when the body isn't needed any more.
   * @param {string} service
   * @param {Uint8Array | ReadableStream<Uint8Array>} body
   * @param {number} announced its length, or NaN
   * @returns {Promise<{bytes: Uint8Array, refusal?: "busy" | "large", release: () => void}>}
   */
  async read(service, body, announced) {
    if (body instanceof Uint8Array) {
      return { bytes: body, release: () => {} };
    }
    const limit = service === "blob" ? blobLimit : engineLimit;
    const need = Math.min(Number.isNaN(announced) ? limit : announced, limit) + 1;
    const refusal = this.#refusal(service, announced, limit, need);
    if (refusal !== undefined) {
      await body.cancel();
      return { bytes: new Uint8Array(), refusal, release: () => {} };
    }
    this.#held += need;
    const release = () => {
      this.#held -= need;
    };
    try {
      const bytes = await readUpTo(need, body);
      return bytes.length > limit ? { bytes, refusal: "large", release } : { bytes, release };
    } catch (cause) {
      release();
      throw cause;
    }
  }

  /**
   * @param {string} service
   * @param {number} announced
   * @param {number} limit
   * @param {number} need
   * @returns {"busy" | "large" | undefined}
   */
  #refusal(service, announced, limit, need) {
    if (service === "blob" && announced > limit) {
      return "large";
    }
    return this.#held + need > room ? "busy" : undefined;
  }
}

/**
 * Reads a body up to a limit, and leaves the rest. There is only one copy of it.
 * @param {number} limit
 * @param {ReadableStream<Uint8Array> | null} body
 */
export async function readUpTo(limit, body) {
  const whole = new Uint8Array(limit);
  let length = 0;
  for await (const chunk of /** @type {AsyncIterable<Uint8Array>} */ (body ?? [])) {
    const taken = chunk.subarray(0, limit - length);
    whole.set(taken, length);
    length += taken.length;
    if (length === limit) {
      break;
    }
  }
  return whole.subarray(0, length);
}
