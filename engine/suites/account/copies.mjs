import assert from "node:assert/strict";
import { test } from "node:test";
import { BlobSASPermissions } from "@azure/storage-blob";
import { refused } from "../sdk/endpoint.mjs";
import { freshContainer, minutes } from "./account.mjs";

test("copies: a blob is copied within its account, with and without a token", async (t) => {
  const container = await freshContainer(t);
  const source = container.getBlockBlobClient("a b/source");
  await source.upload("0123456789", 10, {
    blobHTTPHeaders: { blobContentType: "text/plain" },
    metadata: { by: "Ann" },
  });
  const copy = container.getBlockBlobClient("copy");
  const poller = await copy.beginCopyFromURL(source.url);
  const { copyId, copyStatus } = await poller.pollUntilDone();
  assert.equal(copyStatus, "success");
  const properties = await copy.getProperties();
  assert.equal(properties.copyId, copyId);
  assert.equal(properties.copyStatus, "success");
  assert.equal(properties.copyProgress, "10/10");
  assert.equal(properties.copySource, source.url);
  assert.equal(properties.contentType, "text/plain");
  assert.deepEqual(properties.metadata, { by: "Ann" });
  assert.equal(`${await copy.downloadToBuffer()}`, "0123456789");
  await refused(copy.abortCopyFromURL(copyId ?? ""), 409, "NoPendingCopyOperation");
  await refused(
    copy.beginCopyFromURL(source.url, { sourceConditions: { ifMatch: '"0x1"' } }),
    412,
    "SourceConditionNotMet",
  );
  await refused(
    copy.beginCopyFromURL("http://example.com/devstoreaccount1/a/b"),
    404,
    "CannotVerifyCopySource",
  );
  const readable = await source.generateSasUrl({
    permissions: BlobSASPermissions.parse("r"),
    expiresOn: minutes(5),
  });
  assert.equal((await copy.syncCopyFromURL(readable)).copyStatus, "success");
  await refused(
    copy.syncCopyFromURL(readable.replace(/sig=.{5}/, "sig=AAAAA")),
    403,
    "CannotVerifyCopySource",
  );
  await copy.syncUploadFromURL(readable, { metadata: { by: "Bob" } });
  assert.deepEqual((await copy.getProperties()).metadata, { by: "Bob" });
  const block = Buffer.from("1").toString("base64");
  await copy.stageBlockFromURL(block, readable, 2, 3);
  await copy.commitBlockList([block, block]);
  assert.equal(`${await copy.downloadToBuffer()}`, "234234");
  const log = container.getAppendBlobClient("log");
  await log.create();
  await log.appendBlockFromURL(readable, 0, 2);
  assert.equal(`${await log.downloadToBuffer()}`, "01");
});
