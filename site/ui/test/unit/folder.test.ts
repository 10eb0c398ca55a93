import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { unzipSync } from "fflate";
import { startEngine } from "../../../../wasm/browser/engine.mjs";
import type { Client } from "../../client.ts";
import { Account } from "../../play/account.ts";
import { folder } from "../../play/folder.ts";
import type { PlayStep } from "../../protocol.ts";

const files = [
  {
    name: "Orders.csv",
    text:
      "PartitionKey,RowKey,Id:Guid,Open:Boolean\n" +
      "# 40 times\nc{{$index%4}},{{$pad $index 4}},{{$guid}},true\n",
  },
  {
    name: "1-write.http",
    text: `### One more
# @name more
# @expect status == 201
POST {{host}}/Orders

{"PartitionKey": "c1", "RowKey": "new", "Id@odata.type": "Edm.Guid", "Id": "{{$guid}}"}

### Not twice
# @expect status == 409
POST {{host}}/Orders

{"PartitionKey": "c1", "RowKey": "new"}
`,
  },
  {
    name: "2-read.http",
    text: `### One customer
# @expect rows == 11
GET {{host}}/Orders()?$filter=PartitionKey eq 'c1'

### By a property
# @expect plan == table-scan
GET {{host}}/Orders()?$filter=Open eq true&$top=7
`,
  },
];

/** What a run of the command line says of a request. */
interface Step {
  readonly title: string;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly plan: string;
  readonly cost: Readonly<Record<string, number>>;
  readonly expectations: readonly { readonly text: string; readonly ok: boolean }[];
}

test("a workspace saved as a folder gives the same bytes in the page and from rowkey run", async () => {
  const engine = await startEngine("full");
  const client = { run: (call: object) => engine.call(call), warm: () => undefined };
  const account = new Account(client as unknown as Client, () =>
    files.filter(({ name }) => name.endsWith(".csv")),
  );
  const here: PlayStep[] = [];
  const watch = { signal: new AbortController().signal, loading() {}, started() {} };
  for (const { name, text } of files.filter((file) => file.name.endsWith(".http"))) {
    const { reply } = await account.play({ file: name, text }, watch);
    here.push(...reply.steps);
  }
  const place = mkdtempSync(join(tmpdir(), "folder-"));
  try {
    for (const [name, bytes] of Object.entries(unzipSync(folder("Our shop", files)))) {
      const file = join(place, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    }
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ["../../wasm/browser/run.mjs", "--json", join(place, "our-shop")],
      { encoding: "utf8", maxBuffer: 2 ** 26 },
    );
    assert.equal(stderr, "");
    const report = JSON.parse(stdout) as { ok: boolean; files: { steps: Step[] }[] };
    assert.equal(report.ok, true);
    assert.deepEqual(here.map(inPage), report.files.flatMap(({ steps }) => steps).map(inReport));
  } finally {
    rmSync(place, { recursive: true });
  }
});

test("a large workspace is packed at once, because the page may start no worker for it", () => {
  const text = Array.from({ length: 40_000 }, (_, i) => `p${i % 7},r${i}`).join("\n");
  const packed = unzipSync(folder("Large", [{ name: "Rows.csv", text }]));
  assert.equal(new TextDecoder().decode(packed["large/Rows.csv"]), text);
});

function inPage(step: PlayStep): object {
  const { title, method, target, status, response, plan, read, returned, written } = step;
  const headers = Object.fromEntries(response.headers);
  const met = step.expectations.map(({ text, ok }) => [text, ok]);
  return {
    title,
    method,
    target,
    status,
    headers,
    body: response.body,
    plan,
    read,
    returned,
    written,
    met,
  };
}

function inReport({
  title,
  method,
  target,
  status,
  headers,
  body,
  plan,
  cost,
  expectations,
}: Step): object {
  const { entitiesRead: read, entitiesReturned: returned, entitiesWritten: written } = cost;
  const met = expectations.map(({ text, ok }) => [text, ok]);
  return { title, method, target, status, headers, body, plan, read, returned, written, met };
}
