import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { all, refused } from "../sdk/endpoint.mjs";
import { freshContainer } from "./account.mjs";

test("leases: a blob's is acquired, renewed, changed, broken and released", async (t) => {
  const container = await freshContainer(t);
  const blob = container.getBlockBlobClient("lock");
  const { etag } = await blob.upload("1", 1);
  const lease = blob.getBlobLeaseClient();
  const acquired = await lease.acquireLease(15);
  assert.equal(acquired.leaseId, lease.leaseId);
  assert.equal(acquired.etag, etag);
  const properties = await blob.getProperties();
  assert.equal(properties.leaseState, "leased");
  assert.equal(properties.leaseStatus, "locked");
  assert.equal(properties.leaseDuration, "fixed");
  assert.equal(properties.etag, etag);
  await refused(blob.getBlobLeaseClient().acquireLease(-1), 409, "LeaseAlreadyPresent");
  await refused(blob.upload("2", 1), 412, "LeaseIdMissing");
  await refused(blob.delete(), 412, "LeaseIdMissing");
  await refused(
    blob.upload("2", 1, { conditions: { leaseId: randomUUID() } }),
    412,
    "LeaseIdMismatchWithBlobOperation",
  );
  await blob.upload("2", 1, { conditions: { leaseId: lease.leaseId } });
  await lease.renewLease();
  const before = lease.leaseId;
  await lease.changeLease(randomUUID());
  await refused(
    blob.setMetadata({ a: "1" }, { conditions: { leaseId: before } }),
    412,
    "LeaseIdMismatchWithBlobOperation",
  );
  assert.equal((await lease.breakLease(0)).leaseTime, 0);
  assert.equal((await blob.getProperties()).leaseState, "broken");
  await refused(lease.renewLease(), 409, "LeaseIsBrokenAndCannotBeRenewed");
  await lease.acquireLease(-1);
  const [listed] = await all(container.listBlobsFlat());
  assert.equal(listed?.properties.leaseDuration, "infinite");
  await lease.releaseLease();
  assert.equal((await blob.getProperties()).leaseState, "available");
  await refused(
    blob.delete({ conditions: { leaseId: before } }),
    412,
    "LeaseNotPresentWithBlobOperation",
  );
  await blob.delete();
});

test("leases: a container's locks its deletion alone", async (t) => {
  const container = await freshContainer(t);
  const lease = container.getBlobLeaseClient();
  await lease.acquireLease(60);
  assert.equal((await container.getProperties()).leaseState, "leased");
  await container.getBlockBlobClient("free").upload("1", 1);
  await container.setMetadata({ a: "1" });
  await refused(container.delete(), 412, "LeaseIdMissing");
  await refused(
    container.setMetadata({ a: "2" }, { conditions: { leaseId: randomUUID() } }),
    412,
    "LeaseIdMismatchWithContainerOperation",
  );
  await lease.releaseLease();
});
