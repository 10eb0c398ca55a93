import assert from "node:assert/strict";
import { test } from "node:test";
import { AzureNamedKeyCredential, TableServiceClient } from "@azure/data-tables";
import {
  account,
  all,
  endpoint,
  freshTable,
  options,
  refused,
  service,
  signed,
} from "./endpoint.mjs";

// In-process, the engine has tables only. ../account.test.mjs tests the other services.
const notHere = /** @type {const} */ ([501, "NotImplemented"]);

test("access: tables alone have no stored access policies", { skip: signed }, async (t) => {
  const table = await freshTable(t);
  await refused(table.getAccessPolicy(), ...notHere);
  await refused(
    table.setAccessPolicy([{ id: "readers", accessPolicy: { permission: "r" } }]),
    ...notHere,
  );
});

test("access: tables alone have no properties and statistics", { skip: signed }, async () => {
  await refused(service().getProperties(), ...notHere);
  await refused(
    service().setProperties({
      hourMetrics: { enabled: false, version: "1.0", retentionPolicy: { enabled: false } },
    }),
    ...notHere,
  );
  // The client can't derive the secondary from a numeric address, so it asks the primary.
  await refused(service().getStatistics(), ...notHere);
});

test("access: a signature with a wrong key is refused", { skip: !signed }, async () => {
  const wrong = new AzureNamedKeyCredential(account, btoa("not the key"));
  const tables = new TableServiceClient(endpoint, wrong, options);
  await refused(all(tables.listTables()), 403, "AuthenticationFailed");
  await refused(tables.createTable("strangers"), 403, "AuthenticationFailed");
});

// Without a credential the client ignores its version option, so this needs signatures.
test("access: versions of the API", { skip: !signed }, async () => {
  /** @type {string[]} */
  const versions = [];
  for (const more of [{}, { version: "2018-03-28" }]) {
    const account = service(more);
    const onResponse = (/** @type {any} */ { headers }) =>
      versions.push(headers.get("x-ms-version"));
    const queryOptions = { filter: "TableName eq 'x'" };
    assert.deepEqual(await all(account.listTables({ queryOptions, onResponse })), []);
  }
  assert.deepEqual(versions, ["2019-02-02", "2018-03-28"]);
});
