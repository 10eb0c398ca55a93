import assert from "node:assert/strict";
import { test } from "node:test";
import { TableServiceClient } from "@azure/data-tables";
import { BlobServiceClient } from "@azure/storage-blob";
import { QueueServiceClient } from "@azure/storage-queue";
import { account, endpoint, options, service } from "../sdk/endpoint.mjs";
import {
  blobEndpoint,
  blobKey,
  blobs,
  once,
  queueEndpoint,
  queueKey,
  queues,
  tableKey,
} from "./account.mjs";

const retentionPolicy = { enabled: true, days: 7 };
const rule = {
  allowedHeaders: "x-ms-*,accept",
  allowedMethods: "GET,PUT",
  allowedOrigins: "https://app.example",
  exposedHeaders: "x-ms-*",
  maxAgeInSeconds: 60,
};

for (const [name, account, logging] of /** @type {const} */ ([
  ["tables", service(), "logging"],
  ["queues", queues, "queueAnalyticsLogging"],
  ["blobs", blobs, "blobAnalyticsLogging"],
])) {
  test(`settings: properties of ${name}`, async (t) => {
    t.after(() => account.setProperties({ cors: [] }));
    const hourMetrics = { version: "1.0", enabled: true, includeAPIs: true, retentionPolicy };
    await account.setProperties({ hourMetrics, cors: [rule] });
    const properties = /** @type {any} */ (await account.getProperties());
    assert.deepEqual(properties.hourMetrics, hourMetrics);
    assert.deepEqual(properties.cors, [rule]);
    assert.equal(properties[logging].read, false); // an element that isn't sent stays as it is
  });
}

/** The secondary of an endpoint, whose account is in the host or at the end of the path. */
function secondary(/** @type {string} */ url) {
  const inHost = url.replace(`//${account}.`, `//${account}-secondary.`);
  return inHost === url ? `${url}-secondary` : inHost;
}

test("settings: the secondary has statistics", async () => {
  // This client derives the secondary, from a host with a name.
  const named = endpoint.includes(`//${account}.`);
  const tables = new TableServiceClient(named ? endpoint : secondary(endpoint), tableKey, options);
  const blobs = new BlobServiceClient(secondary(blobEndpoint), blobKey, once);
  for (const { geoReplication } of [await tables.getStatistics(), await blobs.getStatistics()]) {
    assert.equal(geoReplication?.status, "live");
  }
  // This client looks for statistics in an element that the service doesn't send.
  const queues = new QueueServiceClient(secondary(queueEndpoint), queueKey, once);
  const { _response } = await queues.getStatistics();
  assert.match(_response.bodyAsText, /<Status>live<\/Status><LastSyncTime>/);
});

test("settings: the CORS rules of a service decide which pages may call", async (t) => {
  await queues.setProperties({ cors: [rule] });
  t.after(() => queues.setProperties({ cors: [] }));
  const ask = async (/** @type {string} */ origin, /** @type {string} */ method) => {
    const headers = { Origin: origin, "Access-Control-Request-Method": method };
    const { status } = await fetch(`${queueEndpoint}/any`, { method: "OPTIONS", headers });
    return status;
  };
  assert.equal(await ask("https://app.example", "PUT"), 200);
  assert.equal(await ask("https://app.example", "DELETE"), 403);
  assert.equal(await ask("https://other.example", "PUT"), 403);
});
