/**
 * Connection strings in examples. A program that is pasted into a project reads one from the environment;
 * here the environment has that of the emulators, and it reaches the example's account.
 */
import * as client from "@azure/data-tables";

/** What examples see of Node's `process`. */
export const process = { env: { AZURE_STORAGE_CONNECTION_STRING: "UseDevelopmentStorage=true" } };

/** Whether a connection string means the account of the example. */
export function reachesAccount(connection: unknown): boolean {
  if (typeof connection !== "string") {
    const name = Object.keys(process.env)[0];
    throw new TypeError(`There is no connection string. Examples have it in process.env.${name}.`);
  }
  return /(^|;)\s*(UseDevelopmentStorage=true|AccountName=devstoreaccount1)\s*(;|$)/i.test(
    connection,
  );
}

/**
 * Makes the clients' `fromConnectionString` reach the account. The client for browsers only takes connection
 * strings with a token; these are left to it.
 */
export function connectTables(address: string, options: object): void {
  const { TableClient, TableServiceClient } = client;
  const ofTable = TableClient.fromConnectionString;
  const ofService = TableServiceClient.fromConnectionString;
  TableClient.fromConnectionString = (connection, name, more) =>
    reachesAccount(connection)
      ? new TableClient(address, name, { ...options, ...more })
      : ofTable(connection, name, { ...options, ...more });
  TableServiceClient.fromConnectionString = (connection, more) =>
    reachesAccount(connection)
      ? new TableServiceClient(address, { ...options, ...more })
      : ofService(connection, { ...options, ...more });
}
