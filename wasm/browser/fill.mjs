// Measures how long a program takes to fill a table by transactions of 100, and to scan it, with the engine
// that pages load: node wasm/browser/fill.mjs [ENTITIES]
import process from "node:process";
import { startEngine } from "./engine.mjs";
import { endpoint, Session } from "./session.mjs";

const size = Number(process.argv[2] ?? 10_000);
const headers = Object.entries({
  Accept: "application/json",
  "Content-Type": "application/json",
  DataServiceVersion: "3.0",
  Prefer: "return-no-content",
  "x-ms-version": "2019-02-02",
});
const batch = Object.entries({ "Content-Type": "multipart/mixed; boundary=b" });

/** @param {number} i */
function entity(i) {
  return {
    PartitionKey: `p${Math.floor(i / 10_000)}`,
    RowKey: String(i).padStart(12, "0"),
    Device: `sensor-${i}`,
    Site: "Hall 7, upper floor, by the third window",
    Valid: true,
    Count: i % 1000,
    Value: (i % 90) + 0.25,
    "Total@odata.type": "Edm.Int64",
    Total: String(5e9 + i),
    "Taken@odata.type": "Edm.DateTime",
    Taken: "2026-01-05T09:00:00.1234567Z",
    "Batch@odata.type": "Edm.Guid",
    Batch: "a455c695-df98-5678-aaaa-81d3367e5a34",
    "Raw@odata.type": "Edm.Binary",
    Raw: "AAECAwQFBgcICQoLDA0ODw==",
    Note: "ok",
  };
}

/** @param {number} from */
function transaction(from) {
  const fields = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const parts = Array.from({ length: 100 }, (_, i) =>
    ["--c\r\nContent-Type: application/http\r\n\r\nPOST ", endpoint, "/Things HTTP/1.1\r\n", fields]
      .concat("\r\n", JSON.stringify(entity(from + i)), "\r\n")
      .join(""),
  );
  const open = "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n";
  return `${open}${parts.join("")}--c--\r\n--b--\r\n`;
}

const bodies = Array.from({ length: size / 100 }, (_, i) => transaction(100 * i));
const engine = await startEngine();

/** @param {string} name */
async function measure(name) {
  const session = new Session((call) => engine.call(call), name);
  const url = `${endpoint}/Tables`;
  await session.send({ method: "POST", url, headers, body: '{"TableName":"Things"}' });
  const begun = performance.now();
  for (const body of bodies) {
    const { did } = await session.send({
      method: "POST",
      url: `${endpoint}/$batch`,
      headers: batch,
      body,
    });
    if (did[1] !== 100) {
      throw new Error(`${did[1]} entities were written`);
    }
  }
  const filled = performance.now();
  const query = `${endpoint}/Things()?$filter=Note%20eq%20'none'`;
  const { did } = await session.send({ method: "GET", url: query, headers, body: "" });
  const scanned = performance.now();
  const fill = `${size} entities filled in ${(filled - begun).toFixed()} ms`;
  const each = (1e6 * (scanned - filled)) / did[0];
  process.stdout.write(`${name}: ${fill}; scanned in ${each.toFixed()} ns each\n`);
  await session.close();
}

for (const name of ["cold", "warm", "again"]) {
  await measure(name);
}
process.exit();
