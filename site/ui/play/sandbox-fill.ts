/** Sends tables of the workspace to a sandbox, in requests that can be sent again. */
import type { AccountRequest, CopyReply, CopyRequest, Key } from "../protocol.ts";
import type { Account } from "./account.ts";
import type { Sandbox } from "./sandbox.ts";
import { SandboxError } from "./sandbox.ts";

/** Requests under way at the same time. */
const lanes = 4;

/** How often a request is sent again. The sandbox takes so many requests a second. */
const tries = 20;

/** How many entities have arrived. */
export type Progress = (entities: number) => void;

/** Copies every table. What it throws, the caller ends the sandbox for. */
export async function copy(
  account: Account,
  to: Sandbox,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const there = { host: to.endpoints.table, account: to.name, key: to.key };
  let arrived = 0;
  for (const { name } of await account.tables()) {
    let from: Key | null = null;
    do {
      const now = Date.now();
      const part: CopyReply = await account.here("copy", { table: name, from, now, ...there });
      const left = part.requests.values();
      if (!from) {
        const creates = left.next().value as CopyRequest;
        await send(creates.send, name, signal);
      }
      const lane = async (): Promise<void> => {
        for (const { send: request, entities } of left) {
          await send(request, name, signal);
          arrived += entities;
          progress(arrived);
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      from = part.next;
    } while (from);
  }
}

/** Sends a request, and again when the sandbox has time. */
async function send(
  { method, url, headers, body }: AccountRequest,
  table: string,
  signal: AbortSignal,
): Promise<void> {
  for (let n = 1; ; n++) {
    const answer = await fetch(url, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      body,
      signal,
      cache: "no-store",
      credentials: "omit",
      referrerPolicy: "no-referrer",
    });
    const text = await answer.text();
    const failed = answer.ok ? /^HTTP\/1\.1 [45].*/ms.exec(text)?.[0] : text;
    if (failed === undefined) {
      return;
    }
    if (answer.status !== 503 || n === tries) {
      throw new SandboxError(
        `${table}: ${messageIn(failed) || `the answer was ${answer.status}.`}`,
      );
    }
    const seconds = Number(answer.headers.get("retry-after") ?? 1);
    await new Promise((go) => setTimeout(go, (seconds + Math.random()) * 1000));
    signal.throwIfAborted();
  }
}

/** What the service says in an error. */
function messageIn(answer: string): string {
  const found = /"value":"((?:[^"\\]|\\.)*)"/.exec(answer)?.[1] ?? "";
  return found.replace(/\\n.*$/s, "").replaceAll('\\"', '"');
}
