// Counts the sandboxes that were made in the last hour: one object for all, so that they are counted once.
import { DurableObject } from "cloudflare:workers";

const hour = 3_600_000;

/** How many one address can make in an hour, how many its site can, and how many all can. */
const [ofAddress, ofSite, ofAll] = [10, 30, 300];

export class Gate extends DurableObject {
  /**
   * Counts one more, or returns how many seconds it has to wait.
   * @param {string[]} networks the address, and its site if there's one
   * @returns {Promise<number>}
   */
  async admit([address = "", site = address]) {
    const { sql } = this.ctx.storage;
    const now = Date.now();
    sql.exec("CREATE TABLE IF NOT EXISTS makers (address TEXT, site TEXT, at INTEGER NOT NULL)");
    sql.exec("DELETE FROM makers WHERE at <= ?", now - hour);
    const made = "SELECT count(*) AS n, min(at) AS first FROM makers";
    for (const [{ n, first }, limit] of /** @type {const} */ ([
      [sql.exec(`${made} WHERE address = ?`, address).one(), ofAddress],
      [sql.exec(`${made} WHERE site = ?`, site).one(), ofSite],
      [sql.exec(made).one(), ofAll],
    ])) {
      if (Number(n) >= limit) {
        return Math.ceil((Number(first) + hour - now) / 1000);
      }
    }
    sql.exec("INSERT INTO makers VALUES (?, ?, ?)", address, site, now);
    await this.ctx.storage.setAlarm(now + hour);
    return 0;
  }

  /** Forgets everything an hour after the last. */
  async alarm() {
    await this.ctx.storage.deleteAll();
  }
}
