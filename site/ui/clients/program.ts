/** The program that runs two clients in all orders, and what it prints. */
import type { Outcome } from "../explore/explore.ts";

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

/** Writes the program. `inside` is the text of inside.ts, as a script. */
export function programOf({ start, a, b, holds, crashes }: Clients, inside: string): string {
  return `import { TableClient } from "@azure/data-tables";
${inside}
console.log(JSON.stringify(await globalThis.exploreClients({
  TableClient,
  start: ${JSON.stringify(JSON.parse(start))},
  clients: {
    A: async (table) => {
${a}
    },
    B: async (table) => {
${b}
    },
  },
  holds: async (entities) => (
${holds}
  ),
  crashes: ${crashes ? 1 : 0},
})));
`;
}

/** What is there at the end, and why a client failed; "" if it didn't. */
export interface End {
  readonly entities: readonly Readonly<Record<string, unknown>>[];
  readonly ended: Readonly<Record<string, string>>;
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

const stock = `[{ "partitionKey": "stock", "rowKey": "bolts", "Count": 10 }]`;
const counted = "entities[0].Count === 12";

/** Examples to begin with, by name. */
export const examples: Readonly<Record<string, Clients>> = {
  "Lost update: both read, then both write": {
    start: stock,
    a: lostUpdate,
    b: lostUpdate,
    holds: counted,
    crashes: false,
  },
  "With the ETag: one is refused": {
    start: stock,
    a: withEtag,
    b: withEtag,
    holds: counted,
    crashes: false,
  },
  "With the ETag, and again after a 412": {
    start: stock,
    a: again,
    b: again,
    holds: counted,
    crashes: false,
  },
  "Half-written: a move that stops between two partitions": {
    start: `[{ "partitionKey": "open", "rowKey": "1", "Total": 80 }]`,
    a: move,
    b: move,
    holds: "entities.length === 1",
    crashes: true,
  },
};
