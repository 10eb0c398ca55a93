import assert from "node:assert/strict";
import { test } from "node:test";
import { startEngine } from "../../../../wasm/browser/engine.mjs";
import type { Cell, Row } from "../../lab/csv.ts";
import { type Change, Data } from "../../lab/data.ts";
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
import type { Call, CheckReply, Refusal, Replies } from "../../protocol.ts";
import { type Random, random } from "./random.ts";

const engine = await startEngine("full");

function ask<C extends Call>(call: C): Replies[C["op"]] {
  const reply = engine.call(call) as Replies[C["op"]] | Refusal;
  assert.ok(!("error" in reply), JSON.stringify(reply));
  return reply as Replies[C["op"]];
}

const text = `PartitionKey,RowKey,Name,Age:Int32
Sales,1,Marin,52
Sales,2,Jones,
HR,1,"",29
`;

/** What the engine says of data, which then knows it. */
function judged(data: Data): CheckReply {
  const reply = ask({ op: "check", text: data.text() });
  data.judge(reply);
  return reply;
}

/** Fills a table of a new account. */
function fill(session: string, text: string): void {
  ask({ op: "open", session });
  ask({ op: "fill", session, table: "Staff", text });
}

/** The entities of a session's table. */
function entitiesOf(session: string): string {
  return ask({ op: "dump", session, table: "Staff", format: "jsonl" }).text;
}

/** Does to a table what a change says, or fills it anew. */
function follow(session: string, change: Change): void {
  const rows = change.rows();
  if (rows) {
    ask({ op: "amend", session, table: "Staff", ...rows });
  } else {
    fill(session, change.text());
  }
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

test("data: what a change says makes the table what its text says", () => {
  for (let seed = 1; seed <= 25; seed++) {
    const source = random(seed);
    const data = new Data(text);
    fill("edited", text);
    for (let i = 0; i < 40; i++) {
      const change =
        [() => data.undo()?.change, () => data.redo()?.change][source.below(8)]?.() ??
        take(data, anyStep(data, source));
      assert.equal(change.text(), data.text());
      if (data.rows.some(({ times }) => times > 0)) {
        fill("edited", data.text()); // its entities can have the keys of rows
        continue;
      }
      follow("edited", change);
      if (judged(data).errors.some(({ message }) => message.startsWith("Another row"))) {
        break; // which of them counts depends on which was there first
      }
      fill("whole", data.text());
      assert.equal(entitiesOf("edited"), entitiesOf("whole"), `seed ${seed}, step ${i}`);
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

test("data: an edit is about the rows with its keys", () => {
  const data = new Data(text);
  const change = take(data, put(data, { row: 1, column: 3 }, [["34"]], "Edit Age"));
  const [head] = text.split("\n");
  assert.deepEqual(change.rows(), {
    before: `${head}\nSales,2,Jones,\n`,
    after: `${head}\nSales,2,Jones,34\n`,
  });
  const taken = take(data, put(data, { row: 1, column: 1 }, [["1"]], "Edit RowKey"));
  assert.deepEqual(taken.rows(), {
    before: `${head}\nSales,1,Marin,52\nSales,2,Jones,34\n`,
    after: `${head}\nSales,1,Marin,52\nSales,1,Jones,34\n`,
  });
});

test("data: the row that had a key first keeps it", () => {
  const data = new Data(text);
  fill("edited", text);
  follow("edited", take(data, put(data, { row: 1, column: 1 }, [["1"]], "Edit RowKey")));
  assert.match(entitiesOf("edited"), /"Marin"/);
  assert.doesNotMatch(entitiesOf("edited"), /"Jones"/);
  judged(data);
  assert.equal(data.wrong, 1);
  assert.match(data.faults(data.rows[1] as Row)[0]?.hint ?? "", /line 2/);
  assert.equal(data.nextWrong(0), 1);
  follow("edited", take(data, removeRows(data, { top: 0, left: 0, bottom: 0, right: 0 })));
  assert.match(entitiesOf("edited"), /"Jones"/);
  judged(data);
  assert.equal(data.wrong, 0);
});

test("data: a template, or very many rows, are not listed", () => {
  const data = new Data(text);
  assert.equal(take(data, generate(data, 0, 50, propose(data, 0))).rows(), undefined);
  assert.equal(data.entities, 53);
  assert.equal(
    data.rows[1]?.text,
    "# 50 times\nSales,{{$pad $index+2 1}},Marin,{{$randomInt 29 53}}\n",
  );
  const many = Array.from({ length: 3000 }, (_, i) => ["p", String(i)]);
  assert.equal(take(data, put(data, { row: 4, column: 0 }, many, "Paste")).rows(), undefined);
  judged(data);
  assert.equal(data.wrong, 0);
});

test("data: errors are found again by their places", () => {
  const data = new Data(`${text}# who\np,é/,"two\nlines",x\np,1,,,\n# 0 times\n`);
  const { errors } = judged(data);
  assert.deepEqual(
    errors.map(({ line, column }) => [line, column]),
    [
      [8, 1],
      [9, 1],
      [9, 1],
      [6, 3],
      [7, 8],
    ],
  );
  assert.deepEqual(
    data.rows.map((row) => data.faults(row).map(({ column }) => column)),
    [[], [], [], [1, 3], [0]],
  );
  const elsewhere = { line: 99, column: 1, message: "", hint: "" };
  assert.equal(data.locate([elsewhere]).rows.size, 0);
});

test("data: rows have their errors where the data ended without a line break", () => {
  const data = new Data("PartitionKey,RowKey,Age:Int32\np,1,5");
  take(
    data,
    put(
      data,
      { row: 1, column: 0 },
      [
        ["p", "2", "x"],
        ["p", "3", "y"],
      ],
      "Paste",
    ),
  );
  judged(data);
  assert.deepEqual(
    data.rows.map((row) => data.faults(row).map(({ message }) => message)),
    [[], [`Age: "x" isn't an Int32.`], [`Age: "y" isn't an Int32.`]],
  );
  const none = new Data("PartitionKey,RowKey,Age:Int32");
  take(none, put(none, { row: 0, column: 0 }, [["p", "1", "x"]], "Paste"));
  judged(none);
  assert.equal(none.faults(none.rows[0] as Row).length, 1);
});

test("data: a header that isn't right is what has to be fixed first", () => {
  const data = new Data("PartitionKey,RowKey,first name,Age:Int\np,1,a,x\n");
  judged(data);
  assert.deepEqual(
    data.headFaults.map(({ column }) => column),
    [2, 3],
  );
  take(data, changeColumn(data, 2, { name: "FirstName", type: "String" }));
  take(data, changeColumn(data, 3, { name: "Age", type: "Int32" }));
  judged(data);
  assert.deepEqual(data.headFaults, []);
  assert.deepEqual(
    data.faults(data.rows[0] as Row).map(({ message, make }) => [message, make]),
    [[`Age: "x" isn't an Int32.`, "String"]],
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
  assert.equal(judged(data).errors.length, 1);
  assert.equal(data.type(2), "Int64");
  take(data, changeColumn(data, 2, { name: "B", type: "String" }));
  assert.equal(judged(data).errors.length, 0);
  assert.equal(data.type(2), "String");
  assert.match(data.text(), /^PartitionKey,RowKey,B:String,B@type\n/);
  take(data, removeColumn(data, 2));
  assert.equal(data.text(), "PartitionKey,RowKey\np,1\np,2\n");
});
