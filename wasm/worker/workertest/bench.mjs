// Measures one account in workerd, with storage on disk: node wasm/worker/workertest/bench.mjs [SECONDS]
// docs/deploying.md has the numbers.
import fs from "node:fs";
import { Workerd } from "./workerd.mjs";

const seconds = Number(process.argv[2] ?? 3);
const json = { accept: "application/json;odata=nometadata", "content-type": "application/json" };
const version = { "x-ms-version": "2021-12-02" };
const entity = (/** @type {string} */ partition, /** @type {number} */ n) => ({
  PartitionKey: partition,
  RowKey: `${n}`.padStart(8, "0"),
  Name: `Thing ${n}`,
  Amount: n / 4,
  Count: n,
});

const workerd = new Workerd();
let n = 0;
try {
  await workerd.start("workertest/failing.capnp", {
    ACCOUNTS: "one:a2V5;two:a2V5",
    UNSIGNED: "allow",
  });
  await send("Tables", "POST", { TableName: "Things" });
  await measure("insert", () => send("Things", "POST", entity("p", n++)));
  await measure("point get", () => {
    const key = `${Math.floor(Math.random() * n)}`.padStart(8, "0");
    return send(`Things(PartitionKey='p',RowKey='${key}')`, "GET");
  });
  for (; n < 1000; n++) {
    await send("Things", "POST", entity("p", n));
  }
  await measure("page of 1,000", () => send("Things()?$filter=PartitionKey eq 'p'", "GET"));
  await measure("transaction of 100", () => transaction("Things", `t${n++}`, 100));
  await workerd.ask("/s/one/queue/work", { method: "PUT", headers: version });
  await measure("message", () => message(`message ${n++}`));
  await send("Tables", "POST", { TableName: "Few" }, "two");
  console.log("waking, with one table:", await wake("two"));
  await send("Tables", "POST", { TableName: "Many" }, "two");
  const headers = { ...json, "x-test": "fill 100000" };
  await workerd.ask("/two/Tables", { headers });
  console.log("waking, with 100,000 entities from as many requests:", await wake("two"));
  console.log("memory of workerd", memory(), "MB");
} finally {
  await workerd.stop();
}

/** @param {string} account */
async function wake(account) {
  const times = [];
  for (let i = 0; i < 5; i++) {
    await workerd.ask(`/${account}/Tables`, { headers: { "x-test": "evict" } });
    const [begin, worked] = [performance.now(), work()];
    await send("Tables", "GET", undefined, account);
    times.push({ ms: performance.now() - begin, work: work() - worked });
  }
  const middle = times.sort((a, b) => a.ms - b.ms)[2];
  return `${middle?.ms.toFixed(0)} ms, ${middle?.work} ms of work`;
}

/**
 * Measures requests a second; how long workerd works for one, which doesn't depend on what else the machine
 * does; and what it writes.
 * @param {string} name
 * @param {() => Promise<unknown>} ask
 */
async function measure(name, ask) {
  await count();
  const [begin, worked, clients] = [performance.now(), work(), 16];
  let done = 0;
  const client = async () => {
    while (performance.now() - begin < seconds * 1000) {
      await ask();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const rate = (1000 * done) / (performance.now() - begin);
  const each = (work() - worked) / done;
  const { rows, bytes } = await count();
  console.log(
    `${name}: ${rate.toFixed(0)} a second, ${clients} at once; ${each.toFixed(2)} ms of work, ` +
      `${(rows / done).toFixed(2)} rows and ${(bytes / done).toFixed(0)} bytes each`,
  );
}

/** What the account has written since the last time. */
async function count() {
  const logged = workerd.log.length;
  await workerd.ask("/one/Tables", { headers: { ...json, "x-test": "count" } });
  const found = await workerd.says(/written: (\d+) rows, (\d+) bytes/, logged);
  return { rows: Number(found[1]), bytes: Number(found[2]) };
}

/** How long workerd has worked, in milliseconds. */
function work() {
  const stat = fs.readFileSync(`/proc/${workerd.pid}/stat`, "utf8").split(") ")[1]?.split(" ");
  return 10 * (Number(stat?.[11]) + Number(stat?.[12])); // in ticks, of which a second has 100
}

/**
 * @param {string} path
 * @param {string} method
 * @param {object} [body]
 */
async function send(path, method, body, account = "one") {
  const answer = await workerd.ask(encodeURI(`/${account}/${path}`), {
    method,
    headers: json,
    ...(body && { body: JSON.stringify(body) }),
  });
  if ((answer.status ?? 500) >= 400) {
    throw new Error(`${method} ${path}: ${answer.text}`);
  }
  return answer;
}

/**
 * @param {string} table
 * @param {string} partition
 * @param {number} size
 */
async function transaction(table, partition, size) {
  const parts = Array.from({ length: size }, (_, i) =>
    [
      "--set",
      "content-type: application/http",
      "content-transfer-encoding: binary",
      "",
      `POST /one/${table} HTTP/1.1`,
      "accept: application/json;odata=nometadata",
      "prefer: return-no-content",
      "content-type: application/json",
      "",
      JSON.stringify(entity(partition, i)),
    ].join("\r\n"),
  );
  const set = ["--all", "content-type: multipart/mixed; boundary=set", "", ...parts];
  const body = `${[...set, "--set--", "--all--"].join("\r\n")}\r\n`;
  const headers = { ...json, "content-type": "multipart/mixed; boundary=all" };
  const { status, text } = await workerd.ask("/one/$batch", { method: "POST", headers, body });
  if (status !== 202 || / 4\d\d /.test(text.slice(0, 300))) {
    throw new Error(text);
  }
}

/** @param {string} text */
async function message(text) {
  const body = `<QueueMessage><MessageText>${text}</MessageText></QueueMessage>`;
  const { status } = await workerd.ask("/s/one/queue/work/messages", {
    method: "POST",
    headers: version,
    body,
  });
  if (status !== 201) {
    throw new Error(`putting a message: ${status}`);
  }
}

/** What workerd's process has in memory. */
function memory() {
  const status = fs.readFileSync(`/proc/${workerd.pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
