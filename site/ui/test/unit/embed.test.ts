import assert from "node:assert/strict";
import { test } from "node:test";
import { isSetting, safe } from "../../embed/check.ts";
import { shortened } from "../../embed/text.ts";

const setting = {
  texts: ["GET {{host}}/Tables"],
  index: 0,
  data: [],
  baked: "",
  editable: true,
  dark: false,
  look: {},
  page: "a",
  error: "",
};

test("embed: a setting has a look", () => {
  assert.equal(isSetting(setting), true);
  assert.equal(isSetting({ ...setting, look: null }), false);
  assert.equal(isSetting({ ...setting, look: undefined }), false);
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
