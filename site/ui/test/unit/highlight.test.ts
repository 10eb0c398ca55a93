import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { highlight } from "../../highlight.ts";

interface Case {
  readonly name: string;
  readonly text: string;
  readonly tokens: readonly (readonly [string, string])[];
}

const cases = JSON.parse(readFileSync("testdata/highlight.json", "utf8")) as Case[];

for (const { name, text, tokens } of cases) {
  test(`highlight: ${name}`, () => assert.deepEqual(highlight(text), tokens));
}

test("highlight: tokens are the text, and neighbours differ, wherever a text is cut off", () => {
  for (const { text } of cases) {
    for (let end = 0; end <= text.length; end++) {
      const cut = text.slice(0, end);
      const tokens = highlight(cut);
      assert.equal(tokens.map(([, piece]) => piece).join(""), cut);
      for (const [i, [kind, piece]] of tokens.entries()) {
        assert.notEqual(piece, "");
        assert.notEqual(kind, tokens[i - 1]?.[0]);
      }
    }
  }
});
