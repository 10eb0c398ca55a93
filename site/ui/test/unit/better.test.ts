// What the playground offers to write instead of a request, tried in the engine.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { before, test } from "node:test";
import { startEngine } from "../../../../wasm/browser/engine.mjs";
import { blocks } from "../../play/blocks.ts";
import { editOf } from "../../play/fix.ts";
import { said } from "../../play/review.ts";
import type { Call, Fix, Offer, Replies } from "../../protocol.ts";

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

function edited(text: string, fix: Fix): string {
  const { from, to, insert } = editOf(text, fix);
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

/** What the answer to the last request of a script suggests. */
async function offers(text: string): Promise<readonly Offer[]> {
  const { steps } = await ask({ op: "play", session, file: "a.http", text });
  return steps.at(-1)?.offers ?? [];
}

/** The requests that a script's query can be written as. */
async function alternatives(text: string): Promise<Fix | undefined> {
  return (await offers(text)).find(({ about }) => about === "alternatives")?.fix;
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
  ["PartitionKey eq 'a' and not (Age eq 20) or PartitionKey eq 'b' and not Open", 2, false],
  ["(Age eq 20 or Open eq false) and (PartitionKey eq 'a' or PartitionKey eq 'b')", 2, false],
  ["PartitionKey eq 'a' or PartitionKey eq 'a' or PartitionKey eq 'c'", 2, false],
  ["PartitionKey eq 'a' or PartitionKey eq 'a' and (RowKey eq '1' or RowKey eq '2')", 2, true],
];

for (const [filter, requests, overlap] of splits) {
  test(`an or as requests of their own finds the same: ${filter}`, async () => {
    const text = query(filter);
    const edit = await alternatives(text);
    assert.ok(edit);
    assert.equal(edit.label, `Write ${requests} requests`);
    assert.equal(edit.note !== undefined, overlap);
    const [whole = []] = await found(text);
    const parts = await found(edited(text, edit));
    assert.equal(parts.length, requests);
    assert.ok(whole.length > 0);
    assert.deepEqual([...new Set(parts.flat())].sort(), whole.sort());
    const twice = parts.flat().length > whole.length;
    assert.ok(overlap || !twice, "an entity comes twice, and nothing says so");
  });
}

test("what can't be taken apart stays", async () => {
  for (const filter of [
    "PartitionKey eq 'a' and RowKey eq '1'",
    "Age eq 1 or Age eq 2",
    "PartitionKey eq 'a' or Age eq 1",
    "not (PartitionKey eq 'a' or PartitionKey eq 'b')",
    "PartitionKey%20eq%20'a'%20or%20PartitionKey%20eq%20'b'",
    "PartitionKey eq 'a' or PartitionKey eq 'a'",
    "",
  ]) {
    assert.equal(await alternatives(query(filter)), undefined, filter);
  }
  const more = query("PartitionKey eq 'a' or {{more}}");
  assert.equal(await alternatives(`@more = PartitionKey eq 'b'\n${more}`), undefined);
  const or = "PartitionKey eq 'a' or PartitionKey eq 'b'";
  assert.ok(await alternatives(query(or)));
  // The first five of each aren't the first five of all.
  assert.equal(await alternatives(query(`${or}&$top=5`)), undefined);
  const named = query(or).replace("GET", "# @name some\nGET");
  assert.ok(await alternatives(named));
  const text = `${named}\n### More\n# @ref some\nGET {{host}}/Tables\n`;
  const { findings } = await ask({ op: "parse", session, file: "a.http", text });
  assert.deepEqual(
    findings.map(({ code, fix }) => [code, fix]),
    [["or-over-keys", undefined]],
  );
});

test("what is around the or stays with each request, and the rest as it was", async () => {
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
  const { findings } = await ask({ op: "parse", session, file: "a.http", text });
  const edit = findings.find(({ code }) => code === "or-over-keys")?.fix;
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
  const { requests } = await ask({ op: "parse", file: "a.http", text: edited(text, edit) });
  assert.deepEqual(
    requests.map(({ name }) => name),
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

/** What a query of a table is said to have misspelt, and the query with it written as it was meant. */
async function wrong(table: string, options: string) {
  const text = `@who = Aeg\nGET {{host}}/${table}()${options}\n\nAeg`;
  const found = (await offers(text)).find(({ about }) => about === "property");
  return found && [found.says, edited(text, found.fix).split("\n").slice(1, -2).join("\n")];
}

test("a property that no entity has is one that is spelt nearly so, wherever the query has it", async () => {
  const age = "No entity of People has Aeg. Did you mean Age?";
  assert.deepEqual(
    await wrong("People", "?$filter=PartitionKey eq 'Aeg' and Aeg gt 3 and (RowKey gt '{{who}}')"),
    [
      age,
      "GET {{host}}/People()?$filter=PartitionKey eq 'Aeg' and Age gt 3 and (RowKey gt '{{who}}')",
    ],
  );
  assert.deepEqual(await wrong("People", "\n  ?$top=3\n  &$select=RowKey,Aeg,Aegis"), [
    age,
    "GET {{host}}/People()\n  ?$top=3\n  &$select=RowKey,Age,Aegis",
  ]);
  const [key] = (await wrong("People", "?$filter=PartionKey eq 'a'")) ?? [];
  assert.equal(key, "No entity of People has PartionKey. Did you mean PartitionKey?");
  const [open] = (await wrong("People", "?$filter=not open and Age gt 5L")) ?? [];
  assert.equal(open, "No entity of People has open. Did you mean Open?");
  for (const right of [
    "?$filter=Age eq 20 or Open and Timestamp gt datetime'2020-01-01T00:00:00Z'",
    "?$filter=PartitionKey eq 'Aeg' and RowKey eq '{{who}}'",
    "?$filter=Colour eq 'red'",
    "?$select=*",
    "",
  ]) {
    assert.equal(await wrong("People", right), undefined, right);
  }
});

test("a property that any entity has is right, whatever it has there", async () => {
  assert.equal(await wrong("Many", "?$filter=Nmae eq 'x'"), undefined);
  const [name] = (await wrong("Many", "?$filter=Naem eq 'x'")) ?? [];
  assert.equal(name, "No entity of Many has Naem. Did you mean Name?");
});

test("a misspelt table and misspelt words of a script are written as they were meant", async () => {
  const [table, ...others] = await offers("GET {{host}}/Poeple()\n");
  assert.equal(table?.fix.write, "GET {{host}}/People()");
  assert.equal(others.length, 0);
  const text = `@customer = a
# @expct status == 200
GET {{host}}/People()?$filter=PartitionKey eq '{{custmer}}'
`;
  const { errors } = await ask({ op: "parse", session, file: "a.http", text });
  assert.deepEqual(
    errors.map(({ fix }) => [fix?.label, fix?.write]),
    [
      ["Write @expect", "# @expect status == 200"],
      ["Write customer", "GET {{host}}/People()?$filter=PartitionKey eq '{{customer}}'"],
    ],
  );
});

test("the editor finds requests where the engine does", async () => {
  const corpus = new URL("../../../../../engine/suites/corpus/", import.meta.url);
  const names = readdirSync(corpus).filter((name) => name.endsWith(".http"));
  assert.ok(names.length > 10);
  for (const file of names) {
    const text = `\n@a = 1\n${readFileSync(new URL(file, corpus), "utf8")}`;
    const { requests } = await ask({ op: "parse", file, text });
    assert.deepEqual(
      blocks(text).map(({ from, to, title, method }) => [from, to, title, method]),
      requests.map(({ line, end, title, method }) => [line, end, title, method]),
    );
  }
});
