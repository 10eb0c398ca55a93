import assert from "node:assert/strict";
import { test } from "node:test";
import { repair } from "../../lab/repair.ts";
import { writeCells } from "../../lab/tsv.ts";
import { readCells } from "../../lab/tsv-read.ts";
import {
  isValue,
  keyProblem,
  nameProblem,
  shown,
  type Type,
  typeNamed,
  valueProblem,
} from "../../lab/value.ts";
import { random } from "./random.ts";

const id = "a455c695-df98-5678-aaaa-81d3367e5a34";

/** Values of each type, and texts that aren't. The engine says the same of them. */
const samples: Record<Type, { right: string[]; wrong: string[] }> = {
  String: { right: ["", "x", "\0", "😀"], wrong: [] },
  Int32: {
    right: [
      "0",
      "-0",
      "+5",
      "007",
      "2147483647",
      "-2147483648",
      "00000000000000000000000000000001",
    ],
    wrong: [
      "",
      " 5",
      "5.0",
      "2147483648",
      "-2147483649",
      "1e3",
      "0x10",
      "1_000",
      "٣",
      "9".repeat(500),
    ],
  },
  Int64: {
    right: ["9223372036854775807", "-9223372036854775808", "9007199254740993"],
    wrong: ["9223372036854775808", "-9223372036854775809", "1.5", ""],
  },
  Double: {
    right: ["5", "5.", ".5", "-1.5e-7", "1E+300", "NaN", "Infinity", "-Infinity", "+1.5"],
    wrong: ["", "1e999", "0x10", "INF", "nan", "1,5", "+Infinity", ".", "e5", "1 "],
  },
  Boolean: { right: ["true", "FALSE", "True"], wrong: ["", "1", "yes", "t"] },
  DateTime: {
    right: [
      "2026-01-05",
      "2026-01-05T09:00",
      "2026-01-05t09:00:00z",
      "2026-01-05T09:00:00.1234567+14:00",
      "2024-02-29",
      "1601-01-01T00:00:00Z",
      "1601-01-01T02:00:00+02:00",
      "9999-12-31T23:59:59.9999999Z",
    ],
    wrong: [
      "",
      "today",
      "2026-13-01",
      "2025-02-29",
      "2026-01-05T24:00:00Z",
      "2026-01-05 09:00:00",
      "2026-01-05Z",
      "2026-01-05T09:00:00.Z",
      "1600-12-31T23:59:59Z",
      "1601-01-01T00:00:00+02:00",
      "9999-12-31T23:59:59-00:01",
      "05.01.2026",
    ],
  },
  Guid: { right: [id, id.toUpperCase()], wrong: ["", `{${id}}`, id.replaceAll("-", ""), `${id}0`] },
  Binary: {
    right: ["", "AQID", "AQI=", "AQ==", "+/+/"],
    wrong: ["AQI", "A", "AQ=I", "-_-_", "AQI==="],
  },
};

for (const [name, { right, wrong }] of Object.entries(samples)) {
  const type = name as Type;
  test(`value: what is a ${type} and what isn't`, () => {
    assert.deepEqual(
      right.filter((text) => !isValue(type, text)),
      [],
    );
    assert.deepEqual(
      wrong.filter((text) => isValue(type, text)),
      [],
    );
  });
}

test("value: names of types", () => {
  assert.equal(typeNamed("edm.INT64"), "Int64");
  assert.equal(typeNamed("guid"), "Guid");
  assert.equal(typeNamed("Edm."), undefined);
  assert.equal(typeNamed("constructor"), undefined);
});

test("value: limits of keys, names and values", () => {
  assert.equal(keyProblem("RowKey", "k".repeat(512)), undefined);
  assert.match(keyProblem("RowKey", "😀".repeat(257))?.message ?? "", /514 characters/);
  assert.match(keyProblem("RowKey", null)?.message ?? "", /missing/);
  assert.equal(keyProblem("RowKey", ""), undefined);
  for (const c of ["/", "\\", "#", "?", "\t", "\x7f", "\x80", "\x9f", "\0"]) {
    assert.match(keyProblem("RowKey", `a${c}b`)?.hint ?? "", /can't have/, c);
  }
  assert.equal(keyProblem("RowKey", "naïve 😀\u00a0100%"), undefined);
  for (const name of ["Total", "_x", "été", "a\u0301", "__proto__", "x".repeat(255)]) {
    assert.equal(nameProblem(name), undefined, name);
  }
  for (const name of ["", "1a", "a-b", "a b", "\u0301a", "𝒳", "a.b", "x".repeat(256)]) {
    assert.ok(nameProblem(name), name);
  }
  assert.equal(valueProblem("T", "String", "x".repeat(32_768)), undefined);
  assert.match(valueProblem("T", "String", "x".repeat(32_769))?.message ?? "", /32,769 characters/);
  const bytes = (n: number) => Buffer.alloc(n).toString("base64");
  assert.equal(valueProblem("B", "Binary", bytes(65_536)), undefined);
  assert.match(valueProblem("B", "Binary", bytes(65_537))?.message ?? "", /65,537 bytes/);
});

test("value: what a reader may have meant", () => {
  const meant = (type: Type, text: string) => repair("Age", type, text);
  for (const [type, text, value] of [
    ["Int32", " 52 ", "52"],
    ["Int32", "1,234,567", "1234567"],
    ["Int64", "52.00", "52"],
    ["Double", "3,14", "3.14"],
    ["Boolean", "Yes", "true"],
    ["Boolean", "0", "false"],
    ["DateTime", "2026/1/5", "2026-01-05"],
    ["DateTime", "2026-01-05 09:00:00 UTC", "2026-01-05T09:00:00"],
    ["Guid", `{${id}}`, id],
    ["Binary", "AQI", "AQI="],
    ["Binary", "-_-_", "+/+/"],
  ] as const) {
    assert.deepEqual(meant(type, text), { value }, text);
    assert.ok(isValue(type, value));
  }
  for (const [type, text, other] of [
    ["Int32", "3000000000", "Int64"],
    ["Int32", "5.5", "Double"],
    ["Int64", "x", "String"],
    ["DateTime", "yesterday", "String"],
  ] as const) {
    assert.deepEqual(meant(type, text), { type: other }, text);
  }
  assert.equal(meant("Int32", "5"), undefined);
  assert.deepEqual(repair("RowKey", "String", "a/b#c"), { value: "a-b-c" });
  assert.equal(repair("RowKey", "String", "a"), undefined);
});

test("value: control characters are shown, and do nothing", () => {
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
