import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import {
  type Choice,
  check,
  convert,
  inspect,
  type Outcome,
  type Plan,
  Refusal,
} from "../../lab/convert.ts";
import { textOf } from "../../lab/convert-text.ts";
import { Data } from "../../lab/data.ts";
import { errorsOf } from "../../lab/errors.ts";
import { random } from "./random.ts";

function blobOf(text: string | Uint8Array): Blob {
  return new Blob([typeof text === "string" ? text : new Uint8Array(text)]);
}

/** Keys by their columns. */
function keys(partition: string, row: string): Choice {
  return { keys: { partitionKey: [{ column: partition }], rowKey: [{ column: row }] } };
}

interface Converted {
  readonly plan: Plan;
  readonly text: string;
  readonly outcome: Outcome;
}

async function converted(
  from: string | Uint8Array,
  choice?: Choice,
  name = "orders.csv",
): Promise<Converted> {
  const blob = blobOf(from);
  const plan = await inspect(blob, name);
  const first = plan.suggestions[0];
  const chosen =
    choice ??
    (plan.keys ? { keys: plan.keys } : first ? { keys: first, without: first.without } : undefined);
  const texts = convert(blob, plan, chosen ?? keys("PartitionKey", "RowKey"));
  let text = "";
  for (;;) {
    const { done, value } = await texts.next();
    if (done) {
      return { plan, text, outcome: value };
    }
    text += value;
  }
}

/** The types of the columns and the reasons, by name. */
function reasons({ columns }: Plan): Record<string, string> {
  return Object.fromEntries(columns.map(({ name, type, reason }) => [name, `${type}: ${reason}`]));
}

/** Fails if the text has an error. */
function sound(text: string): void {
  assert.deepEqual(errorsOf(new Data(text)), []);
}

test("convert: CSV of Storage Explorer, whose types are told for the first entity only", async () => {
  const { plan, text } = await converted(
    "PartitionKey,RowKey,Timestamp,Age,Age@type,Total,Total@type,Name,Name@type\n" +
      "p,1,2024-01-01T00:00:00Z,52,Edm.Int32,9007199254740993,Edm.Int64,Marin,Edm.String\n" +
      'p,2,2024-01-01T00:00:00Z,34,,5,,"Jones, jr.",\n',
  );
  assert.equal(plan.format, "explorer");
  assert.equal(
    text,
    'PartitionKey,RowKey,Age:Int32,Total:Int64,Name\np,1,52,9007199254740993,Marin\np,2,34,5,"Jones, jr."\n',
  );
  assert.deepEqual(plan.notes, [
    "Age: 1 row doesn't tell a type. Where it fits, it's taken to be Int32.",
    "Total: 1 row doesn't tell a type. Where it fits, it's taken to be Int64.",
    "Name: 1 row doesn't tell a type. Where it fits, it's taken to be String.",
  ]);
  sound(text);
});

test("convert: CSV of Storage Explorer where rows have types of their own", async () => {
  const { text } = await converted(
    "PartitionKey,RowKey,Age,Age@type\np,1,52,Edm.Int32\np,2,old,\np,3,34,Edm.Int64\np,4,7,\n",
  );
  assert.equal(
    text,
    "PartitionKey,RowKey,Age:Int32,Age@type\np,1,52,\np,2,old,String\np,3,34,Int64\np,4,7,\n",
  );
  sound(text);
});

const padded =
  "is different in every row, with zeros in front to 2 digits so that 10 sorts after 9.";

const orders = `Order ID;Customer;Ordered;Zip;Total;Paid;Note;Ref
1;anna;2026-01-05;01067;12.50;true;"say ""hi""";a455c695-df98-5678-aaaa-81d3367e5a34
2;bert;2026-01-06 10:30;80331;7;false;;a455c695-df98-5678-aaaa-81d3367e5a35
10;anna;2026-02-01T00:00:00Z;10115;100;TRUE;n/a;a455c695-df98-5678-aaaa-81d3367e5a36
`;

test("convert: a spreadsheet of orders: types with reasons, names, and keys to choose from", async () => {
  const { plan, text, outcome } = await converted(orders);
  assert.equal(plan.words, "CSV with semicolons between the cells; the first line has the names.");
  assert.deepEqual(reasons(plan), {
    OrderID: "Int32: all 3 values are numbers",
    Customer: "String: it's text",
    Ordered: "DateTime: every value is a DateTime",
    Zip: 'String: 1 value has zeros in front, such as "01067" in line 2',
    Total: "Double: all 3 values are numbers",
    Paid: "Boolean: every value is a Boolean",
    Note: "String: it's text",
    Ref: "Guid: every value is a Guid",
  });
  assert.deepEqual(plan.notes, [
    `"Order ID" becomes OrderID, because a name is a letter or _, then letters, digits and _.`,
  ]);
  assert.equal(plan.keys, undefined);
  assert.equal(plan.suggestions[0]?.words, `One partition for all 3 rows. OrderID ${padded}`);
  assert.match(
    text.split("\n")[3] ?? "",
    /^all,10,10,anna,2026-02-01T00:00:00Z,10115,100,TRUE,n\/a,a455/,
  );
  assert.equal(text.split("\n")[2]?.includes("2026-01-06T10:30"), true);
  assert.deepEqual([outcome.rows, outcome.refused, outcome.partitions], [3, 0, 1]);
  sound(text);
});

test("convert: columns become keys, with numbers padded and characters replaced", async () => {
  const choice: Choice = {
    keys: {
      partitionKey: [{ column: "Customer" }],
      rowKey: [{ text: "o" }, { column: "OrderID", digits: 4 }, { column: "Note" }],
    },
    without: ["Customer", "Ref", "Ordered", "Zip", "Total", "Paid"],
  };
  const { text, outcome } = await converted(orders.replace(";;", ";x;"), choice);
  assert.deepEqual(text.split("\n"), [
    "PartitionKey,RowKey,OrderID:Int32,Note",
    'anna,"o_0001_say ""hi""",1,"say ""hi"""',
    "bert,o_0002_x,2,x",
    "anna,o_0010_n-a,10,n/a",
    "",
  ]);
  assert.deepEqual(outcome.notes, [
    "1 key had characters that a key can't have. They're written as -.",
  ]);
  assert.deepEqual([outcome.partitions, outcome.largest], [2, 2]);
});

test("convert: partitions are proposed with their numbers", async () => {
  const rows = Array.from(
    { length: 100 },
    (_, i) => `${i},${"north south east".split(" ")[i % 3]},${i % 50}`,
  );
  const { plan } = await converted(["Number,Region,Score", ...rows].join("\n"));
  assert.deepEqual(
    plan.suggestions.map(({ words, without }) => [words, ...without]),
    [
      [`Region makes 3 partitions, the largest with 34 of 100 rows. Number ${padded}`, "Region"],
      [`Score makes 50 partitions, the largest with 2 of 100 rows. Number ${padded}`],
      [`One partition for all 100 rows. Number ${padded}`],
    ],
  );
});

test("convert: a few bad rows don't take away the columns that are keys", async () => {
  const good = Array.from(
    { length: 60 },
    (_, i) => `2026-01-0${1 + (i % 9)}\tW${i % 4}\tS-${i}\t${i}`,
  );
  const bad = ["2026-01-01\tW1\t\t5", "2026-01-01\tW1\tS-5\t5", "2026-01-01\tW2\tS-90\t1\t2"];
  const { plan, outcome } = await converted(
    ["Updated\tWarehouse\tSKU\tQuantity", ...good, ...bad].join("\n"),
  );
  const [first] = plan.suggestions;
  assert.deepEqual(
    [first?.partitionKey, first?.rowKey],
    [[{ column: "Warehouse" }], [{ column: "SKU" }]],
  );
  assert.match(
    first?.words ?? "",
    /SKU is different in every row but \d \(a row without its own key isn't stored\)/,
  );
  assert.deepEqual(
    outcome.bad.map(({ line }) => line),
    [62, 63, 64],
  );
});

test("convert: rows that nothing tells apart are numbered", async () => {
  const { text, plan } = await converted("Name,Tag\nMarin,x\nMarin,x\n");
  assert.match(
    plan.suggestions[0]?.words ?? "",
    /No column tells the rows apart, so they're numbered/,
  );
  assert.equal(text, "PartitionKey,RowKey,Name,Tag\nall,1,Marin,x\nall,2,Marin,x\n");
});

test("convert: a column of numbers with some text is text, and the reason says where", async () => {
  const { plan } = await converted(
    "RowKey,PartitionKey,Age\n1,p,52\n2,p,n/a\n3,p,34\n4,p,3000000000\n",
  );
  assert.equal(
    reasons(plan)["Age"],
    `String: 1 of 4 values isn't an Int32, such as "n/a" in line 3`,
  );
  const { text, outcome } = await converted("RowKey,PartitionKey,Age\n1,p,52\n2,p,n/a\n3,p,34\n", {
    ...keys("PartitionKey", "RowKey"),
    types: new Map([["Age", "Int32"]]),
  });
  assert.equal(text, "PartitionKey,RowKey,Age:Int32\np,1,52\np,3,34\n");
  assert.deepEqual(outcome.bad, [
    {
      line: 3,
      message: `Age: "n/a" isn't an Int32.`,
      hint: "Write a whole number from -2147483648 to 2147483647. Or empty the cell, or make Age a String.",
    },
  ]);
});

test("convert: large numbers keep their digits", async () => {
  const { plan, text } = await converted(
    "PartitionKey,RowKey,A,B\np,1,3000000000,12345678901234567890\np,2,5,1\n",
  );
  assert.deepEqual(reasons(plan), {
    PartitionKey: "String: it's a key",
    RowKey: "String: it's a key",
    A: "Int64: all 2 values are numbers, up to 3000000000, which is beyond Int32",
    B: 'String: 1 value has more digits than an Int64, such as "12345678901234567890" in line 2',
  });
  sound(text);
});

test("convert: bad rows are told by their lines, and the others are kept", async () => {
  const { plan, text, outcome } = await converted(
    'PartitionKey,RowKey,A\np,1,a\np,2,b,c\np,3,"a"b\np,1,again\n,5,x\np,6,"open\np,7,d\n',
  );
  assert.deepEqual(
    plan.bad.map(({ line }) => line),
    [3, 4, 7],
  );
  assert.deepEqual(
    outcome.bad.map(({ line, message }) => [line, message]),
    [
      [3, "There are 4 cells, and 3 columns."],
      [4, "There is text after the closing quote of a cell."],
      [5, 'Line 2 has the same PartitionKey and RowKey, "p and 1".'],
      [6, "The PartitionKey is missing."],
      [7, "A quote isn't closed."],
    ],
  );
  assert.equal(text, "PartitionKey,RowKey,A\np,1,a\np,7,d\n");
  assert.equal(outcome.refused, 5);
});

test("convert: text without a header, with tabs, in other encodings, packed", async () => {
  const rows = "1\tanna\t7.5\r\n2\tbert\t8.5\r\n";
  const { plan } = await converted(rows);
  assert.match(plan.words, /tabs between the cells; there is no line with names/);
  assert.deepEqual(
    plan.columns.map(({ name, type }) => `${name} ${type}`),
    ["Column1 Int32", "Column2 String", "Column3 Double"],
  );
  const utf16 = Buffer.from("\ufeffNäme\tAge\nÉva\t5\n", "utf16le");
  assert.deepEqual(
    (await converted(utf16)).plan.columns.map(({ name }) => name),
    ["Näme", "Age"],
  );
  const western = Buffer.from("N\u00e4me,Age\nZo\u00eb,5\n", "latin1");
  const windows = await converted(western);
  assert.match(windows.plan.notes[0] ?? "", /Windows-1252/);
  assert.match(windows.text, /Zoë/);
  assert.equal((await converted(gzipSync(orders))).plan.rows, 3);
});

test("convert: the reader may know better how a file is read", async () => {
  const blob = blobOf("a;b\nc;d\n");
  const plan = await inspect(blob, "x.csv", { header: false, delimiter: ";" });
  assert.equal(plan.rows, 2);
  assert.equal(plan.columns[0]?.name, "Column1");
});

test("convert: JSON, an array of objects, with nested values and names that change", async () => {
  const { plan, text } = await converted(
    JSON.stringify([
      {
        id: 1,
        "first name": "Anna",
        born: "2000-01-05",
        tags: ["a", { b: [] }],
        big: 5000000000,
        ok: true,
        zip: "01067",
      },
      { id: 2, "first name": null, tags: {}, half: 0.5 },
    ]),
  );
  assert.equal(plan.words, "JSON, an array of objects.");
  assert.deepEqual(plan.notes, [
    `"first name" becomes firstName, because a name is a letter or _, then letters, digits and _.`,
    "tags: 2 values are objects or lists, and stored as JSON in a String.",
  ]);
  assert.deepEqual(text.split("\n"), [
    "PartitionKey,RowKey,id:Int32,firstName,born:DateTime,tags,big:Int64,ok:Boolean,zip,half:Double",
    'all,1,1,Anna,2000-01-05,"[""a"",{""b"":[]}]",5000000000,true,01067,',
    "all,2,2,,,{},,,,0.5",
    "",
  ]);
  sound(text);
});

test("convert: an answer of the service, with its types", async () => {
  const { plan, text } = await converted(`{"odata.metadata":"https://x/$metadata#T","value":[
    {"odata.etag":"W/\\"1\\"","PartitionKey":"p","RowKey":"1","Timestamp":"2024-01-01T00:00:00Z",
     "Total@odata.type":"Edm.Int64","Total":"9007199254740993","Name":"5","N":7,"D":7.5,
     "At@odata.type":"Edm.DateTime","At":"2026-01-05T09:00:00Z","Gone":null},
    {"PartitionKey":"p","RowKey":"2","Total":"text","N":"seven"}]}`);
  assert.equal(plan.words, "JSON as the service answers.");
  assert.deepEqual(text.split("\n"), [
    "PartitionKey,RowKey,Total:Int64,Total@type,Name,N:Int32,N@type,D:Double,At:DateTime",
    "p,1,9007199254740993,,5,7,,7.5,2026-01-05T09:00:00Z",
    "p,2,text,String,,seven,String,,",
    "",
  ]);
  sound(text);
});

test("convert: other shapes of JSON", async () => {
  const map = await converted('{"anna": {"age": 5}, "bert": {"age": 7}}');
  assert.match(map.plan.words, /object of objects/);
  assert.equal(map.text, "PartitionKey,RowKey,age:Int32\nall,anna,5\nall,bert,7\n");
  const wrapped = await converted(
    '{"page": 1, "none": [], "rows": [{"a": 1}, {"a": 2}], "next": null}',
  );
  assert.equal(wrapped.text, "PartitionKey,RowKey,a:Int32\nall,1,1\nall,2,2\n");
  const one = await converted('{"PartitionKey": "p", "RowKey": "r", "A": {"b": [1, 2]}}');
  assert.equal(one.text, 'PartitionKey,RowKey,A\np,r,"{""b"": [1, 2]}"\n');
  const lines = await converted('{"a":1}\n\n{"a":2}\n{"a":\n[3]\n{"a":4}');
  assert.equal(lines.plan.words, "JSON lines.");
  assert.deepEqual(
    lines.outcome.bad.map(({ line }) => line),
    [4, 5],
  );
  assert.equal(lines.text, "PartitionKey,RowKey,a:Int32\nall,1,1\nall,2,2\nall,4,4\n");
});

test("convert: JSON that breaks off keeps what came before", async () => {
  for (const [text, rows, words] of [
    ['[{"a":1},{"a":2},{"a":', 2, /ends in the middle/],
    ['[{"a":1},\n{"a":2} x {"a":3}]', 2, /This isn't an object/],
    ['[{"a":1},{"a":2},=]', 2, /isn't JSON from here on/],
    ['[{"a":1},{"a":1,"a":2}]', 1, /given twice/],
    ['[{"a":1},{"a":01}]', 1, /isn't JSON/],
  ] as const) {
    const { plan, outcome } = await converted(text);
    assert.equal(outcome.rows >= rows, true, text);
    assert.match(plan.bad[0]?.message ?? "", words);
  }
});

/** Keys that leave all columns alone. */
const numbered: Choice = { keys: { partitionKey: [{ text: "p" }], rowKey: [{ number: 1 }] } };

test("convert: tables in Markdown and HTML", async () => {
  const markdown = await converted(
    "| Name | Age |\n|:-----|----:|\n| Ma\\|rin | 52 |\n| Jones | |\n",
    numbered,
  );
  assert.equal(markdown.text, "PartitionKey,RowKey,Name,Age:Int32\np,1,Ma|rin,52\np,2,Jones,\n");
  const html = await converted(
    "<html><style>td{}</style><p>x</p><table border=1><thead><tr><th>Name<th>Age</tr><!-- <td>no</td> -->" +
      "<tr><td><b>Ma&amp;rin</b><br>jr.</td><td> 52 </td></tr><tr><td>Jo&#110;es&nbsp;</td><td></td></table>",
    numbered,
  );
  assert.equal(html.plan.format, "html");
  assert.equal(html.text, 'PartitionKey,RowKey,Name,Age:Int32\np,1,"Ma&rin\njr.",52\np,2,Jones,\n');
});

test("convert: data of ours and .http files pass through", async () => {
  const data = "PartitionKey,RowKey,Age:Int32\n# 10 times\np,{{$index}},5\n";
  const { plan, text } = await converted(data);
  assert.equal(plan.format, "data");
  assert.equal(text, data);
  for (const http of [
    "### Tables\nGET {{host}}/Tables\n",
    "# a\n\n@x = 1\nPOST https://host/Orders\n\n{}",
  ]) {
    const passed = await converted(http, undefined, "pasted");
    assert.equal(passed.plan.format, "http");
    assert.equal(passed.text, http);
  }
});

test("convert: what can't be read is refused in clear words", async () => {
  const refused = async (from: string | Uint8Array, words: RegExp) => {
    await assert.rejects(
      () => converted(from),
      (error) => error instanceof Refusal && words.test(error.message) && error.hint !== "",
    );
  };
  await refused(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), /Excel workbook/);
  await refused(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), /old Excel workbook/);
  await refused(gzipSync(orders).subarray(0, 40), /can't be read to its end/);
  await refused(gzipSync(Buffer.alloc(5_000_000, "x")), /Line 1 has more than 4 MB/);
  await refused(gzipSync(Buffer.alloc(2_000_001, "a\n")), /more than 1,000,000 rows/);
  await refused(`${"a,".repeat(999_999)}a\n1,2\n`, /1,000,000 cells/);
  const wide = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`p${i}`, i]));
  await refused(JSON.stringify([wide]), /300 columns/);
});

test("convert: a packed file is unpacked only so far", async () => {
  const bomb = blobOf(gzipSync(Buffer.alloc(201_000_000), { level: 1 }));
  await assert.rejects(async () => {
    for await (const _ of textOf(bomb, { encoding: "utf-8", gzip: true })) {
      // its text isn't needed
    }
  }, /Unpacked, the file has more than 200 MB/);
});

test("convert: hostile text stays text", async () => {
  const script = "<script>alert(1)</script>";
  const html = await converted(
    `<table><tr><th>${script}Name</th></tr><tr><td><img src=x onerror=alert(1)>x</td></tr></table>`,
    numbered,
  );
  assert.equal(html.text, "PartitionKey,RowKey,Name\np,1,x\n");
  const names = "Name,__proto__,constructor,toString";
  const csv = await converted(`${names}\n${script},1,2,3\na\0b,4,5,6\n`, numbered);
  assert.deepEqual(csv.plan.columns.map(({ name }) => name).join(), names);
  assert.equal(csv.text.includes(`p,1,${script},1,2,3\np,2,a\0b,4,5,6\n`), true);
  sound(csv.text);
  const polluted = await converted(
    '[{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"a":1}]',
    numbered,
  );
  assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
  assert.match(polluted.text, /__proto__,constructor/);
  const deep = "[".repeat(10_000) + "]".repeat(10_000);
  const nested = await converted(`[{"a":${deep}},{"a":1}]`);
  assert.match(nested.plan.bad[0]?.message ?? "", /nested more than 1000 deep/);
  assert.equal(nested.outcome.rows, 1);
  for (const text of [
    "<table>".repeat(50_000),
    "<".repeat(100_000),
    `<table>${"<!--".repeat(50_000)}`,
    "&".repeat(100_000),
  ]) {
    await converted(text);
  }
  for (const text of [
    "# ".repeat(30_000),
    "|".repeat(60_000),
    `"${'""'.repeat(30_000)}`,
    '{"'.repeat(30_000),
    `[${"[".repeat(100_000)}`,
  ]) {
    await converted(text);
  }
});

function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const left = [...pieces];
  return new ReadableStream({
    pull: (controller) => {
      const next = left.shift();
      if (next) {
        controller.enqueue(next);
      } else {
        controller.close();
      }
    },
  });
}

test("convert: text in pieces of any size gives the same", async () => {
  const source = random(3);
  const rows = Array.from({ length: 200 }, (_, i) => [
    String(i),
    source.text('ab",\n ;é😀', 6),
    source.text("12.", 3),
  ]);
  const quoted = rows
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","))
    .join("\r\n");
  const whole = await converted(`Id,Text,Other\r\n${quoted}`);
  const { text, outcome } = whole;
  assert.equal(outcome.rows, 200);
  const bytes = Buffer.from(`Id,Text,Other\r\n${quoted}`);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + source.below(40);
    pieces.push(new Uint8Array(bytes.subarray(at, at + size)));
    at += size;
  }
  const blob = new Blob(pieces as BlobPart[]);
  Object.defineProperty(blob, "stream", { value: () => streamOf(pieces) });
  const plan = await inspect(blob, "x.csv");
  assert.deepEqual(
    await check(blob, plan, { keys: plan.suggestions[0] as Choice["keys"] }),
    outcome,
  );
  sound(text);
});

test("convert: 100,000 rows", async () => {
  const rows = Array.from(
    { length: 100_000 },
    (_, i) => `${i},customer-${i % 997},${i / 4},2026-01-05,"note ${i}, x"`,
  );
  const { plan, outcome } = await converted(["Id,Customer,Total,At,Note", ...rows].join("\n"));
  assert.equal(plan.rows, 100_000);
  assert.equal(plan.suggestions[0]?.partitionKey.length, 1);
  assert.deepEqual([outcome.rows, outcome.refused, outcome.partitions], [100_000, 0, 997]);
  const objects = Array.from({ length: 100_000 }, (_, i) => ({
    id: i,
    customer: `c${i % 997}`,
    tags: [i],
  }));
  const json = await converted(JSON.stringify(objects));
  assert.deepEqual([json.outcome.rows, json.outcome.refused], [100_000, 0]);
});
