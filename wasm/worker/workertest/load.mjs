// Programs that write to an account and remember what was acknowledged, to be compared with what is there.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";

const json = { accept: "application/json;odata=nometadata", "content-type": "application/json" };
const version = { "x-ms-version": "2021-12-02" };

/** @typedef {import("./workerd.mjs").Workerd["ask"]} Ask */

/** How far something got: it was sent, or it was also acknowledged. */
/** @typedef {"sent" | "kept"} Fate */

/** Storage had no space for a write, which is therefore not there. */
class NoSpace extends Error {}

/**
 * A blob that is put by blocks, copied and leased. Of blocks and copy it has how far they got. Of the lease
 * it has the ID that the blob may have, and whether that's so for sure; "" is no lease.
 * @typedef {{blocks: Map<string, Fate>, list: Fate | undefined, copy: Fate | undefined,
 *   leases: {id: string, fate: Fate}[]}} Parts
 */

/** One account under load. Its values begin with its name, so that another account's would be noticed. */
export class Load {
  #ask;
  #name;
  #n = 0;
  /** @type {Map<string, Fate>} what was inserted, or put into a queue, or appended to a blob, once */
  #once = new Map();
  /** @type {Map<number, {sent: number, kept: number}>} by writer */
  #counters = new Map();
  /** @type {Map<string, Parts>} since the last check */
  #parts = new Map();
  /** How many writes were acknowledged, and how many found no space. */
  acknowledged = 0;
  full = 0;
  #filled = false;

  /**
   * @param {Ask} ask
   * @param {string} name
   */
  constructor(ask, name) {
    this.#ask = ask;
    this.#name = name;
  }

  async prepare() {
    const { status } = await this.#send("table/Tables", "POST", { TableName: "Things" });
    assert.equal(status, 201);
    assert.equal((await this.#send("queue/work", "PUT", "", version)).status, 201);
    const container = await this.#send("blob/log?restype=container", "PUT", "", version);
    assert.equal(container.status, 201);
    const blob = { ...version, "x-ms-blob-type": "AppendBlob" };
    assert.equal((await this.#send("blob/log/lines", "PUT", "", blob)).status, 201);
  }

  /**
   * Writes until a request fails, one after another. Some writers are meant to run at the same time.
   * @param {number} writer
   */
  async write(writer) {
    const steps = [
      () => this.#insert(),
      () => this.#count(writer),
      () => this.#transact(),
      () => this.#enqueue(),
      () => this.#append(),
      () => this.#upload(),
      () => this.#assemble(),
    ];
    for (let n = 0; ; n++) {
      try {
        await steps[n % steps.length]?.();
        await this.#fill(writer);
      } catch (cause) {
        if (cause instanceof assert.AssertionError) {
          throw cause;
        }
        if (!(cause instanceof NoSpace)) {
          return;
        }
        this.full += 1;
      }
    }
  }

  /**
   * One writer fills the storage now and then, and frees it.
   * @param {number} writer
   */
  async #fill(writer) {
    if (writer === 1 && Math.random() < (this.#filled ? 0.5 : 0.05)) {
      const fills = !this.#filled;
      this.#filled = true;
      const what = fills ? "full" : "heal";
      await this.#send("table/Tables", "GET", "", { ...json, "x-test": what });
      this.#filled = fills;
    }
  }

  /** Fails unless everything acknowledged is there once, and everything else not at all or once. */
  async check() {
    this.#filled = false; // the runtime that was killed had forgotten it
    await this.#checkParts();
    const found = [
      ...(await this.#entities()),
      ...(await this.#messages()),
      ...(await this.#lines()),
    ];
    /** @type {Map<string, number>} */
    const times = new Map();
    for (const id of found) {
      times.set(id, (times.get(id) ?? 0) + 1);
      assert.ok(this.#once.has(id), `${this.#name} has ${id}, which nobody sent`);
    }
    for (const [id, fate] of this.#once) {
      const there = times.get(id) ?? 0;
      assert.ok(there === 1 || (there === 0 && fate === "sent"), `${id}, ${fate}: ${there} times`);
      this.#once.set(id, there === 1 ? "kept" : "sent");
      if (there === 0) {
        this.#once.delete(id); // its request has ended, so it can't come later
      }
    }
  }

  /**
   * @param {string} id
   * @param {() => Promise<{status: number | undefined, text: string}>} send
   * @param {number} wanted
   */
  async #one(id, send, wanted) {
    this.#once.set(id, "sent");
    try {
      const { status, text } = await send();
      assert.equal(status, wanted, text);
      this.#once.set(id, "kept");
    } catch (cause) {
      if (cause instanceof NoSpace) {
        this.#once.delete(id); // it must not be there
      }
      throw cause;
    }
  }

  #insert() {
    const id = this.#id("entity");
    const entity = { PartitionKey: "one", RowKey: id, Name: this.#name };
    return this.#one(id, () => this.#send("table/Things", "POST", entity), 201);
  }

  /** @param {number} writer */
  async #count(writer) {
    const counter = this.#counters.get(writer) ?? { sent: 0, kept: 0 };
    this.#counters.set(writer, counter);
    counter.sent += 1;
    const n = counter.sent;
    const path = `table/Things(PartitionKey='counter',RowKey='${writer}')`;
    const { status } = await this.#send(path, "PUT", { N: n, Name: this.#name });
    assert.equal(status, 204);
    counter.kept = n;
  }

  /** A transaction of ten entities, which are there together or not at all. */
  #transact() {
    const id = this.#id("transaction");
    const parts = Array.from({ length: 10 }, (_, n) =>
      [
        "--set",
        "content-type: application/http",
        "content-transfer-encoding: binary",
        "",
        `POST ${this.#path("table/Things")} HTTP/1.1`,
        "accept: application/json;odata=nometadata",
        "content-type: application/json",
        "",
        JSON.stringify({ PartitionKey: id, RowKey: `${n}`, Name: this.#name }),
      ].join("\r\n"),
    );
    const set = ["--all", "content-type: multipart/mixed; boundary=set", "", ...parts];
    const body = `${[...set, "--set--", "--all--"].join("\r\n")}\r\n`;
    const headers = {
      "content-type": "multipart/mixed; boundary=all",
      "x-ms-version": "2019-02-02",
    };
    return this.#one(
      id,
      async () => {
        const answer = await this.#send("table/$batch", "POST", body, headers);
        assert.doesNotMatch(answer.text, /HTTP\/1.1 [45]/);
        return answer;
      },
      202,
    );
  }

  #enqueue() {
    const id = this.#id("message");
    const message = `<QueueMessage><MessageText>${id}</MessageText></QueueMessage>`;
    return this.#one(id, () => this.#send("queue/work/messages", "POST", message, version), 201);
  }

  #append() {
    const id = this.#id("line");
    const path = "blob/log/lines?comp=appendblock";
    return this.#one(id, () => this.#send(path, "PUT", `${id}\n`, version), 201);
  }

  /** A blob that is longer than a row of the storage, now and then. */
  async #upload() {
    if (Math.random() < 0.1) {
      const headers = { ...version, "x-ms-blob-type": "BlockBlob" };
      const path = `blob/log/large${Math.floor(Math.random() * 2)}`;
      const body = `${this.#name}${this.#n}`.padEnd(2_500_000, `${this.#n}`.at(-1));
      assert.equal((await this.#send(path, "PUT", body, headers)).status, 201);
    }
  }

  /** A blob of two blocks, with a lease while its list is put, and a copy of it. */
  async #assemble() {
    const name = this.#id("parts");
    const path = `blob/log/${name}`;
    /** @type {Parts} */
    const parts = { blocks: new Map(), list: undefined, copy: undefined, leases: [] };
    this.#parts.set(name, parts);
    for (const block of ["AAAA", "BBBB"]) {
      parts.blocks.set(block, "sent");
      const text = `${name}${block}`.repeat(50);
      const put = await this.#send(`${path}?comp=block&blockid=${block}`, "PUT", text, version);
      assert.equal(put.status, 201);
      parts.blocks.set(block, "kept");
    }
    parts.list = "sent";
    const list = "<BlockList><Latest>BBBB</Latest><Latest>AAAA</Latest></BlockList>";
    const put = await this.#send(`${path}?comp=blocklist`, "PUT", list, version);
    assert.equal(put.status, 201);
    parts.list = "kept";
    await this.#lease(path, parts);
    parts.copy = "sent";
    const from = `http://localhost${this.#path(path)}`;
    const source = { ...version, host: "localhost", "x-ms-copy-source": from };
    const copied = await this.#send(`${path}-copy`, "PUT", "", source);
    assert.equal(copied.status, 202, copied.text);
    parts.copy = "kept";
  }

  /**
   * Acquires a lease without end, and in one of two cases releases it.
   * @param {string} path
   * @param {Parts} parts
   */
  async #lease(path, parts) {
    const id = randomUUID();
    const acquire = { "x-ms-lease-duration": "-1", "x-ms-proposed-lease-id": id };
    /** @type {{action: string, status: number, leaves: string, more: Record<string, string>}[]} */
    const steps = [{ action: "acquire", status: 201, leaves: id, more: acquire }];
    if (Math.random() < 0.5) {
      steps.push({ action: "release", status: 200, leaves: "", more: { "x-ms-lease-id": id } });
    }
    for (const { action, status, leaves, more } of steps) {
      const lease = { id: leaves, fate: /** @type {Fate} */ ("sent") };
      parts.leases.push(lease);
      const headers = { ...version, "x-ms-lease-action": action, ...more };
      try {
        assert.equal((await this.#send(`${path}?comp=lease`, "PUT", "", headers)).status, status);
        lease.fate = "kept";
      } catch (cause) {
        if (cause instanceof NoSpace) {
          parts.leases.pop();
        }
        throw cause;
      }
    }
  }

  /** Fails unless each block, list, copy and lease that was acknowledged is there, and deletes the blobs. */
  async #checkParts() {
    for (const [name, parts] of this.#parts) {
      const path = `blob/log/${name}`;
      const of = await this.#send(`${path}?comp=blocklist&blocklisttype=all`, "GET", "", version);
      const [, committed = "", waiting = ""] =
        /<CommittedBlocks>(.*)<\/CommittedBlocks><UncommittedBlocks>(.*)<\/Unc/.exec(of.text) ?? [];
      const whole = committed !== "";
      assert.ok(whole || parts.list !== "kept", `${name}: its block list is lost`);
      assert.ok(!whole || parts.list !== undefined, `${name}: nobody has put its block list`);
      for (const [block, fate] of parts.blocks) {
        const there = (whole ? committed : waiting).includes(`<Name>${block}</Name>`);
        assert.ok(there || fate === "sent", `${name}: its block ${block} is lost`);
      }
      await this.#checkBlob(name, "", whole ? "kept" : undefined);
      await this.#checkBlob(name, "-copy", parts.copy);
      if (whole) {
        await this.#checkLease(path, parts);
      }
    }
    this.#parts.clear();
  }

  /**
   * @param {string} name
   * @param {string} suffix
   * @param {Fate | undefined} fate
   */
  async #checkBlob(name, suffix, fate) {
    const blob = `${name}${suffix}`;
    const { status, text } = await this.#send(`blob/log/${blob}`, "GET", "", version);
    if (status === 200) {
      const blocks = ["BBBB", "AAAA"].map((block) => `${name}${block}`.repeat(50));
      assert.equal(text, blocks.join(""), `${blob} has another content`);
      assert.notEqual(fate, undefined, `${blob} is there before it was put`);
    } else {
      assert.equal(status, 404, text);
      assert.notEqual(fate, "kept", `${blob} is lost`);
    }
  }

  /**
   * @param {string} path
   * @param {Parts} parts
   */
  async #checkLease(path, { leases }) {
    const last = leases.findLastIndex(({ fate }) => fate === "kept");
    const possible = last < 0 ? ["", ...leases.map(({ id }) => id)] : [];
    possible.push(...leases.slice(Math.max(last, 0)).map(({ id }) => id));
    const { headers } = await this.#send(path, "GET", "", version);
    const renewed = [];
    for (const id of new Set(possible.filter((each) => each !== ""))) {
      const renew = { ...version, "x-ms-lease-action": "renew", "x-ms-lease-id": id };
      const { status } = await this.#send(`${path}?comp=lease`, "PUT", "", renew);
      renewed.push(...(status === 200 ? [id] : []));
    }
    const held = headers["x-ms-lease-state"] === "leased" ? (renewed[0] ?? "another's") : "";
    assert.ok(possible.includes(held), `${path}: the lease is "${held}", not one of ${possible}`);
    const blob = { ...version, ...(held && { "x-ms-lease-id": held }) };
    assert.equal((await this.#send(path, "DELETE", "", blob)).status, 202);
  }

  async #entities() {
    /** @type {Map<string, number>} */
    const transactions = new Map();
    const found = [];
    for (let next = ""; ; ) {
      const { status, text, headers } = await this.#send(`table/Things()?${next}`, "GET", "");
      assert.equal(status, 200, text);
      for (const { PartitionKey: partition, RowKey: row, Name: name, N: n } of JSON.parse(text)
        .value) {
        assert.equal(name, this.#name);
        if (partition === "one") {
          found.push(row);
        } else if (partition === "counter") {
          const { sent, kept } = this.#counters.get(Number(row)) ?? { sent: 0, kept: 0 };
          assert.ok(kept <= n && n <= sent, `counter ${row}: ${n}, sent ${sent}, kept ${kept}`);
        } else {
          transactions.set(partition, (transactions.get(partition) ?? 0) + 1);
        }
      }
      const partition = headers["x-ms-continuation-nextpartitionkey"];
      if (partition === undefined) {
        break;
      }
      next = `NextPartitionKey=${partition}&NextRowKey=${headers["x-ms-continuation-nextrowkey"]}`;
    }
    for (const [id, parts] of transactions) {
      assert.equal(parts, 10, `${id} has ${parts} of its 10 entities`);
      found.push(id);
    }
    return found;
  }

  /** Takes all messages, which frees the queue for the next ones. */
  async #messages() {
    const { text } = await this.#send("queue/work?comp=metadata", "GET", "", version);
    assert.equal(text, "");
    const found = [];
    for (;;) {
      const path = "queue/work/messages?numofmessages=32&visibilitytimeout=600";
      const { status, text } = await this.#send(path, "GET", "", version);
      assert.equal(status, 200, text);
      const texts = [...text.matchAll(/<MessageText>(.*?)<\/MessageText>/g)].map(
        ([, id]) => `${id}`,
      );
      if (texts.length === 0) {
        break;
      }
      found.push(...texts);
    }
    const cleared = await this.#send("queue/work/messages", "DELETE", "", version);
    assert.equal(cleared.status, 204);
    const before = this.#taken;
    this.#taken = [...before, ...found];
    return this.#taken;
  }
  /** @type {string[]} */
  #taken = [];

  async #lines() {
    for (const blob of ["large0", "large1"]) {
      const { status, text } = await this.#send(`blob/log/${blob}`, "GET", "", version);
      assert.ok(status === 404 || (text.length === 2_500_000 && text.startsWith(this.#name)), blob);
      assert.ok(status === 404 || /^[a-z]+(\d*(\d))\2*$/.test(text), `${blob} is a mixture`);
    }
    const { text } = await this.#send("blob/log/lines", "GET", "", version);
    return text.split("\n").filter((line) => line !== "");
  }

  /** @param {string} kind */
  #id(kind) {
    this.#n += 1;
    return `${this.#name}-${kind}-${this.#n}`;
  }

  /** @param {string} path */
  #path(path) {
    return `/s/${this.#name}/${path}`;
  }

  /**
   * @param {string} path
   * @param {string} method
   * @param {string | object} body
   * @param {Record<string, string>} [headers]
   */
  async #send(path, method, body, headers = json) {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const length = { "content-length": `${Buffer.byteLength(text)}` };
    const options = { method, body: text, headers: { ...headers, ...length } };
    const filled = this.#filled;
    const answer = await this.#ask(this.#path(path), options);
    if (answer.status === 503 && method !== "GET" && (filled || this.#filled)) {
      throw new NoSpace();
    }
    this.acknowledged += method !== "GET" && Number(answer.status) < 300 ? 1 : 0;
    return answer;
  }
}
