import assert from "node:assert/strict";
import { test } from "node:test";
import { dataOf, questionsFor } from "../../mine.ts";

test("mine: keys may come with tabs, spaces and without names", () => {
  assert.equal(dataOf(" a\t1\tx \n\nb\t2\ty\r\n"), "PartitionKey,RowKey,Property1\na,1,x\nb,2,y");
  assert.equal(dataOf("a,1"), "PartitionKey,RowKey\na,1");
  assert.equal(
    dataOf("PartitionKey,RowKey,Age:Int32\na,1,5"),
    "PartitionKey,RowKey,Age:Int32\na,1,5",
  );
  assert.equal(dataOf(""), "PartitionKey,RowKey");
});

test("mine: three questions follow the keys", () => {
  assert.deepEqual(questionsFor("PartitionKey,RowKey,Age:Int32\na,3,1\na,1,2\na,2,3\nb,9,4"), [
    "PartitionKey eq 'a' and RowKey eq '2'",
    "PartitionKey eq 'a' and RowKey ge '1' and RowKey lt '3'",
    "Age eq 3",
  ]);
  assert.deepEqual(questionsFor("o'hara,1"), [
    "PartitionKey eq 'o''hara' and RowKey eq '1'",
    "PartitionKey eq 'o''hara' and RowKey ge '1'",
    "RowKey eq '1'",
  ]);
  const [, , typed] = questionsFor("PartitionKey,RowKey,At:DateTime\na,1,2026-01-05T09:00:00Z");
  assert.equal(typed, "RowKey eq '1'");
  assert.equal(questionsFor("").length, 3);
});
