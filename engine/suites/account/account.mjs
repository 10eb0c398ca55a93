// The account whose three services the suite of whole accounts runs against, and what its themes share.
//
//	ROWKEY_QUEUE  the address of its queues, by default that of the emulators' well-known account
//	ROWKEY_BLOB   the address of its blobs, likewise
//
// The tables, the account and its key are those of sdk/endpoint.mjs. All of it answers who signs alone.
import { randomUUID } from "node:crypto";
import process from "node:process";
import { AzureNamedKeyCredential } from "@azure/data-tables";
import { BlobServiceClient, StorageSharedKeyCredential } from "@azure/storage-blob";
import {
  StorageSharedKeyCredential as QueueKeyCredential,
  QueueServiceClient,
} from "@azure/storage-queue";
import { account, key } from "../sdk/endpoint.mjs";

export const {
  ROWKEY_QUEUE: queueEndpoint = "http://127.0.0.1:10001/devstoreaccount1",
  ROWKEY_BLOB: blobEndpoint = "http://127.0.0.1:10000/devstoreaccount1",
} = process.env;

export const tableKey = new AzureNamedKeyCredential(account, key);
export const queueKey = new QueueKeyCredential(account, key);
export const blobKey = new StorageSharedKeyCredential(account, key);

/** What is refused is not tried again. */
export const once = { retryOptions: { maxTries: 1 } };

export const queues = new QueueServiceClient(queueEndpoint, queueKey, once);
export const blobs = new BlobServiceClient(blobEndpoint, blobKey, once);

/** A name of a queue or container that nobody else uses. */
export function freshName(prefix = "sdk") {
  return `${prefix}-${randomUUID()}`;
}

/**
 * An empty queue that lasts as long as the test.
 * @param {import("node:test").TestContext} t
 */
export async function freshQueue(t) {
  const queue = queues.getQueueClient(freshName());
  await queue.create();
  t.after(() => queue.delete());
  return queue;
}

/**
 * An empty container that lasts as long as the test.
 * @param {import("node:test").TestContext} t
 */
export async function freshContainer(t) {
  const container = blobs.getContainerClient(freshName());
  await container.create();
  t.after(() => container.delete());
  return container;
}

/** A time so many minutes from now, in whole seconds, as tokens have it. */
export function minutes(/** @type {number} */ n) {
  return new Date(Math.floor(Date.now() / 1000 + 60 * n) * 1000);
}
