// The clients of queues and blobs for examples return what the official ones return.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { startEngine } from "../../../../wasm/browser/engine.mjs";
import { type AccountResponse, Session } from "../../../../wasm/browser/session.mjs";
import { Oven } from "../../program/bake.ts";
import { packages } from "../../program/storage/storage.ts";

// biome-ignore lint/suspicious/noExplicitAny: the official clients and ours have no common type
type Clients = Record<string, any>;

const connection = "UseDevelopmentStorage=true";
const official = resolve("../../engine/suites/node_modules/@azure");
const thread = pathToFileURL(resolve("test/out/unit/thread.mjs"));

let engine: Awaited<ReturnType<typeof startEngine>>;
before(async () => {
  engine = await startEngine("full");
});

let sessions = 0;

/** Runs work with clients of an account of its own. */
async function withClients<T>(whose: "ours" | "official", work: (clients: Clients) => Promise<T>) {
  const session = new Session((call) => engine.call(call), `storage ${++sessions}`);
  const real = globalThis.fetch;
  try {
    if (whose === "official") {
      const options = { httpClient: officially(session) };
      const { QueueServiceClient } = await import(`${official}/storage-queue/dist/esm/index.js`);
      const { BlobServiceClient } = await import(`${official}/storage-blob/dist/esm/index.js`);
      const queues = QueueServiceClient.fromConnectionString(connection, options);
      const blobs = BlobServiceClient.fromConnectionString(connection, options);
      return await work({ queues, blobs });
    }
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      const { method, url, headers } = request;
      const body = await request.text();
      const answer = await session.send({ method, url, headers: Array.from(headers), body });
      return responseOf(answer);
    };
    const queues =
      packages["@azure/storage-queue"].QueueServiceClient.fromConnectionString(connection);
    const blobs =
      packages["@azure/storage-blob"].BlobServiceClient.fromConnectionString(connection);
    return await work({ queues, blobs });
  } finally {
    globalThis.fetch = real;
    await session.close();
  }
}

function responseOf({ status, headers, body }: AccountResponse): Response {
  const lines = headers.map(([name, value]): [string, string] => [name, value]);
  return new Response(status === 204 ? null : body, { status, headers: lines });
}

/** An httpClient for the official clients. They send bytes and streams, and read streams. */
function officially(session: Session) {
  return {
    async sendRequest(request: Clients) {
      const { method, url, body, headers, streamResponseStatusCodes } = request;
      const answer = await session.send({
        method,
        url,
        headers: Object.entries(headers.toJson?.() ?? headers.toJSON()),
        body: body ? await new Response(await (body.call ? body() : body)).text() : "",
      });
      const lines = Object.fromEntries(
        answer.headers.map(([name, value]) => [name.toLowerCase(), value]),
      );
      const found = {
        get: (name: string) => lines[name.toLowerCase()],
        toJson: () => lines,
        toJSON: () => lines,
        [Symbol.iterator]: () => Object.entries(lines)[Symbol.iterator](),
      };
      const streams = streamResponseStatusCodes?.has(answer.status);
      return {
        request,
        status: answer.status,
        headers: found,
        ...(streams
          ? { readableStreamBody: Readable.from([Buffer.from(answer.body)]) }
          : { bodyAsText: answer.body }),
      };
    },
  };
}

/** What both return, without what belongs to the request alone. */
function plain(value: unknown): unknown {
  const own = ["_response", "requestId", "clientRequestId", "version", "date"];
  return JSON.parse(
    JSON.stringify(value, (key, member) => {
      return own.includes(key) || key.startsWith("x-ms-") ? undefined : member;
    }),
  );
}

/** Takes only the members that guides read: the official clients return many more. */
function pick(value: Clients, ...names: string[]) {
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}

async function refused(work: Promise<unknown>) {
  try {
    return await work;
  } catch (cause) {
    const { name, statusCode, code, details } = cause as Clients;
    return { name, statusCode, code, errorCode: details.errorCode };
  }
}

const scenarios: Record<string, (clients: Clients) => Promise<unknown[]>> = {
  async queues({ queues }) {
    const jobs = queues.getQueueClient("jobs");
    const results: unknown[] = [pick(jobs, "url", "name", "accountName"), await jobs.exists()];
    const say = (value: unknown) => results.push(plain(value));
    say(await refused(jobs.sendMessage("early")));
    say(pick(await jobs.createIfNotExists({ metadata: { for: "test" } }), "succeeded"));
    say(pick(await jobs.createIfNotExists({ metadata: { for: "test" } }), "succeeded"));
    say(
      pick(await jobs.createIfNotExists({ metadata: { for: "more" } }), "succeeded", "errorCode"),
    );
    say(await refused(jobs.create({ metadata: { for: "more" } })));
    say(await jobs.exists());
    say(await jobs.sendMessage(` <a href="b">'&amp;' & é\n</a> `));
    say(await jobs.sendMessage("later", { visibilityTimeout: 100, messageTimeToLive: -1 }));
    say(await jobs.peekMessages({ numberOfMessages: 5 }));
    const taken = await jobs.receiveMessages({ numberOfMessages: 5, visibilityTimeout: 60 });
    say(taken);
    const [{ messageId, popReceipt }] = taken.receivedMessageItems;
    say(await jobs.receiveMessages());
    const updated = await jobs.updateMessage(messageId, popReceipt, "changed", 0);
    say(updated);
    say(await refused(jobs.deleteMessage(messageId, popReceipt)));
    say(await jobs.updateMessage(messageId, updated.popReceipt));
    const [again] = (await jobs.receiveMessages()).receivedMessageItems;
    say(pick(again, "messageText", "dequeueCount"));
    say(pick(await jobs.getProperties(), "approximateMessagesCount", "metadata"));
    say(await jobs.deleteMessage(messageId, again.popReceipt));
    say(await jobs.clearMessages());
    say(pick(await jobs.getProperties(), "approximateMessagesCount"));
    say(pick(await jobs.deleteIfExists(), "succeeded"));
    say(await refused(jobs.deleteIfExists()));
    say(pick(await queues.getQueueClient("none").deleteIfExists(), "succeeded", "errorCode"));
    return results;
  },

  async blobs({ blobs }) {
    const photos = blobs.getContainerClient("photos");
    const results: unknown[] = [pick(photos, "url", "containerName", "accountName")];
    const say = (value: unknown) => results.push(plain(value));
    say(await photos.exists());
    say(await photos.createIfNotExists());
    say(pick(await photos.createIfNotExists(), "succeeded", "errorCode"));
    const one = photos.getBlockBlobClient("2026/é 1&2.txt");
    say(pick(one, "url", "name", "containerName", "accountName"));
    say(await refused(one.getProperties()));
    say(await refused(one.download()));
    say(await refused(one.delete()));
    const options = { metadata: { note: "a" }, blobHTTPHeaders: { blobContentType: "text/plain" } };
    const wrote = await one.upload("hé", 3, { ...options, conditions: { ifNoneMatch: "*" } });
    say(pick(wrote, "etag", "lastModified"));
    say(await refused(one.upload("hé", 3, { conditions: { ifNoneMatch: "*" } })));
    say(await refused(one.upload("hé", 3, { conditions: { ifMatch: '"no"' } })));
    const read = ["etag", "lastModified", "createdOn", "metadata", "contentLength", "contentType"];
    say(pick(await one.getProperties(), ...read, "blobType"));
    say(pick(await one.download(), ...read));
    say(String(await one.downloadToBuffer()));
    say(String(await one.downloadToBuffer(1)));
    let text = "";
    for await (const chunk of (await one.download(0, 1)).readableStreamBody) {
      text += chunk;
    }
    say(text);
    await photos.getBlockBlobClient("2027").uploadData(new TextEncoder().encode("data"));
    const item = (blob: Clients) => [
      { name: blob["name"], metadata: blob["metadata"] || undefined },
      pick(blob["properties"], ...read.filter((name) => name !== "metadata"), "blobType"),
    ];
    for await (const blob of photos.listBlobsFlat({ includeMetadata: true })) {
      say(item(blob));
    }
    for await (const blob of photos.listBlobsFlat({ prefix: "2026/" })) {
      say(item(blob));
    }
    const pages = photos.listBlobsFlat().byPage({ maxPageSize: 1 });
    const { value } = await pages.next();
    say(value.segment.blobItems.map(item));
    const from = { continuationToken: value.continuationToken };
    for await (const page of photos.listBlobsFlat().byPage(from)) {
      say(page.segment.blobItems.map(item));
    }
    const before = { conditions: { ifUnmodifiedSince: new Date(0) } };
    say(await refused(one.delete(before)));
    say(pick(await one.deleteIfExists(), "succeeded"));
    say(pick(await one.deleteIfExists(), "succeeded", "errorCode"));
    say(pick(await photos.deleteIfExists(), "succeeded"));
    return results;
  },

  async appends({ blobs }) {
    const { containerClient: logs } = await blobs.createContainer("logs");
    const log = logs.getAppendBlobClient("log");
    const results: unknown[] = [];
    const say = (value: unknown) => results.push(plain(value));
    const appended = ["etag", "lastModified", "blobAppendOffset", "blobCommittedBlockCount"];
    say(await refused(log.appendBlock("no\n", 3)));
    say(pick(await log.createIfNotExists(), "succeeded", "etag"));
    say(pick(await log.createIfNotExists(), "succeeded", "errorCode"));
    say(
      pick(await log.appendBlock("one\n", 4, { conditions: { appendPosition: 0 } }), ...appended),
    );
    say(await refused(log.appendBlock("one\n", 4, { conditions: { appendPosition: 0 } })));
    say(await refused(log.appendBlock("two\n", 4, { conditions: { maxSize: 7 } })));
    say(pick(await log.appendBlock("two\n", 4), ...appended));
    say(pick(await log.getProperties(), "contentLength", "blobType", "blobCommittedBlockCount"));
    say(String(await log.downloadToBuffer()));
    return results;
  },
};

for (const [name, scenario] of Object.entries(scenarios)) {
  test(`storage: ${name}: the same as of the official client`, async (t) => {
    const ours = await withClients("ours", scenario);
    assert.ok(ours.length > 5);
    if (!existsSync(`${official}/storage-queue`) || !existsSync(`${official}/storage-blob`)) {
      t.skip("npm ci has not been run in engine/suites");
      return;
    }
    assert.deepEqual(ours, await withClients("official", scenario));
  });
}

test("storage: an example imports the clients under the official names", async () => {
  const oven = new Oven(engine, thread);
  const code = `import { QueueClient, QueueServiceClient } from "@azure/storage-queue";
    import { BlobServiceClient } from "@azure/storage-blob";
    const connection = process.env.AZURE_STORAGE_CONNECTION_STRING;
    const jobs = QueueServiceClient.fromConnectionString(connection).getQueueClient("jobs");
    await jobs.createIfNotExists();
    await new QueueClient(connection, "jobs").sendMessage("hello");
    const { receivedMessageItems: [message] } = await jobs.receiveMessages();
    console.log(message.messageText, message.insertedOn);
    const photos = BlobServiceClient.fromConnectionString(connection).getContainerClient("photos");
    await photos.create();
    const blob = photos.getBlockBlobClient("a.txt");
    await blob.upload("hé", 3);
    console.log((await blob.downloadToBuffer()).toString());
    await blob.upload("hé", 2).catch((error) => console.log(error.message));
    await blob.uploadData(new Uint8Array([255])).catch((error) => console.log(error.name));
    await photos.create();`;
  const { output, failure } = await oven.run(code, { file: "a.md", examples: [] });
  assert.deepEqual(output, [
    "hello 2026-01-05T09:00:00.000Z",
    "hé",
    "The body has 3 bytes, and contentLength is 2.",
    "TypeError",
  ]);
  assert.deepEqual(failure && [failure.name, failure.line], ["RestError", 16]);
  assert.match(failure?.message ?? "", /^The specified container already exists/);
});

test("storage: a call without await is found, and other accounts aren't reached", async () => {
  const oven = new Oven(engine, thread);
  const start = `import { QueueServiceClient as Queues } from "@azure/storage-queue";\n`;
  for (const [code, name] of [
    [
      'Queues.fromConnectionString("UseDevelopmentStorage=true").createQueue("jobs");',
      "Unfinished",
    ],
    ['Queues.fromConnectionString("AccountName=a;AccountKey=YQ==");', "Error"],
    ['await new Queues("https://example.com/").createQueue("jobs");', "TypeError"],
    ['await new Queues("http://127.0.0.1:10001/devstoreaccount1").createQueue("j");', "RestError"],
  ] as const) {
    const { failure } = await oven.run(start + code, { file: "a.md", examples: [] });
    assert.equal(failure?.name, name, code);
    assert.equal(failure?.line, 2, code);
  }
});
