// unstorage keeps its items in a container.

import assert from "node:assert/strict";
import { BlobServiceClient } from "@azure/storage-blob";
import { connection, program } from "./program.mjs";

const { createStorage } = await program("unstorage");
const { default: driver } = await program("unstorage/drivers/azure-storage-blob");
const containerName = "unstorage";
await BlobServiceClient.fromConnectionString(connection).createContainer(containerName);
const storage = createStorage({ driver: driver({ connectionString: connection, containerName }) });
await storage.setItem("a:b", { x: 1 });
await storage.setItemRaw("raw", Buffer.from([1, 2, 3]));
assert.deepEqual(await storage.getItem("a:b"), { x: 1 });
assert.deepEqual([...(await storage.getItemRaw("raw"))], [1, 2, 3]);
assert.deepEqual((await storage.getKeys()).sort(), ["a:b", "raw"]);
assert.equal(await storage.getItem("none"), null);
assert.ok((await storage.getMeta("raw")).mtime);
await storage.removeItem("raw");
await storage.clear();
assert.deepEqual(await storage.getKeys(), []);
