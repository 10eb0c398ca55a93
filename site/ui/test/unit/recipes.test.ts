// The recipes of patterns/recipes/recipes.js.
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import * as recipes from "../../../../patterns/recipes/recipes.js";
import { startEngine } from "../../../../wasm/browser/engine.mjs";
import { Session } from "../../../../wasm/browser/session.mjs";
import { describe, type Outcome } from "../../explore/endings.ts";
import { during } from "../during.ts";
import {
  all,
  bugs,
  choose,
  counts,
  employees,
  holding,
  key,
  table,
  target,
} from "./recipes.plans.ts";

let session: Session;
let thread: Worker;
during(async () => {
  thread = new Worker(new URL("recipes.thread.mjs", import.meta.url));
  const engine = await startEngine();
  session = new Session((call) => engine.call(call), "recipes");
  return async () => {
    await session.close();
    await thread.terminate();
  };
});

/** Explores a plan and returns what that found. */
async function run(name: string): Promise<Outcome> {
  const start = performance.now();
  thread.postMessage(name);
  const [outcome]: Outcome[] = await once(thread, "message");
  assert.ok(outcome);
  const time = ((performance.now() - start) / 1000).toFixed(1);
  const wrong = outcome.failures === 0 ? "" : `, ${outcome.failures} wrong`;
  console.log(`${name}: ${outcome.schedules} schedules${wrong}, ${time} s`);
  return outcome;
}

for (const name of holding) {
  test(`recipes: ${name}`, async () => {
    const { failure, schedules } = await run(name);
    assert.ok(!failure, failure && `fails, at its simplest:\n${describe(failure)}`);
    assert.ok(schedules > 50, `only ${schedules} schedules`);
  });
}

for (const { name, message, steps } of bugs) {
  test(`explore: it finds ${name}`, async () => {
    const { failure } = await run(name);
    assert.match(failure?.message ?? "nothing", message, failure && describe(failure));
    assert.equal(failure?.steps.length, steps, failure && describe(failure));
  });
}

test("recipes: changeKey says what happened", async () => {
  await session.reset();
  await employees(session.send);
  await table(session.send, "Employees").createEntity({ ...key, partitionKey: "IT" });
  await assert.rejects(choose(session.send, "IT"), /another entity/);
  assert.equal((await choose(session.send, "HR"))?.partitionKey, "HR");
  assert.equal(await choose(session.send, "Board"), undefined);
});

test("recipes: a rival costs inBatches three transactions, then single deletes", async () => {
  await session.reset();
  await counts(session.send);
  const row = (n: number) => ({ ...key, rowKey: String(100 + n) });
  const [there, gone] = [Array.from({ length: 5 }, (_, n) => row(n)), [50, 51, 52, 53].map(row)];
  await recipes.inBatches(
    table(session.send, "Counts"),
    there.map((entity) => ["create", entity]),
  );
  const sizes: number[] = [];
  const counted = table(session.send, "Counts");
  const { submitTransaction } = counted;
  counted.submitTransaction = (actions, ...rest) => {
    sizes.push([...actions].length);
    return submitTransaction.call(counted, actions, ...rest);
  };
  await recipes.inBatches(counted, [
    ["upsert", { ...key, rowKey: "0" }],
    ...[...gone, ...there].map((entity) => ["delete", entity] as [string, object]),
  ] as Parameters<typeof recipes.inBatches>[1]);
  assert.deepEqual(sizes, [10, 9, 8, 1, 1, 1, 1, 1, 1, 1]);
  assert.deepEqual(
    (await all(session.send, "Counts")).map(({ rowKey }) => rowKey),
    ["0"],
  );
});

test("recipes: a table that isn't there isn't a missing entity", async () => {
  await session.reset();
  const gone = await table(session.send, "Nowhere")
    .getEntity("a", "b")
    .catch((error) => error);
  assert.ok(recipes.isStatus(gone, 404) && !recipes.isMissing(gone), recipes.codeOf(gone));
  await counts(session.send);
  const missing = await table(session.send, "Counts")
    .getEntity("a", "b")
    .catch((error) => error);
  assert.ok(recipes.isMissing(missing), recipes.codeOf(missing));
});

// The recipes that only read or compute.

test("recipes: pages follow tokens and leave empty pages out, readAll joins them", async () => {
  await session.reset();
  const events = table(session.send, "Events");
  await events.createTable();
  const count = await recipes.inBatches(
    events,
    Array.from({ length: 250 }, (_, i) => {
      const entity = {
        partitionKey: i < 205 ? "a" : "it's",
        rowKey: String(i).padStart(3, "0"),
        i,
      };
      return ["upsert", entity] as ["upsert", typeof entity];
    }),
  );
  assert.equal(count, 4);
  assert.equal(await recipes.inBatches(events, []), 0);
  const sizes: number[] = [];
  let from: string | undefined;
  for await (const page of recipes.pages(events, { pageSize: 100, select: ["i"] })) {
    sizes.push(page.length);
    assert.deepEqual(
      Object.keys(page[0] ?? {}).filter((name) => !/^(odata|etag)/.test(name)),
      ["i"],
    );
    from ??= page.continuationToken;
  }
  assert.deepEqual(sizes, [100, 100, 50]);
  const rest = await recipes.readAll(events, { ...(from && { from }), filter: "i ge 0" });
  assert.equal(rest.length, 150);
  const quoted = await recipes.readAll(events, {
    filter: recipes.startsWith("PartitionKey", "it'"),
  });
  assert.equal(quoted.length, 45);
});

test("recipes: inBatches sends an entity once in a transaction", async () => {
  await session.reset();
  const events = table(session.send, "Events");
  await events.createTable();
  const write = (i: number) => ["upsert", { partitionKey: "p", rowKey: "r", i }];
  // @ts-expect-error a tuple is an array here
  assert.equal(await recipes.inBatches(events, [write(1), write(2), write(3)]), 3);
  assert.deepEqual((await all(session.send, "Events"))[0]?.["i"], 3);
});

test("recipes: startsWith finds exactly what begins with the prefix, in the service's order", async () => {
  await session.reset();
  const names = table(session.send, "Names");
  await names.createTable();
  const parts = [
    "",
    "a",
    "z",
    "\ud7fb",
    "\u{10000}",
    "\u{103ff}",
    "\u{10ffff}",
    "\ue000",
    "\uffee",
  ];
  const all = parts.flatMap((a) => parts.map((b) => a + b));
  await recipes.inBatches(
    names,
    [...new Set(all)].map(
      (rowKey) => ["upsert", { partitionKey: "p", rowKey }] as ["upsert", typeof key],
    ),
  );
  for (const prefix of all) {
    const filter = `PartitionKey eq 'p' and ${recipes.startsWith("RowKey", prefix)}`;
    const found = (await recipes.readAll(names, { filter })).map(({ rowKey }) => rowKey);
    const expected = [...new Set(all)].filter((name) => name.startsWith(prefix));
    assert.deepEqual(found.toSorted(), expected.toSorted(), JSON.stringify(prefix));
  }
  assert.equal(
    recipes.startsWith("RowKey", "a\uffff\uffff"),
    "RowKey ge 'a\uffff\uffff' and RowKey lt 'b'",
  );
  assert.equal(recipes.startsWith("RowKey", "\ud7ff").endsWith("lt '\u{10000}'"), true);
});

test("recipes: shardOf is FNV-1a, as in other languages", () => {
  const shards = ["19", "20", "21"].map((id) => recipes.shardOf(id, 8));
  assert.deepEqual(shards, [7, 7, 4]);
  assert.equal(recipes.shardOf("é", 2 ** 32), 0x1e9de8c1);
});

test("recipes: fanOut keeps the limit and the order, and stops after an error", async () => {
  let running = 0;
  let most = 0;
  const begun: number[] = [];
  const job = async (item: number) => {
    begun.push(item);
    most = Math.max(most, ++running);
    await new Promise((done) => setTimeout(done, 5 - item));
    running--;
    if (item === 3) {
      throw new Error("three");
    }
    return item * 10;
  };
  assert.deepEqual(await recipes.fanOut([0, 1, 2], 2, job), [0, 10, 20]);
  assert.equal(most, 2);
  await assert.rejects(recipes.fanOut([3, 4, 5, 6, 7, 8], 2, job), /three/);
  assert.ok(!begun.includes(8));
  assert.equal(running, 0);
  assert.deepEqual(await recipes.fanOut([], 2, job), []);
});

test("recipes: errors say their status and code, of transactions too", async () => {
  await session.reset();
  const events = table(session.send, "Events");
  const missing = await events.getEntity("p", "r").catch((error) => error);
  assert.deepEqual(
    [recipes.isStatus(missing, 404), recipes.codeOf(missing)],
    [true, "TableNotFound"],
  );
  await assert.rejects(
    recipes.moveEntity(events, events, key, () => target),
    {
      statusCode: 404,
    },
  );
  await events.createTable();
  const gone = { ...key, etag: "*" };
  const failed = await events
    .submitTransaction([["update", gone, "Merge"]])
    .catch((error) => error);
  assert.deepEqual(
    [recipes.isStatus(failed, 404), recipes.codeOf(failed)],
    [true, "ResourceNotFound"],
  );
  const none = recipes.updateEntity(events, key, () => ({}));
  await assert.rejects(none, { statusCode: 404, message: "There is no Sales/000223 to update." });
  assert.equal(await recipes.moveEntity(events, events, key, () => target), undefined);
});
