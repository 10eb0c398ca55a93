import assert from "node:assert/strict";
import { test } from "node:test";
import { checkRow } from "../../lab/check.ts";
import { type Cell, isIgnored, parse, type Row, typesOf } from "../../lab/csv.ts";
import { type Change, Data } from "../../lab/data.ts";
import { errorsOf, locate } from "../../lab/errors.ts";
import { addRow, put, removeRows, type Step } from "../../lab/grid-edits.ts";
import {
  addColumn,
  changeColumn,
  duplicate,
  generate,
  paste,
  propose,
  removeColumn,
} from "../../lab/grid-steps.ts";
import { isKey } from "../../lab/value.ts";
import { type Random, random } from "./random.ts";

const text = `PartitionKey,RowKey,Name,Age:Int32
Sales,1,Marin,52
Sales,2,Jones,
HR,1,"",29
`;

/** The entities of a text, and whether two rows have the same key. */
function entitiesOf(all: string): { entities: Map<string, string>; twice: boolean } {
  const sheet = parse(all);
  const types = typesOf(sheet);
  const at = (name: string) => sheet.columns.findIndex((column) => column.name === name);
  const entities = new Map<string, string>();
  let twice = false;
  for (const row of sheet.rows) {
    const cells = row.cells;
    if (checkRow(sheet.columns, types, row).length > 0 || row.times !== 0) {
      continue;
    }
    const key = `${cells[at("PartitionKey")]}/${cells[at("RowKey")]}`;
    const properties = sheet.columns.flatMap(({ name }, i) =>
      isKey(name) || isIgnored(name) || cells[i] === null
        ? []
        : [[name, types(cells)[i], cells[i]]],
    );
    twice ||= entities.has(key);
    entities.set(key, JSON.stringify(properties));
  }
  return { entities, twice };
}

/** Does to a table what a change lists, or fills it anew. */
function follow(table: Map<string, string>, change: Change): Map<string, string> {
  if (!change.entities) {
    return entitiesOf(change.text()).entities;
  }
  const next = new Map(table);
  for (const each of change.entities) {
    if ("upsert" in each) {
      const { partitionKey, rowKey, properties } = each.upsert;
      const values = properties.map(({ name, type, value }) => [name, type, value]);
      next.set(`${partitionKey}/${rowKey}`, JSON.stringify(values));
    } else {
      next.delete(`${each.delete.partitionKey}/${each.delete.rowKey}`);
    }
  }
  return next;
}

function take(data: Data, { label, at, remove, rows, top }: Step): Change {
  return data.edit(label, at, remove, rows, top);
}

/** Some step that a reader could take. */
function anyStep(data: Data, { below, pick, text: word }: Random): Step {
  const row = below(data.rows.length + 1);
  const cell = () =>
    pick<Cell>([null, "", "1", "2", "x", "Sales", "2147483648", word('a",\n#', 3)]);
  const block = Array.from({ length: 1 + below(2) }, () => [cell(), cell()]);
  const top = Math.min(row, data.rows.length - 1);
  const range = { top, left: 0, bottom: Math.min(top + below(2), data.rows.length - 1), right: 1 };
  const column = 2 + below(Math.max(1, data.columns.length - 2));
  const name = pick(["Name", "Age", "Other", "Age@type"]);
  switch (data.rows.length === 0 ? 0 : below(8)) {
    case 0:
      return addRow(data, row - 1);
    case 1:
      return removeRows(data, range);
    case 2:
      return duplicate(data, range);
    case 3:
      return pick([
        () => generate(data, top, 1 + below(9), propose(data, top)),
        () => paste(data, range, [["Age:Int64", "RowKey"], ...block]),
      ])();
    case 4:
      return data.columns.some((each) => each.name === name) || column >= data.columns.length
        ? addRow(data, top)
        : pick([
            () => addColumn(data, data.columns.length, { name, type: "String" as const }),
            () => changeColumn(data, column, { name, type: pick(["Int32", "String"] as const) }),
            () => removeColumn(data, column),
          ])();
    default:
      return put(data, { row, column: below(data.columns.length) }, block, "Edit");
  }
}

test("data: what a change lists makes the table what its text says", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const source = random(seed);
    const data = new Data(text);
    let table = entitiesOf(text).entities;
    for (let i = 0; i < 60; i++) {
      const change =
        [() => data.undo()?.change, () => data.redo()?.change][source.below(8)]?.() ??
        take(data, anyStep(data, source));
      table = follow(table, change);
      const { entities, twice } = entitiesOf(data.text());
      assert.equal(change.text(), data.text());
      if (twice) {
        break; // which of them counts depends on which was there first
      }
      assert.deepEqual(new Map([...table].sort()), new Map([...entities].sort()), `seed ${seed}`);
    }
  }
});

test("data: undo gives the bytes back, and redo the edit", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const source = random(seed);
    const data = new Data(`# first\r\n${text}# last`);
    const texts = [data.text()];
    for (let i = 0; i < 30; i++) {
      take(data, anyStep(data, source));
      texts.push(data.text());
    }
    for (const before of texts.slice(0, -1).reverse()) {
      data.undo();
      assert.equal(data.text(), before);
    }
    assert.equal(data.undo(), undefined);
    for (const after of texts.slice(1)) {
      data.redo();
      assert.equal(data.text(), after);
    }
    assert.equal(data.redo(), undefined);
  }
});

test("data: a cell edit lists one upsert with types", () => {
  const data = new Data(text);
  const change = take(data, put(data, { row: 1, column: 3 }, [["34"]], "Edit Age"));
  assert.deepEqual(change.entities, [
    {
      upsert: {
        partitionKey: "Sales",
        rowKey: "2",
        properties: [
          { name: "Name", type: "String", value: "Jones" },
          { name: "Age", type: "Int32", value: "34" },
        ],
      },
    },
  ]);
  const wrong = take(data, put(data, { row: 1, column: 3 }, [["many"]], "Edit Age"));
  assert.deepEqual(wrong.entities, [{ delete: { partitionKey: "Sales", rowKey: "2" } }]);
  const moved = take(data, put(data, { row: 1, column: 0 }, [["HR", "9", null, null]], "Edit"));
  assert.deepEqual(moved.entities, [
    { upsert: { partitionKey: "HR", rowKey: "9", properties: [] } },
  ]);
});

test("data: the row that had a key first keeps it", () => {
  const data = new Data(text);
  const change = take(data, put(data, { row: 1, column: 1 }, [["1"]], "Edit RowKey"));
  assert.deepEqual(change.entities, [{ delete: { partitionKey: "Sales", rowKey: "2" } }]);
  assert.equal(data.wrong, 1);
  assert.match(data.faults(data.rows[1] as Row)[0]?.hint ?? "", /row 1/);
  assert.equal(data.nextWrong(0), 1);
  const freed = take(data, removeRows(data, { top: 0, left: 0, bottom: 0, right: 0 }));
  assert.deepEqual(
    freed.entities?.map((each) => "upsert" in each && each.upsert.properties[0]?.value),
    ["Jones"],
  );
  assert.equal(data.wrong, 0);
});

test("data: a template, or very many rows, are not listed", () => {
  const data = new Data(text);
  assert.equal(take(data, generate(data, 0, 50, propose(data, 0))).entities, undefined);
  assert.equal(data.entities, 53);
  assert.equal(
    data.rows[1]?.text,
    "# 50 times\nSales,{{$pad $index+2 1}},Marin,{{$randomInt 29 53}}\n",
  );
  const many = Array.from({ length: 2000 }, (_, i) => ["p", String(i)]);
  assert.equal(take(data, put(data, { row: 4, column: 0 }, many, "Paste")).entities, undefined);
  assert.equal(data.check(), true);
  assert.equal(data.wrong, 0);
});

test("data: errors have places, and are found again by them", () => {
  const data = new Data(`${text}# who\np,é/,"two\nlines",x\np,1,,,\n`);
  const errors = errorsOf(data);
  assert.deepEqual(
    errors.map(({ line, column }) => [line, column]),
    [
      [6, 3],
      [7, 8],
      [8, 1],
    ],
  );
  const found = locate(data, errors);
  assert.deepEqual(
    data.rows.flatMap((row) => found.get(row)?.map(({ column }) => column) ?? []),
    [1, 3, 0],
  );
  assert.deepEqual(
    locate(data, [{ line: 99, column: 1, message: "", hint: "" }]).get(data.rows[0] as Row),
    undefined,
  );
});

test("data: a header that isn't right is what has to be fixed first", () => {
  const data = new Data("PartitionKey,RowKey,first name,Age:Int\np,1,a,x\n");
  assert.deepEqual(
    errorsOf(data).map(({ message }) => message),
    [`"first name" can't be the name of a property.`, `There is no type "Int".`],
  );
  take(data, changeColumn(data, 2, { name: "FirstName", type: "String" }));
  take(data, changeColumn(data, 3, { name: "Age", type: "Int32" }));
  assert.deepEqual(
    errorsOf(data).map(({ message }) => message),
    [`Age: "x" isn't an Int32.`],
  );
  assert.match(data.text(), /^PartitionKey,RowKey,FirstName:String,Age:Int32\n/);
});

test("data: a paste with a header goes where the names are, and new names become columns", () => {
  const data = new Data(text);
  const step = paste(data, { top: 1, left: 0, bottom: 1, right: 0 }, [
    ["age", "Name", "City"],
    ["40", "Nguyen", "Oslo"],
  ]);
  take(data, step);
  assert.match(
    data.text(),
    /^PartitionKey,RowKey,Name,Age:Int32,City\nSales,1,Marin,52,\nSales,2,Nguyen,40,Oslo\n/,
  );
  assert.match(step.note ?? "", /header/);
});

test("data: one value is pasted into all selected cells", () => {
  const data = new Data(text);
  take(data, paste(data, { top: 0, left: 2, bottom: 2, right: 3 }, [["7"]]));
  assert.equal(data.text().match(/,7,7\n/g)?.length, 3);
});

test("data: what doesn't fit is left out, and said", () => {
  const data = new Data(text);
  const step = paste(data, { top: 2, left: 3, bottom: 2, right: 3 }, [["1", "2", "3"], ["4"]]);
  assert.equal(step.note, "2 columns didn't fit and were left out.");
  take(data, step);
  assert.equal(data.rows.length, 4);
  assert.equal(data.rows[3]?.text, ",,,4\n");
});

test("data: a duplicate has the next key that is free", () => {
  const data = new Data("PartitionKey,RowKey\np,007\np,008\np,a\n");
  take(data, duplicate(data, { top: 0, left: 0, bottom: 2, right: 1 }));
  assert.deepEqual(
    data.rows.map(({ cells }) => cells[1]),
    ["007", "008", "a", "009", "010", "a-2"],
  );
});

test("data: types that rows tell go along when a column is renamed or deleted", () => {
  const data = new Data("PartitionKey,RowKey,A,A@type\np,1,5,Edm.Int64\np,2,x,\n");
  assert.equal(data.wrong, 0);
  assert.equal(errorsOf(data).length, 1);
  take(data, changeColumn(data, 2, { name: "B", type: "String" }));
  assert.equal(errorsOf(data).length, 0);
  assert.match(data.text(), /^PartitionKey,RowKey,B:String,B@type\n/);
  take(data, removeColumn(data, 2));
  assert.equal(data.text(), "PartitionKey,RowKey\np,1\np,2\n");
});
