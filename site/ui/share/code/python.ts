/** Requests as a Python program with azure-data-tables. */
import {
  type Change,
  type Entity,
  isAny,
  type Job,
  type Jobs,
  keysOf,
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

export function python(jobs: Jobs): string {
  return new Writer(jobs).write();
}

const taken = (
  "service connection send entity page actions i start os base64 time urllib datetime uuid " +
  "print range min next refused if False None True and as assert async await break class continue def del " +
  "elif else except finally for from global import in is lambda nonlocal not or pass raise " +
  "return try while with yield match case type list set"
).split(" ");

class Writer {
  readonly #jobs: Jobs;
  readonly #lines = new Lines("    ");
  readonly #name: (wanted: string) => string;
  readonly #imports = new Set(["import os"]);
  readonly #client = new Set(["TableServiceClient"]);

  constructor(jobs: Jobs) {
    this.#jobs = jobs;
    const names = namesOf(jobs, taken);
    this.#name = (wanted) =>
      names(wanted).replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }

  write(): string {
    const { list } = this.#jobs;
    for (const job of list) {
      this.#lines.add("", ...remarks(job, "#"));
      this.#job(job);
    }
    const body = this.#lines.toString();
    const head = new Lines("    ");
    head.add("# pip install azure-data-tables", ...[...this.#imports].sort());
    const plain = list.some(isPlainHttp);
    if (plain) {
      head.add("import urllib.error", "import urllib.request");
    }
    const tables = tablesOf(this.#jobs);
    const connects =
      tables.length > 0 || list.some(({ operation }) => operation.kind === "listTables");
    if (connects) {
      this.#connect(head, tables);
    }
    if (plain) {
      this.#send(head);
    }
    return `${head}${body}`;
  }

  #connect(head: Lines, tables: readonly string[]): void {
    head.add("");
    if (this.#client.delete("MatchConditions")) {
      head.add("from azure.core import MatchConditions");
    }
    if (this.#jobs.list.some(({ fails }) => fails)) {
      head.add("from azure.core.exceptions import HttpResponseError");
    }
    head.add(`from azure.data.tables import ${[...this.#client].sort().join(", ")}`, "");
    head.add(
      "# Without a connection string of your own, this goes to the emulator on your machine.",
      ...arriving(this.#jobs, "#"),
    );
    head.add("connection = os.environ.get(", '    "AZURE_STORAGE_CONNECTION_STRING",');
    head.add(...emulator.connection.split(/(?<=;)/).map((part) => `    ${quoted(part)}`), ")");
    head.add("service = TableServiceClient.from_connection_string(connection)");
    for (const table of tables) {
      head.add(`${this.#name(`table ${table}`)} = service.get_table_client(${quoted(table)})`);
    }
  }

  #send(head: Lines): void {
    head.add(
      "",
      "",
      "def send(variable, emulator, method, path, headers, body=None):",
      '    """Sends a request that the client can\'t. A shared access signature in TABLES_SAS lets it in."""',
      '    sas = os.environ.get("TABLES_SAS", "")',
      '    token = sas and ("&" if "?" in path else "?") + sas',
      "    url = os.environ.get(variable, emulator) + path + token",
      "    request = urllib.request.Request(url, body, headers, method=method)",
      "    try:",
      "        with urllib.request.urlopen(request) as answer:",
      "            print(answer.status, answer.read().decode())",
      "    except urllib.error.HTTPError as refused:",
      "        print(refused.code, refused.read().decode())",
      "",
    );
  }

  #job(job: Job): void {
    const write = () => {
      if (job.wait > 0) {
        this.#imports.add("import time");
        this.#lines.add(`time.sleep(${job.wait / 1000})`);
      }
      if (!job.fails || isPlainHttp(job)) {
        this.#operation(job);
        return;
      }
      this.#lines.add("try:");
      this.#lines.indent(() => this.#operation(job));
      // Not its error_code, which the client leaves out when an insert is refused.
      this.#lines.add("except HttpResponseError as refused:");
      this.#lines.add("    print(refused.status_code, refused.response.text())");
    };
    if (job.rounds === 0) {
      write();
      return;
    }
    this.#lines.add(`for i in range(${job.rounds}):`);
    this.#lines.indent(write);
  }

  #operation({ name, operation }: Job): void {
    const answer = name === "" ? "" : `${this.#name(`answer ${name}`)} = `;
    const table = "table" in operation ? this.#name(`table ${operation.table}`) : "";
    switch (operation.kind) {
      case "createTable":
        this.#lines.add(`${table}.create_table()`);
        break;
      case "deleteTable":
        this.#lines.add(`${table}.delete_table()`);
        break;
      case "listTables": {
        const { filter, top } = operation;
        const call = filter === "" ? "service.list_tables" : "service.query_tables";
        this.#list(call, filter === "" ? [] : [this.#text(filter)], top, "entity.name");
        break;
      }
      case "list": {
        const { filter, select, top } = operation;
        const given = filter === "" ? [] : [this.#text(filter)];
        const chosen = select.length > 0 ? [`select=[${select.map(quoted).join(", ")}]`] : [];
        const call = filter === "" ? "list_entities" : "query_entities";
        this.#list(`${table}.${call}`, [...given, ...chosen], top, "entity");
        break;
      }
      case "get": {
        const given = [this.#text(operation.partitionKey), this.#text(operation.rowKey)];
        if (operation.select.length > 0) {
          given.push(`select=[${operation.select.map(quoted).join(", ")}]`);
        }
        const call = `${table}.get_entity(${given.join(", ")})`;
        if (answer) {
          this.#lines.add(`${answer}${call}`, `print(${this.#name(`answer ${name}`)})`);
        } else {
          this.#lines.add(`print(${call})`);
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
        this.#lines.add(`${answer}${table}.${this.#change(operation)}`);
    }
  }

  #list(call: string, given: readonly string[], top: number, shown: string): void {
    if (top === 0) {
      this.#lines.add(`for entity in ${call}(${given.join(", ")}):`, `    print(${shown})`);
      return;
    }
    const all = [...given, `results_per_page=${top}`];
    this.#lines.add(
      `for entity in next(${call}(${all.join(", ")}).by_page()):`,
      `    print(${shown})`,
    );
  }

  #change(change: Change): string {
    switch (change.kind) {
      case "create":
        return `create_entity(${this.#entity(change.entity)})`;
      case "upsert":
        return `upsert_entity(${this.#entity(change.entity)}, mode=${this.#mode(change.mode)})`;
      case "update":
        return (
          `update_entity(${this.#entity(change.entity)}, ` +
          `mode=${this.#mode(change.mode)}${this.#match(change.match)})`
        );
      default: {
        const keys = `${this.#text(change.partitionKey)}, ${this.#text(change.rowKey)}`;
        return `delete_entity(${keys}${this.#match(change.match)})`;
      }
    }
  }

  #mode(mode: "Merge" | "Replace"): string {
    this.#client.add("UpdateMode");
    return `UpdateMode.${mode.toUpperCase()}`;
  }

  #match(match: Match): string {
    if (isAny(match)) {
      return "";
    }
    this.#client.add("MatchConditions");
    const etag = "of" in match ? this.#etagOf(match.of) : quoted(match.etag);
    return `, etag=${etag}, match_condition=MatchConditions.IfNotModified`;
  }

  /** Entities have their ETag in their metadata; answers to writes are dictionaries that have it. */
  #etagOf(name: string): string {
    const read = this.#jobs.list.find((job) => job.name === name)?.operation.kind === "get";
    const answer = this.#name(`answer ${name}`);
    return read ? `${answer}.metadata["etag"]` : `${answer}["etag"]`;
  }

  #transaction(table: string, changes: readonly Looped[]): void {
    const [first] = changes;
    const rounds = changes.length === 1 ? (first?.rounds ?? 0) : 0;
    if (first && rounds > 100) {
      this.#lines.add(`for start in range(0, ${rounds}, 100):`);
      this.#lines.indent(() => {
        this.#lines.add("actions = []", `for i in range(start, min(start + 100, ${rounds})):`);
        this.#lines.indent(() => this.#lines.add(`actions.append(${this.#action(first.change)})`));
        this.#lines.add(`${table}.submit_transaction(actions)`);
      });
      return;
    }
    if (changes.every(({ rounds }) => rounds === 0)) {
      this.#lines.add(`${table}.submit_transaction([`);
      this.#lines.indent(() => {
        for (const { change } of changes) {
          this.#lines.add(`${this.#action(change)},`);
        }
      });
      this.#lines.add("])");
      return;
    }
    this.#lines.add("actions = []");
    for (const { change, rounds } of changes) {
      if (rounds > 0) {
        this.#lines.add(`for i in range(${rounds}):`);
        this.#lines.indent(() => this.#lines.add(`actions.append(${this.#action(change)})`));
      } else {
        this.#lines.add(`actions.append(${this.#action(change)})`);
      }
    }
    this.#lines.add(`${table}.submit_transaction(actions)`);
  }

  #action(change: Change): string {
    const [partitionKey, rowKey] = keysOf(change);
    const entity = this.#entity(
      change.kind === "delete" ? { partitionKey, rowKey, properties: [] } : change.entity,
    );
    const more: string[] = [];
    if ("mode" in change) {
      more.push(`"mode": ${this.#mode(change.mode)}`);
    }
    if (change.kind === "update" && !isAny(change.match)) {
      this.#client.add("MatchConditions");
      const etag = "of" in change.match ? this.#etagOf(change.match.of) : quoted(change.match.etag);
      more.push(`"etag": ${etag}`, '"match_condition": MatchConditions.IfNotModified');
    }
    return `(${quoted(change.kind)}, ${entity}${more.length > 0 ? `, {${more.join(", ")}}` : ""})`;
  }

  #entity({ partitionKey, rowKey, properties }: Entity): string {
    const members = [
      `"PartitionKey": ${this.#text(partitionKey)}`,
      `"RowKey": ${this.#text(rowKey)}`,
      ...properties.map((property) => `${quoted(property.name)}: ${this.#value(property)}`),
    ];
    const line = `{${members.join(", ")}}`;
    return line.length <= this.#lines.room - 30
      ? line
      : `{\n${members.map((member) => `    ${member},\n`).join("")}}`;
  }

  #value({ type, value }: Property): string {
    const text = this.#text(value);
    switch (type) {
      case "String":
        return text;
      case "Boolean":
        return value === "true" ? "True" : "False";
      case "Int32":
        return this.#number(value);
      case "Double":
        return /[.eE]/.test(value) ? value : `${value}.0`;
      case "Int64":
        this.#client.add("EdmType").add("EntityProperty");
        return `EntityProperty(${this.#number(value)}, EdmType.INT64)`;
      case "Binary":
        this.#imports.add("import base64");
        return `base64.b64decode(${text})`;
      case "Guid":
        this.#imports.add("import uuid");
        return `uuid.UUID(${text})`;
      default:
        this.#client.add("EdmType").add("EntityProperty");
        return `EntityProperty(${text}, EdmType.DATETIME)`;
    }
  }

  #number(value: string): string {
    const [piece, ...more] = piecesOf(this.#jobs, value);
    return typeof piece === "object" && more.length === 0 ? numeric(piece) : value;
  }

  #text(text: string): string {
    if (isPlain(this.#jobs, text)) {
      return quoted(text);
    }
    const parts = piecesOf(this.#jobs, text).map((piece) => {
      if (typeof piece === "string") {
        return quoted(piece).slice(1, -1).replaceAll(/[{}]/g, "$&$&");
      }
      return `{${numeric(piece)}${piece.width > 0 ? `:0${piece.width}d` : ""}}`;
    });
    return `f"${parts.join("")}"`;
  }

  #plain({ service, method, path, headers, body }: Plain): void {
    const sent = headers
      .filter(([name]) => !/^(x-ms-date|authorization|content-length|x-rowkey-.*)$/i.test(name))
      .map(([name, value]) => `    ${quoted(name)}: ${quoted(value)},\n`);
    const given = [`${service.toUpperCase()}_URL`, emulator[service], method, path].map(quoted);
    const tables = `os.environ.get("TABLES_URL", ${quoted(emulator.tables)})`;
    const own = body.includes(tablesURL) ? `.replace(${quoted(tablesURL)}, ${tables})` : "";
    const content = body === "" ? "" : `, ${quoted(body)}${own}.encode()`;
    this.#lines.add(`send(${given.join(", ")}, {\n${sent.join("")}}${content})`);
  }
}

function numeric({ steps }: Count): string {
  return steps.reduce(
    (text, [operator, number]) => `${text} ${operator === "/" ? "//" : operator} ${number}`,
    "i",
  );
}
