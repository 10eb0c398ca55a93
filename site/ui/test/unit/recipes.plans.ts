/**
 * The plans in which recipes.thread.ts explores the recipes of patterns/recipes/recipes.js: those that write
 * run in every schedule of two clients.
 */
import assert from "node:assert/strict";
import { TableClient } from "@azure/data-tables";
import * as recipes from "../../../../patterns/recipes/recipes.js";
import { httpClient } from "../../../../wasm/browser/http-client.mjs";
import { endpoint, type Send } from "../../../../wasm/browser/session.mjs";
import type { Plan } from "../../explore/explore.ts";

/** Plans by their names. */
export const plans = new Map<string, Plan>();

/** The names of plans in which everything must hold. */
export const holding: string[] = [];

/** Plans with a bug, which must be found in so many steps. */
export const bugs: { name: string; message: RegExp; steps: number }[] = [];

function holds(name: string, plan: Plan) {
  plans.set(name, plan);
  holding.push(name);
}

function isFound(name: string, message: RegExp, steps: number, plan: Plan) {
  plans.set(name, plan);
  bugs.push({ name, message, steps });
}

export const table = (send: Send, name: string) =>
  new TableClient(endpoint, name, { httpClient: httpClient(send), allowInsecureConnection: true });

export async function all(send: Send, name: string) {
  const found = await recipes.readAll(table(send, name));
  return found.map(({ etag, timestamp, ...entity }) => entity);
}

/** With ROWKEY_EXPLORE=deep the plans have more faults, and take some minutes. */
const deep = process.env["ROWKEY_EXPLORE"] === "deep";

export const key = { partitionKey: "Sales", rowKey: "000223" };
export const target = { partitionKey: "Archive", rowKey: "000223" };

/** Every type, with values that JavaScript would change: a whole Double, a time of seven digits. */
const everything = {
  ...key,
  Name: 'O\'Hara "D":3.0',
  Count: 0,
  D: { type: "Double", value: 3 },
  H: 2.5,
  N: { type: "Double", value: "NaN" },
  L: 2n ** 60n,
  At: { type: "DateTime", value: "2026-01-02T03:04:05.1234567Z" },
  G: { type: "Guid", value: "c9da6455-213d-42c9-9a79-3e9149a57833" },
  B: new Uint8Array([0, 255]),
  T: true,
} as const;

/** What the service stores of an entity, with types, as it would be sent. */
async function stored(send: Send, name: string, { partitionKey, rowKey }: typeof key) {
  const url = `${endpoint}/${name}(PartitionKey='${partitionKey}',RowKey='${rowKey}')`;
  const headers = [["accept", "application/json;odata=minimalmetadata"]] as const;
  const { status, body } = await send({ method: "GET", url, headers, body: "" });
  assert.equal(status, 200, body);
  const lines = body.slice(1, -1).split(/,(?=")/);
  return lines.filter((line) => !/^"(odata\.|PartitionKey|Timestamp|MovedFrom|Changes)/.test(line));
}

export async function employees(send: Send) {
  await table(send, "Employees").createTable();
  await table(send, "Employees").createEntity(everything);
}

/** Whether a move has returned something other than what it stored. */
let other = false;

async function move(send: Send, with_: Pick<typeof recipes, "moveEntity"> = recipes) {
  const employees = table(send, "Employees");
  const now = await with_.moveEntity(employees, employees, key, () => target);
  other ||= now !== undefined && !now.MovedFrom;
}

async function moved(send: Send, count: number) {
  const found = await all(send, "Employees");
  assert.deepEqual(
    found.map(({ partitionKey }) => partitionKey),
    ["Archive"],
    "there is not exactly one entity",
  );
  assert.equal(found[0]?.["Count"], count, "a change is lost");
  assert.ok(!other, "a move has returned something other than what it stored");
}

const twoMoves = (recipe?: Pick<typeof recipes, "moveEntity">): Plan["workers"] => [
  { name: "A", work: (send) => move(send, recipe) },
  { name: "B", work: (send) => move(send, recipe) },
];

let whole: string[] = [];
for (const [faults, crashes, lostAnswers] of [
  ["a crash", 1, deep ? 1 : 0],
  ["a lost answer", 0, deep ? 2 : 1],
] as const) {
  holds(`moveEntity: a message delivered twice, with ${faults}`, {
    setUp: async (send) => {
      await employees(send);
      whole = await stored(send, "Employees", key);
    },
    workers: twoMoves(),
    crashes,
    lostAnswers,
    check: async (send) => {
      await moved(send, 0);
      assert.deepEqual(await stored(send, "Employees", target), whole);
    },
  });
}

holds("moveEntity: while another client changes the entity", {
  setUp: employees,
  workers: [
    { name: "A", work: move },
    {
      name: "B",
      work: async (send) => {
        // The entity is in one place or the other.
        for (const place of [key, target, key, target]) {
          try {
            return await recipes.updateEntity(table(send, "Employees"), place, increment, {
              id: "m",
            });
          } catch (error) {
            if (!recipes.isStatus(error, 404)) {
              throw error;
            }
          }
        }
        throw new Error("The entity is nowhere.");
      },
    },
  ],
  check: (send) => moved(send, 1),
});

holds("moveEntity: never over another entity", {
  setUp: async (send) => {
    await employees(send);
    await table(send, "Employees").createEntity({ ...target, Count: 7 });
  },
  workers: ["A", "B"].map((name) => ({
    name,
    work: (send) => assert.rejects(move(send), /another entity/),
  })),
  crashes: deep ? 2 : 1,
  check: async (send) => {
    const found = await all(send, "Employees");
    assert.deepEqual(
      found.map(({ Count }) => Count),
      [7, 0],
    );
  },
});

export const choose = (send: Send, partitionKey: string) =>
  recipes.changeKey(table(send, "Employees"), key, { ...key, partitionKey, Name: partitionKey });

holds("changeKey: two clients choose two keys", {
  setUp: employees,
  workers: ["HR", "IT"].map((name) => ({ name, work: (send) => choose(send, name) })),
  crashes: deep ? 1 : 0,
  check: async (send) => {
    const found = await all(send, "Employees");
    assert.equal(found.length, 1, "there is not exactly one entity");
    const { partitionKey, Name, MovesTo } = found[0] as Record<string, string>;
    assert.notEqual(partitionKey, "Sales");
    assert.deepEqual([Name, MovesTo], [partitionKey, undefined]);
  },
});

const increment = ({ Count = 0 }) => ({ Count: Count + 1 });

/** Two messages that each count one visitor. */
function counting(change: (counter: TableClient, id: string) => Promise<unknown>): Plan["workers"] {
  return ["A", "B"].map((name) => ({ name, work: (send) => change(table(send, "Counts"), name) }));
}

export async function counts(send: Send) {
  await table(send, "Counts").createTable();
}

async function countedOnce(send: Send, expected = 2) {
  const [found] = await all(send, "Counts");
  assert.equal(found?.["Count"], expected, "not every visitor is counted once");
}

const updating = (counter: TableClient, id: string) =>
  recipes.updateEntity(counter, key, increment, { id, create: true });

holds("updateEntity: two messages, the first creates the entity, with a crash", {
  setUp: counts,
  workers: counting(updating),
  check: countedOnce,
});

holds("updateEntity: two messages, with lost answers", {
  setUp: counts,
  workers: counting(updating),
  crashes: 0,
  lostAnswers: deep ? 2 : 1,
  check: countedOnce,
});

holds("updateEntity: without ids of messages, with lost answers", {
  setUp: async (send) => {
    await counts(send);
    await table(send, "Counts").createEntity({
      ...key,
      Count: 0,
      Kept: { type: "Double", value: 3 },
    });
  },
  workers: counting((counter) => recipes.updateEntity(counter, key, increment)),
  crashes: 0,
  lostAnswers: deep ? 2 : 1,
  check: async (send) => {
    await countedOnce(send);
    assert.deepEqual(await stored(send, "Counts", key), [
      '"RowKey":"000223"',
      '"Count":2',
      '"Kept":3.0',
    ]);
  },
});

/** An order that's placed with its account's count. */
async function shop(send: Send) {
  await counts(send);
  await table(send, "Counts").createEntity({ ...key, rowKey: "count", Count: 0 });
}

/** Places an order, and repeats as a program does that lost against another. */
async function place(send: Send, order: string, id: string) {
  const orders = table(send, "Counts");
  const account = { ...key, rowKey: "count" };
  for (;;) {
    const { etag, Count } = await orders.getEntity<{ Count: number }>(key.partitionKey, "count");
    try {
      return await recipes.insertOnce(orders, { ...key, rowKey: order }, id, [
        ["update", { ...account, Count: Count + 1 }, "Merge", { etag }],
      ]);
    } catch (error) {
      if (!recipes.isStatus(error, 412)) {
        throw error;
      }
    }
  }
}

/** Each order is there, and counted once. */
async function placed(send: Send, expected: number) {
  const found = await all(send, "Counts");
  assert.equal(found.length - 1, expected, "an order is missing");
  const account = found.find(({ rowKey }) => rowKey === "count");
  assert.equal(account?.["Count"], expected, "an order isn't counted once");
}

for (const [faults, crashes, lostAnswers] of [
  ["a crash", 1, 0],
  ["lost answers", 0, deep ? 2 : 1],
] as const) {
  holds(`insertOnce: two orders at once, with ${faults}`, {
    setUp: shop,
    workers: [
      { name: "A", work: (send) => place(send, "order-1", "a") },
      { name: "B", work: (send) => place(send, "order-2", "b") },
    ],
    crashes,
    lostAnswers,
    check: (send) => placed(send, 2),
  });
}

holds("insertOnce: another order has the number", {
  setUp: async (send) => {
    await shop(send);
    assert.equal(await place(send, "order-1", "first"), true);
  },
  workers: ["A", "B"].map((name) => ({
    name,
    work: (send) =>
      assert.rejects(place(send, "order-1", name), { statusCode: 409, message: /has the key/ }),
  })),
  check: (send) => placed(send, 1),
});

for (const [faults, crashes, lostAnswers] of [
  ["a crash", 1, 0],
  ["a lost answer", 0, 1],
] as const) {
  holds(`inBatches: two clients delete the same, with ${faults}`, {
    setUp: async (send) => {
      await counts(send);
      const rows = ["1", "2", "3"].map((rowKey) => ({ ...key, rowKey }));
      await recipes.inBatches(
        table(send, "Counts"),
        rows.map((row) => ["create", row]),
      );
    },
    workers: ["A", "B"].map((name) => ({
      name,
      work: (send) =>
        recipes.inBatches(
          table(send, "Counts"),
          ["1", "2", "3"].map((rowKey) => ["delete", { ...key, rowKey }]),
          2,
        ),
    })),
    crashes,
    lostAnswers,
    check: async (send) => assert.deepEqual(await all(send, "Counts"), []),
  });
}

const price = { partitionKey: "Shoes", rowKey: "17" };

async function products(send: Send) {
  await table(send, "Products").createTable();
  await table(send, "Copies").createTable();
  await table(send, "Products").createEntity({ ...price, Price: { type: "Double", value: 3 } });
}

const copyOf = ({ rowKey, Price }: typeof price & { Price?: unknown }) => ({
  partitionKey: "all",
  rowKey,
  ...(Price !== undefined && { Price }),
});

const refresh = (send: Send) =>
  recipes.refreshCopy(table(send, "Products"), price, table(send, "Copies"), copyOf);

/** The copies are those of the sources that are there. */
async function copied(send: Send) {
  const prices = async (name: string) => (await all(send, name)).map(({ Price }) => Price);
  assert.deepEqual(await prices("Copies"), await prices("Products"), "the copy isn't its source");
}

holds("refreshCopy: while the price changes, with a crash", {
  setUp: async (send) => {
    await products(send);
    await (deep || refresh(send));
  },
  workers: [
    { name: "A", work: refresh },
    {
      name: "B",
      work: async (send) => {
        await table(send, "Products").updateEntity({ ...price, Price: 4.5 }, "Merge");
        await refresh(send);
      },
    },
  ],
  check: copied,
});

holds("refreshCopy: while the source goes, with a lost answer", {
  setUp: async (send) => {
    await products(send);
    await refresh(send);
    const copy = { partitionKey: "all", rowKey: "17" };
    assert.deepEqual(await stored(send, "Copies", copy), ['"RowKey":"17"', '"Price":3.0']);
  },
  workers: [
    { name: "A", work: refresh },
    {
      name: "B",
      work: async (send) => {
        const products = table(send, "Products");
        await products.deleteEntity(price.partitionKey, price.rowKey).catch((error) => {
          assert.ok(recipes.isStatus(error, 404)); // a lost answer
        });
        await refresh(send);
      },
    },
  ],
  crashes: 0,
  lostAnswers: deep ? 2 : 1,
  check: copied,
});

// What guides did, or what one would write: each must be found.

isFound("a delete without ETag", /a change is lost/, 4, {
  setUp: employees,
  workers: [
    {
      name: "A",
      work: async (send) => {
        const employees = table(send, "Employees");
        const { etag, timestamp, ...found } = await employees.getEntity("Sales", "000223");
        await employees.createEntity({ ...found, ...target });
        await employees.deleteEntity("Sales", "000223");
      },
    },
    {
      name: "B",
      work: async (send) => {
        const change = { ...key, Count: 1 };
        const employees = table(send, "Employees");
        await employees.updateEntity(change, "Merge").catch((error) => {
          assert.ok(recipes.isStatus(error, 404)); // moved before
          return employees.updateEntity({ ...change, ...target }, "Merge");
        });
      },
    },
  ],
  crashes: 0,
  check: (send) => moved(send, 1),
});

isFound("a move that fails when it's done", /ResourceNotFound/, 7, {
  setUp: employees,
  workers: [
    {
      name: "A",
      work: async (send) => {
        const employees = table(send, "Employees");
        const { etag, timestamp, ...found } = await employees.getEntity("Sales", "000223");
        await employees.upsertEntity({ ...found, ...target }, "Replace");
        await employees.deleteEntity("Sales", "000223", { etag });
      },
    },
  ],
  check: (send) => moved(send, 0),
});

isFound("a blind upsert of a copy", /the copy isn't its source/, 5, {
  setUp: products,
  workers: ["A", "B"].map((name, i) => ({
    name,
    work: async (send) => {
      const products = table(send, "Products");
      if (i === 1) {
        await products.updateEntity({ ...price, Price: 4.5 }, "Merge");
      }
      const source = await products.getEntity<typeof price>(price.partitionKey, price.rowKey);
      await table(send, "Copies").upsertEntity(copyOf(source), "Replace");
    },
  })),
  crashes: 0,
  check: copied,
});

isFound("a retry that counts twice", /not every visitor/, 5, {
  setUp: async (send) => {
    await counts(send);
    await table(send, "Counts").createEntity({ ...key, Count: 1 });
  },
  workers: [
    {
      name: "A",
      work: async (send) => {
        for (;;) {
          const counter = table(send, "Counts");
          const { etag, Count } = await counter.getEntity<{ Count: number }>("Sales", "000223");
          try {
            return await counter.updateEntity({ ...key, Count: Count + 1 }, "Merge", { etag });
          } catch (error) {
            if (!recipes.isStatus(error, 412)) {
              throw error;
            }
          }
        }
      },
    },
  ],
  crashes: 0,
  lostAnswers: 1,
  check: countedOnce,
});
