import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { before, test } from "node:test";
import { startEngine } from "../../../../wasm/browser/engine.mjs";
import type { Engine } from "../../../../wasm/browser/host.mjs";
import type { Client } from "../../client.ts";
import { type File, fromScripts } from "../../design/from-scripts.ts";

let engine: Engine;
before(async () => {
  engine = await startEngine("full");
});

/** Describes files with a new engine's account. */
function described(...files: File[]) {
  const run = async (call: object) => {
    const reply = engine.call(call);
    assert.ok(
      !("error" in reply),
      `${JSON.stringify(call).slice(0, 300)}: ${JSON.stringify(reply)}`,
    );
    return reply;
  };
  const watch = { signal: new AbortController().signal, loading: () => {}, started: () => {} };
  return fromScripts({ run } as unknown as Pick<Client, "run">, files, watch);
}

const get = (name: string, target: string) =>
  `### ${name.replaceAll("_", " ")}\n# @name ${name}\nGET {{host}}/${target}\n\n`;

const data = [
  "PartitionKey,RowKey,Customer,Number:Int32,Placed:DateTime,Total:Double,Open:Boolean",
  ...Array.from({ length: 120 }, (_, i) => {
    const customer = String(i % 8).padStart(4, "0");
    const placed = new Date(Date.UTC(2026, 0, 5, i)).toISOString();
    const number = String(i).padStart(6, "0");
    const keys = `customer-${customer},${number}_${placed.slice(0, 10)}`;
    return `${keys},${customer},${i},${placed},${i}.5,${i % 2 === 0}`;
  }),
].join("\n");

const third = "Orders(PartitionKey='customer-0003',RowKey='000003_2026-01-05')";

const script = [
  get("one", third),
  get("of_customer", "Orders()?$filter=PartitionKey eq 'customer-0003'&$select=Total,Open"),
  get("the_same", "Orders()?$filter=PartitionKey eq 'customer-0004'&$select=Total,Open"),
  get("first", "Orders()?$filter=PartitionKey eq 'customer-0003'&$top=5"),
  get(
    "some",
    "Orders()?$filter=PartitionKey eq 'customer-0003' and RowKey ge '000010' and RowKey lt '000090'",
  ),
  get("open", "Orders()?$filter=Open and not (Total lt 20.0)"),
  get(
    "day",
    "Orders()?$filter=Placed ge datetime'2026-01-06T00:00:00Z' and Placed lt datetime'2026-01-07T00:00:00Z'",
  ),
  get("two", "Orders()?$filter=Customer eq '0001' or Customer eq '0002'"),
  get("or", "Orders()?$filter=Customer eq '0001' or Total gt 5.0"),
  get("refused", "Orders()?$filter=Customer eq"),
  `### A note\n# @name note\nPATCH {{host}}/${third}\n` +
    'If-Match: *\n\n{"Open": false, "Note": "x"}\n\n',
  "### New\n# @name book\nPOST {{host}}/Orders\n\n" +
    '{"PartitionKey": "customer-0003", "RowKey": "000999_2026-01-05"}\n\n',
].join("");

test("describe: a script becomes a design file", async () => {
  const { text, notes } = await described(
    { name: "orders.http", text: script },
    { name: "Orders.csv", text: `${data}\n` },
  );
  const lines = text.split("\n").map((line) => line.trim());
  for (const line of [
    "Order:",
    "count: 121",
    "Total: {type: double, min: 0.5, max: 119.5}",
    "Number: int32",
    'one: {of: Order, where: "Customer = ? and Number = ? and Placed in day ?", rate: 1/m}',
    'of customer: {of: Order, where: "Customer = ?", select: [Total, Open], rate: 1/m}',
    'first: {of: Order, where: "Customer = ?", sort: Number, limit: 5, rate: 1/m}',
    'some: {of: Order, where: "Customer = ? and Number between ? and ?", rate: 1/m}',
    'open: {of: Order, where: "Open = true and Total >= ?", rate: 1/m}',
    'day: {of: Order, where: "Placed in day ?", rate: 1/m}',
    'two: {of: Order, where: "Customer in (?, ?)", rate: 1/m}',
    'note: {update: Order, where: "Customer = ? and Number = ? and Placed in day ?", ' +
      "set: [Open, Note], rate: 1/m}",
    'or: {of: Order, where: "Customer = ?", rate: 1/m}',
    'or2: {of: Order, where: "Total > ?", rate: 1/m}',
    "book: {insert: Order, rate: 1/m}",
    'Order: {PartitionKey: "customer-{Customer}", RowKey: "{Number:6}_{Placed:yyyy-MM-dd}"}',
  ]) {
    assert.ok(lines.includes(line), `${line} isn't in\n${text}`);
  }
  assert.doesNotMatch(text, /the same|refused/);
  assert.deepEqual(notes, ["“or” has an or, so it's a question for each side."]);
});

test("describe: keys are found in times, and what is nowhere else becomes a property", async () => {
  const inverted = (i: number) =>
    String(3_155_378_975_999_999_999n - (639_031_680_000_000_000n + BigInt(i) * 600_000_000n));
  const rows = Array.from(
    { length: 60 },
    (_, i) => `panel-${10 + (i % 3)},${inverted(i)}_${1000 + i},${i}`,
  );
  const asked = [
    get("latest", "Events()?$filter=PartitionKey eq 'panel-10'&$top=10"),
    get("since", `Events()?$filter=PartitionKey eq 'panel-10' and RowKey lt '${inverted(40)}'`),
  ].join("");
  const { text } = await described(
    { name: "a.http", text: asked },
    { name: "Events.csv", text: `PartitionKey,RowKey,Value:Int32\n${rows.join("\n")}\n` },
  );
  for (const line of [
    "At: {type: datetime, every: 1m, from: 2026-01-05T00:00:00Z}",
    'Panel: {type: string, values: 3, pattern: "##"}',
    'latest: {of: Event, where: "Panel = ?", newest: At, limit: 10, rate: 1/m}',
    'since: {of: Event, where: "Panel = ? and At > ?", rate: 1/m}',
    'Event: {PartitionKey: "panel-{Panel}", RowKey: "{At:inverted}_{Row}"}',
  ]) {
    assert.ok(text.includes(`  ${line}\n`), `${line} isn't in\n${text}`);
  }
});

test("describe: a few entities are enough to see times and repeated values", async () => {
  const rows = ["08:00:00Z_1,ana", "09:30:00Z_2,ben", "10:00:00Z_3,ana"].map(
    (row) => `contoso,2026-01-05T${row}`,
  );
  const text = `PartitionKey,RowKey,Assignee\n${rows.join("\n")}\n`;
  const asked = get("day", "Tickets()?$filter=RowKey ge '2026-01-05' and RowKey lt '2026-01-06'");
  const design = await described({ name: "Tickets.csv", text }, { name: "a.http", text: asked });
  for (const line of [
    "Assignee: {type: string, values: 2}",
    'day: {of: Ticket, where: "At in day ?", rate: 1/m}',
    'Ticket: {PartitionKey: "contoso", RowKey: "{At:iso}_{Row}"}',
  ]) {
    assert.ok(design.text.includes(`  ${line}\n`), `${line} isn't in\n${design.text}`);
  }
});

test("describe: a table without requests has questions that are guessed", async () => {
  const { text } = await described({ name: "Orders.csv", text: `${data}\n` });
  assert.match(text, / {2}a partition: \{of: Order, where: "Customer = \?", rate: 1\/m\}/);
  assert.match(text, / {2}write: \{insert: Order, rate: 1\/m\}/);
});

test("describe: what is wrong with a script is said with its line, and so is a lack of data", async () => {
  await assert.rejects(described({ name: "a.http", text: "GET {{nowhere}}/Orders()\n" }), {
    message: /^a\.http, line 1: .*nowhere/,
  });
  await assert.rejects(described({ name: "a.http", text: get("all", "Orders()") }), {
    message: "There are no entities to describe.",
  });
});

const day = (i: number) => new Date(Date.UTC(2026, 0, 5, i)).toISOString();

/** Orders with their lines in a partition each. */
const withLines = [
  "PartitionKey,RowKey,Customer,Placed:DateTime,Sku,Quantity:Int32",
  ...Array.from({ length: 30 }, (_, i) => [
    `order-${1001 + i},order,customer-${i % 7},${day(i)},,`,
    ...Array.from(
      { length: 1 + (i % 3) },
      (_, n) => `order-${1001 + i},line-000${n + 1},,,sku-${(i * n) % 11},${n + 1}`,
    ),
  ]).flat(),
].join("\n");

const ofOrder = "PartitionKey eq 'order-1003'";
const linesAsked = [
  get("head", "Shop(PartitionKey='order-1003',RowKey='order')"),
  get("whole_order", `Shop()?$filter=${ofOrder}`),
  get("only_lines", `Shop()?$filter=${ofOrder} and RowKey ge 'line-' and RowKey lt 'line.'`),
  get("by_sku", "Shop()?$filter=Sku eq 'sku-2'"),
  '### Add\n# @name add_line\nPOST {{host}}/Shop\n\n{"PartitionKey": "order-1003", ' +
    '"RowKey": "line-0009", "Sku": "sku-2", "Quantity": 1}\n\n',
].join("");

/** Users with what belongs to them, told apart by a property. */
const users = [
  "PartitionKey,RowKey,EntityType,Email,Name,Provider,Role",
  ...Array.from({ length: 20 }, (_, i) => [
    `u${100 + i},profile,User,u${i}@example.com,Name ${i},,`,
    `u${100 + i},login-${i % 2 ? "contoso" : "fabrikam"},UserLogin,,,${i % 2 ? "contoso" : "fabrikam"},`,
    `u${100 + i},role-${i % 3 ? "reader" : "admin"},UserRole,,,,${i % 3 ? "reader" : "admin"}`,
  ]).flat(),
].join("\n");

const usersAsked = [
  get("account", "Users()?$filter=PartitionKey eq 'u103'"),
  get("admins", "Users()?$filter=EntityType eq 'UserRole' and Role eq 'admin'"),
].join("");

/** A department and its employees, in the department's partition. */
const staff = [
  "PartitionKey,RowKey,Head,Budget:Int32,FirstName,LastName,Email",
  ...["Sales", "Marketing"].flatMap((name, d) => [
    `${name},department,${d}00001,${d + 5}000,,,`,
    ...Array.from({ length: 12 }, (_, i) => {
      const number = String(d * 100 + i).padStart(6, "0");
      return `${name},${number},,,First${i},Last${i % 5},e${d}${i}@example.com`;
    }),
  ]),
].join("\n");

function has(text: string, wanted: readonly string[]) {
  const lines = text.split("\n").map((line) => line.trim());
  for (const line of wanted) {
    assert.ok(lines.includes(line), `${line} isn't in\n${text}`);
  }
}

test("describe: an order and its lines are two types in one table", async () => {
  const { text, notes } = await described(
    { name: "a.http", text: linesAsked },
    { name: "Shop.csv", text: `${withLines}\n` },
  );
  has(text, [
    "count: 30",
    "count: 61",
    "unique: [Order, Line]",
    "Order: {of: Order.Order}",
    'Line: {type: string, values: 4, pattern: "####"}',
    'head: {of: Order, where: "Order = ?", rate: 1/m}',
    'whole order: {of: [Order, Line], where: "Order = ?", rate: 1/m}',
    'only lines: {of: Line, where: "Order = ?", rate: 1/m}',
    'by sku: {of: Line, where: "Sku = ?", rate: 1/m}',
    "add line: {insert: Line, rate: 1/m}",
    'Order: {table: Shop, PartitionKey: "order-{Order}", RowKey: "order"}',
    'Line: {table: Shop, PartitionKey: "order-{Order}", RowKey: "line-{Line}"}',
  ]);
  assert.deepEqual(notes, []);
});

test("describe: a property names the types, with a literal of their keys", async () => {
  const { text } = await described(
    { name: "a.http", text: usersAsked },
    { name: "Users.csv", text: `${users}\n` },
  );
  has(text, [
    "User:",
    "UserLogin:",
    "UserRole:",
    'account: {of: [User, UserLogin, UserRole], where: "Partition = ?", rate: 1/m}',
    'admins: {of: UserRole, where: "Role = ?", rate: 1/m}',
    'User: {table: Users, PartitionKey: "{Partition}", RowKey: "profile"}',
    'UserLogin: {table: Users, PartitionKey: "{Partition}", RowKey: "login-{Provider}"}',
    'UserRole: {table: Users, PartitionKey: "{Partition}", RowKey: "role-{Role}"}',
  ]);
  assert.doesNotMatch(text, /EntityType/);
});

test("describe: a department and its employees are two types", async () => {
  const { text } = await described({ name: "Employees.csv", text: `${staff}\n` });
  has(text, [
    "count: 2",
    "count: 24",
    'all of Employees: {of: [Department, Employee], where: "Partition = ?", rate: 1/m}',
    'Department: {table: Employees, PartitionKey: "{Partition}", RowKey: "department"}',
    'Employee: {table: Employees, PartitionKey: "{Partition}", RowKey: "{Row}"}',
  ]);
});

test("describe: optional properties and a status don't make types", async () => {
  const rows = Array.from({ length: 40 }, (_, i) => {
    const shipped = i % 2 === 0;
    const key = `${shipped ? "done" : "open"}-${1000 + i}`;
    return `c${i % 4},${key},${shipped ? "shipped" : "open"},Name ${i},${i},${
      shipped ? day(i) : ""
    },${i % 5 ? "" : "a note"},${i % 7 ? "x" : ""}`;
  });
  const head = "PartitionKey,RowKey,Type,Name,Total:Int32,ShippedAt:DateTime,Note,Phone";
  const { text } = await described({ name: "Orders.csv", text: `${[head, ...rows].join("\n")}\n` });
  assert.equal(text.match(/count: /g)?.length, 1, text);
});

// What it writes has to be a design file, whatever the keys and requests.
test("describe: the command measures what it writes", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "rowkey-describe-"));
  const few = "PartitionKey,RowKey\na,1\n";
  const odd = 'PartitionKey,RowKey,Data:Binary,"Note"\n{a},"x ""y"" #1",AAEC,"a: b"\n{b},2,AAED,\n';
  const all = [
    await described(
      { name: "orders.http", text: script },
      { name: "Orders.csv", text: `${data}\n` },
    ),
    await described({ name: "Few.csv", text: few }, { name: "Entries.csv", text: odd }),
    await described(
      { name: "a.http", text: linesAsked + usersAsked },
      { name: "Shop.csv", text: `${withLines}\n` },
      { name: "Users.csv", text: `${users}\n` },
      { name: "Employees.csv", text: `${staff}\n` },
    ),
    await described({ name: "Employees.csv", text: `${staff}\n` }),
  ];
  try {
    const files = all.map(({ text }, i) => {
      const file = path.join(folder, `${i}.rowkey.yaml`);
      writeFileSync(file, text);
      return file;
    });
    const run = spawnSync("go", ["run", "./site/rowkey", "design", ...files], {
      cwd: new URL("../../../../..", import.meta.url).pathname,
      encoding: "utf8",
    });
    assert.equal(run.stderr.replace(/^exit status 1\n/, ""), "", run.stdout);
    for (const file of files) {
      assert.ok(run.stdout.includes(file), `${file} wasn't measured:\n${run.stdout}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
