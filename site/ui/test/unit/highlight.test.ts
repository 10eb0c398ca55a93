import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { highlight, javascript } from "../../highlight.ts";

interface Case {
  readonly name: string;
  readonly text: string;
  readonly tokens: readonly (readonly [string, string])[];
}

for (const { language, cut } of [
  { language: "highlight", cut: highlight },
  { language: "javascript", cut: javascript },
]) {
  const cases = JSON.parse(readFileSync(`testdata/${language}.json`, "utf8")) as Case[];

  for (const { name, text, tokens } of cases) {
    test(`${language}: ${name}`, () => assert.deepEqual(cut(text), tokens));
  }

  test(`${language}: tokens are the text, and neighbours differ, wherever a text is cut off`, () => {
    for (const { text } of cases) {
      for (let end = 0; end <= text.length; end++) {
        const part = text.slice(0, end);
        const tokens = cut(part);
        assert.equal(tokens.map(([, piece]) => piece).join(""), part);
        for (const [i, [kind, piece]] of tokens.entries()) {
          assert.notEqual(piece, "");
          assert.notEqual(kind, tokens[i - 1]?.[0]);
        }
      }
    }
  });
}
