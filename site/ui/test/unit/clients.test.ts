import assert from "node:assert/strict";
import { test } from "node:test";
import { startEngine } from "../../../../wasm/browser/engine.mjs";
import { isScript, programOf } from "../../clients/program.ts";
import { sendAll } from "../../clients/send.ts";
import type { ClientReply } from "../../protocol.ts";

const engine = await startEngine("full");
const read = async (text: string) => engine.call({ op: "client", text }) as ClientReply;

const script = `@who = 0042
# What was read
# @name read
GET {{host}}/People(PartitionKey='Sales',RowKey='{{who}}')
?$select=Email

### And written
PUT {{host}}/People(PartitionKey='Sales',RowKey='{{who}}')
# a comment
If-Match: {{read.response.headers.ETag}}

{"Email": "{{read.response.body.$.Email}}", "Deep": "{{read.response.body.$['a.b'].c[1]}}"}
`;

test("clients: requests are read, and send what earlier answers say", async () => {
  assert.ok(isScript(script));
  assert.ok(!isScript('const entity = await table.getEntity("a", "b");'));
  const { requests, tables } = await read(script);
  assert.deepEqual(tables, ["People"]);
  const sent: unknown[] = [];
  const answer = {
    status: 200,
    headers: [["etag", "W/1"]] as const,
    body: '{"Email": "a@b", "a.b": {"c": [1, "x"]}}',
  };
  await sendAll(requests, async ({ method, url, headers, body }) => {
    sent.push([method, url.slice(url.indexOf("/People")), headers.slice(1), body]);
    return answer;
  });
  const path = "/People(PartitionKey='Sales',RowKey='0042')";
  assert.deepEqual(sent, [
    ["GET", `${path}?$select=Email`, [], ""],
    [
      "PUT",
      path,
      [
        ["Content-Type", "application/json"],
        ["If-Match", "W/1"],
      ],
      '{"Email": "a@b", "Deep": "x"}',
    ],
  ]);
});

test("clients: a refused request ends a client", async () => {
  const refused = { status: 412, headers: [], body: '{"odata.error":{"code":"No"}}' };
  const { requests } = await read(script);
  await assert.rejects(
    sendAll(requests, async () => refused),
    { statusCode: 412, code: "No" },
  );
});

test("clients: a request isn't sent without what it refers to", async () => {
  const { requests } = await read(script);
  const sent: string[] = [];
  const empty = async ({ method }: { method: string }) => {
    sent.push(method);
    return { status: 200, headers: [], body: "{}" };
  };
  await assert.rejects(
    sendAll(requests, empty),
    /^Error: the response to read has no headers.ETag$/,
  );
  assert.deepEqual(sent, ["GET"]);
});

test("clients: what a request can't have is said with its line", async () => {
  const clients = { start: "[]", a: "GET {{host}}/A()?x={{y}}", b: "", holds: "1", crashes: false };
  await assert.rejects(programOf(clients, "", read), /^Error: Client A, line 1: There is no var/);
});

test("clients: a line of the program is a line of the reader's text", async () => {
  const texts = { start: "[]", a: "one\ntwo", b: "three\nfour\nfive", holds: "six\n&& seven" };
  const clients = { ...texts, crashes: false };
  const { code, placeOf } = await programOf(clients, "inside\nof it", read);
  const place = (word: string) =>
    placeOf(code.split("\n").findIndex((line) => line.includes(word)) + 1);
  assert.deepEqual(["two", "three", "five", "six", "seven"].map(place), [
    "Client A, line 2",
    "Client B, line 1",
    "Client B, line 3",
    "What must hold, line 1",
    "What must hold, line 2",
  ]);
});
