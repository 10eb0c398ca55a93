import assert from "node:assert/strict";
import { test } from "node:test";
import { odata } from "@azure/data-tables";
import { all, freshTable, refused, rowKeys } from "./endpoint.mjs";

const guids = [
  "0a455c69-df98-5678-aaaa-81d3367e5a34",
  "a455c695-df98-5678-aaaa-81d3367e5a34",
  "f455c695-df98-5678-aaaa-81d3367e5a34",
];
const days = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 0, day, 9, 30, 0, 500)));

/** Three entities "1", "2" and "3", whose properties grow with their keys, and "4", which has none. */
async function filled(/** @type {import("node:test").TestContext} */ t) {
  const table = await freshTable(t);
  await table.submitTransaction([
    ...[0, 1, 2].map(
      (i) =>
        /** @type {import("@azure/data-tables").TransactionAction} */ ([
          "create",
          {
            partitionKey: "p",
            rowKey: String(i + 1),
            text: ["Ann", "Bob's", "bob"][i],
            flag: i > 0,
            int32: (i - 1) * 10,
            int64: BigInt(i) * 10_000_000_000n,
            double: { type: "Double", value: (i - 1) * 0.5 },
            time: days[i],
            guid: { type: "Guid", value: guids[i] },
            bytes: new Uint8Array([i, 255]),
          },
        ]),
    ),
    ["create", { partitionKey: "p", rowKey: "4" }],
  ]);
  const find = (/** @type {string} */ filter) =>
    rowKeys(table.listEntities({ queryOptions: { filter } }));
  return { table, find };
}

test("filters: every operator on every type", async (t) => {
  const { find } = await filled(t);
  const second = {
    text: "'Bob''s'",
    int32: "0",
    int64: "10000000000L",
    double: "0.0",
    time: "datetime'2026-01-02T09:30:00.5Z'",
    guid: `guid'${guids[1]}'`,
    bytes: "X'01ff'",
  };
  const answers = {
    eq: ["2"],
    ne: ["1", "3"],
    lt: ["1"],
    le: ["1", "2"],
    gt: ["3"],
    ge: ["2", "3"],
  };
  for (const [property, literal] of Object.entries(second)) {
    for (const [operator, want] of Object.entries(answers)) {
      const filter = `${property} ${operator} ${literal}`;
      assert.deepEqual(await find(filter), want, filter);
    }
  }
});

test("filters: the client's odata template", async (t) => {
  const { find } = await filled(t);
  assert.deepEqual(await find(odata`text eq ${"Bob's"}`), ["2"]);
  assert.deepEqual(await find(odata`int32 le ${0}`), ["1", "2"]);
  assert.deepEqual(await find(odata`flag eq ${true}`), ["2", "3"]);
  assert.deepEqual(await find(odata`time lt ${days[2]}`), ["1", "2"]);
  assert.deepEqual(await find(odata`PartitionKey eq ${"p"} and RowKey gt ${"3"}`), ["4"]);
  assert.deepEqual(await find(odata`Timestamp gt ${new Date(0)}`), ["1", "2", "3", "4"]);
});

test("filters: and, or, not and parentheses", async (t) => {
  const { find } = await filled(t);
  assert.deepEqual(await find("RowKey eq '1' or RowKey eq '2' and int32 gt 0"), ["1"]);
  assert.deepEqual(await find("(RowKey eq '1' or RowKey eq '2') and int32 ge 0"), ["2"]);
  assert.deepEqual(await find("not (int32 ge 0)"), ["1", "4"]);
  assert.deepEqual(await find("flag"), ["2", "3"]);
  assert.deepEqual(await find("not flag"), ["1", "4"]);
  assert.deepEqual(await find("10 eq int32"), ["3"]);
  assert.deepEqual(await find(""), ["1", "2", "3", "4"]);
});

test("filters: a property that is missing or of another type", async (t) => {
  const { find } = await filled(t);
  assert.deepEqual(await find("nothing ne 'x'"), []);
  assert.deepEqual(await find("not (nothing eq 'x')"), ["1", "2", "3", "4"]);
  assert.deepEqual(await find("int32 eq '0'"), []);
  assert.deepEqual(await find("int32 ne '0'"), ["1", "2", "3"]);
  assert.deepEqual(await find("int64 eq 0"), ["1"]);
  assert.deepEqual(await find("double eq 0"), ["2"]);
  assert.deepEqual(await find("text eq 'bob'"), ["3"]);
});

test("filters: no match is an empty list", async (t) => {
  const { find } = await filled(t);
  assert.deepEqual(await find("PartitionKey eq 'p' and RowKey eq '9'"), []);
  assert.deepEqual(await find("PartitionKey eq 'q'"), []);
  assert.deepEqual(await find("RowKey gt '3' and RowKey lt '1'"), []);
});

test("filters: ones that the service refuses", async (t) => {
  const { find } = await filled(t);
  const wrong = [
    "text eq",
    "text = 'x'",
    "text eq 'x",
    "(flag",
    "text EQ 'x'",
    "text eq null",
    "int32 eq 1 int32 eq 2",
  ];
  for (const filter of wrong) {
    await refused(find(filter), 400, "InvalidInput");
  }
  for (const filter of [
    "startswith(text,'A')",
    "substringof('A',text)",
    "int32 add 1 eq 2",
    "text eq guid",
  ]) {
    await refused(find(filter), 501, "NotImplemented");
  }
});

test("filters: on a property that isn't selected", async (t) => {
  const { table } = await filled(t);
  const queryOptions = { filter: "int32 ge 0", select: ["text"] };
  const found = await all(table.listEntities({ queryOptions }));
  assert.deepEqual(
    found.map(({ etag: _, ...rest }) => rest),
    [{ text: "Bob's" }, { text: "bob" }],
  );
  assert.match(found[0]?.etag ?? "", /^W\//);
});
