import assert from "node:assert/strict";
import { test } from "node:test";
import { withPrices } from "../../design/prices.ts";

const prices = (line: number, ...each: [number, number, number]) =>
  ({ line, currency: "EUR", date: "2026-11-23", each }) as const;
const written =
  'prices: {currency: "EUR", transactions: 0.0000004, storage: 0.05, date: 2026-11-23}';

test("a file without prices gets them at its end", () => {
  assert.equal(
    withPrices("entities:\n  A: {}\n\n", prices(0, 4e-7, 0.05, 0)),
    `entities:\n  A: {}\n${written}\n`,
  );
});

test("prices replace those of the file, in one line or in several, and nothing else", () => {
  for (const [before, line] of [
    ["prices: {storage: 1}", 2],
    ["prices:\n  storage: 1\n  date: 2020-01-01", 2],
    ["prices:\n  storage: 1\n  date: 2020-01-01", 3],
  ] as const) {
    assert.equal(
      withPrices(`seed: 7\n${before}\n\n# more\nentities:\n`, prices(line, 4e-7, 0.05, 0)),
      `seed: 7\n${written}\n\n# more\nentities:\n`,
    );
  }
});

test("every price that isn't 0 is written", () => {
  assert.equal(
    withPrices("prices: {}", prices(1, 0, 20, 0.1)),
    'prices: {currency: "EUR", storage: 20, sent: 0.1, date: 2026-11-23}',
  );
});
