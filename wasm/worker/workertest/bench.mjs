// Measures one account in workerd, with storage on disk: node wasm/worker/workertest/bench.mjs [SECONDS]
// docs/deploying.md has the numbers.
import fs from "node:fs";
import { Workerd } from "./workerd.mjs";

const seconds = Number(process.argv[2] ?? 3);
const json = { accept: "application/json;odata=nometadata", "content-type": "application/json" };
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
  await measure("page of 1,000", () => send("Things()?$filter=PartitionKey eq 'p'", "GET"));
  await measure("transaction of 100", () => transaction("Things", `t${n++}`, 100));
  await send("Tables", "POST", { TableName: "Few" }, "two");
  console.log("waking, with one table", await wake("two"), "ms");
  await send("Tables", "POST", { TableName: "Many" }, "two");
  const headers = { ...json, "x-test": "fill 100000" };
  await workerd.ask("/two/Tables", { headers });
  console.log("waking, with 100,000 entities from as many requests", await wake("two"), "ms");
  console.log("memory of workerd", memory(), "MB");
} finally {
  await workerd.stop();
}

/** @param {string} account */
async function wake(account) {
  const times = [];
  for (let i = 0; i < 5; i++) {
    await workerd.ask(`/${account}/Tables`, { headers: { "x-test": "evict" } });
    const begin = performance.now();
    await send("Tables", "GET", undefined, account);
    times.push(Math.round(performance.now() - begin));
  }
  return times.sort((a, b) => a - b)[2];
}

/**
 * @param {string} name
 * @param {() => Promise<unknown>} ask
 */
async function measure(name, ask) {
  const [begin, clients] = [performance.now(), 16];
  let done = 0;
  const client = async () => {
    while (performance.now() - begin < seconds * 1000) {
      await ask();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const rate = (1000 * done) / (performance.now() - begin);
  console.log(`${name}: ${rate.toFixed(0)} a second, ${clients} at once`);
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

/** What workerd's process has in memory. */
function memory() {
  const status = fs.readFileSync(`/proc/${workerd.pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
