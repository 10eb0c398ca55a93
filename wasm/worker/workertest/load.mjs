// Programs that write to an account and remember what was acknowledged, to be compared with what is there.
import assert from "node:assert/strict";

const json = { accept: "application/json;odata=nometadata", "content-type": "application/json" };
const version = { "x-ms-version": "2021-12-02" };

/** @typedef {import("./workerd.mjs").Workerd["ask"]} Ask */

/** How far something got: it was sent, or it was also acknowledged. */
/** @typedef {"sent" | "kept"} Fate */

/** One account under load. Its values begin with its name, so that another account's would be noticed. */
export class Load {
  #ask;
  #name;
  #n = 0;
  /** @type {Map<string, Fate>} what was inserted, or put into a queue, or appended to a blob, once */
  #once = new Map();
  /** @type {Map<number, {sent: number, kept: number}>} by writer */
  #counters = new Map();

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

  /** How many writes were acknowledged. */
  get kept() {
    return [...this.#once.values()].filter((fate) => fate === "kept").length;
  }

  /**
   * Writes until a request fails, one after another. Some writers are meant to run at the same time.
   * @param {number} writer
   */
  async write(writer) {
    try {
      for (;;) {
        await this.#insert();
        await this.#count(writer);
        await this.#transact();
        await this.#enqueue();
        await this.#append();
        await this.#upload();
      }
    } catch (cause) {
      if (cause instanceof assert.AssertionError) {
        throw cause;
      }
    }
  }

  /** Fails unless everything acknowledged is there once, and everything else not at all or once. */
  async check() {
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
    const { status, text } = await send();
    assert.equal(status, wanted, text);
    this.#once.set(id, "kept");
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
  #send(path, method, body, headers = json) {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const length = { "content-length": `${Buffer.byteLength(text)}` };
    return this.#ask(this.#path(path), { method, body: text, headers: { ...headers, ...length } });
  }
}
