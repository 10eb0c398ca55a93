/** Learns tables, properties and keys from a workspace's data, from what was browsed, and from bodies. */
import type { BrowseReply } from "../protocol.ts";
import type { KnownTable, Lexicon } from "./complete.ts";
import { tableOf } from "./names.ts";
import type { File } from "./workspace.ts";

/** So many rows of a file are looked at. */
const sample = 200;
/** So many keys of a table are offered. */
const most = 50;

interface Learnt {
  readonly name: string;
  readonly properties: Map<string, string>;
  readonly partitionKeys: Set<string>;
  readonly rowKeys: Set<string>;
}

export class Learner {
  readonly #tables = new Map<string, Learnt>();

  get lexicon(): Lexicon {
    return [...this.#tables.values()].map(
      (table): KnownTable => ({
        name: table.name,
        properties: table.properties,
        partitionKeys: [...table.partitionKeys],
        rowKeys: [...table.rowKeys],
      }),
    );
  }

  /** Learns from a data file. Values with quotes aren't taken apart; they are rare among keys. */
  data(file: File): void {
    const table = this.#table(tableOf(file.name));
    const lines = file.text.slice(0, 64 * 1024).split(/\r?\n/, sample);
    const columns = (lines[0] ?? "").replace(/^\ufeff/, "").split(",");
    for (const column of columns) {
      const [name = "", type = "String"] = column.trim().split(":");
      if (/^\w+$/.test(name)) {
        table.properties.set(name, type);
      }
    }
    for (const line of lines.slice(1)) {
      if (line === "" || /["#{]/.test(line)) {
        continue;
      }
      const cells = line.split(",");
      learn(table.partitionKeys, cells[columns.indexOf("PartitionKey")]);
      learn(table.rowKeys, cells[columns.indexOf("RowKey")]);
    }
  }

  /** Learns from a page of a table. */
  page(name: string, { columns, rows }: BrowseReply): void {
    const table = this.#table(name);
    for (const column of columns) {
      table.properties.set(column.name, column.type);
    }
    const partition = columns.findIndex((column) => column.name === "PartitionKey");
    const row = columns.findIndex((column) => column.name === "RowKey");
    for (const cells of rows) {
      learn(table.partitionKeys, cells[partition]?.v);
      learn(table.rowKeys, cells[row]?.v);
    }
  }

  /** Learns the names of tables and properties that a script writes. */
  script(text: string): void {
    for (const [, name = ""] of text.matchAll(/"TableName"\s*:\s*"(\w+)"/g)) {
      this.#table(name);
    }
    for (const [, name = "", body = ""] of text.matchAll(
      /^POST \{\{host\}\}\/(\w+)\s[^{]*(\{[^}]*\})/gm,
    )) {
      if (name === "Tables") {
        continue;
      }
      for (const [, property = ""] of body.matchAll(/"(\w+)"\s*:/g)) {
        const { properties } = this.#table(name);
        properties.set(property, properties.get(property) ?? "");
      }
    }
  }

  /** Learns that there is such a table. */
  named(name: string): void {
    this.#table(name);
  }

  #table(name: string): Learnt {
    const key = name.toLowerCase();
    const known = this.#tables.get(key);
    if (known) {
      return known;
    }
    const table = {
      name,
      properties: new Map([
        ["PartitionKey", "String"],
        ["RowKey", "String"],
        ["Timestamp", "DateTime"],
      ]),
      partitionKeys: new Set<string>(),
      rowKeys: new Set<string>(),
    };
    this.#tables.set(key, table);
    return table;
  }
}

function learn(known: Set<string>, value: string | undefined): void {
  if (value && known.size < most) {
    known.add(value);
  }
}
