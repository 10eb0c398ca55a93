// The checkpoint store of Event Hubs: a processor claims partitions, and another one takes one over.

import assert from "node:assert/strict";
import { ContainerClient } from "@azure/storage-blob";
import { connection, program } from "./program.mjs";

const { BlobCheckpointStore } = await program("@azure/eventhubs-checkpointstore-blob");
const container = new ContainerClient(connection, "checkpoints");
await container.create();
const store = new BlobCheckpointStore(container);
const [host, hub, group] = ["ns.servicebus.windows.net", "hub", "$Default"];
const at = { fullyQualifiedNamespace: host, eventHubName: hub, consumerGroup: group };

/**
 * @param {string} partitionId
 * @param {string} ownerId
 * @param {string} [etag]
 * @returns {Promise<any[]>}
 */
const claim = (partitionId, ownerId, etag) =>
  store.claimOwnership([{ ...at, partitionId, ownerId, etag }]);
const [first] = await claim("0", "ann");
await claim("1", "ann");
assert.deepEqual(await claim("0", "bob", '"0x1"'), []);
assert.equal((await claim("0", "bob", first.etag)).length, 1);
assert.deepEqual(await claim("0", "ann", first.etag), []);
/** @type {any[]} */
const owned = await store.listOwnership(host, hub, group);
assert.deepEqual(owned.map(({ partitionId, ownerId }) => partitionId + ownerId).sort(), [
  "0bob",
  "1ann",
]);
for (const sequenceNumber of [5, 9]) {
  const offset = `${sequenceNumber * 100}`;
  await store.updateCheckpoint({ ...at, partitionId: "0", sequenceNumber, offset });
}
const [checkpoint] = await store.listCheckpoints(host, hub, group);
assert.equal(checkpoint.sequenceNumber, 9);
assert.equal(checkpoint.offset, "900");
