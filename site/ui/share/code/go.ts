/** Requests as a Go program with aztables. */
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
import { arriving, emulator, isPlain, Lines, namesOf, piecesOf, quoted, remarks } from "./words.ts";

export function go(jobs: Jobs): string {
  return new Writer(jobs).write();
}

const taken = (
  "service ctx err run main connection encode refused send show actions i from to page pager " +
  "entity properties answer context fmt log os json errors time http strings io bytes azcore " +
  "aztables min any byte string int nil true false len make append break case chan const " +
  "continue default defer else fallthrough for func go goto if import interface map package " +
  "range return select struct switch type var new error ptr"
).split(" ");

class Writer {
  readonly #jobs: Jobs;
  readonly #lines = new Lines("\t");
  readonly #name: (wanted: string) => string;
  readonly #imports = new Set(["context", "log"]);
  readonly #helpers = new Set<"encode" | "refused" | "send" | "date" | "ptr">();

  constructor(jobs: Jobs) {
    this.#jobs = jobs;
    this.#name = namesOf(jobs, taken);
  }

  write(): string {
    const { list } = this.#jobs;
    const tables = tablesOf(this.#jobs);
    const lists = list.some(({ operation }) => operation.kind === "listTables");
    this.#lines.indent(() => {
      if (tables.length > 0 || lists) {
        this.#imports.add("os").add("github.com/Azure/azure-sdk-for-go/sdk/data/aztables");
        this.#lines.add(
          'connection := os.Getenv("AZURE_STORAGE_CONNECTION_STRING")',
          'if connection == "" {',
          "\tconnection = emulator",
          "}",
          "service, err := aztables.NewServiceClientFromConnectionString(connection, nil)",
          "if err != nil {",
          "\treturn err",
          "}",
        );
      }
      for (const table of tables) {
        this.#lines.add(`${this.#name(`table ${table}`)} := service.NewClient(${quoted(table)})`);
      }
      for (const job of list) {
        this.#lines.add("", ...remarks(job, "//"));
        this.#job(job);
      }
      this.#lines.add("return nil");
    });
    return this.#program(tables.length > 0 || lists);
  }

  #program(connects: boolean): string {
    const body = this.#lines.toString().trimEnd();
    const helpers = this.#written();
    const imports = [...this.#imports].sort();
    const own = imports.filter((name) => !name.includes("."));
    const others = imports.filter((name) => name.includes("."));
    const groups = [own, others].filter((group) => group.length > 0);
    const constant = connects
      ? "// emulator is where requests go unless AZURE_STORAGE_CONNECTION_STRING names another.\n" +
        arriving(this.#jobs, "//")
          .map((line) => `${line}\n`)
          .join("") +
        `const emulator = ${emulator.connection
          .split(/(?<=;)/)
          .map(quoted)
          .join(" +\n\t")}\n\n`
      : "";
    return [
      "// go get github.com/Azure/azure-sdk-for-go/sdk/data/aztables",
      "package main",
      "",
      "import (",
      groups.map((group) => group.map((name) => `\t"${name}"`).join("\n")).join("\n\n"),
      ")",
      "",
      `${constant}func main() {`,
      "\tif err := run(context.Background()); err != nil {",
      "\t\tlog.Fatal(err)",
      "\t}",
      "}",
      "",
      "func run(ctx context.Context) error {",
      body,
      "}",
      ...helpers,
      "",
    ].join("\n");
  }

  #written(): string[] {
    const written: string[] = [];
    if (this.#helpers.has("encode")) {
      this.#imports.add("encoding/json");
      written.push(
        "\n// encode writes an entity as JSON.",
        "func encode(entity any) []byte {",
        "\tbody, err := json.Marshal(entity)",
        "\tif err != nil {",
        "\t\tpanic(err) // values of these types can always be written",
        "\t}",
        "\treturn body",
        "}",
      );
    }
    if (this.#helpers.has("ptr")) {
      written.push(
        "\n// ptr returns the address of a value, as options need it.",
        "func ptr[T any](value T) *T { return &value }",
      );
    }
    if (this.#helpers.has("refused")) {
      this.#imports.add("errors").add("fmt").add("github.com/Azure/azure-sdk-for-go/sdk/azcore");
      written.push(
        "\n// refused prints why the service refused something. It returns any other error.",
        "func refused(err error) error {",
        "\tvar answer *azcore.ResponseError",
        "\tif !errors.As(err, &answer) {",
        "\t\treturn err",
        "\t}",
        "\tfmt.Println(answer.StatusCode, answer.ErrorCode)",
        "\treturn nil",
        "}",
      );
    }
    if (this.#helpers.has("send")) {
      written.push(...this.#send());
    }
    return written;
  }

  #send(): string[] {
    for (const name of ["fmt", "io", "net/http", "os", "strings"]) {
      this.#imports.add(name);
    }
    return [
      "\n// send sends a request that the client can't. A shared access signature in TABLES_SAS lets it in.",
      "func send(ctx context.Context, base, method, path, body string, headers map[string]string) error {",
      '\tif sas := os.Getenv("TABLES_SAS"); sas != "" {',
      '\t\tif strings.Contains(path, "?") {',
      '\t\t\tpath += "&" + sas',
      "\t\t} else {",
      '\t\t\tpath += "?" + sas',
      "\t\t}",
      "\t}",
      "\trequest, err := http.NewRequestWithContext(ctx, method, base+path, strings.NewReader(body))",
      "\tif err != nil {",
      "\t\treturn err",
      "\t}",
      "\tfor name, value := range headers {",
      "\t\trequest.Header.Set(name, value)",
      "\t}",
      "\tanswer, err := http.DefaultClient.Do(request)",
      "\tif err != nil {",
      "\t\treturn err",
      "\t}",
      "\tdefer answer.Body.Close()",
      "\ttext, err := io.ReadAll(answer.Body)",
      "\tfmt.Println(answer.StatusCode, string(text))",
      "\treturn err",
      "}",
      "\n// address is an address of the account: that of the emulator unless a variable has another.",
      "func address(variable, emulator string) string {",
      '\tif address := os.Getenv(variable); address != "" {',
      "\t\treturn address",
      "\t}",
      "\treturn emulator",
      "}",
    ];
  }

  #job(job: Job): void {
    const write = () => {
      if (job.wait > 0) {
        this.#imports.add("time");
        this.#lines.add(`time.Sleep(${job.wait} * time.Millisecond)`);
      }
      this.#operation(job);
    };
    if (job.rounds === 0) {
      write();
      return;
    }
    this.#lines.add(`for ${this.#loop(job)}range ${job.rounds} {`);
    this.#lines.indent(write);
    this.#lines.add("}");
  }

  /** The variable of a loop, if a round uses its number. */
  #loop(of: unknown): string {
    return isPlain(this.#jobs, JSON.stringify(of)) ? "" : "i := ";
  }

  /** Writes a call of which only the error matters, or the answer by a name. */
  #call(job: Job, call: string, answer = "_"): void {
    const back = job.fails ? "refused(err)" : "err";
    if (job.fails) {
      this.#helpers.add("refused");
    }
    if (job.fails) {
      this.#lines.add(`if ${answer}, err := ${call}; err != nil {`);
      this.#lines.add("\tif err := refused(err); err != nil {", "\t\treturn err", "\t}", "}");
    } else if (answer === "_") {
      this.#lines.add(`if _, err := ${call}; err != nil {`, `\treturn ${back}`, "}");
    } else {
      this.#lines.add(`${answer}, err := ${call}`, "if err != nil {", `\treturn ${back}`, "}");
    }
  }

  #operation(job: Job): void {
    const { name, operation } = job;
    const answer = name === "" ? "_" : this.#name(`answer ${name}`);
    const table = "table" in operation ? this.#name(`table ${operation.table}`) : "";
    switch (operation.kind) {
      case "createTable":
        this.#call(job, `${table}.CreateTable(ctx, nil)`);
        break;
      case "deleteTable":
        this.#call(job, `${table}.Delete(ctx, nil)`);
        break;
      case "listTables":
        this.#list(
          job,
          "service.NewListTablesPager",
          "ListTablesOptions",
          operation,
          "Tables",
          "*entity.Name",
        );
        break;
      case "list":
        this.#list(
          job,
          `${table}.NewListEntitiesPager`,
          "ListEntitiesOptions",
          operation,
          "Entities",
          "string(entity)",
        );
        break;
      case "get":
        this.#get(job, table, operation, answer);
        break;
      case "transaction":
        this.#transaction(job, table, operation.changes);
        break;
      case "plain":
        this.#plain(operation);
        break;
      default:
        this.#call(job, `${table}.${this.#change(operation)}`, answer);
    }
  }

  #get(
    job: Job,
    table: string,
    operation: { partitionKey: string; rowKey: string; select: readonly string[] },
    answer: string,
  ): void {
    this.#imports.add("fmt");
    if (operation.select.length > 0) {
      this.#lines.add("// This client has no $select for one entity: it reads the whole.");
    }
    const keys = `${this.#text(operation.partitionKey)}, ${this.#text(operation.rowKey)}`;
    const call = `${table}.GetEntity(ctx, ${keys}, nil)`;
    if (answer !== "_") {
      this.#call(job, call, answer);
      this.#lines.add(`fmt.Println(string(${answer}.Value))`);
    } else if (job.fails) {
      this.#helpers.add("refused");
      this.#lines.add(
        `if _, err := ${call}; err != nil {`,
        "\tif err := refused(err); err != nil {",
        "\t\treturn err",
        "\t}",
        "}",
      );
    } else {
      this.#lines.add(
        `if answer, err := ${call}; err != nil {`,
        "\treturn err",
        "} else {",
        "\tfmt.Println(string(answer.Value))",
        "}",
      );
    }
  }

  #list(
    job: Job,
    pager: string,
    type: string,
    { filter, select = [], top }: { filter: string; select?: readonly string[]; top: number },
    member: string,
    shown: string,
  ): void {
    this.#imports.add("fmt");
    const options: [string, string][] = [];
    if (filter !== "") {
      options.push(["Filter", `ptr(${this.#text(filter)})`]);
    }
    if (select.length > 0) {
      options.push(["Select", `ptr(${quoted(select.join(","))})`]);
    }
    if (top > 0) {
      options.push(["Top", `ptr(int32(${top}))`]);
    }
    if (options.length > 0) {
      this.#helpers.add("ptr");
    }
    const given = options.length === 0 ? "nil" : `&aztables.${type}{${this.#fields(options)}}`;
    const word = top > 0 ? "if" : "for";
    const end = top > 0 ? "" : ";";
    this.#lines.add(`${word} pager := ${pager}(${given}); pager.More()${end} {`);
    this.#lines.indent(() => {
      this.#lines.add("page, err := pager.NextPage(ctx)", "if err != nil {");
      if (job.fails) {
        this.#helpers.add("refused");
        this.#lines.add("\tif err := refused(err); err != nil {", "\t\treturn err", "\t}");
        this.#lines.add(top > 0 ? "\t_ = page" : "\tbreak");
      } else {
        this.#lines.add("\treturn err");
      }
      this.#lines.add(
        "}",
        `for _, entity := range page.${member} {`,
        `\tfmt.Println(${shown})`,
        "}",
      );
    });
    this.#lines.add("}");
  }

  #change(change: Change): string {
    switch (change.kind) {
      case "create":
        return `AddEntity(ctx, ${this.#entity(change.entity)}, nil)`;
      case "upsert":
        return (
          `UpsertEntity(ctx, ${this.#entity(change.entity)}, ` +
          `&aztables.UpsertEntityOptions{UpdateMode: aztables.UpdateMode${change.mode}})`
        );
      case "update":
        return (
          `UpdateEntity(ctx, ${this.#entity(change.entity)}, &aztables.UpdateEntityOptions{` +
          `${this.#fields([
            ...(isAny(change.match) ? [] : [["IfMatch", this.#etag(change.match)] as const]),
            ["UpdateMode", `aztables.UpdateMode${change.mode}`],
          ])}})`
        );
      default: {
        const keys = `${this.#text(change.partitionKey)}, ${this.#text(change.rowKey)}`;
        const any = isAny(change.match);
        const options = `&aztables.DeleteEntityOptions{IfMatch: ${any ? "" : this.#etag(change.match)}}`;
        return `DeleteEntity(ctx, ${keys}, ${any ? "nil" : options})`;
      }
    }
  }

  #etag(match: Match): string {
    if ("of" in match) {
      return `&${this.#name(`answer ${match.of}`)}.ETag`;
    }
    this.#helpers.add("ptr");
    this.#imports.add("github.com/Azure/azure-sdk-for-go/sdk/azcore");
    return `ptr(azcore.ETag(${quoted(match.etag)}))`;
  }

  #transaction(job: Job, table: string, changes: readonly Looped[]): void {
    const [first] = changes;
    const rounds = changes.length === 1 ? (first?.rounds ?? 0) : 0;
    const submit = () => this.#call(job, `${table}.SubmitTransaction(ctx, actions, nil)`);
    if (first && rounds > 100) {
      this.#lines.add(`for from := 0; from < ${rounds}; from += 100 {`);
      this.#lines.indent(() => {
        this.#lines.add("var actions []aztables.TransactionAction");
        this.#lines.add(`for i := from; i < min(from+100, ${rounds}); i++ {`);
        this.#lines.indent(() => this.#append(first.change));
        this.#lines.add("}");
        submit();
      });
      this.#lines.add("}");
      return;
    }
    this.#lines.add("{");
    this.#lines.indent(() => {
      if (changes.every(({ rounds }) => rounds === 0)) {
        this.#lines.add("actions := []aztables.TransactionAction{");
        this.#lines.indent(() => {
          for (const { change } of changes) {
            this.#lines.add(`{${this.#action(change)}},`);
          }
        });
        this.#lines.add("}");
      } else {
        this.#lines.add("var actions []aztables.TransactionAction");
        for (const { change, rounds } of changes) {
          if (rounds > 0) {
            this.#lines.add(`for ${this.#loop(change)}range ${rounds} {`);
            this.#lines.indent(() => this.#append(change));
            this.#lines.add("}");
          } else {
            this.#append(change);
          }
        }
      }
      submit();
    });
    this.#lines.add("}");
  }

  #append(change: Change): void {
    this.#lines.add(
      `actions = append(actions, aztables.TransactionAction{${this.#action(change)}})`,
    );
  }

  #action(change: Change): string {
    const kinds = { create: "Add", delete: "Delete", update: "Update", upsert: "Insert" };
    const mode = "mode" in change ? change.mode : "";
    const type =
      change.kind === "upsert" || change.kind === "update"
        ? `${kinds[change.kind]}${mode}`
        : kinds[change.kind];
    const [partitionKey, rowKey] = keysOf(change);
    const entity =
      change.kind === "delete" ? { partitionKey, rowKey, properties: [] } : change.entity;
    const fields: [string, string][] = [
      ["ActionType", `aztables.TransactionType${type}`],
      ["Entity", this.#entity(entity)],
    ];
    if (change.kind === "update") {
      // Without it, the client sends an upsert.
      fields.push(["IfMatch", this.#etag(change.match)]);
    }
    return this.#fields(fields);
  }

  /** The fields of a struct in one line, or one a line if they're long, as gofmt aligns them. */
  #fields(fields: readonly (readonly [string, string])[]): string {
    const line = fields.map(([name, value]) => `${name}: ${value}`).join(", ");
    if (line.length <= 90 && !line.includes("\n")) {
      return line;
    }
    const alone = ([name, value]: readonly [string, string]) =>
      value.includes("\n") || name.length > 40;
    const lines = fields.map((field, i) => {
      const [name, value] = field;
      let [from, to] = [i, i];
      while (from > 0 && !alone(fields[from - 1] ?? field) && !alone(field)) {
        from--;
      }
      while (to < fields.length && !alone(fields[to] ?? field)) {
        to++;
      }
      const run = alone(field) ? [field] : fields.slice(from, to);
      const width = Math.max(...run.map(([other]) => other.length)) + 2;
      return `${`${name}:`.padEnd(width)}${value},\n`.replaceAll(/^(?=.)/gm, "\t");
    });
    return `\n${lines.join("")}`;
  }

  #entity({ partitionKey, rowKey, properties }: Entity): string {
    this.#helpers.add("encode");
    const members = properties.flatMap((property) => this.#member(property));
    // EDMEntity doubles the quotes in keys, and they'd be stored doubled.
    if (`${partitionKey}${rowKey}`.includes("'")) {
      const all: [string, string][] = [
        ['"PartitionKey"', this.#text(partitionKey)],
        ['"RowKey"', this.#text(rowKey)],
        ...members,
        ...properties.flatMap(({ name, type }): [string, string][] =>
          ["DateTime", "Binary", "Guid", "Int64"].includes(type)
            ? [[quoted(`${name}@odata.type`), quoted(`Edm.${type}`)]]
            : [],
        ),
      ];
      return `encode(map[string]any{${this.#fields(all)}})`;
    }
    const keys = `aztables.Entity{PartitionKey: ${this.#text(partitionKey)}, RowKey: ${this.#text(rowKey)}}`;
    const fields: [string, string][] = [["Entity", keys]];
    if (members.length > 0) {
      fields.push(["Properties", `map[string]any{${this.#fields(members)}}`]);
    }
    return `encode(aztables.EDMEntity{${this.#fields(fields)}})`;
  }

  #member({ name, type, value }: Property): [string, string][] {
    const key = quoted(name);
    const text = this.#text(value);
    switch (type) {
      case "String":
        return [[key, text]];
      case "Boolean":
        return [[key, value]];
      case "Int32":
        return [[key, `int32(${this.#number(value)})`]];
      case "Int64":
        return [[key, `aztables.EDMInt64(${this.#number(value)})`]];
      case "Double":
        return /^-?\d+(\.0*)?$/.test(value)
          ? [
              [key, `float64(${value})`],
              [quoted(`${name}@odata.type`), quoted("Edm.Double")],
            ]
          : [[key, value]];
      case "Guid":
        return [[key, `aztables.EDMGUID(${text})`]];
      case "Binary":
        return [[key, `aztables.EDMBinary(${bytes(value)})`]];
      default:
        return [[key, this.#date(value)]];
    }
  }

  #date(value: string): string {
    const [, year, month, day, hour, minute, second, fraction = ""] =
      /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?Z$/.exec(value) ?? [];
    this.#imports.add("time");
    const numbers = [year, month, day, hour, minute, second, fraction.padEnd(9, "0")].map(Number);
    return `aztables.EDMDateTime(time.Date(${numbers.join(", ")}, time.UTC))`;
  }

  #number(value: string): string {
    const [piece, ...more] = piecesOf(this.#jobs, value);
    return typeof piece === "object" && more.length === 0 ? numeric(piece) : value;
  }

  #text(text: string): string {
    const pieces = piecesOf(this.#jobs, text);
    if (pieces.every((piece) => typeof piece === "string")) {
      return quoted(text);
    }
    this.#imports.add("fmt");
    const counts = pieces.filter((piece) => typeof piece === "object");
    const format = pieces.map((piece) => {
      if (typeof piece === "string") {
        return quoted(piece).slice(1, -1).replaceAll("%", "%%");
      }
      return piece.width > 0 ? `%0${piece.width}d` : "%d";
    });
    return `fmt.Sprintf("${format.join("")}", ${counts.map((count) => numeric(count, true)).join(", ")})`;
  }

  #plain({ service, method, path, headers, body }: Plain): void {
    this.#helpers.add("send");
    const sent = headers
      .filter(([name]) => !/^(x-ms-date|authorization|content-length|x-rowkey-.*)$/i.test(name))
      .map(([name, value]): [string, string] => [quoted(name), quoted(value)]);
    const base = `address(${quoted(`${service.toUpperCase()}_URL`)}, ${quoted(emulator[service])})`;
    const tables = `address("TABLES_URL", ${quoted(emulator.tables)})`;
    const content = body.includes(tablesURL)
      ? `strings.ReplaceAll(${quoted(body)}, ${quoted(tablesURL)}, ${tables})`
      : quoted(body);
    const rest = `${quoted(method)}, ${quoted(path)}, ${content}`;
    this.#lines.add(
      `if err := send(ctx, ${base}, ${rest}, map[string]string{${this.#fields(sent)}}); err != nil {`,
    );
    this.#lines.add("\treturn err", "}");
  }
}

function bytes(base64: string): string {
  const text = atob(base64);
  if (/^[\x20-\x7e]*$/.test(text)) {
    return quoted(text);
  }
  return `[]byte{${Array.from(text, (letter) => letter.charCodeAt(0)).join(", ")}}`;
}

/** A count as gofmt writes it: among other arguments without blanks, alone with some. */
function numeric({ steps }: Count, among = false): string {
  const mixed = steps.some(([operator]) => operator === "+") && steps.length > 1;
  return steps.reduce((text, [operator, number]) => {
    const blank = !among && (!mixed || operator === "+") ? " " : "";
    return `${text}${blank}${operator}${blank}${number}`;
  }, "i");
}
