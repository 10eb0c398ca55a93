import assert from "node:assert/strict";
import { test } from "node:test";
import { all, refused } from "../sdk/endpoint.mjs";
import { freshName, freshQueue, minutes, queues } from "./account.mjs";

/**
 * The texts of the visible messages.
 * @param {import("@azure/storage-queue").QueueClient} queue
 */
async function texts(queue) {
  const { peekedMessageItems } = await queue.peekMessages({ numberOfMessages: 32 });
  return peekedMessageItems.map(({ messageText }) => messageText);
}

test("queues: created, found, described and deleted", async () => {
  const queue = queues.getQueueClient(freshName());
  await refused(queue.getProperties(), 404, "QueueNotFound");
  assert.equal(await queue.exists(), false);
  await queue.create({ metadata: { kind: "work", Case: "Kept" } });
  assert.equal((await queue.createIfNotExists({ metadata: { kind: "play" } })).succeeded, false);
  await refused(queue.create({ metadata: { kind: "play" } }), 409, "QueueAlreadyExists");
  const { metadata, approximateMessagesCount } = await queue.getProperties();
  assert.deepEqual(metadata, { kind: "work", case: "Kept" });
  assert.equal(approximateMessagesCount, 0);
  await queue.setMetadata({ kind: "rest" });
  assert.deepEqual((await queue.getProperties()).metadata, { kind: "rest" });
  await queue.delete();
  await refused(queue.sendMessage("late"), 409, "QueueBeingDeleted");
});

test("queues: listed by prefix, with metadata, page by page", async (t) => {
  const prefix = freshName("list");
  const names = ["a", "b", "c"].map((letter) => `${prefix}-${letter}`);
  for (const name of names) {
    await queues.createQueue(name, { metadata: { name: "of-it" } });
    t.after(() => queues.deleteQueue(name));
  }
  const listed = await all(queues.listQueues({ prefix, includeMetadata: true }));
  assert.deepEqual(
    listed.map(({ name, metadata }) => ({ name, metadata })),
    names.map((name) => ({ name, metadata: { name: "of-it" } })),
  );
  const pages = [];
  for await (const { queueItems } of queues.listQueues({ prefix }).byPage({ maxPageSize: 2 })) {
    pages.push(queueItems?.map(({ name }) => name));
  }
  assert.deepEqual(pages, [names.slice(0, 2), names.slice(2)]);
});

test("queues: a message is sent, received, updated and deleted", async (t) => {
  const queue = await freshQueue(t);
  const text = 'a <b> & "ü"';
  const sent = await queue.sendMessage(text);
  assert.ok(sent.expiresOn > minutes(7 * 24 * 60 - 5));
  assert.equal((await queue.getProperties()).approximateMessagesCount, 1);
  const [taken] = (await queue.receiveMessages({ visibilityTimeout: 60 })).receivedMessageItems;
  assert.ok(taken);
  assert.equal(taken.messageText, text);
  assert.equal(taken.messageId, sent.messageId);
  assert.equal(taken.dequeueCount, 1);
  assert.deepEqual(await texts(queue), []);
  assert.deepEqual((await queue.receiveMessages()).receivedMessageItems, []);
  const { popReceipt } = await queue.updateMessage(taken.messageId, taken.popReceipt, "two", 0);
  assert.deepEqual(await texts(queue), ["two"]);
  await refused(queue.deleteMessage(taken.messageId, taken.popReceipt), 400, "PopReceiptMismatch");
  const [again] = (await queue.receiveMessages()).receivedMessageItems;
  assert.equal(again?.dequeueCount, 2);
  await refused(queue.deleteMessage(taken.messageId, popReceipt ?? ""), 400, "PopReceiptMismatch");
  await queue.deleteMessage(taken.messageId, again?.popReceipt ?? "");
  await refused(
    queue.deleteMessage(taken.messageId, again?.popReceipt ?? ""),
    404,
    "MessageNotFound",
  );
});

test("queues: messages can be delayed, come in order, and can be cleared", async (t) => {
  const queue = await freshQueue(t);
  await queue.sendMessage("later", { visibilityTimeout: 3600 });
  for (const text of ["one", "two", "three"]) {
    await queue.sendMessage(text, { messageTimeToLive: -1 });
  }
  assert.equal((await queue.getProperties()).approximateMessagesCount, 4);
  const { receivedMessageItems } = await queue.receiveMessages({ numberOfMessages: 2 });
  assert.deepEqual(
    receivedMessageItems.map(({ messageText }) => messageText),
    ["one", "two"],
  );
  assert.deepEqual(await texts(queue), ["three"]);
  await queue.clearMessages();
  assert.equal((await queue.getProperties()).approximateMessagesCount, 0);
});

test("queues: limits", async (t) => {
  const queue = await freshQueue(t);
  const code = "OutOfRangeQueryParameterValue";
  await refused(queue.receiveMessages({ numberOfMessages: 33 }), 400, code);
  await refused(queue.receiveMessages({ visibilityTimeout: 604_801 }), 400, code);
  await refused(queue.sendMessage("x", { messageTimeToLive: 0 }), 400, code);
  await queue.sendMessage("x".repeat(64 * 1024));
  await refused(queue.sendMessage("x".repeat(64 * 1024 + 1)), 413, "RequestBodyTooLarge");
  await refused(queues.createQueue("Upper"), 400, "InvalidResourceName");
});
