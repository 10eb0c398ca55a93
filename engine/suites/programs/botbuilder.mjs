// botbuilder-azure-blobs keeps a bot's state, with ETags, and its transcripts.

import assert from "node:assert/strict";
import { connection, program } from "./program.mjs";

const { BlobsStorage, BlobsTranscriptStore } = await program("botbuilder-azure-blobs");
const storage = new BlobsStorage(connection, "botstate");
await storage.write({ "user/1": { name: "Ann" }, "user/2": { name: "Bob" } });
const { "user/1": ann } = await storage.read(["user/1", "none"]);
assert.equal(ann.name, "Ann");
await storage.write({ "user/1": { ...ann, name: "Anna" } });
await assert.rejects(storage.write({ "user/1": { ...ann, name: "Annie" } }), /eTag conflict/);
await storage.delete(["user/1"]);
assert.deepEqual(Object.keys(await storage.read(["user/1", "user/2"])), ["user/2"]);

const transcripts = new BlobsTranscriptStore(connection, "transcripts");
const from = {
  channelId: "test",
  conversation: { id: "c 1/2" },
  from: { id: "u" },
  recipient: { id: "b" },
};
for (const id of ["1", "2"]) {
  await transcripts.logActivity({ ...from, id, type: "message", text: id, timestamp: new Date() });
}
const { items } = await transcripts.getTranscriptActivities("test", from.conversation.id);
assert.deepEqual(
  items.map((/** @type {any} */ { text }) => text),
  ["1", "2"],
);
assert.equal((await transcripts.listTranscripts("test")).items.length, 2);
await transcripts.deleteTranscript("test", from.conversation.id);
