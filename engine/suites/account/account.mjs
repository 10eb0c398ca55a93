// The account that the suite of all services runs against, and helpers that its themes share.
//
//	ROWKEY_QUEUE  the URL of its queues; by default that of the emulators' well-known account
//	ROWKEY_BLOB   the URL of its blobs, with the same default
//
// The tables, the account and its key are those of sdk/endpoint.mjs. All services require signatures.
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

/** No retries. */
export const once = { retryOptions: { maxTries: 1 } };

export const queues = new QueueServiceClient(queueEndpoint, queueKey, once);
export const blobs = new BlobServiceClient(blobEndpoint, blobKey, once);

/** A unique name for a queue or container. */
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

/** A time n minutes from now, truncated to seconds, because tokens have no fractions. */
export function minutes(/** @type {number} */ n) {
  return new Date(Math.floor(Date.now() / 1000 + 60 * n) * 1000);
}
