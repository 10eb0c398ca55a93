// What a program with DefaultAzureCredential and the official JavaScript clients does at an endpoint that
// takes bearer tokens. `rowkey serve -cert auto -oauth basic` prints the variables that it needs; the test
// that runs it, in site/rowkey, sets these and
//
//	ROWKEY_ENDPOINT, ROWKEY_QUEUE, ROWKEY_BLOB  the URLs of the services
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import process from "node:process";
import { test } from "node:test";
import { TableClient } from "@azure/data-tables";
import { DefaultAzureCredential, ManagedIdentityCredential } from "@azure/identity";
import {
  BlobClient,
  BlobSASPermissions,
  BlobServiceClient,
  ContainerClient,
  ContainerSASPermissions,
  generateBlobSASQueryParameters,
} from "@azure/storage-blob";
import {
  generateQueueSASQueryParameters,
  QueueClient,
  QueueSASPermissions,
  QueueServiceClient,
} from "@azure/storage-queue";

const { ROWKEY_ENDPOINT = "", ROWKEY_QUEUE = "", ROWKEY_BLOB = "" } = process.env;
const account = "devstoreaccount1";
const credential = new DefaultAzureCredential();
const once = { retryOptions: { maxTries: 1 } };
const name = `a${randomUUID().replaceAll("-", "")}`;
const from = new Date(Date.now() - 60_000);
const until = new Date(Date.now() + 600_000);

/**
 * @param {Promise<unknown>} call
 * @param {number} status
 * @param {string} code
 */
async function refused(call, status, code) {
  await assert.rejects(call, (/** @type {any} */ e) => {
    const own = e.code ?? e.details?.errorCode ?? e.details?.odataError?.code;
    assert.deepEqual([e.statusCode, own], [status, code]);
    return true;
  });
}

test("identity: tables", async () => {
  const table = new TableClient(ROWKEY_ENDPOINT, name, credential);
  await table.createTable();
  await table.createEntity({ partitionKey: "p", rowKey: "1" });
  await table.submitTransaction([["upsert", { partitionKey: "p", rowKey: "2" }]]);
  assert.equal((await table.getEntity("p", "2")).rowKey, "2");
  await refused(table.getAccessPolicy(), 403, "AuthorizationFailure");
  await table.deleteTable();
});

test("identity: queues, and what a user delegation key signs", async () => {
  const service = new QueueServiceClient(ROWKEY_QUEUE, credential, once);
  const queue = service.getQueueClient(name);
  await queue.create();
  await queue.sendMessage("one");
  const key = await service.getUserDelegationKey(from, until);
  const token = generateQueueSASQueryParameters(
    {
      queueName: name,
      permissions: QueueSASPermissions.parse("r"),
      startsOn: from,
      expiresOn: until,
    },
    key,
    account,
  );
  const reader = new QueueClient(`${ROWKEY_QUEUE}/${name}?${token}`, undefined, once);
  assert.equal((await reader.peekMessages()).peekedMessageItems[0]?.messageText, "one");
  await refused(reader.sendMessage("two"), 403, "AuthorizationPermissionMismatch");
  await queue.delete();
});

test("identity: blobs, and what a user delegation key signs", async () => {
  const service = new BlobServiceClient(ROWKEY_BLOB, credential, once);
  const container = service.getContainerClient(name);
  await container.create();
  const blob = container.getBlockBlobClient("a b/ü");
  await blob.upload("one", 3);
  const copy = container.getBlockBlobClient("copy");
  await (await copy.beginCopyFromURL(blob.url)).pollUntilDone();
  const key = await service.getUserDelegationKey(from, until);
  for (const version of ["2018-11-09", "2020-02-10", "2020-12-06", "2025-07-05", "2026-06-06"]) {
    const token = generateBlobSASQueryParameters(
      {
        containerName: name,
        blobName: "a b/ü",
        permissions: BlobSASPermissions.parse("r"),
        startsOn: from,
        expiresOn: until,
        contentType: "text/x-one",
        version,
      },
      key,
      account,
    );
    const reader = new BlobClient(`${blob.url}?${token}`, undefined, once);
    const read = await reader.download();
    assert.equal(read.contentType, "text/x-one", version);
    assert.equal(`${await reader.downloadToBuffer()}`, "one", version);
    await refused(reader.delete(), 403, "AuthorizationPermissionMismatch");
  }
  const token = generateBlobSASQueryParameters(
    {
      containerName: name,
      permissions: ContainerSASPermissions.parse("rl"),
      expiresOn: until,
    },
    key,
    account,
  );
  const lister = new ContainerClient(`${container.url}?${token}`, undefined, once);
  const names = [];
  for await (const item of lister.listBlobsFlat()) {
    names.push(item.name);
  }
  assert.deepEqual(names, ["a b/ü", "copy"]);
  const { subResponses } = await service.getBlobBatchClient().deleteBlobs([blob, copy]);
  assert.deepEqual(
    subResponses.map(({ status }) => status),
    [202, 202],
  );
  await container.delete();
});

test("identity: a token for something else is refused, with the service's words", async () => {
  const elsewhere = new ManagedIdentityCredential();
  const wrong = {
    getToken: () => elsewhere.getToken("https://management.azure.com/.default"),
  };
  const queues = new QueueServiceClient(ROWKEY_QUEUE, wrong, once);
  await refused(queues.getProperties(), 401, "InvalidAuthenticationInfo");
  const blobs = new BlobServiceClient(ROWKEY_BLOB, wrong, once);
  await refused(blobs.getProperties(), 401, "InvalidAuthenticationInfo");
});
