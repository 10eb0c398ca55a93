// How long clients may take.

/** How many milliseconds a client may take too long over a body, or over a part of an answer. */
export const patience = 30_000;

/** How many bytes a second a client has to send on average after its patience. httphost says so, too. */
const slowest = 1024;

/** A client took too long. */
export class Late extends Error {}

/** A body ended before its end, or wasn't one. */
export class Broken extends Error {}

/**
 * Waits for something, but not longer than so many milliseconds.
 * @template T
 * @param {Promise<T>} what
 * @param {number} milliseconds
 * @returns {Promise<T>}
 */
export async function inTime(what, milliseconds) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Promise<never>} */
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Late()), Math.max(milliseconds, 0));
  });
  try {
    return await Promise.race([what, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Yields the parts of a body, as long as they arrive in time.
 * @param {ReadableStream<Uint8Array>} body
 * @param {number} allowed how many milliseconds it may be late
 */
export async function* parts(body, allowed) {
  const reader = body.getReader();
  const begun = Date.now();
  try {
    for (let arrived = 0; ; ) {
      const earned = Math.floor(arrived / slowest) * 1000;
      const used = Math.max(Date.now() - begun - earned, 0);
      const read = reader.read().catch((cause) => {
        throw new Broken("the body could not be read", { cause });
      });
      const { done, value } = await inTime(read, allowed - used);
      if (done) {
        return;
      }
      arrived += value.length;
      yield value;
    }
  } finally {
    // What hasn't arrived isn't waited for.
    reader.cancel().catch(() => {});
  }
}
