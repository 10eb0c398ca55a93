// Counts the sandboxes that were made in the last hour: one object for all, so that they are counted once.
import { DurableObject } from "cloudflare:workers";

const hour = 3_600_000;

/** How many one address can make in an hour, and how many all can. */
const [ofAddress, ofAll] = [10, 300];

export class Gate extends DurableObject {
  /**
   * Counts one more, or returns how many seconds it has to wait.
   * @param {string} address
   * @returns {Promise<number>}
   */
  async admit(address) {
    const { sql } = this.ctx.storage;
    const now = Date.now();
    sql.exec("CREATE TABLE IF NOT EXISTS made (address TEXT NOT NULL, at INTEGER NOT NULL)");
    sql.exec("DELETE FROM made WHERE at <= ?", now - hour);
    const own = "SELECT count(*) AS n, min(at) AS first FROM made WHERE address = ?";
    const all = "SELECT count(*) AS n, min(at) AS first FROM made";
    for (const [{ n, first }, limit] of /** @type {const} */ ([
      [sql.exec(own, address).one(), ofAddress],
      [sql.exec(all).one(), ofAll],
    ])) {
      if (Number(n) >= limit) {
        return Math.ceil((Number(first) + hour - now) / 1000);
      }
    }
    sql.exec("INSERT INTO made VALUES (?, ?)", address, now);
    await this.ctx.storage.setAlarm(now + hour);
    return 0;
  }

  /** Forgets everything an hour after the last. */
  async alarm() {
    await this.ctx.storage.deleteAll();
  }
}
