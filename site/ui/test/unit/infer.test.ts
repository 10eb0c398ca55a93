import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { infer } from "../../design/infer.ts";

const orders = [
  "Number,Customer,Placed,Total,Paid",
  ...Array.from({ length: 400 }, (_, i) =>
    [
      1000 + i,
      `customer-${Math.floor((i * i) / 400) % 20}`,
      new Date(Date.UTC(2026, 0, 5, 0, i * 15)).toISOString(),
      (i * 7) % 90,
      i % 3 === 0,
    ].join(","),
  ),
].join("\n");

test("infer: a spreadsheet becomes a design file", async () => {
  const { text, notes } = await infer(new Blob([orders]), "orders.csv");
  assert.deepEqual(notes, []);
  const lines = text.split("\n").map((line) => line.trim());
  for (const line of [
    "Order:",
    "count: 400",
    "Number: int32",
    "Placed: {type: datetime, every: 15m, from: 2026-01-05T00:00:00Z}",
    "Total: {type: int32, values: 90}",
    "Paid: boolean",
    'one: {of: Order, where: "Number = ?", rate: 1/m}',
    'newest: {of: Order, where: "Customer = ?", newest: Placed, limit: 10, rate: 1/m}',
    'of a day: {of: Order, where: "Placed in day ?", rate: 1/m}',
    'by customer: {Order: {PartitionKey: "{Customer}", RowKey: "{Number:4}"}}',
  ]) {
    assert.ok(lines.includes(line), `${line} isn't in\n${text}`);
  }
  assert.match(text, /Customer: \{type: string, values: 20, skew: zipf 0\.\d\}/);
});

// What it writes has to be a design file, whatever the data.
test("infer: the command measures what it writes", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "rowkey-infer-"));
  const data: Record<string, string> = {
    "orders.csv": orders,
    "Employees.csv":
      "PartitionKey,RowKey,LastName,Age:Int32\nSales,000377,Marin,52\n# 3 times\nSales,{{$index}},Jones,34\n",
    "events.json": JSON.stringify([
      { id: "a", at: "2026-01-05", size: 1.5, tags: ["x"] },
      { id: "b", at: "2026-01-06", size: -2, tags: [] },
    ]),
    "nothing special.csv": "a b;c\n1;x\n1;x\n2;x\n",
  };
  try {
    const files = await Promise.all(
      Object.entries(data).map(async ([name, text], i) => {
        const file = path.join(folder, `${i}.rowkey.yaml`);
        writeFileSync(file, (await infer(new Blob([text]), name)).text);
        return file;
      }),
    );
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

test("infer: what has no rows is refused", async () => {
  for (const text of ["hello world", "Name,Town", "Name,Town\n,\n", "[]"]) {
    await assert.rejects(infer(new Blob([text]), text === "[]" ? "a.json" : "a.csv"), {
      name: "Refusal",
    });
  }
});
