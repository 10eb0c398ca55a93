/** Sends tables of the workspace to a sandbox, in transactions that can be sent again. */
import type { Key } from "../protocol.ts";
import { maxTransaction } from "../vocabulary.ts";
import type { Account } from "./account.ts";
import type { Sandbox } from "./sandbox.ts";
import { SandboxError } from "./sandbox.ts";

/** How many entities the engine writes at a time, and characters of a transaction, which may have 4 MiB. */
const [piece, longest] = [5000, 3_000_000];

/** Transactions under way at the same time. */
const lanes = 4;

/** How often a transaction is sent again. The sandbox takes so many requests a second. */
const tries = 20;

interface Entity {
  readonly PartitionKey: string;
  readonly RowKey: string;
}

/** How many entities have arrived. */
export type Progress = (entities: number) => void;

/** Copies every table. What it throws, the caller ends the sandbox for. */
export async function copy(
  account: Account,
  to: Sandbox,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const sender = new Sender(to, signal);
  let arrived = 0;
  for (const { name } of await account.tables()) {
    await sender.send("Tables", "application/json", JSON.stringify({ TableName: name }));
    const left = transactions(account, name);
    const lane = async () => {
      for (let { value, done } = await left.next(); !done; { value, done } = await left.next()) {
        if (value) {
          await sender.transaction(name, value);
          arrived += value.length;
          progress(arrived);
        }
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  }
}

/** The lines of a table, as many of one partition together as a transaction can have. */
async function* transactions(account: Account, table: string): AsyncGenerator<string[], undefined> {
  let [lines, partition, length]: [string[], string, number] = [[], "", 0];
  let from: Key | null = null;
  do {
    const reply: { text: string; next: Key | null } = await account.dump(
      table,
      "jsonl",
      from,
      piece,
    );
    for (const line of reply.text.split("\n").filter((line) => line !== "")) {
      const { PartitionKey } = JSON.parse(line) as Entity;
      const full = lines.length === maxTransaction || length + line.length > longest;
      if (lines.length > 0 && (full || PartitionKey !== partition)) {
        yield lines;
        [lines, length] = [[], 0];
      }
      partition = PartitionKey;
      lines.push(line);
      length += line.length;
    }
    from = reply.next;
  } while (from);
  if (lines.length > 0) {
    yield lines;
  }
  return undefined;
}

class Sender {
  readonly #to: Sandbox;
  readonly #signal: AbortSignal;
  readonly #key: Promise<CryptoKey>;

  constructor(to: Sandbox, signal: AbortSignal) {
    this.#to = to;
    this.#signal = signal;
    const key = Uint8Array.from(atob(to.key), (character) => character.charCodeAt(0));
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    this.#key = crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  }

  /** Puts entities, whatever has arrived of them before. */
  async transaction(table: string, lines: readonly string[]): Promise<void> {
    const requests = lines.map((line) => {
      const { PartitionKey, RowKey } = JSON.parse(line) as Entity;
      const at = `PartitionKey=${literal(PartitionKey)},RowKey=${literal(RowKey)}`;
      return [
        "--changes",
        "Content-Type: application/http",
        "Content-Transfer-Encoding: binary",
        "",
        `PUT ${this.#to.tables}/${table}(${at}) HTTP/1.1`,
        "Accept: application/json;odata=nometadata",
        "Content-Type: application/json",
        "DataServiceVersion: 3.0",
        "",
        line,
      ].join("\r\n");
    });
    const body = [
      "--batch",
      "Content-Type: multipart/mixed; boundary=changes",
      "",
      ...requests,
      "--changes--",
      "--batch--",
      "",
    ].join("\r\n");
    const answer = await this.send("$batch", "multipart/mixed; boundary=batch", body);
    const failed = /^HTTP\/1\.1 [45].*/ms.exec(await answer.text())?.[0];
    if (failed) {
      throw new SandboxError(`${table}: ${messageIn(failed)}`);
    }
  }

  /** Sends a request, and again when the sandbox has time. */
  async send(path: string, type: string, body: string): Promise<Response> {
    for (let n = 1; ; n++) {
      const answer = await fetch(`${this.#to.tables}/${path}`, {
        method: "POST",
        headers: { ...(await this.#headers(path)), "content-type": type },
        body,
        signal: this.#signal,
        cache: "no-store",
        credentials: "omit",
        referrerPolicy: "no-referrer",
      });
      if (answer.ok) {
        return answer;
      }
      if (answer.status !== 503 || n === tries) {
        throw new SandboxError(
          messageIn(await answer.text()) || `The answer was ${answer.status}.`,
        );
      }
      const seconds = Number(answer.headers.get("retry-after") ?? 1);
      await new Promise((go) => setTimeout(go, (seconds + Math.random()) * 1000));
      this.#signal.throwIfAborted();
    }
  }

  async #headers(path: string): Promise<Record<string, string>> {
    const { name, tables } = this.#to;
    const date = new Date().toUTCString();
    const signed = new TextEncoder().encode(`${date}\n/${name}${new URL(tables).pathname}/${path}`);
    const signature = await crypto.subtle.sign("HMAC", await this.#key, signed);
    return {
      accept: "application/json;odata=nometadata",
      authorization: `SharedKeyLite ${name}:${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
      dataserviceversion: "3.0",
      "x-ms-date": date,
      "x-ms-version": "2019-02-02",
    };
  }
}

/** A key as it is in the address of an entity. */
function literal(key: string): string {
  return encodeURIComponent(`'${key.replaceAll("'", "''")}'`);
}

/** What the service says in an error. */
function messageIn(answer: string): string {
  const found = /"value":"((?:[^"\\]|\\.)*)"/.exec(answer)?.[1] ?? "";
  return found.replace(/\\n.*$/s, "").replaceAll('\\"', '"');
}
