/** Requests as a program for Node with @azure/data-tables. */
import {
  type Change,
  type Entity,
  isAny,
  type Job,
  type Jobs,
  type Looped,
  type Match,
  type Plain,
  type Property,
  tablesOf,
  tablesURL,
} from "./model.ts";
import type { Count } from "./script.ts";
import {
  arriving,
  emulator,
  isPlain,
  isPlainHttp,
  Lines,
  namesOf,
  piecesOf,
  quoted,
  remarks,
} from "./words.ts";

export function javaScript(jobs: Jobs): string {
  return new Writer(jobs).write();
}

const taken = (
  "service connection options send report error entity page actions i from process console " +
  "fetch await break case catch class const continue debugger default delete do else export " +
  "extends false finally for function if import in instanceof let new null return static super " +
  "switch this throw true try typeof undefined var void while with yield TableClient " +
  "TableServiceClient setTimeout Buffer Date tables queues blobs sas"
).split(" ");

class Writer {
  readonly #jobs: Jobs;
  readonly #lines = new Lines("  ");
  readonly #name: (wanted: string) => string;

  constructor(jobs: Jobs) {
    this.#jobs = jobs;
    this.#name = namesOf(jobs, taken);
  }

  write(): string {
    const { list } = this.#jobs;
    const tables = tablesOf(this.#jobs);
    const lists = list.some(({ operation }) => operation.kind === "listTables");
    const clients = [
      ...(tables.length > 0 ? ["TableClient"] : []),
      ...(lists ? ["TableServiceClient"] : []),
    ];
    this.#lines.add("// npm install @azure/data-tables");
    if (list.some(({ wait }) => wait > 0)) {
      this.#lines.add('import { setTimeout } from "node:timers/promises";');
    }
    if (clients.length > 0) {
      this.#lines.add(
        `import { ${clients.join(", ")} } from "@azure/data-tables";`,
        "",
        "// Without a connection string of your own, this goes to the emulator on your machine.",
        ...arriving(this.#jobs, "//"),
        'const connection = process.env.AZURE_STORAGE_CONNECTION_STRING ?? "UseDevelopmentStorage=true";',
        "const options = { allowInsecureConnection: true }; // emulators have no TLS",
      );
    }
    if (lists) {
      this.#lines.add(
        "const service = TableServiceClient.fromConnectionString(connection, options);",
      );
    }
    for (const table of tables) {
      this.#lines.add(
        `const ${this.#name(`table ${table}`)} = ` +
          `TableClient.fromConnectionString(connection, ${quoted(table)}, options);`,
      );
    }
    const early = list.filter(({ name, fails }) => name !== "" && fails);
    for (const { name } of early) {
      this.#lines.add(`let ${this.#name(`answer ${name}`)};`);
    }
    for (const job of list) {
      this.#lines.add("", ...remarks(job, "//"));
      this.#job(job);
    }
    if (list.some(({ fails }) => fails)) {
      this.#report();
    }
    if (list.some(isPlainHttp)) {
      this.#send();
    }
    return this.#lines.toString();
  }

  #report(): void {
    this.#lines.add(
      "",
      "/** Prints why the service refused something. */",
      "function report(error) {",
    );
    this.#lines.indent(() => {
      this.#lines.add(
        "if (!error.statusCode) {",
        "  throw error;",
        "}",
        'console.log(error.statusCode, error.details?.odataError?.code ?? error.code ?? "");',
      );
    });
    this.#lines.add("}");
  }

  #send(): void {
    const sent = this.#jobs.list.flatMap(({ operation }) =>
      operation.kind === "plain" ? [operation] : [],
    );
    const refers = sent.some(({ body }) => body.includes(tablesURL));
    const services = new Set(sent.map(({ service }) => service));
    const addresses = [...services].map(
      (service) =>
        `  ${service}: process.env.${service.toUpperCase()}_URL ?? ${quoted(emulator[service])},`,
    );
    this.#lines.add(
      "",
      "/** Sends a request that the client can't. A shared access signature in TABLES_SAS lets it in. */",
      "async function send(service, method, path, headers, body) {",
      "  const addresses = {",
      ...addresses.map((line) => `  ${line}`),
      "  };",
      '  const sas = process.env.TABLES_SAS ?? "";',
      '  const token = sas && (path.includes("?") ? "&" : "?") + sas;',
      "  const url = addresses[service] + path + token;",
      ...(refers ? ['  const content = body?.replaceAll("TABLES_URL", addresses.tables);'] : []),
      `  const answer = await fetch(url, { method, headers, body${refers ? ": content" : ""} });`,
      "  console.log(answer.status, await answer.text());",
      "}",
    );
  }

  #job(job: Job): void {
    const write = () => {
      if (job.wait > 0) {
        this.#lines.add(`await setTimeout(${job.wait});`);
      }
      if (job.fails) {
        this.#lines.add("try {");
        this.#lines.indent(() => this.#operation(job));
        this.#lines.add("} catch (error) {", "  report(error);", "}");
      } else {
        this.#operation(job);
      }
    };
    if (job.rounds === 0) {
      write();
      return;
    }
    this.#lines.add(`for (let i = 0; i < ${job.rounds}; i++) {`);
    this.#lines.indent(write);
    this.#lines.add("}");
  }

  #operation({ name, operation, fails }: Job): void {
    const answer = name === "" ? "" : `${fails ? "" : "const "}${this.#name(`answer ${name}`)} = `;
    const table = "table" in operation ? this.#name(`table ${operation.table}`) : "";
    switch (operation.kind) {
      case "createTable":
        this.#lines.add(`await ${table}.createTable();`);
        break;
      case "deleteTable":
        this.#lines.add(`await ${table}.deleteTable();`);
        break;
      case "listTables":
        this.#list(
          `service.listTables(${queryOptions(this.#queryOf(operation.filter, []))})`,
          operation.top,
          "entity.name",
        );
        break;
      case "list":
        this.#list(
          `${table}.listEntities(${queryOptions(this.#queryOf(operation.filter, operation.select))})`,
          operation.top,
          "entity",
        );
        break;
      case "get": {
        const keys = `${this.#text(operation.partitionKey)}, ${this.#text(operation.rowKey)}`;
        const query = queryOptions(this.#queryOf("", operation.select));
        const call = `await ${table}.getEntity(${keys}${query && `, ${query}`})`;
        if (answer) {
          this.#lines.add(`${answer}${call};`, `console.log(${this.#name(`answer ${name}`)});`);
        } else {
          this.#lines.add(`console.log(${call});`);
        }
        break;
      }
      case "transaction":
        this.#transaction(table, operation.changes);
        break;
      case "plain":
        this.#plain(operation);
        break;
      default:
        this.#lines.add(`${answer}await ${table}.${this.#change(operation)};`);
    }
  }

  #list(call: string, top: number, shown: string): void {
    if (top === 0) {
      this.#lines.add(`for await (const entity of ${call}) {`, `  console.log(${shown});`, "}");
      return;
    }
    this.#lines.add(
      `for await (const page of ${call}.byPage({ maxPageSize: ${top} })) {`,
      "  for (const entity of page) {",
      `    console.log(${shown});`,
      "  }",
      "  break; // the first page",
      "}",
    );
  }

  #queryOf(filter: string, select: readonly string[]): string[] {
    return [
      ...(filter === "" ? [] : [`filter: ${this.#text(filter)}`]),
      ...(select.length === 0 ? [] : [`select: [${select.map(quoted).join(", ")}]`]),
    ];
  }

  #change(change: Change): string {
    switch (change.kind) {
      case "create":
        return `createEntity(${this.#entity(change.entity)})`;
      case "upsert":
        return `upsertEntity(${this.#entity(change.entity)}, ${quoted(change.mode)})`;
      case "update":
        return `updateEntity(${this.#updated(change)})`;
      default: {
        const keys = `${this.#text(change.partitionKey)}, ${this.#text(change.rowKey)}`;
        const any = isAny(change.match);
        return `deleteEntity(${keys}${any ? "" : `, { etag: ${this.#etag(change.match)} }`})`;
      }
    }
  }

  #transaction(table: string, changes: readonly Looped[]): void {
    const [first] = changes;
    const rounds = changes.length === 1 ? (first?.rounds ?? 0) : 0;
    if (rounds > 100) {
      this.#lines.add(`for (let from = 0; from < ${rounds}; from += 100) {`);
      this.#lines.indent(() => {
        this.#lines.add("const actions = [];");
        this.#lines.add(`for (let i = from; i < Math.min(from + 100, ${rounds}); i++) {`);
        this.#lines.indent(() => first && this.#push(first));
        this.#lines.add("}", `await ${table}.submitTransaction(actions);`);
      });
      this.#lines.add("}");
      return;
    }
    if (changes.every(({ rounds }) => rounds === 0)) {
      this.#lines.add(`await ${table}.submitTransaction([`);
      this.#lines.indent(() => {
        for (const { change } of changes) {
          this.#lines.add(`${this.#action(change)},`);
        }
      });
      this.#lines.add("]);");
      return;
    }
    this.#lines.add("{");
    this.#lines.indent(() => {
      this.#lines.add("const actions = [];");
      for (const looped of changes) {
        if (looped.rounds > 0) {
          this.#lines.add(`for (let i = 0; i < ${looped.rounds}; i++) {`);
          this.#lines.indent(() => this.#push(looped));
          this.#lines.add("}");
        } else {
          this.#push(looped);
        }
      }
      this.#lines.add(`await ${table}.submitTransaction(actions);`);
    });
    this.#lines.add("}");
  }

  #push({ change }: Looped): void {
    this.#lines.add(`actions.push(${this.#action(change)});`);
  }

  #action(change: Change): string {
    switch (change.kind) {
      case "create":
        return `["create", ${this.#entity(change.entity)}]`;
      case "upsert":
        return `["upsert", ${this.#entity(change.entity)}, ${quoted(change.mode)}]`;
      case "update":
        return `["update", ${this.#updated(change)}]`;
      default: {
        const [partitionKey, rowKey] = [change.partitionKey, change.rowKey];
        return `["delete", ${this.#entity({ partitionKey, rowKey, properties: [] })}]`;
      }
    }
  }

  #updated(change: { entity: Entity; mode: string; match: Match }): string {
    const etag = `{ etag: ${this.#etag(change.match)} }`;
    return `${this.#entity(change.entity)}, ${quoted(change.mode)}, ${etag}`;
  }

  #etag(match: Match): string {
    return "of" in match ? `${this.#name(`answer ${match.of}`)}.etag` : quoted(match.etag);
  }

  #entity({ partitionKey, rowKey, properties }: Entity): string {
    const members = [
      `partitionKey: ${this.#text(partitionKey)}`,
      `rowKey: ${this.#text(rowKey)}`,
      ...properties.map((property) => `${nameOf(property)}: ${this.#value(property)}`),
    ];
    const line = `{ ${members.join(", ")} }`;
    return line.length <= this.#lines.room - 30
      ? line
      : `{\n${members.map((member) => `  ${member},\n`).join("")}}`;
  }

  #value({ type, value }: Property): string {
    const text = this.#text(value);
    switch (type) {
      case "String":
        return text;
      case "Boolean":
        return value;
      case "Int32":
        return this.#number(value);
      case "Double":
        return /^-?\d+(\.0*)?$/.test(value)
          ? `{ type: "Double", value: ${value} }`
          : this.#number(value);
      case "Int64":
        return isPlain(this.#jobs, value) ? `${value}n` : `BigInt(${this.#number(value)})`;
      case "Binary":
        return `Buffer.from(${text}, "base64")`;
      default:
        return `{ type: ${quoted(type)}, value: ${text} }`;
    }
  }

  #number(value: string): string {
    const [piece, ...more] = piecesOf(this.#jobs, value);
    return typeof piece === "object" && more.length === 0 ? numeric(piece) : value;
  }

  #text(text: string): string {
    const pieces = piecesOf(this.#jobs, text);
    const [only] = pieces;
    if (pieces.length === 1 && typeof only === "object") {
      return only.width > 0 ? padded(only) : `String(${numeric(only)})`;
    }
    if (pieces.every((piece) => typeof piece === "string")) {
      return quoted(text);
    }
    const parts = pieces.map((piece) =>
      typeof piece === "string"
        ? quoted(piece)
            .slice(1, -1)
            .replaceAll('\\"', '"')
            .replaceAll(/[`]|\$(?=\{)/g, "\\$&")
        : `\${${piece.width > 0 ? padded(piece) : numeric(piece)}}`,
    );
    return `\`${parts.join("")}\``;
  }

  #plain({ service, method, path, headers, body }: Plain): void {
    const sent = headers
      .filter(([name]) => !/^(x-ms-date|authorization|content-length|x-rowkey-.*)$/i.test(name))
      .map(([name, value]) => `${quoted(name)}: ${quoted(value)}`);
    const given = [
      quoted(service),
      quoted(method),
      quoted(path),
      `{\n${sent.map((line) => `  ${line},\n`).join("")}}`,
    ];
    this.#lines.add(
      `await send(${[...given, ...(body === "" ? [] : [quoted(body)])].join(", ")});`,
    );
  }
}

function queryOptions(members: readonly string[]): string {
  return members.length === 0 ? "" : `{ queryOptions: { ${members.join(", ")} } }`;
}

function nameOf({ name }: Property): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

function numeric({ steps }: Count): string {
  return steps.reduce(
    (text, [operator, number]) =>
      operator === "/" ? `Math.floor(${text} / ${number})` : `${text} ${operator} ${number}`,
    "i",
  );
}

function padded(count: Count): string {
  const text = numeric(count);
  return `String(${text}).padStart(${count.width}, "0")`;
}
