// What the load lab says of a moment, and the text of its loads.
import assert from "node:assert/strict";
import { test } from "node:test";
import { columnOf, eventsOf, rangesAt, sumOf } from "../../load/history.ts";
import { hashOf, loadOf, withSetting } from "../../load/text.ts";
import type { LoadResult } from "../../protocol.ts";

/** Two rows and four columns of 30 s: refusals until a split and a move at 60 s. */
const result: LoadResult = {
  label: "By depot",
  seconds: 120,
  slots: 10,
  rows: 2,
  columns: 4,
  requests: 400,
  attempts: 400,
  givenUp: 0,
  throttled: 0.1,
  median: 0.005,
  p95: 0.005,
  p99: 1,
  shape: "",
  story: "",
  times: [],
  begin: [[0, 0, 0]],
  splits: [[60, 4, 0]],
  moves: [[75, 4, 1]],
  cells: [
    [30, 30, 30, 0, 60, 0, 60, 0],
    [30, 30, 30, 0, 60, 0, 60, 0],
  ],
};

test("load: ranges are split, and moved later", () => {
  assert.deepEqual(rangesAt(result, 59), [{ first: 0, end: 10, server: 0 }]);
  assert.deepEqual(rangesAt(result, 60), [
    { first: 0, end: 4, server: 0 },
    { first: 4, end: 10, server: 0 },
  ]);
  assert.equal(rangesAt(result, 120)[1]?.server, 1);
});

test("load: figures are those of the head's column", () => {
  assert.equal(columnOf(result, 30), 1);
  assert.equal(columnOf(result, 120), 3);
  assert.deepEqual(sumOf(result, 0), { served: 2, refused: 2 });
});

test("load: events are in order, in words", () => {
  assert.deepEqual(eventsOf(result), [
    { at: 0, says: "Requests begin to be refused: 50% of the attempts." },
    { at: 30, says: "Nothing is refused any more." },
    { at: 60, says: "A range is split before PartitionKey 5 of 10." },
    { at: 75, says: "The range from PartitionKey 5 of 10 on moves to server 2." },
  ]);
});

test("load: a text goes into an address and comes back", () => {
  const text = "rate: 5,000/s\nBy depot, one busy: 20 keys, 45% hot\n";
  assert.equal(loadOf(hashOf(text)), text);
  assert.equal(loadOf("#load=rate:+5%2C000%2Fs%0AOne:+one+key"), "rate: 5,000/s\nOne: one key\n");
  assert.equal(loadOf("#load=%E0%A4"), "");
});

test("load: a number of the model is a line before the designs, unless it's the usual one", () => {
  const text = "rate: 5/s\nOne: one key\n";
  const changed = withSetting(text, "partition cap", 3000, false);
  assert.equal(changed, "rate: 5/s\npartition cap: 3000\nOne: one key\n");
  assert.equal(withSetting(changed, "partition cap", 2000, true), text);
});
