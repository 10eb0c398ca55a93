/**
 * Runs two clients through all their orders, inside the frame in which JavaScript examples run. The page puts
 * this script before the clients' code, which calls what it leaves behind.
 */
import { httpClient } from "../../../wasm/browser/http-client.mjs";
import { type AccountRequest, endpoint, type Send } from "../../../wasm/browser/session.mjs";
import { type Account, explore } from "../explore/explore.ts";

/** As much of the official client as is used here. */
interface Table {
  createTable(): Promise<unknown>;
  createEntity(entity: object): Promise<unknown>;
  deleteEntity(partitionKey: string, rowKey: string): Promise<unknown>;
  listEntities(): AsyncIterable<{ partitionKey: string; rowKey: string }>;
}

interface Clients {
  readonly TableClient: new (url: string, name: string, options: object) => Table;
  readonly start: readonly object[];
  readonly clients: Readonly<Record<string, (table: Table) => Promise<unknown>>>;
  readonly holds: (entities: readonly object[]) => unknown;
  readonly crashes: number;
}

/** The example's fetch, which reaches its account. */
const send: Send = async ({ method, url, headers, body }: AccountRequest) => {
  const request = {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  };
  const answer = await fetch(url, body === "" ? request : { ...request, body });
  return {
    status: answer.status,
    headers: [...answer.headers].map(([name, value]) => [name, value] as const),
    body: await answer.text(),
  };
};

async function exploreClients({ TableClient, start, clients, holds, crashes }: Clients) {
  const table = (through: Send) =>
    new TableClient(endpoint, "Data", {
      httpClient: httpClient(through),
      allowInsecureConnection: true,
      retryOptions: { maxRetries: 0 },
    });
  const own = table(send);
  const entities = async () => {
    const all: { partitionKey: string; rowKey: string }[] = [];
    for await (const { etag, timestamp, ...entity } of own.listEntities() as AsyncIterable<
      Record<string, string> & { partitionKey: string; rowKey: string }
    >) {
      all.push(entity as { partitionKey: string; rowKey: string });
    }
    return all;
  };
  const ended: Record<string, string> = {};
  const account: Account = {
    send,
    // A table that was deleted can't be made again for a while, so its entities go.
    reset: async () => {
      for (const { partitionKey, rowKey } of await entities()) {
        await own.deleteEntity(partitionKey, rowKey);
      }
    },
  };
  await own.createTable();
  return explore(
    {
      setUp: async () => {
        for (const entity of start) {
          await own.createEntity(entity);
        }
      },
      workers: Object.entries(clients).map(([name, code]) => ({
        name,
        work: async (through) => {
          try {
            await code(table(through));
            ended[name] = "";
          } catch (cause) {
            ended[name] = reason(cause);
          }
        },
      })),
      check: async () => {
        const left = await entities();
        const says = JSON.stringify({ entities: left, ended: { A: ended["A"], B: ended["B"] } });
        if (!(await holds(left))) {
          throw new Error(says);
        }
        return says;
      },
      crashes,
    },
    account,
  );
}

/** Why a client failed, as a few words: 412 UpdateConditionNotSatisfied, say. */
function reason(cause: unknown): string {
  const { statusCode, code, name, message } = cause as Record<string, unknown>;
  return statusCode ? `${statusCode} ${code ?? name}` : `${name ?? "Error"}: ${message ?? cause}`;
}

Object.assign(globalThis, { exploreClients });
