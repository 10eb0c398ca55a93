import assert from "node:assert/strict";
import { test } from "node:test";
import { odata, TableClient, TableServiceClient } from "@azure/data-tables";
import {
  account,
  all,
  client,
  endpoint,
  freshName,
  freshTable,
  key,
  options,
  refused,
  service,
  signed,
} from "./endpoint.mjs";

test("tables: created, listed and deleted", async () => {
  const name = freshName();
  const filter = odata`TableName eq ${name}`;
  const list = async () =>
    (await all(service().listTables({ queryOptions: { filter } }))).map((t) => t.name);
  assert.deepEqual(await list(), []);
  await service().createTable(name);
  assert.deepEqual(await list(), [name]);
  await service().deleteTable(name);
  assert.deepEqual(await list(), []);
});

test("tables: creating an existing and deleting a missing one succeed for the client", async (t) => {
  const table = await freshTable(t);
  for (const name of [table.tableName, table.tableName.toUpperCase()]) {
    let status = 0;
    await service().createTable(name, {
      onResponse: (response) => {
        status = response.status;
      },
    });
    assert.equal(status, 409, name);
  }
  let status = 0;
  await client(freshName()).deleteTable({
    onResponse: (response) => {
      status = response.status;
    },
  });
  assert.equal(status, 404);
});

test("tables: names that the service refuses", async () => {
  const names = {
    "1abc": "InvalidResourceName",
    "a-b-c": "InvalidResourceName",
    a_b: "InvalidResourceName",
    Bücher: "InvalidResourceName",
    ab: "OutOfRangeInput",
    ["a".repeat(64)]: "OutOfRangeInput",
  };
  for (const [name, code] of Object.entries(names)) {
    await refused(service().createTable(name), 400, code);
  }
  const longest = freshName("a".repeat(43));
  assert.equal(longest.length, 63);
  await service().createTable(longest);
  await service().deleteTable(longest);
});

test("tables: names keep their case and are case-insensitive", async (t) => {
  const table = await freshTable(t);
  const upper = client(table.tableName.toUpperCase());
  await upper.createEntity({ partitionKey: "p", rowKey: "r" });
  assert.equal((await table.getEntity("p", "r")).rowKey, "r");
});

test("tables: listed in pages, and resumed", async (t) => {
  const prefix = freshName();
  const names = [..."abcdefg"].map((letter) => prefix + letter);
  for (const name of names) {
    await service().createTable(name);
    t.after(() => service().deleteTable(name));
  }
  const filter = odata`TableName ge ${prefix} and TableName lt ${`${prefix}z`}`;
  const list = () => service().listTables({ queryOptions: { filter } });
  assert.deepEqual(
    (await all(list())).map(({ name }) => name),
    names,
  );
  const pages = await all(list().byPage({ maxPageSize: 3 }));
  assert.deepEqual(
    pages.map((page) => page.map(({ name }) => name)),
    [names.slice(0, 3), names.slice(3, 6), names.slice(6)],
  );
  assert.equal(pages.at(-1)?.continuationToken, undefined);
  const { continuationToken = "" } = pages[0] ?? {};
  const rest = await all(list().byPage({ continuationToken, maxPageSize: 10 }));
  assert.deepEqual(
    rest.flat().map(({ name }) => name),
    names.slice(3),
  );
});

test("tables: operations on a missing one", async () => {
  const table = client(freshName());
  const entity = { partitionKey: "p", rowKey: "r" };
  const create = /** @type {const} */ (["create", entity]);
  await refused(table.createEntity(entity), 404, "TableNotFound");
  await refused(table.getEntity("p", "r"), 404, "TableNotFound");
  await refused(table.updateEntity(entity), 404, "TableNotFound");
  await refused(table.upsertEntity(entity), 404, "TableNotFound");
  await refused(table.deleteEntity("p", "r"), 404, "TableNotFound");
  await refused(all(table.listEntities()), 404, "TableNotFound");
  await refused(table.submitTransaction([[...create]]), 404, "TableNotFound");
});

test("tables: the name of a deleted one isn't free for a while", async () => {
  const table = client(freshName());
  await table.createTable();
  await table.deleteTable();
  await refused(table.createTable(), 409, "TableBeingDeleted");
  await refused(all(table.listEntities()), 409, "TableBeingDeleted");
  const filter = odata`TableName eq ${table.tableName}`;
  assert.deepEqual(await all(service().listTables({ queryOptions: { filter } })), []);
});

test("tables: a connection string leads to the same account", { skip: !signed }, async (t) => {
  const table = await freshTable(t);
  const credentials = `AccountName=${account};AccountKey=${key}`;
  const text = `DefaultEndpointsProtocol=http;${credentials};TableEndpoint=${endpoint};`;
  const filter = odata`TableName eq ${table.tableName}`;
  const found = await all(
    TableServiceClient.fromConnectionString(text, options).listTables({ queryOptions: { filter } }),
  );
  assert.deepEqual(
    found.map(({ name }) => name),
    [table.tableName],
  );
  const same = TableClient.fromConnectionString(text, table.tableName, options);
  await same.createEntity({ partitionKey: "p", rowKey: "r" });
  assert.equal((await table.getEntity("p", "r")).partitionKey, "p");
});
