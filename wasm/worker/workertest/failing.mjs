// The Worker with storage that fails on request, and objects that end on request:
//
//	x-test: evict   ends the object, as the platform does between two requests
//	x-test: fail 3  makes the third write to the storage fail, from now on, and all that follow
//	x-test: full    makes them fail because there's no space
//	x-test: over    ends the object because what it wrote didn't fit, which SQLite can find later
//	x-test: heal    makes writes succeed again
//	x-test: fill 9  inserts nine entities into the table Many before it answers
//	x-test: count   logs how many rows and bytes of the journal were written since the last time
//	x-test: empty   removes everything from the account before it answers
//	x-test: flip 9  flips a bit of one of the journal's rows and ends the object; the number says which
//	x-test: lose 9  deletes one of the rows but the last, and ends the object
//	x-test: at 9    answers as if it were 9 ms after the beginning of 1970
import { Engine as Deployed } from "../engine.mjs";
import { Journal } from "../journal.mjs";

export { default, Gate } from "../worker.mjs";

// What SQLite says in workerd, the second when its disk was full.
const failure = "disk I/O error: SQLITE_IOERR";
const full = "database or disk is full: SQLITE_FULL";

/** The time of all objects in milliseconds, in place of that of day. @type {number | undefined} */
let time;
globalThis.Date = new Proxy(Date, {
  construct: (real, args) =>
    new real(.../** @type {[number]} */ (args.length > 0 || time === undefined ? args : [time])),
  get: (real, name) =>
    name === "now" && time !== undefined ? () => time : Reflect.get(real, name),
});

export class Engine extends Deployed {
  #left = Number.POSITIVE_INFINITY;
  #failure = failure;
  #rows = 0;
  #bytes = 0;

  /**
   * @override
   * @type {Deployed["answer"]}
   */
  async answer(owner, message, ...rest) {
    const [, what, count] = /^x-test:(\w+) ?(\d*)$/m.exec(message.head) ?? [];
    time = what === "at" ? Number(count) : undefined;
    switch (what) {
      case "evict":
        this.ctx.abort("evicted");
        break;
      case "fail":
        this.#left = Number(count) - 1;
        this.#failure = failure;
        break;
      case "full":
        this.#left = 0;
        this.#failure = full;
        break;
      case "over":
        this.ctx.abort(full);
        break;
      case "heal":
        this.#left = Number.POSITIVE_INFINITY;
        break;
      case "count":
        console.log(`written: ${this.#rows} rows, ${this.#bytes} bytes`);
        this.#rows = 0;
        this.#bytes = 0;
        break;
      case "empty":
        await this.end();
        break;
      case "flip":
      case "lose":
        this.#harm(what, Number(count));
        await this.ctx.storage.sync();
        this.ctx.abort("damaged");
        break;
      case "fill":
        await this.#fill(owner, Number(count));
        break;
      default:
    }
    return await super.answer(owner, message, ...rest);
  }

  /**
   * @param {import("../engine.mjs").Owner} owner
   * @param {number} count
   */
  async #fill(owner, count) {
    const url = `http://test/${owner.name}/Many`;
    const head = "accept:application/json\ncontent-type:application/json\nprefer:return-no-content";
    for (let n = 0; n < count; n++) {
      const entity = { PartitionKey: `${n % 100}`, RowKey: `${n}`, Name: `Thing ${n}`, Count: n };
      const bytes = new TextEncoder().encode(JSON.stringify(entity));
      await this.run(owner, { method: "POST", url, head, bytes });
    }
  }

  /**
   * @param {"flip" | "lose"} damage
   * @param {number} which
   */
  #harm(damage, which) {
    const { sql } = this.ctx.storage;
    const names = "SELECT name FROM sqlite_master WHERE name LIKE 'journal%' ORDER BY name DESC";
    const name = String(sql.exec(names).toArray()[0]?.["name"]);
    const rows = sql.exec(`SELECT n, bytes FROM ${name} ORDER BY n`).toArray();
    const { n, bytes } = rows[which % (rows.length - 1)] ?? {};
    if (damage === "lose") {
      sql.exec(`DELETE FROM ${name} WHERE n = ?`, Number(n));
      return;
    }
    const flipped = new Uint8Array(/** @type {ArrayBuffer} */ (bytes));
    const at = which % flipped.length;
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (which % 8));
    sql.exec(`UPDATE ${name} SET bytes = ? WHERE n = ?`, flipped, Number(n));
  }

  /** @override */
  open() {
    const { storage } = this.ctx;
    /** @type {typeof storage.sql.exec} */
    const exec = (query, ...values) => {
      const writes = /^(INSERT|DELETE|CREATE TABLE (?!IF NOT EXISTS facts)|DROP)/.test(query);
      if (writes && --this.#left < 0) {
        throw new Error(this.#failure);
      }
      if (/^INSERT INTO journal/.test(query)) {
        this.#rows += 1;
        this.#bytes += /** @type {Uint8Array} */ (values[1]).length;
      }
      return storage.sql.exec(query, ...values);
    };
    const failing = Object.create(storage, {
      sql: { value: { exec } },
      transactionSync: { value: (/** @type {() => any} */ run) => storage.transactionSync(run) },
    });
    return new Journal(failing);
  }
}
