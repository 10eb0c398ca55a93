import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { forget, load, save } from "../../edits.ts";

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  Object.assign(globalThis, {
    location: { pathname: "/log-tail/" },
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
  });
});

test("edits: a stored edit is loaded", () => {
  save("latest", ["GET /a\n"], ["GET /b\n"]);
  assert.deepEqual(load("latest", ["GET /a\n"]), { texts: ["GET /b\n"], stale: false });
});

test("edits: each example of each page has its own", () => {
  save("latest", ["GET /a\n"], ["GET /b\n"]);
  assert.equal(load("other", ["GET /a\n"]), undefined);
  location.pathname = "/query-kinds/";
  assert.equal(load("latest", ["GET /a\n"]), undefined);
});

test("edits: an edit of code that has changed since is kept and stale", () => {
  save("latest", ["GET /a\n"], ["GET /b\n"]);
  assert.deepEqual(load("latest", ["GET /new\n"]), { texts: ["GET /b\n"], stale: true });
});

test("edits: an edit with another number of fences is ignored", () => {
  save("latest", ["GET /a\n"], ["GET /b\n"]);
  assert.equal(load("latest", ["GET /a\n", "GET /c\n"]), undefined);
});

test("edits: moving code between fences makes an edit stale", () => {
  save("latest", ["ab", "c"], ["x", "y"]);
  assert.equal(load("latest", ["a", "bc"])?.stale, true);
});

test("edits: a removed edit is gone", () => {
  save("latest", ["GET /a\n"], ["GET /b\n"]);
  forget("latest");
  assert.equal(load("latest", ["GET /a\n"]), undefined);
  assert.equal(stored.size, 0);
});

for (const text of [
  "",
  "not JSON",
  "null",
  "3",
  "{}",
  '{"of":1,"texts":[]}',
  '{"of":"a","texts":[1]}',
]) {
  test(`edits: ${text || "nothing"} in storage is ignored`, () => {
    stored.set("rowkey:edit:/log-tail/#latest", text);
    assert.equal(load("latest", ["GET /a\n"]), undefined);
  });
}

test("edits: a browser that stores nothing causes no error", () => {
  const refuse = () => {
    throw new Error("denied");
  };
  Object.assign(globalThis, {
    localStorage: { getItem: refuse, setItem: refuse, removeItem: refuse },
  });
  save("latest", ["a"], ["b"]);
  forget("latest");
  assert.equal(load("latest", ["a"]), undefined);
});
