import assert from "node:assert/strict";
import { test } from "node:test";
import { isSetting, safe } from "../../embed/check.ts";
import { lookOf } from "../../embed/look.ts";
import { shortened } from "../../embed/text.ts";

const seen = {
  theme: "",
  words: "",
  scheme: "light",
  font: "serif",
  code: "monospace",
  color: "rgb(0, 0, 0)",
  set: "rgba(0, 0, 0, 0)",
  backgrounds: ["rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"],
  accent: "rgba(0, 0, 0, 0)",
  link: "rgb(0, 0, 238)",
  radii: ["", "0px", "4px"],
};

const setting = {
  texts: ["GET {{host}}/Tables"],
  index: 0,
  data: [],
  baked: "",
  editable: true,
  seen,
  page: "a",
  error: "",
};

test("embed: a setting says what was seen", () => {
  assert.equal(isSetting(setting), true);
  for (const bad of [null, undefined, "", {}, { ...seen, radii: "1px" }, { ...seen, color: 1 }]) {
    assert.equal(isSetting({ ...setting, seen: bad }), false);
  }
});

test("embed: the look is the page's, in the theme that the page has", () => {
  const choose = (more: Partial<typeof seen>) => {
    const { dark, look } = lookOf({ ...seen, ...more }, { matches: false });
    return { dark, ...Object.fromEntries(look) };
  };
  const plain = {
    dark: false,
    font: "serif",
    code: "monospace",
    color: "rgb(0, 0, 0)",
    background: "rgb(255, 255, 255)",
    accent: "rgb(0, 0, 238)",
    radius: "4px",
  };
  assert.deepEqual(choose({}), plain);
  const set = { set: "rgb(10, 10, 10)", accent: "rgb(9, 9, 9)", radii: ["0px", "3px", "4px"] };
  const { color: _, ...rest } = plain;
  assert.deepEqual(choose(set), {
    ...rest,
    dark: true,
    background: set.set,
    accent: set.accent,
    radius: "0px",
  });
  // Code is often dark on a light page: the page counts.
  const backgrounds = ["rgb(30, 30, 30)", "rgb(255, 255, 255)"];
  assert.deepEqual(choose({ backgrounds, words: "docs light" }), plain);
  assert.equal(choose({ backgrounds }).dark, true);
  assert.equal(choose({ words: "slate" }).dark, true);
  assert.equal(choose({ words: "slate", theme: "light" }).dark, false);
  assert.equal(choose({ backgrounds: [], scheme: "dark" }).dark, true);
});

test("embed: of a look, only colours, lengths and names of fonts are taken", () => {
  const look = {
    font: '"Segoe UI", Roboto, sans-serif',
    code: "ui-monospace, monospace",
    color: "rgb(1, 2, 3)",
    background: "oklch(0.9 0.02 250 / 0.5)",
    accent: "#fa0",
    radius: "6px",
  };
  assert.deepEqual(Object.fromEntries(safe(look)), look);
  const bad = {
    font: ["a; color: red", "url(https://example.com/f)", "a}b{", "x\\27", ""],
    code: ["var(--bg)", "a/**/b"],
    color: [
      "url(x)",
      "rgb(1,2,3);x:y",
      "rgb(url(x))",
      "var(--bg)",
      "expression(1)",
      "image-set(x)",
    ],
    background: ["linear-gradient(red, red)", "#ggg", "rgb(1,2,3) url(x)"],
    accent: ["light-dark(red, red)", "x".repeat(31)],
    radius: ["6", "calc(1px)", "-1px", "1px;", "1px 2px", "9999px"],
  };
  for (const [name, values] of Object.entries(bad)) {
    for (const value of values) {
      assert.deepEqual(safe({ [name]: value }), [], `${name}: ${value}`);
    }
  }
  assert.deepEqual(safe({ radius: 6, other: "red" } as never), []);
});

test("embed: the lines that say how a request runs aren't shown", () => {
  assert.equal(
    shortened(
      "### The last\n# @name a\n# @ref b\nGET {{host}}/T()\n# a remark\n\n###\n#@expect x\nGET /",
    ),
    "The last\nGET {{host}}/T()\n# a remark\n\n###\nGET /",
  );
});
