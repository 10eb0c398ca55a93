// JavaScript examples in Node: those of the guides, and what examples can do. e2e/program.test.ts tests the
// same on a page.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { startEngine } from "../../../../wasm/browser/engine.mjs";
import { guides, Oven } from "../../program/bake.ts";
import { print } from "../../program/print.ts";
import { preparation, references } from "../../program/text.ts";

const root = pathToFileURL(resolve("../../"));
const repository = new URL(`${root.href}/`);
const thread = pathToFileURL(resolve("test/out/unit/thread.mjs"));
const page = {
  file: "a.md",
  examples: [['# @name orders\nPOST {{host}}/Tables\n\n{"TableName": "Orders"}']],
};

let oven: Oven;
before(async () => {
  oven = new Oven(await startEngine("full"), thread);
});

for (const guide of guides(repository)) {
  test(`program: ${guide} prints what its output.json says`, async () => {
    const { file, text, problems } = await oven.bake(guide, repository);
    assert.deepEqual(problems, []);
    const kept = existsSync(new URL(file, repository));
    const found = kept ? readFileSync(new URL(file, repository), "utf8") : "";
    assert.equal(found, text, `${file} is not what the examples print; run ./build.sh bake`);
  });
}

test("program: guides are chosen by slug", () => {
  assert.deepEqual(guides(repository, ["paging"]), ["patterns/paging/guide.md"]);
  assert.throws(
    () => guides(repository, ["paging", "pagin"]),
    /There is no guide pagin\. The guides are access-control, /,
  );
});

/** Returns what code prints, and how it fails. */
async function run(code: string) {
  const { output, failure } = await oven.run(code, page);
  return { output, failed: failure && `${failure.line}:${failure.column} ${failure.name}` };
}

test("program: it has the client, an account with what it refers to, and a clock", async () => {
  const code = `// @ref orders
    import { odata } from "@azure/data-tables";
    import { service, table } from "rowkey";
    import { setTimeout as sleep } from "node:timers/promises";
    for await (const { name } of service().listTables()) console.log(name);
    const orders = table("Orders");
    await orders.createEntity({ partitionKey: "it's", rowKey: "1", total: 7n, at: new Date() });
    await sleep(60_000);
    const filter = odata\`PartitionKey eq \${"it's"}\`;
    for await (const { rowKey, total, at } of orders.listEntities({ queryOptions: { filter } })) {
      console.log(rowKey, total, at, new Date(), performance.now() - Date.now());
    }`;
  const { output, summary, failure } = await oven.run(code, page);
  assert.equal(failure, undefined);
  assert.equal(summary, "3 requests, 1 entity read, 1 written");
  assert.deepEqual(output, ["Orders", "1 7n 2026-01-05T09:00:00.037Z 2026-01-05T09:01:00.061Z 0"]);
});

test("program: a connection string reaches the account, as a pasted program reads it", async () => {
  const code = `// @ref orders
    import { TableClient, TableServiceClient } from "@azure/data-tables";
    import process, { env } from "node:process";
    const connection = process.env.AZURE_STORAGE_CONNECTION_STRING;
    console.log(connection, env === globalThis.process.env);
    const orders = TableClient.fromConnectionString(connection, "Orders");
    await orders.createEntity({ partitionKey: "p", rowKey: "1" });
    console.log((await orders.getEntity("p", "1")).rowKey, orders.tableName);
    const service = TableServiceClient.fromConnectionString(connection, {});
    for await (const { name } of service.listTables()) console.log(name);
    const token = "TableEndpoint=http://127.0.0.1:10002/devstoreaccount1;SharedAccessSignature=sv=1&sig=a";
    const withToken = TableClient.fromConnectionString(token, "Orders");
    console.log((await withToken.getEntity("p", "1")).rowKey, withToken.url.split("?")[1]);
    for (const wrong of [undefined, "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=YQ=="]) {
      try {
        TableClient.fromConnectionString(wrong, "Orders");
      } catch (error) {
        console.log(error.name);
      }
    }`;
  assert.deepEqual(await run(code), {
    output: [
      "UseDevelopmentStorage=true true",
      "1 Orders",
      "Orders",
      "1 sv=1&sig=a",
      "TypeError",
      "Error",
    ],
    failed: undefined,
  });
});

test("program: fetch only reaches the three services of the account", async () => {
  const code = `import { blobs, queues, tables } from "rowkey";
    console.log((await fetch(queues + "/jobs", { method: "PUT" })).status);
    const body = "<QueueMessage><MessageText>aGk=</MessageText></QueueMessage>";
    const put = await fetch(queues + "/jobs/messages", { method: "POST", body });
    console.log(put.status, /<MessageId>/.test(await put.text()));
    console.log((await fetch(blobs + "/photos?restype=container", { method: "PUT" })).status);
    console.log((await fetch(tables + "/Tables", { headers: { accept: "application/json" } })).status);
    console.log(await fetch("https://example.com/").catch((error) => error.name));`;
  assert.deepEqual(await run(code), {
    output: ["201", "201 true", "201", "200", "TypeError"],
    failed: undefined,
  });
});

test("program: two runs print the same random numbers", async () => {
  const code = `console.log(Math.random(), crypto.randomUUID(), crypto.getRandomValues(new Uint8Array(3)));`;
  const first = await run(code);
  assert.equal(first.failed, undefined);
  assert.deepEqual(await run(code), first);
});

test("program: timers fire in order, after everything that was pending", async () => {
  const code = `import { table } from "rowkey";
    const start = Date.now();
    const tell = (what) => console.log(what, Math.round((Date.now() - start) / 1000));
    setTimeout(tell, 30_000, "later");
    const early = setTimeout(tell, 5_000, "never");
    clearTimeout(early);
    const ticks = setInterval(() => tell("tick"), 10_000);
    const digest = crypto.subtle.digest("SHA-256", new Uint8Array(9)).then(() => tell("digest"));
    await Promise.all([digest, table("Orders").createTable()]);
    tell("request");
    await new Promise((done) => setTimeout(done, 35_000));
    clearInterval(ticks);
    await new Promise((done) => setTimeout(done, 60_000));
    tell("end");`;
  const { output, failed } = await run(code);
  assert.equal(failed, undefined);
  assert.deepEqual(output.toSorted().slice(0, 1), ["digest 0"]);
  assert.deepEqual(
    output.filter((line) => line !== "digest 0"),
    ["request 0", "tick 10", "tick 20", "later 30", "tick 30", "end 95"],
  );
});

for (const [what, code, failed] of [
  ["syntax", "const a = 1;\nconst b = ;", "2:11 SyntaxError"],
  ["thrown", "await 0;\nthrow new RangeError();", "2:7 RangeError"],
  ["thrown, but no error", "\nthrow 7;", "0:0 Error"],
  [
    "not waited for",
    "void Promise.reject(new Error());\nawait new Promise(() => {});",
    "1:21 Error",
  ],
  [
    "of the service",
    "import { table } from 'rowkey';\n\nawait table('T').getEntity('', '');",
    "3:18 RestError",
  ],
  [
    "a forgotten await",
    "import { table } from 'rowkey';\ntable('T').getEntity('', '');",
    "2:12 Unfinished",
  ],
  ["an unknown module", "import 'rowkey';\nimport {\n  a } from 'b';", "3:15 Import"],
  ["an unknown member", "import {\n  table, chair } from 'rowkey';", "2:10 Import"],
  ["an unknown reference", "\n// @ref orders\n// @ref nothing", "3:0 "],
  ["printing without end", "for (;;) console.log(1);", "0:0 "],
] as const) {
  test(`program: an error has its position: ${what}`, async () => {
    assert.equal((await run(code)).failed, failed);
  });
}

test("program: only what the service refuses has a hint", async () => {
  const refused = `import { table } from "rowkey";
    const queryOptions = { filter: 'PartitionKey eq "p"' };
    const first = table("T").listEntities({ queryOptions }).next()`;
  assert.equal(
    (await oven.run(`${refused};\nawait first;`, page)).hint,
    "Strings stand in single quotes: 'p'.",
  );
  assert.equal((await oven.run(`${refused}.catch(() => {});\nawait first;\na;`, page)).hint, "");
});

test("program: the examples that it refers to must meet their expectations", async () => {
  const examples = [["# @name a\n# @expect status == 418\nGET {{host}}/Tables"]];
  const { failure } = await oven.run("// @ref a", { file: "a.md", examples });
  assert.match(failure?.message ?? "", /^What this refers to: /);
});

test("print: values look as in code", () => {
  class Retry extends Error {}
  const circle: unknown[] = [];
  circle.push(circle);
  for (const [value, printed] of [
    ["text", "text"],
    [["text", "it's", 'say "x"', "a\nb"], `['text', "it's", 'say "x"', 'a\\nb']`],
    [[1, -0.5, 7n, true, null, undefined], "[1, -0.5, 7n, true, null, undefined]"],
    [{ a: { "b-c": [] }, d: {} }, "{ a: { 'b-c': [] }, d: {} }"],
    [new Date(0), "1970-01-01T00:00:00.000Z"],
    [new Date(Number.NaN), "Invalid Date"],
    [new Uint8Array([1, 255]), "Uint8Array(2) [1, 255]"],
    [new Map([["a", new Set([1])]]), "Map(1) { 'a' => Set(1) { 1 } }"],
    [new Retry("again"), "Error: again"],
    [
      new (class Point {
        x = 1;
      })(),
      "Point { x: 1 }",
    ],
    [Object.create(null), "{}"],
    [[print], "[[function print]]"],
    [circle, "[[circular]]"],
    [[[[[["deep"]]]]], "[[[[[…]]]]]"],
    [
      { first: "a".repeat(40), second: ["b".repeat(40)] },
      `{\n  first: '${"a".repeat(40)}',\n  second: ['${"b".repeat(40)}'],\n}`,
    ],
    [
      new Error('{"odata.error":{"code":"C","message":{"lang":"en-US","value":"M.\\nR"}}}'),
      "Error: C: M.",
    ],
  ] as const) {
    assert.equal(print([value]), printed);
  }
  assert.equal(print(["a", 1, [2]]), "a 1 [2]");
});

test("text: references are comments on lines of their own", () => {
  const code = "// Title\n// @ref a\n  //@ref b\nf(); // @ref c\n// @ref d e\n// @refs f";
  assert.deepEqual(references(code), [
    { name: "a", line: 2 },
    { name: "b", line: 3 },
  ]);
  assert.equal(preparation(references(code)), "# @ref a\n# @ref b\nGET {{host}}/Tables?$top=1");
});
