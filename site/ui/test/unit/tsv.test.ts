import assert from "node:assert/strict";
import { test } from "node:test";
import { shown } from "../../lab/names.ts";
import { writeCells } from "../../lab/tsv.ts";
import { readCells } from "../../lab/tsv-read.ts";
import { random } from "./random.ts";

test("tsv: control characters are shown, and do nothing", () => {
  assert.equal(shown("a\nb\tc\0\x7f\x9f"), "a↵b␉c␀␡\ufffd");
});

test("tsv: cells are read as they were written", () => {
  const { text, below } = random(5);
  for (let i = 0; i < 2000; i++) {
    const width = 1 + below(3);
    const rows = Array.from({ length: 1 + below(3) }, () =>
      Array.from({ length: width }, () => (below(4) === 0 ? null : text('a"\t\n\r ,', 6))),
    );
    const written = writeCells(rows);
    const empty = rows.at(-1)?.every((cell) => cell === null) && width === 1;
    assert.deepEqual(readCells(written), empty ? rows.slice(0, -1) : rows);
  }
});

test("tsv: what spreadsheets write", () => {
  assert.deepEqual(readCells('a\tb\r\n"x\ny"\t"say ""hi"""\r\n'), [
    ["a", "b"],
    ["x\ny", 'say "hi"'],
  ]);
  assert.deepEqual(readCells('5" pipe\t"a"b\t"open\n\t'), [
    ['5" pipe', '"a"b', '"open'],
    [null, null],
  ]);
  assert.deepEqual(readCells(""), []);
});
