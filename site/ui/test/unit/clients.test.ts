import assert from "node:assert/strict";
import { test } from "node:test";
import { programOf } from "../../clients/program.ts";
import { isScript, requestsIn, tablesIn } from "../../clients/requests.ts";
import { sendAll } from "../../clients/send.ts";

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
  const requests = requestsIn(script);
  assert.deepEqual(tablesIn(requests), ["People"]);
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
  await assert.rejects(
    sendAll(requestsIn(script), async () => refused),
    { statusCode: 412, code: "No" },
  );
});

test("clients: what a request can't have is said with its line", () => {
  const wrong: Record<string, RegExp> = {
    "GET {{host}}/A()?x={{$guid}}": /^line 1: \{\{\$guid\}\} isn't known here/,
    "### a\n\nGET {{host}}/A()\nX: {{b.response.headers.ETag}}":
      /^line 4: no request above is called b\./,
    "GET {{host}}/A()\n\n###\n# @transaction a\nPOST {{host}}/A": /^line 4: transactions and loops/,
    "GET http://example.org/A()": /^line 1: a request is GET \{\{host\}\}\/Data\(\)/,
  };
  for (const [text, message] of Object.entries(wrong)) {
    assert.throws(() => requestsIn(text), { message });
  }
});

test("clients: a line of the program is a line of the reader's text", () => {
  const texts = { start: "[]", a: "one\ntwo", b: "three\nfour\nfive", holds: "six\n&& seven" };
  const { code, placeOf } = programOf({ ...texts, crashes: false }, "inside\nof it");
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
