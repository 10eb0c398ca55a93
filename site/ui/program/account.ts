/** The account of an example: where its services are, and the connection string that reaches it. */
import { endpoint } from "../../../wasm/browser/session.mjs";

/** The addresses of the account's services, like {{host}}, {{queue}} and {{blob}} in requests. */
export const addresses = {
  tables: endpoint,
  queues: endpoint.replace("10002", "10001"),
  blobs: endpoint.replace("10002", "10000"),
};

/** What examples see of Node's `process`. The keys are for show, like the emulators' own. */
export const process = {
  env: {
    AZURE_STORAGE_CONNECTION_STRING: "UseDevelopmentStorage=true",
    AZURE_STORAGE_ACCOUNT: "devstoreaccount1",
    AZURE_STORAGE_KEY:
      "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
    STAFF_KEY: "5WzVp0mFJc1uQ7bXh2oRk9TzE4aNsyL3gD8wUqYx6fI=",
    STAFF_HASH_KEY: "q0Vh3nZJm8eWc5xTs1LyRk7AfUo2BgPdXi9N4vQtKjw=",
  },
};

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
