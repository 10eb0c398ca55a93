/**
 * Runs two clients through all their orders, inside the frame in which JavaScript examples run. The page puts
 * this script before the clients' code, which calls what it leaves behind.
 */
import { httpClient } from "../../../wasm/browser/http-client.mjs";
import { type AccountRequest, endpoint, type Send } from "../../../wasm/browser/session.mjs";
import { type Account, explore } from "../explore/explore.ts";
import type { ClientRequest } from "../protocol.ts";
import { sendAll } from "./send.ts";

/** As much of the official client as is used here. */
interface Table {
  createTable(): Promise<unknown>;
  createEntity(entity: object): Promise<unknown>;
  deleteEntity(partitionKey: string, rowKey: string): Promise<unknown>;
  listEntities(): AsyncIterable<{ partitionKey: string; rowKey: string }>;
}

interface Clients {
  readonly TableClient: new (url: string, name: string, options: object) => Table;
  /** The first one has the entities. */
  readonly tables: readonly string[];
  readonly start: readonly object[];
  readonly clients: Readonly<
    Record<string, readonly ClientRequest[] | ((table: Table) => Promise<unknown>)>
  >;
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

async function exploreClients({ TableClient, tables, start, clients, holds, crashes }: Clients) {
  const table = (through: Send, name = tables[0] ?? "") =>
    new TableClient(endpoint, name, {
      httpClient: httpClient(through),
      allowInsecureConnection: true,
      retryOptions: { maxRetries: 0 },
    });
  const own = tables.map((name) => table(send, name));
  const entities = async () => {
    const all: Record<string, string>[] = [];
    for (const [i, each] of own.entries()) {
      for await (const { etag, timestamp, ...entity } of each.listEntities() as AsyncIterable<
        Record<string, string>
      >) {
        all.push(i === 0 ? entity : { table: tables[i] ?? "", ...entity });
      }
    }
    return all;
  };
  const ended: Record<string, string> = {};
  const account: Account = {
    send,
    // A table that was deleted can't be made again for a while, so its entities go.
    reset: async () => {
      for (const { table: name = tables[0], partitionKey = "", rowKey = "" } of await entities()) {
        await own[tables.indexOf(name ?? "")]?.deleteEntity(partitionKey, rowKey);
      }
    },
  };
  for (const each of own) {
    await each.createTable();
  }
  return explore(
    {
      setUp: async () => {
        for (const entity of start) {
          await own[0]?.createEntity(entity);
        }
      },
      workers: Object.entries(clients).map(([name, client]) => ({
        name,
        work: async (through) => {
          try {
            await (typeof client === "function"
              ? client(table(through))
              : sendAll(client, through));
            ended[name] = "";
          } catch (cause) {
            ended[name] = reason(cause);
          }
        },
      })),
      check: async () => {
        const left = (await entities()).map(Object.freeze); // a condition with = for === is an error
        const end = { entities: left, ended: { A: ended["A"], B: ended["B"] } };
        let kept: unknown;
        try {
          kept = await holds(left);
        } catch (cause) {
          throw new Error(JSON.stringify({ ...end, wrong: String((cause as Error).message) }));
        }
        if (!kept) {
          throw new Error(JSON.stringify(end));
        }
        return JSON.stringify(end);
      },
      crashes,
    },
    account,
  );
}

/** Why a client failed, as a few words: 412 UpdateConditionNotSatisfied, say. */
function reason(cause: unknown): string {
  const { statusCode, code, name, message } = (cause ?? {}) as Record<string, unknown>;
  return statusCode ? `${statusCode} ${code ?? name}` : `${name ?? "Error"}: ${message ?? cause}`;
}

Object.assign(globalThis, { exploreClients });
