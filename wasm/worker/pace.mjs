// How many requests a sandbox answers.

/** Requests a second in the long run, and how many can come at once. */
export const rate = 50;
const burst = 200;

export class Pace {
  #tokens = burst;
  #at = 0;

  /** Gives back what a request took that turned out to be somebody else's. */
  giveBack() {
    this.#tokens += 1;
  }

  /**
   * Whether another request is allowed at this time, in milliseconds.
   * @param {number} now
   */
  allows(now) {
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#at) * rate) / 1000);
    this.#at = now;
    if (this.#tokens < 1) {
      return false;
    }
    this.#tokens -= 1;
    return true;
  }
}
