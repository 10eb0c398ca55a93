/** Requests as a C# program with Azure.Data.Tables. */
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

export function cSharp(jobs: Jobs): string {
  return new Writer(jobs).write();
}

const taken = (
  "service connection given Send entity page actions i from args http abstract as base bool break " +
  "byte case catch char checked class const continue decimal default delegate do double else " +
  "enum event explicit extern false finally fixed float for foreach goto if implicit in int " +
  "interface internal is lock long namespace new null object operator out override params " +
  "private protected public readonly ref return sbyte sealed short sizeof static string struct " +
  "switch this throw true try typeof uint ulong unchecked unsafe ushort using var virtual void " +
  "volatile while await refused answer"
).split(" ");

class Writer {
  readonly #jobs: Jobs;
  readonly #lines = new Lines("    ");
  readonly #name: (wanted: string) => string;
  readonly #usings = new Set(["using Azure;", "using Azure.Data.Tables;"]);

  constructor(jobs: Jobs) {
    this.#jobs = jobs;
    this.#name = namesOf(jobs, taken);
  }

  write(): string {
    const { list } = this.#jobs;
    const plain = list.some(isPlainHttp);
    for (const job of list) {
      this.#lines.add("", ...remarks(job, "//"));
      this.#job(job);
    }
    if (plain) {
      this.#usings.add("using System.Text;");
      this.#send();
    }
    return `${this.#head(plain)}${this.#lines}`;
  }

  #head(plain: boolean): Lines {
    const tables = tablesOf(this.#jobs);
    const lists = this.#jobs.list.some(({ operation }) => operation.kind === "listTables");
    const head = new Lines("    ");
    head.add("// dotnet add package Azure.Data.Tables", ...this.#usings, "");
    if (tables.length > 0 || lists) {
      head.add(
        "// Without a connection string of your own, this goes to the emulator on your machine.",
        ...arriving(this.#jobs, "//"),
        'var given = Environment.GetEnvironmentVariable("AZURE_STORAGE_CONNECTION_STRING");',
        'var connection = given ?? "UseDevelopmentStorage=true";',
      );
    }
    if (lists) {
      head.add("var service = new TableServiceClient(connection);");
    }
    for (const table of tables) {
      head.add(
        `var ${this.#name(`table ${table}`)} = new TableClient(connection, ${quoted(table)});`,
      );
    }
    return plain ? head.add("using var http = new HttpClient();") : head;
  }

  #send(): void {
    this.#lines.add(
      "",
      "// Sends a request that the client can't. A shared access signature in TABLES_SAS lets it in.",
      "async Task Send(",
      "    string url, string method, string path, (string Name, string Value)[] headers,",
      '    string body = "")',
      "{",
      '    var sas = Environment.GetEnvironmentVariable("TABLES_SAS") ?? "";',
      '    var token = sas == "" ? "" : (path.Contains(\'?\') ? "&" : "?") + sas;',
      "    using var request = new HttpRequestMessage(new HttpMethod(method), url + path + token);",
      '    if (body != "")',
      "    {",
      "        request.Content = new ByteArrayContent(Encoding.UTF8.GetBytes(body));",
      "    }",
      "    foreach (var (name, value) in headers)",
      "    {",
      "        if (!request.Headers.TryAddWithoutValidation(name, value))",
      "        {",
      "            request.Content?.Headers.TryAddWithoutValidation(name, value);",
      "        }",
      "    }",
      "    using var answer = await http.SendAsync(request);",
      '    Console.WriteLine($"{(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync()}");',
      "}",
    );
  }

  #job(job: Job): void {
    const write = () => {
      if (job.wait > 0) {
        this.#lines.add(`await Task.Delay(${job.wait});`);
      }
      if (!job.fails || isPlainHttp(job)) {
        this.#operation(job);
        return;
      }
      this.#lines.add("try", "{");
      this.#lines.indent(() => this.#operation(job));
      this.#lines.add("}", "catch (RequestFailedException refused)", "{");
      this.#lines.add('    Console.WriteLine($"{refused.Status} {refused.ErrorCode}");', "}");
    };
    if (job.rounds === 0) {
      write();
      return;
    }
    this.#lines.add(`for (var i = 0; i < ${job.rounds}; i++)`, "{");
    this.#lines.indent(write);
    this.#lines.add("}");
  }

  #operation({ name, operation }: Job): void {
    const answer = name === "" ? "" : `var ${this.#name(`answer ${name}`)} = `;
    const table = "table" in operation ? this.#name(`table ${operation.table}`) : "";
    switch (operation.kind) {
      case "createTable":
        this.#lines.add(`await ${table}.CreateAsync();`);
        break;
      case "deleteTable":
        this.#lines.add(`await ${table}.DeleteAsync();`);
        break;
      case "listTables": {
        const { filter, top } = operation;
        this.#list("service.QueryAsync", [this.#filter(filter)], top, "entity.Name");
        break;
      }
      case "list": {
        const { filter, select, top } = operation;
        const chosen = select.length > 0 ? [`select: [${select.map(quoted).join(", ")}]`] : [];
        this.#list(
          `${table}.QueryAsync<TableEntity>`,
          [this.#filter(filter), ...chosen],
          top,
          "entity",
        );
        break;
      }
      case "get": {
        const given = [this.#text(operation.partitionKey), this.#text(operation.rowKey)];
        if (operation.select.length > 0) {
          given.push(`select: [${operation.select.map(quoted).join(", ")}]`);
        }
        const call = `await ${table}.GetEntityAsync<TableEntity>(${given.join(", ")})`;
        const value = answer ? this.#name(`answer ${name}`) : `(${call})`;
        if (answer) {
          this.#lines.add(`${answer}${call};`);
        }
        this.#lines.add(`Console.WriteLine(string.Join(", ", ${value}.Value));`);
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

  #filter(filter: string): string {
    return filter === "" ? "" : this.#text(filter);
  }

  #list(call: string, given: readonly string[], top: number, shown: string): void {
    const show = shown === "entity" ? 'string.Join(", ", entity)' : shown;
    const some = given.filter((argument) => argument !== "");
    if (top === 0) {
      this.#lines.add(`await foreach (var entity in ${call}(${some.join(", ")}))`, "{");
      this.#lines.add(`    Console.WriteLine(${show});`, "}");
      return;
    }
    const all = [...some.slice(0, 1), `maxPerPage: ${top}`, ...some.slice(1)];
    const sorted = some[0]?.startsWith("select:") ? [`maxPerPage: ${top}`, ...some] : all;
    this.#lines.add(`await foreach (var page in ${call}(${sorted.join(", ")}).AsPages())`, "{");
    this.#lines.add(
      "    foreach (var entity in page.Values)",
      "    {",
      `        Console.WriteLine(${show});`,
      "    }",
    );
    this.#lines.add("    break; // the first page", "}");
  }

  #change(change: Change): string {
    switch (change.kind) {
      case "create":
        return `AddEntityAsync(${this.#entity(change.entity)})`;
      case "upsert":
        return `UpsertEntityAsync(${this.#entity(change.entity)}, TableUpdateMode.${change.mode})`;
      case "update":
        return (
          `UpdateEntityAsync(${this.#entity(change.entity)}, ` +
          `${this.#etag(change.match)}, TableUpdateMode.${change.mode})`
        );
      default: {
        const keys = `${this.#text(change.partitionKey)}, ${this.#text(change.rowKey)}`;
        const any = isAny(change.match);
        return `DeleteEntityAsync(${keys}${any ? "" : `, ${this.#etag(change.match)}`})`;
      }
    }
  }

  #etag(match: Match): string {
    if ("etag" in match) {
      return match.etag === "*" ? "ETag.All" : `new ETag(${quoted(match.etag)})`;
    }
    const read = this.#jobs.list.find((job) => job.name === match.of)?.operation.kind === "get";
    return `${this.#name(`answer ${match.of}`)}${read ? ".Value.ETag" : ".Headers.ETag.GetValueOrDefault()"}`;
  }

  #transaction(table: string, changes: readonly Looped[]): void {
    const [first] = changes;
    const rounds = changes.length === 1 ? (first?.rounds ?? 0) : 0;
    if (first && rounds > 100) {
      this.#lines.add(`for (var from = 0; from < ${rounds}; from += 100)`, "{");
      this.#lines.indent(() => {
        this.#lines.add("var actions = new List<TableTransactionAction>();");
        this.#lines.add(`for (var i = from; i < Math.Min(from + 100, ${rounds}); i++)`, "{");
        this.#lines.indent(() => this.#lines.add(`actions.Add(${this.#action(first.change)});`));
        this.#lines.add("}", `await ${table}.SubmitTransactionAsync(actions);`);
      });
      this.#lines.add("}");
      return;
    }
    if (changes.every(({ rounds }) => rounds === 0)) {
      this.#lines.add(`await ${table}.SubmitTransactionAsync(new TableTransactionAction[]`, "{");
      this.#lines.indent(() => {
        for (const { change } of changes) {
          this.#lines.add(`${this.#action(change)},`);
        }
      });
      this.#lines.add("});");
      return;
    }
    this.#lines.add("{");
    this.#lines.indent(() => {
      this.#lines.add("var actions = new List<TableTransactionAction>();");
      for (const { change, rounds } of changes) {
        if (rounds > 0) {
          this.#lines.add(`for (var i = 0; i < ${rounds}; i++)`, "{");
          this.#lines.indent(() => this.#lines.add(`actions.Add(${this.#action(change)});`));
          this.#lines.add("}");
        } else {
          this.#lines.add(`actions.Add(${this.#action(change)});`);
        }
      }
      this.#lines.add(`await ${table}.SubmitTransactionAsync(actions);`);
    });
    this.#lines.add("}");
  }

  #action(change: Change): string {
    const kinds = { create: "Add", delete: "Delete", update: "Update", upsert: "Upsert" };
    const type = `TableTransactionActionType.${kinds[change.kind]}${"mode" in change ? change.mode : ""}`;
    const [partitionKey, rowKey] = keysOf(change);
    const entity = this.#entity(
      change.kind === "delete" ? { partitionKey, rowKey, properties: [] } : change.entity,
    );
    // Without an ETag, the client sends an upsert.
    const etag = change.kind === "update" ? `, ${this.#etag(change.match)}` : "";
    return `new(${type}, ${entity}${etag})`;
  }

  #entity({ partitionKey, rowKey, properties }: Entity): string {
    const keys = `new TableEntity(${this.#text(partitionKey)}, ${this.#text(rowKey)})`;
    if (properties.length === 0) {
      return keys;
    }
    const members = properties.map(
      (property) => `[${quoted(property.name)}] = ${this.#value(property)}`,
    );
    const line = `${keys} { ${members.join(", ")} }`;
    return line.length <= this.#lines.room - 30
      ? line
      : `${keys}\n{\n${members.map((member) => `    ${member},\n`).join("")}}`;
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
      case "Int64":
        return isPlain(this.#jobs, value) ? `${value}L` : `(long)(${this.#number(value)})`;
      case "Double":
        return /[.eE]/.test(value) ? value : `${value}d`;
      case "Guid":
        return `Guid.Parse(${text})`;
      case "Binary":
        return `Convert.FromBase64String(${text})`;
      default:
        this.#usings.add("using System.Globalization;");
        return `DateTimeOffset.Parse(${text}, CultureInfo.InvariantCulture)`;
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
      return `{${numeric(piece)}${piece.width > 0 ? `:D${piece.width}` : ""}}`;
    });
    return `$"${parts.join("")}"`;
  }

  #plain({ service, method, path, headers, body }: Plain): void {
    const sent = headers
      .filter(([name]) => !/^(x-ms-date|authorization|content-length|x-rowkey-.*)$/i.test(name))
      .map(([name, value]) => `(${quoted(name)}, ${quoted(value)})`);
    const variable = `${service.toUpperCase()}_URL`;
    const tables = `Environment.GetEnvironmentVariable("TABLES_URL") ?? ${quoted(emulator.tables)}`;
    const own = body.includes(tablesURL) ? `.Replace(${quoted(tablesURL)}, ${tables})` : "";
    const url = `Environment.GetEnvironmentVariable(${quoted(variable)}) ?? ${quoted(emulator[service])}`;
    const given = [
      url,
      quoted(method),
      quoted(path),
      `[${sent.join(", ")}]`,
      ...(body === "" ? [] : [`${quoted(body)}${own}`]),
    ];
    this.#lines.add(
      "await Send(",
      ...given.map((line, i) => `    ${line}${i < given.length - 1 ? "," : ");"}`),
    );
  }
}

function numeric({ steps }: Count): string {
  const text = steps.reduce((text, [operator, number]) => `${text} ${operator} ${number}`, "i");
  return text;
}
