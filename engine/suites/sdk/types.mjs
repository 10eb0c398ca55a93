import assert from "node:assert/strict";
import { test } from "node:test";
import { freshTable, own, refused } from "./endpoint.mjs";

/** @type {(table: import("@azure/data-tables").TableClient, properties: object) => Promise<object>} */
async function roundTrip(table, properties) {
  const keys = { partitionKey: "p", rowKey: "r" };
  await table.upsertEntity({ ...keys, ...properties }, "Replace");
  const {
    partitionKey: _p,
    rowKey: _r,
    ...rest
  } = /** @type {any} */ (own(await table.getEntity("p", "r")));
  return rest;
}

test("types: JavaScript's own values survive a round trip", async (t) => {
  const table = await freshTable(t);
  const values = {
    text: 'żółć 😀 \u0000 \n \\ " </script>',
    empty: "",
    blank: "  ",
    looksLikeADate: "2026-01-05T09:00:00Z",
    looksLikeANumber: "0007",
    yes: true,
    no: false,
    zero: 0,
    largest: 2147483647,
    smallest: -2147483648,
    half: 0.5,
    tiny: 5e-324,
    huge: 1.7976931348623157e308,
    third: 1 / 3,
    negative: -1.25,
    long: 9223372036854775807n,
    shortest: -9223372036854775808n,
    time: new Date("2026-01-05T09:00:00.123Z"),
    whole: new Date("2026-01-05T09:00:00Z"),
    first: new Date("1601-01-01T00:00:00Z"),
    last: new Date("9999-12-31T23:59:59.999Z"),
    bytes: new Uint8Array([0, 1, 127, 128, 255]),
    noBytes: new Uint8Array(0),
  };
  assert.deepEqual(await roundTrip(table, values), values);
});

test("types: values with an explicit type", async (t) => {
  const table = await freshTable(t);
  const guid = "C9DA6455-213D-42C9-9A79-3E9149A57833";
  const got = await roundTrip(table, {
    string: { type: "String", value: "7" },
    boolean: { type: "Boolean", value: true },
    int32: { type: "Int32", value: 7 },
    int64: { type: "Int64", value: "7" },
    double: { type: "Double", value: 7 },
    nan: { type: "Double", value: "NaN" },
    positive: { type: "Double", value: "Infinity" },
    negative: { type: "Double", value: "-Infinity" },
    guid: { type: "Guid", value: guid },
    time: { type: "DateTime", value: "2026-01-05T09:00:00.1234567Z" },
    binary: { type: "Binary", value: "AAEC" },
  });
  assert.deepEqual(got, {
    string: "7",
    boolean: true,
    int32: 7,
    int64: 7n,
    double: 7,
    nan: "NaN",
    positive: "Infinity",
    negative: "-Infinity",
    guid: { type: "Guid", value: guid.toLowerCase() },
    time: new Date("2026-01-05T09:00:00.123Z"),
    binary: new Uint8Array([0, 1, 2]),
  });
});

test("types: without conversion every value has a type, and times have all digits", async (t) => {
  const table = await freshTable(t);
  const time = "2026-01-05T09:00:00.1234567Z";
  await table.createEntity({
    partitionKey: "p",
    rowKey: "r",
    text: "x",
    number: 7,
    fraction: 7.5,
    yes: true,
    long: 7n,
    bytes: new Uint8Array([255]),
    time: { type: "DateTime", value: time },
    trimmed: { type: "DateTime", value: "2026-01-05T09:00:00.5000000Z" },
    nan: { type: "Double", value: "NaN" },
  });
  const raw = await table.getEntity("p", "r", { disableTypeConversion: true });
  assert.deepEqual(own(raw), {
    partitionKey: "p",
    rowKey: "r",
    text: { type: "String", value: "x" },
    number: { type: "Int32", value: "7" },
    fraction: { type: "Double", value: "7.5" },
    yes: { type: "Boolean", value: "true" },
    long: { type: "Int64", value: "7" },
    bytes: { type: "Binary", value: "/w==" },
    time: { type: "DateTime", value: time },
    trimmed: { type: "DateTime", value: "2026-01-05T09:00:00.5Z" },
    nan: { type: "Double", value: "NaN" },
  });
});

test("types: a whole Double stays one, and a merge may change a type", async (t) => {
  const table = await freshTable(t);
  const keys = { partitionKey: "p", rowKey: "r" };
  await table.createEntity({ ...keys, a: { type: "Double", value: 5 } });
  let body = "";
  const onResponse = (/** @type {any} */ { bodyAsText }) => {
    body = bodyAsText;
  };
  await table.getEntity("p", "r", { onResponse });
  assert.match(body, /"a":5\.0/);
  await table.updateEntity({ ...keys, a: "five" }, "Merge");
  assert.equal((await table.getEntity("p", "r"))["a"], "five");
});

test("types: values that don't match their type", async (t) => {
  const table = await freshTable(t);
  const wrong = [
    { type: "Int32", value: "2147483648" },
    { type: "Int64", value: "9223372036854775808" },
    { type: "Int64", value: "seven" },
    { type: "Guid", value: "not a guid" },
    { type: "DateTime", value: "yesterday" },
    { type: "Binary", value: "*" },
    { type: "Boolean", value: "maybe" },
    { type: "Double", value: "x" },
  ];
  for (const a of wrong) {
    await refused(table.createEntity({ partitionKey: "p", rowKey: "r", a }), 400, "InvalidInput");
  }
  const early = { type: "DateTime", value: "1600-12-31T23:59:59Z" };
  await refused(
    table.createEntity({ partitionKey: "p", rowKey: "r", early }),
    400,
    "OutOfRangeInput",
  );
  await refused(table.getEntity("p", "r"), 404, "ResourceNotFound");
});

test("types: names of properties", async (t) => {
  const table = await freshTable(t);
  const values = { Name: 1, name: 2, _x: 3, Größe: 4, 名前: 5, ETag: "mine", ["n".repeat(255)]: 6 };
  assert.deepEqual(await roundTrip(table, values), values);
  const wrong = {
    "1a": "PropertyNameInvalid",
    "a-b": "PropertyNameInvalid",
    "a b": "PropertyNameInvalid",
    ["n".repeat(256)]: "PropertyNameTooLong",
  };
  for (const [name, code] of Object.entries(wrong)) {
    await refused(
      table.createEntity({ partitionKey: "p", rowKey: name.slice(0, 3), [name]: 1 }),
      400,
      code,
    );
  }
});
