/**
 * Requests as operations that a client library has, for the languages to write down.
 *
 * Texts can have marks in them: characters of Unicode's private use area, each of which stands for a number
 * that grows with the rounds of a loop.
 */
import { headerOf, Odd, operationOf, partsOf } from "./operation.ts";
import { type Block, blocksOf, type Count, countOf, directiveOf } from "./script.ts";

/** One request that has been run, as the engine's call `play` tells it. */
export interface Step {
  /** The line of the request in the script, from 1. */
  readonly line: number;
  readonly name: string;
  readonly request: Sent;
  readonly response: { readonly status: number; readonly body: string };
}

/** A request as it was sent. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Where the services of the account were when the steps ran. */
export interface Addresses {
  readonly tables: string;
  readonly queues: string;
  readonly blobs: string;
}

/** A script and what came of running it: what code is made of. */
export interface Ran {
  readonly text: string;
  readonly steps: readonly Step[];
  readonly addresses: Addresses;
}

export type EdmType =
  | "String"
  | "Int32"
  | "Int64"
  | "Double"
  | "Boolean"
  | "DateTime"
  | "Guid"
  | "Binary";

/** A property of an entity. Its value is written as in JSON, without quotes. */
export interface Property {
  readonly name: string;
  readonly type: EdmType;
  readonly value: string;
}

export interface Entity {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly properties: readonly Property[];
}

/** What a write needs the entity to be: of this ETag, or of that which an earlier answer had. */
export type Match = { readonly etag: string } | { readonly of: string };

/** Where an operation that no client has goes, and why it's sent by plain HTTP. */
export interface Plain extends Sent {
  readonly kind: "plain";
  readonly service: keyof Addresses;
  /** The path behind the account, with the query. */
  readonly path: string;
  readonly why: string;
}

export type Change =
  | { readonly kind: "create"; readonly table: string; readonly entity: Entity }
  | {
      readonly kind: "update" | "upsert";
      readonly table: string;
      readonly entity: Entity;
      readonly mode: "Merge" | "Replace";
      readonly match: Match;
    }
  | {
      readonly kind: "delete";
      readonly table: string;
      readonly partitionKey: string;
      readonly rowKey: string;
      readonly match: Match;
    };

export type Operation =
  | Change
  | { readonly kind: "createTable" | "deleteTable"; readonly table: string }
  | { readonly kind: "listTables"; readonly filter: string; readonly top: number }
  | {
      readonly kind: "get";
      readonly table: string;
      readonly partitionKey: string;
      readonly rowKey: string;
      readonly select: readonly string[];
    }
  | {
      readonly kind: "list";
      readonly table: string;
      readonly filter: string;
      readonly select: readonly string[];
      /** The most entities of a page; 0 if the request doesn't say, which asks for all pages. */
      readonly top: number;
    }
  | { readonly kind: "transaction"; readonly table: string; readonly changes: readonly Looped[] }
  | Plain;

/** A change of a transaction, which a loop can make many of. */
export interface Looped {
  readonly change: Change;
  readonly rounds: number;
}

/** What is done, in the order of the script. */
export interface Job {
  readonly title: string;
  /** The name of the request if a later job needs its answer, else "". */
  readonly name: string;
  readonly operation: Operation;
  /** How often a loop does it; 0 outside a loop. */
  readonly rounds: number;
  /** Milliseconds to wait before it, or before each round. */
  readonly wait: number;
  /** Whether the service refused it. */
  readonly fails: boolean;
  readonly notes: readonly string[];
}

export interface Jobs {
  readonly list: readonly Job[];
  /** What the marks stand for: the first is U+E000. */
  readonly counts: readonly Count[];
}

/** What bodies of plain requests have in the place of the address of tables, which programs put there. */
export const tablesURL = "TABLES_URL";

const firstMark = 0xe000;

/** The count that a character stands for, or undefined if it's just a character. */
export function markedBy(jobs: Pick<Jobs, "counts">, character: string): Count | undefined {
  return jobs.counts[character.charCodeAt(0) - firstMark];
}

/** The jobs of a run. */
export function jobsOf(ran: Ran): Jobs {
  return new Reader(ran).read();
}

/** A request for tools that send requests as they are, once or in each round of a loop. */
export interface Round {
  readonly title: string;
  readonly service: keyof Addresses;
  /** The path behind the account, with the query. */
  readonly path: string;
  readonly sent: Sent;
  readonly rounds: number;
  readonly wait: number;
  readonly notes: readonly string[];
}

/** The requests of a run as they were sent. */
export function roundsOf(ran: Ran): { rounds: Round[]; counts: readonly Count[] } {
  return new Reader(ran).rounds();
}

/** The steps of a run with their blocks, those of a transaction together. */
export function unitsOf(ran: Ran): [Step, Block][][] {
  return new Reader(ran).units();
}

/** The names of the tables that jobs use, in order. */
export function tablesOf(jobs: Jobs): string[] {
  const names = jobs.list.flatMap(({ operation }) =>
    "table" in operation ? [operation.table] : [],
  );
  return [...new Set(names)];
}

class Reader {
  readonly #ran: Ran;
  readonly #blocks: readonly Block[];
  readonly #counts: Count[] = [];
  readonly #answered = new Set<string>();
  readonly #needed = new Set<string>();
  /** Without marks if the script has such characters itself. */
  readonly #marks: boolean;

  constructor(ran: Ran) {
    this.#ran = ran;
    this.#blocks = blocksOf(ran.text);
    this.#marks = !/[\ue000-\uf8ff]/.test(ran.text);
  }

  read(): Jobs {
    const list: Job[] = [];
    const { steps } = this.#ran;
    for (let i = 0; i < steps.length; i++) {
      const unit = this.#unit(i);
      i += unit.length - 1;
      list.push(this.#job(unit));
    }
    const named = list.map((job) => (this.#needed.has(job.name) ? job : { ...job, name: "" }));
    return { list: named, counts: this.#counts };
  }

  units(): [Step, Block][][] {
    const units: [Step, Block][][] = [];
    for (let i = 0; i < this.#ran.steps.length; ) {
      const unit = this.#unit(i);
      units.push(unit.map((step) => [step, this.#block(step)]));
      i += unit.length;
    }
    return units;
  }

  rounds(): { rounds: Round[]; counts: readonly Count[] } {
    const rounds: Round[] = [];
    const { steps } = this.#ran;
    for (let i = 0; i < steps.length; i++) {
      const unit = this.#unit(i);
      i += unit.length - 1;
      rounds.push(this.#round(unit));
    }
    return { rounds, counts: this.#counts };
  }

  #round(unit: readonly Step[]): Round {
    const [first, last] = [unit[0] as Step, unit.at(-1) as Step];
    const block = this.#block(first);
    const times = loopOf(block);
    const batch = isBatch(last.request);
    const marked = times > 0 && !batch ? this.#encoded(block, last.request) : undefined;
    const asked = marked ?? last.request;
    const free = last.response.status < 400 && refersToETag(block);
    const sent = free ? withoutETag(asked) : asked;
    const { service, path } = this.#plain(sent, "");
    const notes: string[] = [];
    if (free) {
      notes.push("The ETag of the run is gone by now, so this takes any: If-Match is *.");
    }
    if (!marked && times > (batch ? 100 : 1)) {
      const what = batch ? `${Math.ceil(times / 100)} such transactions` : `this ${times} times`;
      notes.push(`The script sends ${what}, each time with other values.`);
    }
    const wait = Number(directiveOf(block, "sleep") ?? 0);
    const title = block.title || this.#block(last).title;
    return { title, service, path, sent, rounds: marked ? times : 0, wait, notes };
  }

  /** The request of a loop with marks, encoded and with the headers that were sent. */
  #encoded(block: Block, last: Sent): Sent | undefined {
    const marked = this.#marked(block);
    if (!marked) {
      return undefined;
    }
    const own = new Set(marked.headers.map(([name]) => name.toLowerCase()));
    const added = last.headers.filter(([name]) => !own.has(name.toLowerCase()));
    const url = marked.url.replaceAll(/[^\w\-.~:/?@!$&()*+,;=%\ue000-\uf8ff]+/g, (text) =>
      encodeURIComponent(text).replaceAll("'", "%27"),
    );
    return { ...marked, url, headers: [...marked.headers, ...added] };
  }

  /** The steps from there on that were sent together: one, or those of a transaction. */
  #unit(from: number): Step[] {
    const { steps } = this.#ran;
    const of = (step: Step | undefined) => step && directiveOf(this.#block(step), "transaction");
    const transaction = of(steps[from]);
    let to = from + 1;
    while (transaction !== undefined && to < steps.length && of(steps[to]) === transaction) {
      to++;
    }
    return steps.slice(from, to);
  }

  #block({ line }: Step): Block {
    const block = this.#blocks.find(({ from, to }) => from <= line && line < to);
    return block ?? (blocksOf("")[0] as Block);
  }

  #job(unit: readonly Step[]): Job {
    const [first, last] = [unit[0] as Step, unit.at(-1) as Step];
    const block = this.#block(first);
    const rounds = loopOf(block);
    const notes: string[] = [];
    const batch = isBatch(last.request);
    const fails =
      last.response.status >= 400 || (batch && /^HTTP\/1\.1 [45]/m.test(last.response.body));
    let operation: Operation | undefined;
    let told = rounds;
    if (batch && directiveOf(block, "transaction") !== undefined) {
      operation = this.#transaction(unit);
      told = 0;
    } else if (rounds > 0) {
      const marked = this.#marked(block);
      operation = marked && this.#operation(marked, block);
    }
    const named = operation && "table" in operation && !/[\ue000-\uf8ff]/.test(operation.table);
    if (!operation || (rounds > 0 && !named)) {
      operation = this.#operation(last.request, block);
      if (rounds > 1) {
        notes.push(`The script sends this ${rounds} times, each time with other values.`);
      }
      told = 0;
    }
    notes.push(...notesOn(operation, batch ? rounds : 0));
    const client = operation.kind !== "plain" && operation.kind !== "transaction" && told === 0;
    if (first.name !== "" && client && !fails) {
      this.#answered.add(first.name);
    }
    const wait = Number(directiveOf(block, "sleep") ?? 0);
    const title = block.title || this.#block(last).title;
    return { title, name: first.name, operation, rounds: told, wait, fails, notes };
  }

  /** The request of a loop with marks, unless other values than counts change in it. */
  #marked(block: Block): Sent | undefined {
    const values = new Map(this.#blocks.flatMap(({ variables }) => variables));
    const { tables, queues, blobs } = this.#ran.addresses;
    const addresses = new Map([
      ["host", tables],
      ["queue", queues],
      ["blob", blobs],
    ]);
    let ok = this.#marks;
    const fill = (text: string, depth = 0): string =>
      text.replaceAll(/\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => {
        const value = addresses.get(expression) ?? values.get(expression);
        const counted = countOf(expression);
        if (counted) {
          return this.#mark(counted);
        }
        ok &&= value !== undefined && depth < 10;
        return ok && value !== undefined ? fill(value, depth + 1) : "";
      });
    const sent = {
      method: block.method,
      url: fill(block.url),
      headers: block.headers.map(([name, value]): [string, string] => [name, fill(value)]),
      body: fill(block.body),
    };
    return ok ? sent : undefined;
  }

  #mark(count: Count): string {
    const same = this.#counts.findIndex((other) => JSON.stringify(other) === JSON.stringify(count));
    return String.fromCharCode(firstMark + (same < 0 ? this.#counts.push(count) - 1 : same));
  }

  #transaction(unit: readonly Step[]): Operation {
    const last = unit.at(-1) as Step;
    const changes: Looped[] = [];
    for (const step of unit) {
      const block = this.#block(step);
      const rounds = loopOf(block);
      const sent = rounds > 0 ? this.#marked(block) : this.#alone(step, block);
      const change = sent && this.#operation(sent, block);
      if (!change || !isChange(change)) {
        return this.#whole(last);
      }
      changes.push({ change, rounds });
    }
    return together(changes) ?? this.#whole(last);
  }

  /** The operation of a transaction that isn't a loop: the last step has the transaction's request. */
  #alone(step: Step, block: Block): Sent | undefined {
    if (!isBatch(step.request)) {
      return step.request;
    }
    const part = partsOf(step.request.body).at(-1);
    return part && { ...part, method: part.method || block.method };
  }

  /** A transaction as it was sent: from its parts if the client can send them, else by plain HTTP. */
  #whole(step: Step): Operation {
    const changes: Looped[] = [];
    for (const part of partsOf(step.request.body)) {
      const change = this.#operation(part, undefined);
      if (!isChange(change)) {
        return this.#plain(step.request, `A transaction can't have this: ${describe(change)}`);
      }
      changes.push({ change, rounds: 0 });
    }
    return (
      together(changes) ??
      this.#plain(
        step.request,
        "Clients refuse to send this transaction, so it goes by plain HTTP.",
      )
    );
  }

  #operation(sent: Sent, block: Block | undefined): Operation {
    const { tables } = this.#ran.addresses;
    if (!sent.url.startsWith(`${tables}/`)) {
      const to = sent.url.startsWith(this.#ran.addresses.queues) ? "queues" : "blobs";
      return this.#plain(
        sent,
        `The client for tables doesn't speak to ${to}, so this goes by plain HTTP.`,
      );
    }
    try {
      return operationOf(sent, sent.url.slice(tables.length), this.#match(sent, block));
    } catch (cause) {
      if (cause instanceof Odd) {
        return this.#plain(sent, `${cause.message}, so this goes by plain HTTP.`);
      }
      throw cause;
    }
  }

  /** The condition of a write: the ETag of an earlier answer, if the script takes it from there. */
  #match(sent: Sent, block: Block | undefined): Match {
    const written = block?.headers.find(([name]) => name.toLowerCase() === "if-match")?.[1] ?? "";
    const [, of] = /^\{\{\s*(\w+)\.response\.headers\.etag\s*\}\}$/i.exec(written) ?? [];
    if (of !== undefined && this.#answered.has(of)) {
      this.#needed.add(of);
      return { of };
    }
    return { etag: headerOf(sent, "if-match") ?? "" };
  }

  #plain(sent: Sent, why: string): Plain {
    const { tables, queues, blobs } = this.#ran.addresses;
    for (const [service, address] of Object.entries({ tables, queues, blobs })) {
      if (sent.url.startsWith(address)) {
        const path = sent.url.slice(address.length);
        const body = sent.body.replaceAll(tables, tablesURL);
        return { kind: "plain", ...sent, body, service: service as keyof Addresses, path, why };
      }
    }
    return { kind: "plain", ...sent, service: "tables", path: sent.url, why };
  }
}

/** How often a block is sent; 0 if it isn't a loop. */
export function loopOf(block: Block): number {
  return Number(/^for\s+(\d+)/.exec(directiveOf(block, "loop") ?? "")?.[1] ?? 0);
}

/** Whether a request carries an entity group transaction. */
export function isBatch({ url }: Pick<Sent, "url">): boolean {
  return /\/\$batch(?:\?|$)/.test(url);
}

/** What a reader needs to know about an operation. */
function notesOn(operation: Operation, rounds: number): string[] {
  const some = Math.ceil(rounds / 100);
  const all = operation.kind === "transaction" && hasLoop(operation);
  return [
    ...(some > 1 && !all
      ? [`The script sends ${some} such transactions, each time with other values.`]
      : []),
    ...(operation.kind === "plain" ? [operation.why] : []),
  ];
}

function hasLoop({ changes }: { readonly changes: readonly Looped[] }): boolean {
  return changes.some(({ rounds }) => rounds > 0);
}

function describe(operation: Operation): string {
  return operation.kind === "plain" ? operation.why : "a query.";
}

function isChange(operation: Operation): operation is Change {
  return ["create", "update", "upsert", "delete"].includes(operation.kind);
}

/** The transaction of these changes, if clients send it. */
function together(changes: readonly Looped[]): Operation | undefined {
  const [first] = changes;
  if (!first) {
    return undefined;
  }
  const { table } = first.change;
  const partition = keysOf(first.change)[0];
  const count = changes.reduce((sum, { rounds }) => sum + Math.max(rounds, 1), 0);
  const known = changes.every(
    ({ change }) =>
      change.table === table &&
      keysOf(change)[0] === partition &&
      (change.kind !== "delete" || isAny(change.match)),
  );
  const fits = count <= 100 || changes.length === 1;
  return known && fits ? { kind: "transaction", table, changes } : undefined;
}

/** Whether a request takes the ETag of its If-Match from an earlier answer. */
function refersToETag(block: Block): boolean {
  return block.headers.some(([name, value]) => /^if-match$/i.test(name) && value.includes("{{"));
}

function withoutETag(sent: Sent): Sent {
  const headers = sent.headers.map(
    ([name, value]) => [name, /^if-match$/i.test(name) ? "*" : value] as const,
  );
  return { ...sent, headers };
}

/** Whether a write needs an entity to be there, whatever its ETag. */
export function isAny(match: Match): boolean {
  return "etag" in match && match.etag === "*";
}

/** The PartitionKey and the RowKey that a change is for. */
export function keysOf(change: Change): [string, string] {
  const { partitionKey, rowKey } = change.kind === "delete" ? change : change.entity;
  return [partitionKey, rowKey];
}
