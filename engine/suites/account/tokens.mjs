import assert from "node:assert/strict";
import { test } from "node:test";
import {
  AzureSASCredential,
  generateAccountSas,
  generateTableSas,
  TableClient,
  TableServiceClient,
} from "@azure/data-tables";
import {
  AccountSASPermissions,
  AccountSASResourceTypes,
  AccountSASServices,
  BlobClient,
  BlobSASPermissions,
  BlobServiceClient,
  ContainerClient,
  ContainerSASPermissions,
  generateAccountSASQueryParameters,
  generateBlobSASQueryParameters,
  SASProtocol,
} from "@azure/storage-blob";
import {
  generateQueueSASQueryParameters,
  QueueClient,
  QueueSASPermissions,
  QueueServiceClient,
} from "@azure/storage-queue";
import { all, endpoint, freshTable, options, refused, rowKeys } from "../sdk/endpoint.mjs";
import {
  blobEndpoint,
  blobKey,
  freshContainer,
  freshQueue,
  minutes,
  once,
  queueEndpoint,
  queueKey,
  tableKey,
} from "./account.mjs";

const notAllowed = /** @type {const} */ ([403, "AuthorizationPermissionMismatch"]);
const notGenuine = /** @type {const} */ ([403, "AuthenticationFailed"]);
const unsigned = /** @type {const} */ ([401, "NoAuthenticationInformation"]);
const outside = /** @type {const} */ ([403, "AuthorizationFailure"]);

/**
 * A client of a table with a token instead of the key.
 * @param {string} name
 * @param {string} token
 */
function bearer(name, token) {
  return new TableClient(endpoint, name, new AzureSASCredential(token), options);
}

/**
 * A client of a table with a token made by the client library.
 * @param {string} name
 * @param {import("@azure/data-tables").TableSasSignatureValues} values
 */
function holder(name, values) {
  return bearer(name, generateTableSas(name, tableKey, values));
}

const entity = { partitionKey: "p", rowKey: "1" };

test("tokens: of a table, by their permissions", async (t) => {
  const table = await freshTable(t);
  const name = table.tableName;
  await table.createEntity(entity);
  const reader = holder(name, {}); // reads for an hour
  assert.deepEqual(await rowKeys(reader.listEntities()), ["1"]);
  await refused(reader.createEntity({ partitionKey: "p", rowKey: "2" }), ...notAllowed);
  await refused(reader.deleteEntity("p", "1"), ...notAllowed);
  await refused(reader.createTable(), 403, "AuthorizationResourceTypeMismatch");
  const adder = holder(name, { permissions: { add: true } });
  await adder.createEntity({ partitionKey: "p", rowKey: "2" });
  await refused(adder.getEntity("p", "2"), ...notAllowed);
  await refused(adder.upsertEntity(entity), ...notAllowed);
  await refused(
    adder.submitTransaction([
      ["create", { partitionKey: "p", rowKey: "3" }],
      ["delete", { partitionKey: "p", rowKey: "2" }],
    ]),
    ...notAllowed,
  );
  assert.deepEqual(await rowKeys(table.listEntities()), ["1", "2"]);
  const writer = holder(name, { permissions: { add: true, update: true, delete: true } });
  await writer.upsertEntity(entity);
  await writer.submitTransaction([
    ["create", { partitionKey: "p", rowKey: "3" }],
    ["delete", { partitionKey: "p", rowKey: "2" }],
  ]);
  assert.deepEqual(await rowKeys(table.listEntities()), ["1", "3"]);
});

test("tokens: of a table, by their range of keys", async (t) => {
  const table = await freshTable(t);
  for (const key of ["a1", "b1", "b2", "b3", "c1"]) {
    await table.createEntity({ partitionKey: key.slice(0, 1), rowKey: key });
  }
  const everything = { query: true, add: true, update: true, delete: true };
  const middle = holder(table.tableName, {
    permissions: everything,
    startPartitionKey: "b",
    startRowKey: "b2",
    endPartitionKey: "c",
  });
  assert.deepEqual(await rowKeys(middle.listEntities()), ["b2", "b3", "c1"]);
  assert.equal((await middle.getEntity("b", "b2")).rowKey, "b2");
  await refused(middle.getEntity("b", "b1"), ...outside);
  await refused(middle.createEntity({ partitionKey: "d", rowKey: "d1" }), ...outside);
  await refused(middle.deleteEntity("a", "a1"), ...outside);
  await middle.createEntity({ partitionKey: "c", rowKey: "c2" });
  assert.deepEqual(await rowKeys(table.listEntities()), ["a1", "b1", "b2", "b3", "c1", "c2"]);
});

test("tokens: by their time, their sender and their table", async (t) => {
  const table = await freshTable(t);
  const other = await freshTable(t);
  const list = (/** @type {import("@azure/data-tables").TableSasSignatureValues} */ values) =>
    all(holder(table.tableName, values).listEntities());
  const read = { permissions: { query: true } };
  assert.deepEqual(await list({ startsOn: minutes(-1), expiresOn: minutes(1) }), []);
  await refused(list({ startsOn: minutes(-2), expiresOn: minutes(-1) }), ...notGenuine);
  await refused(list({ startsOn: minutes(1), expiresOn: minutes(2) }), ...notGenuine);
  assert.deepEqual(await list({ protocol: "https,http" }), []);
  await refused(list({ protocol: "https" }), 403, "AuthorizationProtocolMismatch");
  assert.deepEqual(await list({ ipRange: { start: "127.0.0.1", end: "127.0.0.9" } }), []);
  await refused(list({ ipRange: { start: "10.0.0.1" } }), 403, "AuthorizationSourceIPMismatch");
  const token = generateTableSas(table.tableName, tableKey, read);
  await refused(all(bearer(other.tableName, token).listEntities()), ...notGenuine);
  const changed = token.replace(/tn=[^&]*/, `tn=${other.tableName}`);
  await refused(all(bearer(other.tableName, changed).listEntities()), ...notGenuine);
});

test("tokens: a stored access policy has what they leave out, and can revoke them", async (t) => {
  const table = await freshTable(t);
  const identifier = "readers";
  const token = generateTableSas(table.tableName, tableKey, { identifier });
  const reader = bearer(table.tableName, token);
  await refused(all(reader.listEntities()), ...notGenuine);
  const accessPolicy = { permission: "r", start: minutes(-1), expiry: minutes(5) };
  await table.setAccessPolicy([{ id: identifier, accessPolicy }]);
  assert.deepEqual(await table.getAccessPolicy().then(([one]) => one), {
    id: identifier,
    accessPolicy,
  });
  assert.deepEqual(await all(reader.listEntities()), []);
  await refused(reader.createEntity(entity), ...notAllowed);
  const both = generateTableSas(table.tableName, tableKey, {
    identifier,
    permissions: { query: true },
  });
  await refused(
    all(bearer(table.tableName, both).listEntities()),
    400,
    "InvalidAuthenticationInfo",
  );
  await table.setAccessPolicy([
    { id: identifier, accessPolicy: { ...accessPolicy, expiry: minutes(-0.5) } },
  ]);
  await refused(all(reader.listEntities()), ...notGenuine);
  await table.setAccessPolicy([]);
  assert.deepEqual(await table.getAccessPolicy(), []);
  await refused(all(reader.listEntities()), ...notGenuine);
  const six = Array.from({ length: 6 }, (_, i) => ({ id: `${i}` }));
  await refused(table.setAccessPolicy(six), 400, "InvalidXmlDocument");
});

test("tokens: of an account, made by the client for tables", async (t) => {
  const table = await freshTable(t);
  const account = (/** @type {import("@azure/data-tables").AccountSasOptions} */ values) =>
    new TableServiceClient(
      endpoint,
      new AzureSASCredential(generateAccountSas(tableKey, values)),
      options,
    );
  const lister = account({});
  const names = (await all(lister.listTables())).map(({ name }) => name);
  assert.ok(names.includes(table.tableName));
  await refused(lister.createTable("others"), ...notAllowed);
  await refused(
    all(account({ resourceTypes: "co" }).listTables()),
    403,
    "AuthorizationResourceTypeMismatch",
  );
  await refused(
    all(account({ services: { queue: true, blob: true } }).listTables()),
    403,
    "AuthorizationServiceMismatch",
  );
});

test("tokens: of an account, for queues and blobs", async (t) => {
  const queue = await freshQueue(t);
  const container = await freshContainer(t);
  const token = generateAccountSASQueryParameters(
    {
      startsOn: minutes(-5),
      expiresOn: minutes(5),
      permissions: AccountSASPermissions.parse("rlap"),
      resourceTypes: AccountSASResourceTypes.parse("so").toString(),
      services: AccountSASServices.parse("bq").toString(),
      protocol: SASProtocol.HttpsAndHttp,
    },
    blobKey,
  );
  const queues = new QueueServiceClient(`${queueEndpoint}?${token}`, undefined, once);
  const blobs = new BlobServiceClient(`${blobEndpoint}?${token}`, undefined, once);
  const found = await all(queues.listQueues({ prefix: queue.name }));
  assert.equal(found.length, 1);
  await queues.getQueueClient(queue.name).sendMessage("one");
  const { receivedMessageItems } = await queues.getQueueClient(queue.name).receiveMessages();
  assert.equal(receivedMessageItems.length, 1);
  const levels = /** @type {const} */ ([403, "AuthorizationResourceTypeMismatch"]);
  await refused(queues.createQueue(`${queue.name}-2`), ...levels);
  await refused(queues.getQueueClient(queue.name).delete(), ...levels);
  assert.equal((await all(blobs.listContainers({ prefix: container.containerName }))).length, 1);
  await refused(
    blobs.getContainerClient(container.containerName).getBlockBlobClient("a").upload("1", 1),
    ...notAllowed,
  );
  const tables = new TableServiceClient(endpoint, new AzureSASCredential(`${token}`), options);
  await refused(all(tables.listTables()), 403, "AuthorizationServiceMismatch");
});

test("tokens: of a queue", async (t) => {
  const queue = await freshQueue(t);
  const other = await freshQueue(t);
  const holder = (/** @type {string} */ name, /** @type {object} */ values) => {
    const token = generateQueueSASQueryParameters({ queueName: queue.name, ...values }, queueKey);
    return new QueueClient(`${queueEndpoint}/${name}?${token}`, undefined, once);
  };
  const can = (/** @type {string} */ letters) => ({
    permissions: QueueSASPermissions.parse(letters),
    expiresOn: minutes(5),
  });
  const adder = holder(queue.name, can("a"));
  await adder.sendMessage("one");
  await refused(adder.receiveMessages(), ...notAllowed);
  await refused(adder.peekMessages(), ...notAllowed);
  await refused(adder.delete(), ...notAllowed);
  assert.equal((await holder(queue.name, can("r")).peekMessages()).peekedMessageItems.length, 1);
  const worker = holder(queue.name, can("up"));
  const [taken] = (await worker.receiveMessages()).receivedMessageItems;
  const { popReceipt } = await worker.updateMessage(
    taken?.messageId ?? "",
    taken?.popReceipt ?? "",
    "two",
    60,
  );
  await worker.deleteMessage(taken?.messageId ?? "", popReceipt ?? "");
  await refused(holder(other.name, can("a")).sendMessage("one"), ...notGenuine);
  await refused(
    holder(queue.name, { ...can("a"), expiresOn: minutes(-1) }).sendMessage("one"),
    ...notGenuine,
  );
  const byPolicy = holder(queue.name, { identifier: "workers" });
  await refused(byPolicy.sendMessage("one"), ...notGenuine);
  await queue.setAccessPolicy([
    { id: "workers", accessPolicy: { permissions: "ap", expiresOn: minutes(5) } },
  ]);
  await byPolicy.sendMessage("one");
  await refused(byPolicy.peekMessages(), ...notAllowed);
  const { signedIdentifiers } = await queue.getAccessPolicy();
  assert.deepEqual(
    signedIdentifiers.map(({ id, accessPolicy }) => [id, accessPolicy.permissions]),
    [["workers", "ap"]],
  );
});

test("tokens: of a container and of a blob", async (t) => {
  const container = await freshContainer(t);
  const containerName = container.containerName;
  const name = "a b/ü";
  await container.getBlockBlobClient(name).upload("one", 3);
  await container.getBlockBlobClient("other").upload("two", 3);
  const expiresOn = minutes(5);
  const blobToken = (/** @type {string} */ letters, /** @type {object} */ more = {}) =>
    generateBlobSASQueryParameters(
      {
        containerName,
        blobName: name,
        permissions: BlobSASPermissions.parse(letters),
        expiresOn,
        ...more,
      },
      blobKey,
    );
  const at = (/** @type {string} */ blob, /** @type {unknown} */ token) =>
    new BlobClient(
      `${blobEndpoint}/${containerName}/${encodeURIComponent(blob)}?${token}`,
      undefined,
      once,
    );
  const reader = at(name, blobToken("r"));
  assert.equal(`${await reader.downloadToBuffer()}`, "one");
  await refused(reader.delete(), ...notAllowed);
  await refused(reader.getBlockBlobClient().upload("1", 1), ...notAllowed);
  await refused(at("other", blobToken("r")).download(), ...notGenuine);
  await refused(at(name, blobToken("r", { expiresOn: minutes(-1) })).download(), ...notGenuine);
  await at(name, blobToken("cw")).getBlockBlobClient().upload("three", 5);
  await at(name, blobToken("d")).delete();

  const token = generateBlobSASQueryParameters(
    { containerName, permissions: ContainerSASPermissions.parse("rl"), expiresOn },
    blobKey,
  );
  const lister = new ContainerClient(`${blobEndpoint}/${containerName}?${token}`, undefined, once);
  assert.deepEqual(
    (await all(lister.listBlobsFlat())).map(({ name }) => name),
    ["other"],
  );
  assert.equal(`${await lister.getBlobClient("other").downloadToBuffer()}`, "two");
  await refused(lister.getBlobClient("other").delete(), ...notAllowed);
  await refused(lister.delete(), 403, "AuthorizationFailure");
  await container.setAccessPolicy(undefined, [
    { id: "p", accessPolicy: { permissions: "r", startsOn: minutes(-1), expiresOn } },
  ]);
  const byPolicy = generateBlobSASQueryParameters({ containerName, identifier: "p" }, blobKey);
  assert.equal(`${await at("other", byPolicy).downloadToBuffer()}`, "two");
  const { signedIdentifiers } = await container.getAccessPolicy();
  assert.deepEqual(
    signedIdentifiers.map(({ id, accessPolicy }) => [id, accessPolicy.permissions]),
    [["p", "r"]],
  );
});

test("tokens: every service refuses requests with neither key nor token", async () => {
  const tables = new TableServiceClient(endpoint, options);
  await refused(all(tables.listTables()), ...notGenuine);
  await refused(
    all(new QueueServiceClient(queueEndpoint, undefined, once).listQueues()),
    ...unsigned,
  );
  await refused(
    all(new BlobServiceClient(blobEndpoint, undefined, once).listContainers()),
    ...unsigned,
  );
});
