import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { type Cell, header, line, parse, write } from "../../lab/csv.ts";
import { Data } from "../../lab/data.ts";
import { isIgnored } from "../../lab/names.ts";
import { random } from "./random.ts";

/** What the engine and the pages make of the same text. */
interface Vector {
  readonly name: string;
  readonly text: string;
  readonly rows: readonly {
    readonly line: number;
    readonly times?: number;
    readonly cells: readonly ({ readonly v: string } | null)[];
  }[];
  readonly errors: readonly object[];
}

const engine = "../../engine/language/data";
const vectors: Vector[] = existsSync(engine)
  ? JSON.parse(readFileSync(`${engine}/testdata/vectors.json`, "utf8"))
  : [];

for (const { name, text, rows, errors } of vectors) {
  test(`csv: ${name}`, () => {
    assert.equal(new Data(text).text(), text);
    const found = rowsOf(text);
    for (const { line, times = 0, cells } of rows) {
      const row = found.get(line);
      assert.deepEqual(
        row?.cells,
        cells.map((cell) => cell?.v ?? null),
      );
      assert.ok(row.times === times || errors.length > 0);
    }
  });
}

/** The rows of a text by their lines. */
function rowsOf(text: string): Map<number, { times: number; cells: Cell[] }> {
  const { head, columns, rows } = parse(text);
  const stored = columns.map(({ name }) => !isIgnored(name));
  let next = head.split("\n").length;
  return new Map(
    rows.map((row) => {
      const line = next + row.text.slice(0, row.at).split("\n").length - 1;
      next += row.text.split("\n").length - 1;
      return [line, { times: row.times, cells: row.cells.filter((_, i) => stored[i]) }];
    }),
  );
}

const characters = 'ab,"\n\r\t #1{}\u00e9\u{1f600}\0';

test("csv: any text is written as it was read", () => {
  const { text, pick } = random(1);
  for (let i = 0; i < 3000; i++) {
    const mark = pick(["", "\ufeff", "# comment\n", "\n"]);
    const all = mark + pick(["PartitionKey,RowKey,A\n", "", "x"]) + text(characters, 40);
    assert.equal(write(parse(all)), all);
    assert.equal(new Data(all).text(), all);
  }
});

test("csv: cells are read as they were written", () => {
  const { text, below } = random(2);
  for (let i = 0; i < 3000; i++) {
    const cells: Cell[] = Array.from({ length: 2 + below(4) }, () =>
      below(4) === 0 ? null : text(characters, 8),
    );
    const head = "PartitionKey,RowKey,A,B,C\n";
    const [row, ...others] = parse(`${head}${line(cells)}\nnext,1\n`).rows;
    assert.deepEqual(row?.cells, cells);
    assert.deepEqual(row?.read().values, cells);
    assert.deepEqual(others[0]?.cells, ["next", "1"]);
  }
});

test("csv: an edit changes its row alone", () => {
  const rest = `"p","1", 5\r\n# kept\r\n"q",2,\r\n\r\nr,3,1`;
  const before = `\ufeff# who\r\nPartitionKey,RowKey,Age:int32\r\n${rest}`;
  const sheet = parse(before);
  const rows = sheet.rows.map((row, i) => (i === 1 ? row.with(["q", "2", 'a "b"']) : row));
  assert.equal(write({ ...sheet, rows }), before.replace('"q",2,\r', 'q,2,"a ""b"""\r'));
  const turned = sheet.rows.map((row, i) => (i === 1 ? row.repeated(10) : row));
  assert.equal(write({ ...sheet, rows: turned }), before.replace('"q"', '# 10 times\r\n"q"'));
  assert.equal(turned[1]?.repeated(0).text, sheet.rows[1]?.text);
  const head = header([{ name: "PartitionKey" }, { name: "Age", type: "Int32" }], sheet.head);
  assert.equal(head, "\ufeff# who\r\nPartitionKey,Age:Int32\r\n");
});

test("csv: a row is added after one that has no line break", () => {
  const sheet = parse("PartitionKey,RowKey\np,1");
  const added = parse("PartitionKey,RowKey\np,2").rows;
  assert.equal(
    write({ ...sheet, rows: [...sheet.rows, ...added] }),
    "PartitionKey,RowKey\np,1\np,2",
  );
  assert.equal(write({ ...parse("PartitionKey,RowKey"), rows: added }), "PartitionKey,RowKey\np,2");
});
