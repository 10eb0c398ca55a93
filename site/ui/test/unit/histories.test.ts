// The links that engine/suites/histories prints: the page opens them, and no order of their requests ends as
// the endpoint answered.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { TableClient } from "@azure/data-tables";
import { startEngine } from "../../../../wasm/browser/engine.mjs";
import { Session } from "../../../../wasm/browser/session.mjs";
import "../../clients/inside.ts";
import { type Clients, outcomeOf, programOf, type Read } from "../../clients/program.ts";
import type { ClientReply } from "../../protocol.ts";
import { unpack } from "../../share/pack-v1.ts";
import { during } from "../during.ts";

const real = globalThis.fetch;
let session: Session;
let read: Read;
during(async () => {
  const engine = await startEngine("full");
  read = async (text) => engine.call({ op: "client", text }) as ClientReply;
  session = new Session((call) => engine.call(call), "histories");
  globalThis.fetch = async (url, { method = "GET", headers, body } = {}) => {
    const pairs = headers as [string, string][];
    const request = { method, url: String(url), headers: pairs, body: String(body ?? "") };
    const answer = await session.send(request);
    const all = answer.headers.map(([name, value]): [string, string] => [name, value]);
    return new Response(answer.body || null, { status: answer.status, headers: all });
  };
  return () => {
    globalThis.fetch = real;
    return session.close();
  };
});

/** Runs the page's program and returns what it prints. */
async function outcome(clients: Clients) {
  const program = await programOf(clients, "", read);
  const code = program.code.replace(/^import .*$/m, "");
  const { constructor: AsyncFunction } = Object.getPrototypeOf(async () => {});
  let printed = "";
  await session.reset();
  const log = (text: string) => {
    printed = text;
  };
  await new AsyncFunction("TableClient", "console", code)(TableClient, { log });
  return outcomeOf(printed) ?? assert.fail(printed);
}

const folder = "../../engine/suites/histories/testdata";
for (const file of readdirSync(folder)) {
  test(`history: no order ends as in ${file}`, async () => {
    const link = readFileSync(`${folder}/${file}`, "utf8").trim().split("\n").at(-1) ?? "";
    const clients = JSON.parse(unpack(link.replace("/two-clients/#t1.", ""))) as Clients;
    const { schedules, failures, endings } = await outcome(clients);
    assert.deepEqual([failures, schedules > 0], [0, true]);
    for (const { says } of endings) {
      assert.match(says, /"partitionKey":"saw"/, "a client hasn't come to its end");
    }
    const holds = clients.holds.replace("!(", "(");
    assert.equal((await outcome({ ...clients, holds })).failures, schedules);
  });
}
