// What the playground offers to write instead of a request, tried in the engine.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { startEngine } from "../../../../wasm/browser/engine.mjs";
import { alternativesOf, type Edit, split } from "../../play/alternatives.ts";
import { blocks } from "../../play/blocks.ts";
import { misspelt, namesOf, renaming } from "../../play/misspelt.ts";
import { said } from "../../play/review.ts";
import { distance, nearest } from "../../play/spelling.ts";
import type { Call, Replies } from "../../protocol.ts";

let engine: Awaited<ReturnType<typeof startEngine>>;
const session = "play";

async function ask<C extends Call>(call: C): Promise<Replies[C["op"]]> {
  return (await engine.call(call)) as Replies[C["op"]];
}

async function fill(table: string, text: string): Promise<void> {
  const { refused } = await ask({ op: "fill", session, table, text });
  assert.equal(refused, 0);
}

before(async () => {
  engine = await startEngine("full");
  await ask({ op: "open", session });
  const rows = ["a", "b", "c", "o'r"].flatMap((partition) =>
    ["1", "2", "3"].map((row, i) => `${partition},${row},${20 + i},${i === 0}`),
  );
  await fill("People", `PartitionKey,RowKey,Age:Int32,Open:Boolean\n${rows.join("\n")}\n`);
  const many = Array.from({ length: 1200 }, (_, i) => `p,${String(i).padStart(4, "0")},x`);
  await fill("Many", `PartitionKey,RowKey,Name\n${many.join("\n")}\n`);
  await fill("Many", "PartitionKey,RowKey,Nmae:Int32\nz,1,-5\n");
});

function edited(text: string, { from, to, insert }: Edit): string {
  return text.slice(0, from) + insert + text.slice(to);
}

/** Runs a script, and returns the keys that each of its requests found. */
async function found(text: string): Promise<string[][]> {
  const { steps, errors } = await ask({ op: "play", session, file: "a.http", text });
  assert.deepEqual(errors, [], text);
  return steps.map((step) => {
    assert.ok(step.ok && step.status === 200, `${step.target}: ${step.status}`);
    const { value } = JSON.parse(step.response.body) as {
      value: { PartitionKey: string; RowKey: string }[];
    };
    return value.map((each) => `${each.PartitionKey}/${each.RowKey}`);
  });
}

const query = (filter: string) => `### Some\nGET {{host}}/People()?$filter=${filter}\n`;

const splits: readonly (readonly [filter: string, requests: number, overlap: boolean])[] = [
  ["PartitionKey eq 'a' or PartitionKey eq 'b'", 2, false],
  ["PartitionKey eq 'a' and (RowKey eq '1' or RowKey eq '3')", 2, false],
  ["(RowKey eq '1' or RowKey eq '3') and PartitionKey eq 'a' and Age gt 20", 2, false],
  ["PartitionKey eq 'a' and RowKey ge '2' or PartitionKey eq 'a' and RowKey le '2'", 2, true],
  ["PartitionKey eq 'a' or (PartitionKey eq 'b' or PartitionKey eq 'c')", 3, false],
  ["(((PartitionKey eq 'a') or ((PartitionKey eq 'b') and Age ge 21)))", 2, false],
  ["PartitionKey eq 'o''r' or PartitionKey eq 'a or b (c' or PartitionKey eq 'c'", 3, false],
  ["PartitionKey eq 'a' and not (Age eq 20) or PartitionKey eq 'b' and not Open", 2, true],
  ["(Age eq 20 or Open eq false) and (PartitionKey eq 'a' or PartitionKey eq 'b')", 2, true],
  ["PartitionKey eq 'a' or PartitionKey eq 'a' or PartitionKey eq 'c'", 2, false],
  ["PartitionKey eq 'a' or PartitionKey ge 'a' and PartitionKey lt 'c' and RowKey eq '2'", 2, true],
  ["PartitionKey eq 'a' or PartitionKey eq 'a' and (RowKey eq '1' or RowKey eq '2')", 2, true],
];

for (const [filter, requests, overlap] of splits) {
  test(`an or as requests of their own finds the same: ${filter}`, async () => {
    const text = query(filter);
    const edit = alternativesOf(text, 2);
    assert.ok(edit);
    assert.equal(edit.requests, requests);
    assert.equal(edit.overlap, overlap);
    const [whole = []] = await found(text);
    const parts = await found(edited(text, edit));
    assert.equal(parts.length, requests);
    assert.ok(whole.length > 0);
    assert.deepEqual([...new Set(parts.flat())].sort(), whole.sort());
    const twice = parts.flat().length > whole.length;
    assert.ok(overlap || !twice, "an entity comes twice, and nothing says so");
  });
}

test("what can't be taken apart stays", () => {
  for (const filter of [
    "PartitionKey eq 'a' and RowKey eq '1'",
    "Age eq 1 or Age eq 2",
    "PartitionKey eq 'a' or Age eq 1",
    "not (PartitionKey eq 'a' or PartitionKey eq 'b')",
    "PartitionKey eq 'a' or {{more}}",
    "{{more}} and (PartitionKey eq 'a' or PartitionKey eq 'b')",
    "PartitionKey%20eq%20'a'%20or%20PartitionKey%20eq%20'b'",
    "PartitionKey eq 'a' or PartitionKey eq 'a'",
    "PartitionKey eq 'a' or",
    "(PartitionKey eq 'a' or PartitionKey eq 'b'",
    "PartitionKey eq 'a or PartitionKey eq 'b'",
    "",
  ]) {
    assert.ok(split(filter).length < 2, filter);
  }
  const or = "PartitionKey eq 'a' or PartitionKey eq 'b'";
  assert.ok(alternativesOf(`${query(or)}`, 2));
  // The first five of each aren't the first five of all.
  assert.equal(alternativesOf(query(`${or}&$top=5`), 2), undefined);
  assert.equal(alternativesOf(query(`${or}\n&NextPartitionKey=a`), 2), undefined);
  const named = query(or).replace("GET", "# @name some\nGET");
  assert.ok(alternativesOf(named, 3));
  const read = `${named}\n### More\nGET {{host}}/{{some.response.body.$.a}}\n`;
  assert.equal(alternativesOf(read, 3), undefined);
});

test("what is around the or stays with each request, and what is around the request stays as it was", () => {
  const text = `@who = b
# About the first
# @name first
# @expect status == 200
# @expect cost.entitiesRead == 12
GET {{host}}/People()
  ?$filter=(PartitionKey eq 'a' or PartitionKey eq '{{who}}') and RowKey eq '1' HTTP/1.1
  &$select=RowKey
Accept: application/json;odata=nometadata

### Next
GET {{host}}/Tables
`.replace(" HTTP/1.1\n", "\n");
  const edit = alternativesOf(text, 6);
  assert.ok(edit);
  assert.equal(
    edited(text, edit),
    `@who = b
# About the first
# @name first1
# @expect status == 200
GET {{host}}/People()
  ?$filter=PartitionKey eq 'a' and RowKey eq '1'
  &$select=RowKey
Accept: application/json;odata=nometadata

### 2 of 2
# @name first2
# @expect status == 200
GET {{host}}/People()
  ?$filter=PartitionKey eq '{{who}}' and RowKey eq '1'
  &$select=RowKey
Accept: application/json;odata=nometadata

### Next
GET {{host}}/Tables
`,
  );
  assert.deepEqual(
    blocks(edited(text, edit)).map(({ name }) => name),
    ["first1", "first2", ""],
  );
});

test("the underlined or has the requests as its fix", async () => {
  const text = `### First\nGET {{host}}/Tables\n\n${query("PartitionKey eq 'a' or PartitionKey eq 'b'")}`;
  const { errors, findings } = await ask({ op: "parse", session, file: "a.http", text });
  const [diagnostic, ...others] = said(text, errors, findings);
  assert.equal(others.length, 0);
  assert.equal(
    text.slice(diagnostic?.from, diagnostic?.to),
    "PartitionKey eq 'a' or PartitionKey eq 'b'",
  );
  assert.deepEqual(
    diagnostic?.actions?.map(({ name }) => name),
    ["Write 2 requests"],
  );
});

/** What a query of a table is said to have misspelt. */
async function wrong(table: string, options: string) {
  const text = `GET {{host}}/${table}()${options}\n`;
  return misspelt(namesOf(text, 1), (filter) =>
    ask({ op: "browse", session, table, filter, from: null, limit: 1000 }),
  );
}

test("a property that no entity has is one that is spelt nearly so", async () => {
  const age = { name: "Aeg", meant: "Age" };
  assert.deepEqual(await wrong("People", "?$filter=PartitionKey eq 'a' and Aeg gt 3"), age);
  assert.deepEqual(await wrong("People", "\n  ?$top=3\n  &$select=RowKey,Aeg"), age);
  const key = { name: "PartionKey", meant: "PartitionKey" };
  assert.deepEqual(await wrong("People", "?$filter=PartionKey eq 'a'"), key);
  const open = { name: "open", meant: "Open" };
  assert.deepEqual(await wrong("People", "?$filter=not open and Age gt 5L"), open);
  for (const right of [
    "?$filter=Age eq 20 or Open and Timestamp gt datetime'2020-01-01T00:00:00Z'",
    "?$filter=PartitionKey eq 'Aeg' and RowKey eq '{{Aeg}}'",
    "?$filter=Colour eq 'red'",
    "?$select=*",
    "",
  ]) {
    assert.equal(await wrong("People", right), undefined, right);
  }
});

test("a property that any entity has is right, whatever it has there", async () => {
  assert.equal(await wrong("Many", "?$filter=Nmae eq 'x'"), undefined);
  const name = { name: "Naem", meant: "Name" };
  assert.deepEqual(await wrong("Many", "?$filter=Naem eq 'x'"), name);
});

test("the name is written wherever the query has it, and nowhere else", () => {
  const text = "GET {{host}}/A()?$filter=Aeg eq 1 or x eq 'Aeg'\n&$select=Aeg,Aegis\n\nAeg";
  let changed = text;
  for (const { from, to, insert } of renaming(text, 1, "Aeg", "Age").reverse()) {
    changed = changed.slice(0, from) + insert + changed.slice(to);
  }
  assert.equal(
    changed,
    "GET {{host}}/A()?$filter=Age eq 1 or x eq 'Aeg'\n&$select=Age,Aegis\n\nAeg",
  );
  assert.deepEqual(renaming(changed, 1, "Aeg", "Age"), []);
});

test("spelling is as in the engine", () => {
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
  for (const [word, want] of [
    ["get", "GET"],
    ["GTE", "GET"],
    ["DELET", "DELETE"],
    ["POTS", "POST"],
    ["FETCH", undefined],
    ["", undefined],
    ["x", undefined],
  ] as const) {
    assert.equal(nearest(word, methods), want, word);
  }
  assert.equal(distance("", "abc"), 3);
  assert.equal(distance("abcd", "abdc"), 1);
  assert.equal(distance("ca", "abc"), 3);
});
