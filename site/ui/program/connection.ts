/**
 * Connection strings in examples. A program that is pasted into a project reads one from the environment;
 * here the environment has that of the emulators, and it reaches the example's account.
 */
import { TableClient, TableServiceClient } from "@azure/data-tables";
import { reachesAccount } from "./account.ts";

/**
 * Makes the clients' `fromConnectionString` reach the account. The client for browsers only takes connection
 * strings with a token; these are left to it.
 */
export function connectTables(address: string, options: object): void {
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
