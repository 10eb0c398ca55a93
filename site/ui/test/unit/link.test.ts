import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { dictionary } from "../../share/dictionary-v1.ts";
import {
  decode,
  encode,
  isLink,
  LinkError,
  type Shared,
  type SharedFile,
} from "../../share/link.ts";
import { longest, pack } from "../../share/pack-v1.ts";

const orders: Shared = {
  name: "Orders of July",
  files: [
    {
      name: "requests.http",
      text: "### Ünicode 🎈\nGET {{host}}/Orders()\n\n###\nGET {{host}}/Tables\n",
    },
    { name: "Orders.csv", text: "PartitionKey,RowKey\r\na,1\n" },
    { name: "empty.http", text: "" },
  ],
  open: 1,
  cursor: 7,
};

test("a link gives back what was shared", () => {
  assert.deepEqual(decode(encode(orders)), orders);
  const [file] = orders.files;
  assert.ok(file);
  const alone = decode(encode({ files: [file] }).slice(1));
  assert.deepEqual(alone, { files: [file], open: 0, cursor: 0 });
});

test("a link that rowkey watch --html has made opens", () => {
  const link =
    "#v1.2CYPsvUvSkktKlZIqlQILkksKS1W-DC_r4OrPLEkOSM1RS-jpKRAwdicC6JKL7m4jItLWVlZ4fCc" +
    "vMzk_JRUiGp31xCF6uqM_OKS2lp9iFINTa6AxKKSzJLM_Dzv1EqdoPxy79RKrkQdQy5AAAAA__8";
  const shared = decode(link);
  assert.equal(shared.name, "Orders by Status 🎈");
  assert.deepEqual(shared.files, [
    { name: "watched.http", text: "### Ünicode 🎈\nGET {{host}}/Orders()\n" },
    { name: "Orders.csv", text: "PartitionKey,RowKey\na,1\n" },
  ]);
});

test("a text of a file may look like a header", () => {
  const files = [
    { name: "a.http", text: "\n\n=x\n@1 2\nb.http 3\n\n" },
    { name: "b.http", text: "\n" },
  ];
  assert.deepEqual(decode(encode({ files })).files, files);
});

// One link of each version, and what it holds. They stay here for good: readers have such links.
const golden = JSON.parse(readFileSync("testdata/links.json", "utf8")) as {
  version: string;
  link: string;
  shared: Shared;
}[];

test("links of every version can be opened", () => {
  assert.deepEqual(
    golden.map(({ version }) => version),
    ["v1"],
  );
  for (const { version, link, shared } of golden) {
    assert.ok(link.startsWith(`#${version}.`));
    assert.deepEqual(decode(link), shared);
  }
});

test("the dictionary of version 1 is frozen", async () => {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(dictionary));
  const hash = Buffer.from(bytes).toString("hex");
  assert.equal(hash, "a00945a7ab5023d2a0d265122cbf9abc37de5da503406c06d5cce57f7fa3c293");
});

/** An example of 571 characters, the one that other forms of links were measured with. */
const example = `@host = http://127.0.0.1:10002/devstoreaccount1

### Create the table
# @name createTable
# @expect status == 201
POST {{host}}/Tables
Content-Type: application/json

{"TableName": "trips"}

### Late trips of one driver in spring
# @name lateTrips
# @ref createTable
# @expect status == 200
# @expect plan == range
# @expect rows == 0
# @expect cost.entitiesRead <= 25
GET {{host}}/trips()
?$filter=PartitionKey eq 'driver-7731' and RowKey ge '2026-03-01' and RowKey lt '2026-06-01' and Delay gt 15
&$select=RowKey,Delay,Weather
Accept: application/json;odata=nometadata
`;

function lengthOf(text: string, data: readonly SharedFile[] = []): number {
  return encode({ files: [{ name: "requests.http", text }, ...data] }).length;
}

test("a link is short", (t) => {
  const all = guideExamples();
  const alone = all.map(({ text }) => lengthOf(text)).sort((a, b) => a - b);
  const whole = all.map(({ whole, data }) => lengthOf(whole, data)).sort((a, b) => a - b);
  const at = (lengths: number[], part: number) =>
    lengths[Math.ceil(part * lengths.length) - 1] ?? Number.NaN;
  t.diagnostic(`an example of ${example.length} characters: ${lengthOf(example)}`);
  for (const [what, lengths] of Object.entries({ alone, "with what they refer to": whole })) {
    const [half, most, longest] = [at(lengths, 0.5), at(lengths, 0.95), lengths.at(-1)];
    const under = lengths.filter((length) => length < 1000).length;
    t.diagnostic(
      `${all.length} examples of guides, ${what}: half have at most ${half} characters, 95 % at most ` +
        `${most}, the longest has ${longest}; ${under} are under 1,000`,
    );
  }
  assert.equal(example.length, 571);
  assert.ok(lengthOf(example) <= 260);
  assert.ok(at(whole, 0.95) < 1000);
});

/** The examples of all guides, each alone and with what it needs: other examples and data. */
function guideExamples(): { text: string; whole: string; data: SharedFile[] }[] {
  const folder = "../../patterns";
  const guides = readdirSync(folder).filter((name) => existsSync(`${folder}/${name}/guide.md`));
  return guides.flatMap((name) => {
    const page = readFileSync(`${folder}/${name}/guide.md`, "utf8");
    const texts = Array.from(
      page.matchAll(/^```http\n([\s\S]*?)^```$/gm),
      (found) => found[1] ?? "",
    );
    const named = new Map(
      texts.flatMap((text) =>
        Array.from(text.matchAll(/^# @name (\w+)/gm), (found): [string, string] => [
          found[1] ?? "",
          text,
        ]),
      ),
    );
    const before = (text: string, seen: Set<string>): Set<string> => {
      for (const [, ref, answer] of text.matchAll(/^# @ref (\w+)|\{\{(\w+)\.response/gm)) {
        const needed = named.get(ref ?? answer ?? "");
        if (needed !== undefined && !seen.has(needed) && needed !== text) {
          before(needed, seen);
        }
      }
      return seen.add(text);
    };
    const tables = Array.from(page.matchAll(/^```csv (\w+)\n(.*?)^```$/gms), (found) => ({
      name: `${found[1]}.csv`,
      text: found[2] ?? "",
    }));
    return texts.map((text) => {
      const whole = [...before(text, new Set())].join("\n");
      const data = tables.filter(({ name }) => whole.includes(`/${name.slice(0, -4)}`));
      return { text, whole, data };
    });
  });
}

test("what doesn't fit into a link is refused, with what to do about it", () => {
  const random = seeded(7);
  const noise = Array.from({ length: 90_000 }, () => String.fromCharCode(33 + random(90))).join("");
  const fails = (shared: Shared, message: RegExp) =>
    assert.throws(
      () => encode(shared),
      (cause) => cause instanceof LinkError && message.test(cause.message),
    );
  fails({ files: [{ name: "a.http", text: noise }] }, /too large for a link.*Share it as a file/);
  const most = Array.from({ length: 1 << 16 }, () => String.fromCharCode(1 + random(127))).join("");
  const full = { files: [{ name: "a.csv", text: most }] };
  assert.equal(decode(encode(full)).files[0]?.text, most); // hardly smaller when it's deflated
  fails({ files: [{ name: "a.http", text: "x".repeat(2 ** 21) }] }, /too large for a link/);
  fails({ files: [] }, /no file/);
  fails(
    { files: [{ name: "../a.http", text: "" }] },
    /can't hold a file that is called "\.\.\/a\.http"/,
  );
  fails({ files: [{ name: "a.exe", text: "" }] }, /Names end in \.http or \.csv/);
  const twice = [..."aA"].map((name) => ({ name: `${name}.http`, text: "" }));
  fails({ files: twice }, /Two files are called A\.http/);
});

test("a fragment that isn't a link isn't taken for one", () => {
  for (const fragment of ["", "#", "#log-tail", "#v1", "#v1-x", "#version.1", "#v.1"]) {
    assert.equal(isLink(fragment), false);
    assert.throws(() => decode(fragment), /has no workspace in it/);
  }
  assert.ok(isLink("#v2.x"));
  assert.throws(() => decode("#v2.x"), /of version 2.*only opens version 1/);
});

const attack = '<img src=x onerror="globalThis.attacked=1"><script>globalThis.attacked=1</script>';
const names = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];

/** Links that a hostile reader might send, each with what makes it hostile. */
function hostile(): [what: string, link: string][] {
  const random = seeded(2026);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const good = encode(orders);
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const kinds: (() => [string, string])[] = [
    () => {
      const at = 4 + random(good.length - 4);
      const other = letters[(letters.indexOf(good[at] ?? "A") + 1 + random(62)) % 64];
      return ["another character", good.slice(0, at) + other + good.slice(at + 1)];
    },
    () => ["cut off", good.slice(0, 4 + random(good.length - 4))],
    () => [
      "noise",
      `#v1.${Array.from({ length: random(400) }, () => pick([...letters])).join("")}`,
    ],
    () => ["no base64", `#v1.${pick(["%00", "<script>", "a b", "é", "A", "=", "\n"])}`],
    () => ["a bomb", `#v1.${pack(`a.http\n\n${pick(["x", "### ", "\0"]).repeat(2 ** 17)}`)}`],
    () => ["a larger bomb", `#v1.${bomb}`],
    () => ["too long", `#v1.${"A".repeat(longest + 1 + random(1e6))}`],
    () => ["another version", `#v${2 + random(99999)}.${good.slice(4)}`],
    () => ["nested", `#v1.${pack(pick(["[", '{"a":', "=", "@0\n"]).repeat(1 + random(9000)))}`],
    () => [
      "a name of an object",
      `#v1.${pack(`${pick(names)}${pick(["", ".http", ".csv"])}\n\nx`)}`,
    ],
    () => ["JSON of such names", `#v1.${pack(`{"${pick(names)}":{"polluted":1}}\n\n`)}`],
    () => ["script in a file's name", `#v1.${pack(`${attack}.http\n\nx`)}`],
    () => ["script in the name", `#v1.${pack(`=${attack}\na.http\n\nx`)}`],
    () => ["script in a text", `#v1.${pack(`a.http\n\n${attack}`)}`],
    () => ["script for numbers", `#v1.${pack(`@${attack} 1\na.http ${attack}\nb.http\n\nx`)}`],
    () => ["folders", `#v1.${pack(`${pick(["../", "/", "C:\\", "a/", "..\\"])}a.http\n\nx`)}`],
    () => ["lengths", `#v1.${pack(`a.http ${random(1e7)}\nb.http\n\n${"x".repeat(random(9))}`)}`],
    () => ["places", `#v1.${pack(`@${random(999)} ${random(9999999)}\na.http\n\nGET {{host}}/T`)}`],
    () => ["many files", `#v1.${pack(`${"a.http 0\n".repeat(101 + random(999))}b.http\n\n`)}`],
    () => ["control characters", `#v1.${pack(`a\0\u001b[2J\u202e.http\n\nx`)}`],
  ];
  return Array.from({ length: 200 }, (_, i) =>
    (kinds[i % kinds.length] as () => [string, string])(),
  );
}

/** A packed text of a few thousand characters that would become 6 MB. */
const bomb = readFileSync("testdata/link-bomb.txt", "utf8").trim();

test("200 hostile links do nothing but fail, or open as plain text", () => {
  const before = Object.getOwnPropertyNames(Object.prototype).sort();
  const outcomes = new Map<string, number>();
  for (const [what, link] of hostile()) {
    let outcome: string;
    try {
      const { files, name = "", open = 0, cursor = 0 } = decode(link);
      outcome = "opened";
      assert.ok(files.length > 0 && files.length <= 100 && files[open], what);
      assert.ok(cursor <= (files[open]?.text.length ?? 0) && name.length <= 100, what);
      for (const file of files) {
        assert.match(file.name, /^[^/\\<>\0]+\.(http|csv)$/, what);
        assert.equal(typeof file.text, "string");
      }
    } catch (cause) {
      assert.ok(cause instanceof LinkError, `${what}: ${cause}`);
      assert.match(cause.message, /^[A-Z].*\.$/, what);
      assert.ok(cause.message.length < 400, what);
      outcome = "refused";
    }
    outcomes.set(`${what}: ${outcome}`, (outcomes.get(`${what}: ${outcome}`) ?? 0) + 1);
  }
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype).sort(), before);
  assert.equal("polluted" in {}, false);
  assert.equal("attacked" in globalThis, false);
  const refused = [...outcomes].filter(([what]) => what.endsWith("refused"));
  assert.ok(
    refused.reduce((sum, [, count]) => sum + count, 0) >= 150,
    JSON.stringify([...outcomes]),
  );
  for (const what of [
    "another character",
    "cut off",
    "a larger bomb",
    "too long",
    "folders",
    "nested",
  ]) {
    assert.equal(outcomes.get(`${what}: opened`), undefined, what);
  }
});

/** Numbers below a bound, the same in each run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
