import assert from "node:assert/strict";
import { test } from "node:test";
import { ContainerClient } from "@azure/storage-blob";
import { all, refused } from "../sdk/endpoint.mjs";
import { blobs, freshContainer, freshName, once } from "./account.mjs";

/**
 * A blob's content, or part of it.
 * @param {import("@azure/storage-blob").BlobClient} blob
 * @param {number} [offset]
 * @param {number} [count]
 */
async function content(blob, offset, count) {
  return `${await blob.downloadToBuffer(offset, count)}`;
}

test("blobs: containers are created, described, listed and deleted", async () => {
  const prefix = freshName("list");
  const container = blobs.getContainerClient(`${prefix}-a`);
  assert.equal(await container.exists(), false);
  await container.create({ metadata: { kind: "docs" } });
  await refused(container.create(), 409, "ContainerAlreadyExists");
  const { etag, metadata } = await container.getProperties();
  assert.deepEqual(metadata, { kind: "docs" });
  await container.setMetadata({ kind: "logs" });
  assert.notEqual((await container.getProperties()).etag, etag);
  const listed = await all(blobs.listContainers({ prefix, includeMetadata: true }));
  assert.deepEqual(
    listed.map(({ name, metadata }) => ({ name, metadata })),
    [{ name: `${prefix}-a`, metadata: { kind: "logs" } }],
  );
  await container.delete();
  await refused(container.create(), 409, "ContainerBeingDeleted");
});

test("blobs: a block blob is written, read in full and in ranges, described and deleted", async (t) => {
  const container = await freshContainer(t);
  const blob = container.getBlockBlobClient("2026/a b'ü.txt");
  await refused(blob.download(), 404, "BlobNotFound");
  await blob.upload("0123456789", 10, {
    blobHTTPHeaders: { blobContentType: "text/plain", blobCacheControl: "no-cache" },
    metadata: { by: "Ann" },
  });
  assert.equal(await content(blob), "0123456789");
  assert.equal(await content(blob, 3, 4), "3456");
  assert.equal(await content(blob, 8), "89");
  await refused(blob.download(10, 1), 416, "InvalidRange");
  const properties = await blob.getProperties();
  assert.equal(properties.contentType, "text/plain");
  assert.equal(properties.cacheControl, "no-cache");
  assert.equal(properties.contentLength, 10);
  assert.equal(properties.blobType, "BlockBlob");
  assert.deepEqual(properties.metadata, { by: "Ann" });
  await blob.setMetadata({ by: "Bob" });
  assert.deepEqual((await blob.getProperties()).metadata, { by: "Bob" });
  const large = Buffer.alloc(9 * 1024 * 1024, "0123456789abcdef");
  await blob.uploadData(large);
  assert.ok((await blob.downloadToBuffer()).equals(large));
  await blob.delete();
  assert.equal(await blob.exists(), false);
  await refused(blob.delete(), 404, "BlobNotFound");
});

test("blobs: conditions", async (t) => {
  const container = await freshContainer(t);
  const blob = container.getBlockBlobClient("one");
  const fresh = { conditions: { ifNoneMatch: "*" } };
  const first = await blob.upload("1", 1, fresh);
  await refused(blob.upload("2", 1, fresh), 409, "BlobAlreadyExists");
  const match = { conditions: { ifMatch: first.etag ?? "" } };
  const second = await blob.upload("2", 1, match);
  assert.notEqual(second.etag, first.etag);
  await refused(blob.upload("3", 1, match), 412, "ConditionNotMet");
  await refused(blob.delete(match), 412, "ConditionNotMet");
  await refused(blob.getProperties(match), 412, "ConditionNotMet");
  await refused(
    blob.download(0, undefined, { conditions: { ifNoneMatch: second.etag ?? "" } }),
    304,
    "ConditionNotMet",
  );
  const future = { conditions: { ifModifiedSince: new Date(Date.now() + 3_600_000) } };
  await refused(blob.delete(future), 412, "ConditionNotMet");
  assert.equal(await content(blob), "2");
});

test("blobs: an append needs the position that its writer expects", async (t) => {
  const container = await freshContainer(t);
  const log = container.getAppendBlobClient("logs/1");
  await log.create();
  await log.create({ conditions: { ifNoneMatch: "*" } }).then(
    () => assert.fail("it was created twice"),
    (error) => assert.equal(error.code, "BlobAlreadyExists"),
  );
  const one = await log.appendBlock("a\n", 2, { conditions: { appendPosition: 0 } });
  assert.equal(one.blobAppendOffset, "0");
  const two = await log.appendBlock("b\n", 2, { conditions: { appendPosition: 2 } });
  assert.equal(two.blobAppendOffset, "2");
  assert.equal(two.blobCommittedBlockCount, 2);
  await refused(
    log.appendBlock("c\n", 2, { conditions: { appendPosition: 2 } }),
    412,
    "AppendPositionConditionNotMet",
  );
  await refused(
    log.appendBlock("c\n", 2, { conditions: { maxSize: 5 } }),
    412,
    "MaxBlobSizeConditionNotMet",
  );
  assert.equal(await content(log), "a\nb\n");
  assert.equal(await content(log, 1, 2), "\nb");
  const block = container.getBlockBlobClient("block");
  await block.upload("1", 1);
  await refused(
    container.getAppendBlobClient("block").appendBlock("c\n", 2),
    409,
    "InvalidBlobType",
  );
});

test("blobs: listed flat, by hierarchy and page by page", async (t) => {
  const container = await freshContainer(t);
  const names = ["a/1", "a/2", "a/b/3", "c", "d/4"];
  for (const name of names) {
    await container.getBlockBlobClient(name).upload(name, name.length, { metadata: { name } });
  }
  const flat = await all(container.listBlobsFlat({ prefix: "a/", includeMetadata: true }));
  assert.deepEqual(
    flat.map(({ name, metadata }) => ({ name, metadata })),
    names.slice(0, 3).map((name) => ({ name, metadata: { name } })),
  );
  assert.deepEqual(flat[0]?.properties.contentLength, 3);
  /** @param {string} [prefix] */
  const level = async (prefix) =>
    (await all(container.listBlobsByHierarchy("/", prefix ? { prefix } : {}))).map(
      ({ kind, name }) => `${kind} ${name}`,
    );
  assert.deepEqual((await level()).sort(), ["blob c", "prefix a/", "prefix d/"]);
  assert.deepEqual((await level("a/")).sort(), ["blob a/1", "blob a/2", "prefix a/b/"]);
  const pages = [];
  for await (const { segment } of container.listBlobsFlat().byPage({ maxPageSize: 2 })) {
    pages.push(segment.blobItems.map(({ name }) => name));
  }
  assert.deepEqual(pages, [names.slice(0, 2), names.slice(2, 4), names.slice(4)]);
});

test("blobs: properties are replaced, and those that aren't sent are cleared", async (t) => {
  const container = await freshContainer(t);
  const blob = container.getBlockBlobClient("one");
  await blob.upload("1", 1, { blobHTTPHeaders: { blobCacheControl: "no-cache" } });
  await blob.setHTTPHeaders({ blobContentType: "text/plain" });
  const { contentType, cacheControl } = await blob.getProperties();
  assert.deepEqual([contentType, cacheControl], ["text/plain", undefined]);
  await container.getBlockBlobClient("staged").stageBlock("QQ==", "1", 1);
  const names = (await all(container.listBlobsFlat({ includeUncommitedBlobs: true }))).map(
    ({ name }) => name,
  );
  assert.deepEqual(names, ["one", "staged"]);
  const account = await blobs.getAccountInfo();
  assert.deepEqual([account.skuName, account.accountKind], ["Standard_RAGRS", "StorageV2"]);
});

test("blobs: what everybody can read of a container follows its access policy", async (t) => {
  const container = await freshContainer(t);
  const blob = container.getBlockBlobClient("one");
  await blob.upload("1", 1);
  const anyone = new ContainerClient(container.url, undefined, once);
  const read = () => content(anyone.getBlobClient("one"));
  await refused(anyone.getBlobClient("one").download(), 401, "NoAuthenticationInformation");
  await container.setAccessPolicy("blob");
  assert.equal((await container.getAccessPolicy()).blobPublicAccess, "blob");
  assert.equal(await read(), "1");
  await refused(all(anyone.listBlobsFlat()), 404, "ResourceNotFound");
  await container.setAccessPolicy("container");
  assert.equal((await container.getProperties()).blobPublicAccess, "container");
  assert.equal((await all(anyone.listBlobsFlat())).length, 1);
  await container.setAccessPolicy();
  await refused(anyone.getBlobClient("one").download(), 401, "NoAuthenticationInformation");
});

test("blobs: several are deleted in one batch, each with an answer of its own", async (t) => {
  const container = await freshContainer(t);
  const some = ["a", "b c", "none"].map((name) => container.getBlockBlobClient(name));
  for (const blob of some.slice(0, 2)) {
    await blob.upload("1", 1);
  }
  const first = await container.getBlobBatchClient().deleteBlobs(some);
  const statuses = first.subResponses.map(({ status, errorCode }) => errorCode ?? status);
  assert.deepEqual(statuses, [202, 202, "BlobNotFound"]);
  const again = await blobs.getBlobBatchClient().deleteBlobs(some);
  assert.equal(again.subResponsesFailedCount, 3);
  assert.deepEqual(await all(container.listBlobsFlat()), []);
});

test("blobs: tiers are chosen, shown and listed, and archived blobs come back", async (t) => {
  const container = await freshContainer(t);
  const blob = container.getBlockBlobClient("one");
  await blob.upload("1", 1);
  const first = await blob.getProperties();
  assert.equal(first.accessTier, "Hot");
  assert.equal(first.accessTierInferred, true);
  await blob.setAccessTier("Cool");
  const second = await blob.getProperties();
  assert.equal(second.accessTier, "Cool");
  assert.ok(second.accessTierChangedOn);
  assert.equal(second.etag, first.etag);
  await container.getBlobBatchClient().setBlobsAccessTier([blob], "Archive");
  await refused(blob.download(), 409, "BlobArchived");
  await blob.setAccessTier("Hot", { rehydratePriority: "High" });
  const listed = (await all(container.listBlobsFlat()))[0]?.properties;
  assert.equal(listed?.accessTier, "Archive");
  assert.equal(listed?.archiveStatus, "rehydrate-pending-to-hot");
  assert.equal(listed?.rehydratePriority, "High");
  await blob.delete();
  await blob.upload("1", 1, { tier: "Cold" });
  assert.equal((await blob.getProperties()).accessTier, "Cold");
});

test("blobs: tags are set, counted, searched and conditions", async (t) => {
  const container = await freshContainer(t);
  const blob = container.getAppendBlobClient("log");
  const tags = { "+-./:=_ ": "first", "GO ": ".Net", key: "" };
  await blob.create();
  const { etag } = await blob.getProperties();
  await blob.setTags(tags);
  assert.deepEqual((await blob.getTags()).tags, tags);
  const properties = await blob.getProperties();
  assert.equal(properties.tagCount, 3);
  assert.equal(properties.etag, etag);
  const other = container.getBlockBlobClient("a b/ü");
  await other.upload("1", 1, { tags: { "GO ": "1", rank: "5" } });
  const listed = await all(container.listBlobsFlat({ includeTags: true }));
  assert.deepEqual(
    listed.map(({ tags }) => tags),
    [{ "GO ": "1", rank: "5" }, tags],
  );
  const where = `@container = '${container.containerName}' AND "GO " >= '.'`;
  assert.deepEqual(
    (await all(blobs.findBlobsByTags(where))).map(({ name, tags }) => [name, tags]),
    [
      ["a b/ü", { "GO ": "1" }],
      ["log", { "GO ": ".Net" }],
    ],
  );
  const ranked = await all(container.findBlobsByTags(`"rank" > '4' AND "rank" < '6'`));
  assert.deepEqual(
    ranked.map(({ name }) => name),
    ["a b/ü"],
  );
  const wrong = { conditions: { tagConditions: `"rank" <> '5'` } };
  await refused(other.download(0, 1, wrong), 412, "ConditionNotMet");
  await other.delete({ conditions: { tagConditions: `"rank" = '1' OR "GO " = '1'` } });
});

test("blobs: snapshots are made, listed, read, restored and deleted", async (t) => {
  const container = await freshContainer(t);
  const blob = container.getBlockBlobClient("a b/ü");
  await blob.upload("one", 3, { metadata: { by: "Ann" } });
  const { snapshot } = await blob.createSnapshot();
  assert.ok(snapshot);
  const early = blob.withSnapshot(snapshot);
  await blob.upload("two", 3);
  assert.equal(await content(early), "one");
  assert.equal(await content(blob), "two");
  assert.deepEqual((await early.getProperties()).metadata, { by: "Ann" });
  await blob.createSnapshot({ metadata: { by: "Bob" } });
  const listed = await all(
    container.listBlobsFlat({ includeSnapshots: true, includeMetadata: true }),
  );
  assert.deepEqual(
    listed.map(({ snapshot: at, metadata }) => [at === snapshot, metadata?.["by"]]),
    [
      [true, "Ann"],
      [false, "Bob"],
      [false, undefined],
    ],
  );
  await (await blob.beginCopyFromURL(early.url)).pollUntilDone();
  assert.equal(await content(blob), "one");
  await refused(blob.delete(), 409, "SnapshotsPresent");
  await early.delete();
  await refused(early.download(), 404, "BlobNotFound");
  await blob.delete({ deleteSnapshots: "only" });
  assert.equal((await all(container.listBlobsFlat({ includeSnapshots: true }))).length, 1);
  await blob.delete();
});

test("blobs: operations that aren't implemented", async (t) => {
  const container = await freshContainer(t);
  const blob = container.getBlockBlobClient("one");
  await blob.upload("1", 1);
  const notYet = /** @type {const} */ ([501, "NotImplemented"]);
  await refused(container.getPageBlobClient("page").create(512), ...notYet);
});
