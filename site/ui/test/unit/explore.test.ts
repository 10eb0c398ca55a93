// How the schedules of two clients end: each ending is there, with the simplest schedule that has it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startEngine } from "../../../../wasm/browser/engine.mjs";
import { endpoint, type Send, Session } from "../../../../wasm/browser/session.mjs";
import { explore, type Plan } from "../../explore/explore.ts";
import { during } from "../during.ts";

let session: Session;
during(async () => {
  const engine = await startEngine();
  session = new Session((call) => engine.call(call), "explore");
  return () => session.close();
});

const json = [
  ["accept", "application/json;odata=nometadata"],
  ["content-type", "application/json"],
] as const;
const stock = "Stock(PartitionKey='a',RowKey='b')";

function ask(send: Send, method: string, path: string, body?: object, match?: string) {
  const headers = match === undefined ? json : [...json, ["if-match", match] as const];
  return send({
    method,
    url: `${endpoint}/${path}`,
    headers,
    body: body ? JSON.stringify(body) : "",
  });
}

const setUp = async (send: Send) => {
  await ask(send, "POST", "Tables", { TableName: "Stock" });
  await ask(send, "POST", "Stock", { PartitionKey: "a", RowKey: "b", Count: 0 });
};

/** Reads a number, adds one, and writes it: with the ETag that was read, or over what is there. */
const add = (safe: boolean) => async (send: Send) => {
  for (;;) {
    const read = await ask(send, "GET", stock);
    const etag = read.headers.find(([name]) => name.toLowerCase() === "etag")?.[1] ?? "*";
    const Count = JSON.parse(read.body).Count + 1;
    const { status } = await ask(send, "PUT", stock, { Count }, safe ? etag : "*");
    if (status !== 412) {
      return;
    }
  }
};

const check = async (send: Send) => {
  const { Count } = JSON.parse((await ask(send, "GET", stock)).body);
  if (Count !== 2) {
    throw new Error(`The count is ${Count}.`);
  }
  return `The count is ${Count}.`;
};

const two = (safe: boolean) =>
  explore(
    {
      setUp,
      workers: ["A", "B"].map((name) => ({ name, work: add(safe) })),
      check,
      crashes: 0,
    },
    session,
  );

test("explore: of six orders, four lose an update, and the simplest is shown", async () => {
  const { schedules, failures, endings } = await two(false);
  assert.deepEqual([schedules, failures], [6, 4]);
  assert.deepEqual(
    endings.map(({ says, failed, schedules }) => [says, failed, schedules]),
    [
      ["The count is 1.", true, 4],
      ["The count is 2.", false, 2],
    ],
  );
  const lost = endings[0]?.steps.map(({ worker, request, status }) => {
    return `${worker} ${request.split(" ")[0]} ${status}`;
  });
  assert.deepEqual(lost, ["A GET 200", "B GET 200", "B PUT 204", "A PUT 204"]);
});

test("explore: with the ETag every order counts both", async () => {
  const { failures, endings } = await two(true);
  assert.equal(failures, 0);
  assert.equal(endings.length, 1);
  assert.equal(endings[0]?.steps.length, 4);
});

test("explore: equal states make no difference to what it finds", async () => {
  let read = 0; // what a client has seen may be a part of how a schedule ends
  const plan: Plan = {
    setUp,
    workers: [
      {
        name: "A",
        work: async (send) => {
          read = JSON.parse((await ask(send, "GET", stock)).body).Count;
          await ask(send, "PUT", stock, { Count: 1 });
        },
      },
      { name: "B", work: (send) => ask(send, "PUT", stock, { Count: 2 }) },
    ],
    check: async (send) => {
      assert.equal(read, 0);
      return check(send);
    },
    lostAnswers: 1,
  };
  const merged = await explore(plan, session);
  assert.deepEqual(merged, await explore({ ...plan, merged: false }, session));
  assert.ok(merged.failures > 0 && merged.schedules > 100, `only ${merged.schedules} schedules`);
});
