/** The program that runs two clients in all orders, and what it prints. */
import type { Outcome } from "../explore/endings.ts";
import type { ClientReply } from "../protocol.ts";

/** What a reader writes. */
export interface Clients {
  /** The entities at the start, as a JSON list. */
  readonly start: string;
  readonly a: string;
  readonly b: string;
  /** An expression over `entities` that has to hold at the end. */
  readonly holds: string;
  readonly crashes: boolean;
}

/** A program, and where in it the reader's texts are. */
export interface Program {
  readonly code: string;
  /** Says to which text a line of the program belongs, and which line of it that is. */
  readonly placeOf: (line: number) => string;
}

/** Asks the engine for the requests of a client. */
export type Read = (text: string) => Promise<ClientReply>;

/** Whether a client is written as requests: below comments and variables, it begins with one. */
export function isScript(text: string): boolean {
  return /^(?:\s*(?:#|\/\/|@).*\n|\s*\n)*\s*[A-Z]+[ \t]+\S/.test(text);
}

/** Writes the program. `inside` is the text of inside.ts, as a script. */
export async function programOf(
  { start, a, b, holds, crashes }: Clients,
  inside: string,
  read: Read,
): Promise<Program> {
  const scripts = [await readClient("A", a, read), await readClient("B", b, read)];
  const tables = [...new Set(scripts.flatMap((script) => script?.tables ?? []))];
  const client = (i: number, text: string) =>
    scripts[i] ? JSON.stringify(scripts[i].requests) : `async (table) => {\n${text}\n}`;
  const pieces = [
    `import { TableClient } from "@azure/data-tables";
${inside}
console.log(JSON.stringify(await globalThis.exploreClients({
  TableClient,
  tables: ${JSON.stringify(tables.length > 0 ? tables : ["Data"])},
  start: ${JSON.stringify(JSON.parse(start))},
  clients: {
    A: `,
    client(0, a),
    ",\n    B: ",
    client(1, b),
    ",\n  },\n  holds: async (entities) => (\n",
    holds,
    `\n  ),\n  crashes: ${crashes ? 1 : 0},\n})));\n`,
  ];
  const names: Record<number, string> = { 1: "Client A", 3: "Client B", 5: "What must hold" };
  const placeOf = (line: number) => {
    let first = 1;
    for (const [i, piece] of pieces.entries()) {
      const breaks = piece.split("\n").length - 1;
      const own = line - first + (i === 5 ? 1 : 0);
      if (line <= first + breaks && names[i]) {
        return `${names[i]}, line ${own}`;
      }
      first += breaks;
    }
    return "The program";
  };
  return { code: pieces.join(""), placeOf };
}

async function readClient(
  name: string,
  text: string,
  read: Read,
): Promise<ClientReply | undefined> {
  const script = isScript(text) ? await read(text) : undefined;
  if (script?.wrong) {
    throw new Error(`Client ${name}, line ${script.wrong.line}: ${script.wrong.message}`);
  }
  return script;
}

/** What is there at the end, and why a client failed; "" if it didn't. */
export interface End {
  readonly entities: readonly Readonly<Record<string, unknown>>[];
  readonly ended: Readonly<Record<string, string>>;
  /** Why what must hold can't be said of these entities; "" if it can. */
  readonly wrong?: string;
}

/** Reads what an ending says; undefined if the check itself failed. */
export function endOf(says: string): End | undefined {
  try {
    return JSON.parse(says) as End;
  } catch {
    return undefined;
  }
}

/** Reads what the program printed; undefined if it isn't an outcome. */
export function outcomeOf(printed: string): Outcome | undefined {
  try {
    return JSON.parse(printed) as Outcome;
  } catch {
    return undefined;
  }
}

const lostUpdate = `const entity = await table.getEntity("stock", "bolts");
await table.updateEntity({ ...entity, Count: entity.Count + 1 }, "Replace");`;

const withEtag = `const entity = await table.getEntity("stock", "bolts");
const { etag } = entity;
await table.updateEntity({ ...entity, Count: entity.Count + 1 }, "Replace", { etag });`;

const again = `for (;;) {
  const entity = await table.getEntity("stock", "bolts");
  const { etag } = entity;
  try {
    await table.updateEntity({ ...entity, Count: entity.Count + 1 }, "Replace", { etag });
    return;
  } catch (error) {
    if (error.statusCode !== 412) throw error;
  }
}`;

const move = `const order = await table.getEntity("open", "1");
await table.deleteEntity("open", "1");
await table.upsertEntity({ partitionKey: "done", rowKey: "1", Total: order.Total });`;

const both = (name: string, values: string, condition: string) =>
  `# @name ${name}
GET {{host}}/People(PartitionKey='Sales',RowKey='0042')

###
${values}`.replace("If-Match", condition);

const replaced = (
  email: string,
  phone: string,
) => `PUT {{host}}/People(PartitionKey='Sales',RowKey='0042')
If-Match

{"Email": "${email}", "Phone": "${phone}"}`;

const merged = (what: string) => `PATCH {{host}}/People(PartitionKey='Sales',RowKey='0042')
If-Match: *

${what}`;

const person = `[{ "partitionKey": "Sales", "rowKey": "0042", "Email": "old", "Phone": "1" }]`;
const bothChanged = `entities[0].Email === "new" && entities[0].Phone === "2"`;

const stock = `[{ "partitionKey": "stock", "rowKey": "bolts", "Count": 10 }]`;
const counted = "entities[0].Count === 12";

/** Two clients that run the same code and count bolts. */
const counting = (code: string): Clients => ({
  start: stock,
  a: code,
  b: code,
  holds: counted,
  crashes: false,
});

/** Two forms in which a person was changed. */
const forms = (a: string, b: string): Clients => ({
  start: person,
  a,
  b,
  holds: bothChanged,
  crashes: false,
});

const replacing = (condition: string) =>
  forms(
    both("form", replaced("new", "1"), condition),
    both("form", replaced("old", "2"), condition),
  );

/** Examples to begin with, by name. */
export const examples: Readonly<Record<string, Clients>> = {
  "Lost update: both read, then both write": counting(lostUpdate),
  "With the ETag: one is refused": counting(withEtag),
  "With the ETag, and again after a 412": counting(again),
  "Half-written: a move that stops between two partitions": {
    start: `[{ "partitionKey": "open", "rowKey": "1", "Total": 80 }]`,
    a: move,
    b: move,
    holds: "entities.length === 1",
    crashes: true,
  },
  "As requests: two forms that replace the entity": replacing("If-Match: *"),
  "As requests: the same with If-Match": replacing("If-Match: {{form.response.headers.ETag}}"),
  "As requests: each merges what it changes": forms(
    merged('{"Email": "new"}'),
    merged('{"Phone": "2"}'),
  ),
};
