/**
 * Requests as operations that a client library has, for the languages to write down.
 *
 * Texts can have marks in them: characters of Unicode's private use area, each of which stands for a number
 * that grows with the rounds of a loop.
 */
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

/** The requests in the body of a transaction. */
function partsOf(body: string): Sent[] {
  const parts = body.replaceAll("\r\n", "\n").split(/^--.*\n/m);
  return parts.flatMap((part): Sent[] => {
    const [, method = "", url = "", rest = ""] =
      /^([A-Z]+) (\S+) HTTP\/1\.1\n(.*)$/ms.exec(part) ?? [];
    if (method === "") {
      return [];
    }
    const [head = "", content = ""] = rest.split(/^\n(.*)/ms);
    const headers = head.split("\n").flatMap((line): [string, string][] => {
      const colon = line.indexOf(":");
      return colon > 0 ? [[line.slice(0, colon), line.slice(colon + 1).trim()]] : [];
    });
    return [{ method, url, headers, body: content.trim() }];
  });
}

/** What clients don't send, in a sentence without its stop. */
class Odd extends Error {}

function headerOf({ headers }: Pick<Sent, "headers">, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/** Headers that clients set themselves, or that change nothing in what is done. */
const usual = new RegExp(
  "^(accept|content-type|dataserviceversion|maxdataserviceversion|prefer|if-match|x-http-method|" +
    "x-ms-version|x-ms-date|authorization|content-length|user-agent|x-ms-client-request-id)$",
  "i",
);

function operationOf(sent: Sent, target: string, match: Match): Operation {
  checkHeaders(sent);
  const tunnelled = headerOf(sent, "x-http-method");
  const method = (sent.method === "POST" && tunnelled) || sent.method;
  const [path = "", query = ""] = splitOnce(target, "?");
  const options = optionsOf(query);
  const resource = decoded(path.slice(1));
  if (/^Tables(\(.*\))?$/.test(resource)) {
    return tableOperation(sent, method, resource, options);
  }
  const [, table = "", keys] =
    /^([A-Za-z][A-Za-z0-9\ue000-\uf8ff]{2,62})(\(.*\))?$/s.exec(resource) ?? [];
  if (table === "") {
    throw new Odd("No client has such an address");
  }
  if (keys === undefined || keys === "()") {
    return onTable(sent, method, table, options);
  }
  const { partitionKey, rowKey } = keysIn(keys);
  const conditional = "of" in match || match.etag !== "";
  if (method === "GET") {
    allow(options, ["$select"]);
    if (conditional) {
      throw new Odd("Clients have no condition for reading");
    }
    return { kind: "get", table, partitionKey, rowKey, select: listOf(options.get("$select")) };
  }
  allow(options, []);
  if (method === "DELETE") {
    if (!conditional) {
      throw new Odd("Clients always send a condition when they delete");
    }
    return { kind: "delete", table, partitionKey, rowKey, match };
  }
  const mode = method === "PUT" ? "Replace" : "Merge";
  if (!["PUT", "PATCH", "MERGE"].includes(method)) {
    throw new Odd(`Clients send no ${method} to an entity`);
  }
  const entity = entityOf(sent.body, { partitionKey, rowKey });
  return { kind: conditional ? "update" : "upsert", table, entity, mode, match };
}

function checkHeaders(sent: Sent): void {
  for (const [name, value] of sent.headers) {
    const odd =
      !usual.test(name) ||
      (/^accept$/i.test(name) && !/^application\/json/i.test(value)) ||
      (/^content-type$/i.test(name) && !/^application\/json/i.test(value)) ||
      (/^dataserviceversion$/i.test(name) && !value.startsWith("3.0"));
    if (odd) {
      throw new Odd(`Clients don't send ${name}: ${value}`);
    }
  }
}

function tableOperation(
  sent: Sent,
  method: string,
  resource: string,
  options: Map<string, string>,
): Operation {
  const [, name] = /^Tables\('([A-Za-z][A-Za-z0-9]{2,62})'\)$/.exec(resource) ?? [];
  if (method === "DELETE" && name !== undefined) {
    allow(options, []);
    return { kind: "deleteTable", table: name };
  }
  const all = resource === "Tables" || resource === "Tables()";
  if (method === "GET" && all) {
    allow(options, ["$filter", "$top"]);
    return { kind: "listTables", filter: options.get("$filter") ?? "", top: topOf(options) };
  }
  if (method === "POST" && all) {
    allow(options, []);
    const [only, ...others] = membersOf(sent.body);
    const table = only?.name === "TableName" && others.length === 0 ? only.value : "";
    if (/^[A-Za-z][A-Za-z0-9]{2,62}$/.test(table)) {
      return { kind: "createTable", table };
    }
  }
  throw new Odd("No client sends this");
}

function onTable(
  sent: Sent,
  method: string,
  table: string,
  options: Map<string, string>,
): Operation {
  if (method === "POST") {
    allow(options, []);
    return { kind: "create", table, entity: entityOf(sent.body, undefined) };
  }
  if (method !== "GET") {
    throw new Odd(`Clients send no ${method} to a table`);
  }
  if ([...options.keys()].some((name) => name.startsWith("Next"))) {
    throw new Odd("Clients follow continuation tokens themselves, and this asks for one page");
  }
  allow(options, ["$filter", "$select", "$top"]);
  const [filter = "", select] = [options.get("$filter"), options.get("$select")];
  return { kind: "list", table, filter, select: listOf(select), top: topOf(options) };
}

function topOf(options: Map<string, string>): number {
  const top = options.get("$top") ?? "0";
  if (!/^\d{1,4}$/.test(top) || (options.has("$top") && Number(top) === 0)) {
    throw new Odd("Clients don't send such a $top");
  }
  return Number(top);
}

function listOf(select: string | undefined): string[] {
  if (select === undefined) {
    return [];
  }
  const names = select.split(",").map((name) => name.trim());
  if (names.some((name) => !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name))) {
    throw new Odd("Clients don't send such a $select");
  }
  return names;
}

function allow(options: Map<string, string>, names: readonly string[]): void {
  for (const name of options.keys()) {
    if (!names.includes(name)) {
      throw new Odd(`Clients don't send ${name} here`);
    }
  }
}

function optionsOf(query: string): Map<string, string> {
  const options = new Map<string, string>();
  for (const pair of query.split("&").filter((pair) => pair !== "")) {
    const [name = "", value = ""] = splitOnce(pair, "=");
    if (name === "sig" || options.has(decoded(name))) {
      throw new Odd(
        name === "sig" ? "The token is a part of this request" : `${name} is there twice`,
      );
    }
    options.set(decoded(name), decoded(value.replaceAll("+", " ")));
  }
  return options;
}

function keysIn(keys: string): { partitionKey: string; rowKey: string } {
  const [, partitionKey, rowKey] =
    /^\(PartitionKey='((?:[^']|'')*)',\s*RowKey='((?:[^']|'')*)'\)$/s.exec(keys) ?? [];
  if (partitionKey === undefined || rowKey === undefined) {
    throw new Odd("No client writes an address like this");
  }
  return { partitionKey: partitionKey.replaceAll("''", "'"), rowKey: rowKey.replaceAll("''", "'") };
}

function splitOnce(text: string, at: string): string[] {
  const place = text.indexOf(at);
  return place < 0 ? [text] : [text.slice(0, place), text.slice(place + 1)];
}

/** A part of a URL as it's meant: an escape that isn't one stays. */
function decoded(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}

const types: ReadonlyMap<string, EdmType> = new Map(
  (["String", "Int32", "Int64", "Double", "Boolean", "DateTime", "Guid", "Binary"] as const).map(
    (type): [string, EdmType] => [`Edm.${type}`, type],
  ),
);

/** Names that clients take for members of their own. */
const taken = /^(partitionKey|rowKey|etag|timestamp|Timestamp|odata\..*)$/;

function entityOf(
  body: string,
  address: { partitionKey: string; rowKey: string } | undefined,
): Entity {
  const members = membersOf(body);
  const annotations = new Map(
    members.flatMap(({ name, value }): [string, string][] =>
      name.endsWith("@odata.type") ? [[name.slice(0, -"@odata.type".length), value]] : [],
    ),
  );
  const properties = members.filter(({ name }) => !name.endsWith("@odata.type"));
  const keys = new Map(
    properties.map(({ name, value, type }) => [name, type === "String" ? value : undefined]),
  );
  const [partitionKey, rowKey] = [keys.get("PartitionKey"), keys.get("RowKey")];
  const own = address ?? { partitionKey, rowKey };
  if (own.partitionKey === undefined || own.rowKey === undefined) {
    throw new Odd("Clients don't send an entity without both keys");
  }
  const others =
    (keys.has("PartitionKey") && partitionKey !== own.partitionKey) ||
    (keys.has("RowKey") && rowKey !== own.rowKey);
  if (others || new Set(properties.map(({ name }) => name)).size < properties.length) {
    throw new Odd("Clients don't send such an entity");
  }
  return {
    partitionKey: own.partitionKey,
    rowKey: own.rowKey,
    properties: properties
      .filter(({ name }) => name !== "PartitionKey" && name !== "RowKey")
      .map((property) => typed(property, annotations.get(property.name))),
  };
}

function typed(property: Property, annotation: string | undefined): Property {
  if (taken.test(property.name)) {
    throw new Odd(`Clients take ${property.name} for something else`);
  }
  if (annotation === undefined) {
    return property;
  }
  const type = types.get(annotation);
  const forms: Partial<Record<EdmType, RegExp>> = {
    Int32: /^-?\d{1,10}$/,
    Int64: /^-?\d{1,18}$|^[\ue000-\uf8ff]$/,
    Double: /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/,
    DateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,7})?Z$/,
    Guid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    Binary: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  };
  if (
    !type ||
    forms[type]?.test(property.value) === false ||
    (type === "Boolean" && property.type !== type)
  ) {
    throw new Odd(`Clients don't send such a value for ${property.name}`);
  }
  return { ...property, type };
}

const token =
  /\s*("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|[\ue000-\uf8ff]|[{}:,])/y;

/** The members of a JSON object that has none but texts, numbers and truth values. */
function membersOf(body: string): Property[] {
  token.lastIndex = 0;
  const next = () => token.exec(body)?.[1] ?? "";
  const members: Property[] = [];
  let mark = next();
  if (mark !== "{") {
    throw new Odd("Clients send no such body");
  }
  for (mark = next(); mark !== "}"; ) {
    const [name, colon, value] = [mark, next(), next()];
    if (!name.startsWith('"') || colon !== ":" || !/^["\d\-tf\ue000-\uf8ff]/.test(value)) {
      throw new Odd("Clients send no such body");
    }
    members.push(memberOf(textOf(name), value));
    mark = next();
    if (mark === ",") {
      mark = next();
    } else if (mark !== "}") {
      throw new Odd("Clients send no such body");
    }
  }
  return members;
}

function memberOf(name: string, value: string): Property {
  if (value.startsWith('"')) {
    return { name, type: "String", value: textOf(value) };
  }
  if (/^[tf]/.test(value)) {
    return { name, type: "Boolean", value };
  }
  if (/[.eE]/.test(value)) {
    return { name, type: "Double", value };
  }
  if (Math.abs(Number(value)) > 2 ** 31 - 1) {
    throw new Odd("Clients send no whole number of that size without a type");
  }
  return { name, type: "Int32", value };
}

function textOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    throw new Odd("Clients send no such body");
  }
}
