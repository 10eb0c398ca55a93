/** States of explored accounts and their clients as text, so that equal ones can be recognized. */
import {
  type AccountRequest,
  type AccountResponse,
  endpoint,
  type Send,
} from "../../../wasm/browser/session.mjs";

/**
 * What decides how a schedule goes on, beside what is stored: how many possibilities there are, how many
 * faults may still come, and the clients with what each has seen.
 */
interface Clients {
  readonly of: number;
  readonly left: readonly number[];
  readonly clients: readonly { readonly seen: readonly Seen[] }[];
}

/** A request of a client, and what it knows of the answer. */
export interface Seen {
  readonly fate: string;
  readonly request: AccountRequest;
  readonly answer: AccountResponse;
}

/** Returns what the clients have seen and what the account's tables hold. */
export async function stateOf({ clients, ...rest }: Clients, send: Send): Promise<string> {
  const seen = clients.map((client) => ({
    ...client,
    seen: client.seen.map(({ fate, request: { method, url, body }, answer }) => {
      return [fate, method, url, body, answer.status, etagOf(answer.headers), answer.body];
    }),
  }));
  return alike(JSON.stringify([rest, seen, await tables(send)]));
}

function etagOf(headers: AccountResponse["headers"]): string {
  return headers.find(([name]) => name.toLowerCase() === "etag")?.[1] ?? "";
}

/** Reads all tables. Explored accounts are small, so each is one page. */
async function tables(send: Send): Promise<string[]> {
  const headers = [["accept", "application/json;odata=minimalmetadata"]] as const;
  const read = async (path: string) => {
    const { body } = await send({ method: "GET", url: `${endpoint}/${path}`, headers, body: "" });
    return body;
  };
  const names: { value: { TableName: string }[] } = JSON.parse(await read("Tables"));
  const all: string[] = [];
  for (const { TableName } of names.value) {
    all.push(await read(`${TableName}()`));
  }
  return all;
}

/** Times, in ETags and elsewhere, and identifiers. */
const changing =
  /\d{4}-\d\d-\d\dT\d\d(?::|%3A)\d\d(?::|%3A)\d\d\.\d+Z|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Numbers times and identifiers by where they first occur, so that only their being equal matters. */
function alike(text: string): string {
  const numbers = new Map<string, string>();
  return text.replaceAll(changing, (found) => {
    const plain = found.replaceAll("%3A", ":");
    const number = numbers.get(plain) ?? `#${numbers.size}`;
    numbers.set(plain, number);
    return number;
  });
}
