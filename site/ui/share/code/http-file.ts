/**
 * Requests as an .http file in the dialect of REST Client, of JetBrains or of httpyac alone. Each tool gets
 * what it understands: references, expectations and values that it can't work out become what they were when
 * the requests ran.
 */
import { placeholder } from "./curl.ts";
import { isBatch, loopOf, type Ran, type Step, unitsOf } from "./model.ts";
import { type Block, blocksOf, countAt, countOf, directiveOf } from "./script.ts";

export type Dialect = "rest-client" | "jetbrains" | "httpyac";

export function httpFile(dialect: Dialect, ran: Ran): string {
  return new Writer(dialect, ran).write();
}

/** The most rounds that a loop is written out for, in tools that have no loops. */
const mostRounds = 20;

/** Values that a tool works out itself, by how our language writes them. */
const own: Readonly<Record<Dialect, Readonly<Record<string, string>>>> = {
  "rest-client": {
    $guid: "$guid",
    $uuid: "$guid",
    $timestamp: "$timestamp",
    "$datetime iso8601": "$datetime iso8601",
    "$datetime rfc1123": "$datetime rfc1123",
  },
  jetbrains: {
    $guid: "$uuid",
    $uuid: "$uuid",
    $timestamp: "$timestamp",
    "$datetime iso8601": "$isoTimestamp",
  },
  httpyac: { $guid: "$guid", $uuid: "$uuid", $timestamp: "$timestamp" },
};

const reference = /^(\w+)\.response\.(headers|body)\.(.*)$/;

class Writer {
  readonly #dialect: Dialect;
  readonly #ran: Ran;
  /** The names of the requests of this file that aren't part of a transaction or written out. */
  readonly #names = new Set<string>();
  /** By what name a request is sent: the first one of its transaction. */
  readonly #sentAs = new Map<string, string>();
  readonly #units: readonly (readonly (readonly [Step, Block])[])[];
  readonly #variables: ReadonlyMap<string, string>;

  constructor(dialect: Dialect, ran: Ran) {
    this.#dialect = dialect;
    this.#ran = ran;
    this.#units = unitsOf(ran);
    for (const unit of this.#units) {
      for (const [step, block] of unit) {
        if (unit.length === 1 && !isBatch(step.request) && this.#written(block) <= 1 && step.name) {
          this.#names.add(step.name);
        }
      }
    }
    this.#variables = new Map(blocksOf(ran.text).flatMap(({ variables }) => variables));
  }

  write(): string {
    const { tables, queues, blobs } = this.#ran.addresses;
    const body = this.#units.map((unit) => this.#unit(unit)).join("\n");
    const head = [
      "# sas is a shared access signature of your account. For the emulator on your machine, this makes one:",
      "#     rowkey sas account --services tqb --permissions rwdlacup --for 1h",
    ];
    for (const [name, value] of Object.entries({ host: tables, queue: queues, blob: blobs })) {
      if (body.includes(`{{${name}}}`)) {
        head.push(`@${name} = ${value}`);
      }
    }
    head.push(`@sas = ${placeholder}`);
    for (const [name, value] of this.#variables) {
      if (body.includes(`{{${name}}}`)) {
        head.push(`@${name} = ${value}`);
      }
    }
    return `${head.join("\n")}\n\n${body}`;
  }

  /** How many rounds a block has, unless its values change in a way that the tool can't follow. */
  #rounds(block: Block): number {
    const texts = [block.url, block.body, ...block.headers.map(([, value]) => value)];
    const expressions = texts.flatMap((text) =>
      Array.from(text.matchAll(/\{\{\s*(.*?)\s*\}\}/g), ([, expression = ""]) => expression),
    );
    const follows = (expression: string) =>
      countOf(expression) !== undefined || !expression.includes("$index");
    return expressions.every(follows) ? loopOf(block) : 0;
  }

  /** How many times a block is written. */
  #written(block: Block): number {
    const rounds = this.#rounds(block);
    return this.#dialect === "httpyac" || rounds > mostRounds ? 1 : Math.max(rounds, 1);
  }

  #unit(unit: readonly (readonly [Step, Block])[]): string {
    const [step, block] = unit.at(-1) as readonly [Step, Block];
    const title = unit[0]?.[1].title ?? "";
    if (isBatch(step.request)) {
      const named = { ...step, name: this.#sentAs.get(step.name) ?? "" };
      return this.#block(title, named, whole(unit), undefined);
    }
    const rounds = this.#rounds(block);
    if (this.#dialect === "httpyac" || rounds === 0 || rounds > mostRounds) {
      return this.#block(title, step, block, rounds > mostRounds ? rounds - 1 : undefined);
    }
    const all = Array.from({ length: rounds }, (_, round) =>
      this.#block(title, step, block, round),
    );
    return all.join("\n");
  }

  #block(title: string, step: Step, block: Block, round: number | undefined): string {
    const rounds = loopOf(block);
    const batch = isBatch(step.request);
    const follows = this.#rounds(block) > 0;
    const loops = follows && !batch && this.#dialect === "httpyac";
    const lines = [`###${title && ` ${title}`}`];
    if (step.name !== "" && (round ?? 0) === 0) {
      lines.push(`# @name ${this.#called(step.name)}`);
    }
    lines.push(...this.#references(block));
    if (loops) {
      lines.push(`# @loop for ${rounds}`);
    }
    lines.push(...this.#pause(block));
    if (!loops) {
      lines.push(...onLeftOut(rounds, batch ? 100 : follows ? mostRounds : 1, batch));
    }
    const fill = batch ? undefined : this.#filler(loops ? undefined : (round ?? 0));
    lines.push(
      ...this.#request(step, block, fill),
      ...this.#after(step, block, batch || (round ?? 0) > 0),
    );
    return `${lines.join("\n")}\n`;
  }

  #pause(block: Block): string[] {
    const wait = directiveOf(block, "sleep");
    if (wait === undefined) {
      return [];
    }
    return [
      this.#dialect === "httpyac" ? `# @sleep ${wait}` : `# Wait ${wait} ms before you send this.`,
    ];
  }

  #references(block: Block): string[] {
    const refs = block.directives.flatMap(([name, value]) => (name === "ref" ? [value] : []));
    const known = refs.flatMap((ref) => this.#sentAs.get(ref) ?? []);
    if (this.#dialect === "httpyac") {
      return known.map((ref) => `# @ref ${this.#called(ref)}`);
    }
    return known.map((ref) => `# Send ${ref} first.`);
  }

  #request(
    step: Step,
    block: Block,
    fill: ((text: string, sent: string) => string) | undefined,
  ): string[] {
    const { request } = step;
    const { headers } = fill ? block : request;
    const filled = fill ?? ((text: string) => text);
    const here = this.#placed(fill ? filled(block.url, request.url) : request.url);
    const signed = /[?&]sig=/.test(request.url);
    const token = signed ? "" : `${here.includes("?") ? "&" : "?"}{{sas}}`;
    const lines = [
      `${fill ? block.method : request.method} ${here.replaceAll("#", "%23")}${token}`,
    ];
    const own = new Set(headers.map(([name]) => name.toLowerCase()));
    for (const [name, value] of headers) {
      if (!/^(x-ms-date|authorization|content-length|x-rowkey-.*)$/i.test(name)) {
        const sent = request.headers.find(([other]) => other.toLowerCase() === name.toLowerCase());
        lines.push(`${name}: ${filled(value, sent?.[1] ?? "")}`);
      }
    }
    for (const [name, value] of request.headers) {
      const added = !own.has(name.toLowerCase());
      if (added && !/^(x-ms-date|authorization|content-length|x-rowkey-.*)$/i.test(name)) {
        lines.push(`${name}: ${value}`);
      }
    }
    const body = fill
      ? filled(block.body, request.body)
      : request.body
          .replaceAll(this.#ran.addresses.tables, "{{host}}")
          .replaceAll("\r\n", "\n")
          .trimEnd();
    return body === "" ? lines : [...lines, "", body];
  }

  /** A URL with the names of addresses in the place of the addresses. */
  #placed(url: string): string {
    const { tables, queues, blobs } = this.#ran.addresses;
    for (const [name, address] of Object.entries({ host: tables, queue: queues, blob: blobs })) {
      if (url.startsWith(address)) {
        return `{{${name}}}${url.slice(address.length)}`;
      }
    }
    return url;
  }

  /** Fills in the values of a text that the tool can't work out: those that were sent. */
  #filler(round: number | undefined): (text: string, sent: string) => string {
    return (text, sent) => {
      const pieces = text.split(/\{\{\s*(.*?)\s*\}\}/);
      const values = valuesIn(pieces, decoded(sent));
      return pieces
        .map((piece, i) => (i % 2 === 0 ? piece : this.#value(piece, round, values[(i - 1) / 2])))
        .join("");
    };
  }

  #value(expression: string, round: number | undefined, sent: string | undefined): string {
    if (["host", "queue", "blob"].includes(expression)) {
      return `{{${expression}}}`;
    }
    const variable = this.#variables.get(expression);
    if (variable !== undefined) {
      const usable = variable !== "" && !variable.includes("{{");
      return usable ? `{{${expression}}}` : (sent ?? variable);
    }
    const count = countOf(expression);
    if (count) {
      if (round !== undefined) {
        return countAt(count, round);
      }
      const number = count.steps.reduce(
        (text, [operator, by]) =>
          operator === "/" ? `Math.floor(${text}/${by})` : `${text}${operator}${by}`,
        "$index",
      );
      return count.width > 0
        ? `{{String(${number}).padStart(${count.width},"0")}}`
        : `{{${number}}}`;
    }
    return this.#answer(expression) ?? this.#own(expression) ?? sent ?? `{{${expression}}}`;
  }

  #own(expression: string): string | undefined {
    const name = own[this.#dialect][expression];
    const random = /^\$randomInt(?: \d+ \d+)?$/.test(expression) ? expression : undefined;
    const found = name ?? random;
    return found && `{{${found}}}`;
  }

  /** A reference to an earlier answer, as the tool writes it. */
  #answer(expression: string): string | undefined {
    const [, name = "", part, path = ""] = reference.exec(expression) ?? [];
    const known =
      this.#names.has(name) &&
      (part === "headers" || !this.#ran.steps.some((step) => step.name === name && isXML(step)));
    if (!part || !known) {
      return undefined;
    }
    switch (this.#dialect) {
      case "rest-client":
        return `{{${expression}}}`;
      case "jetbrains":
        return `{{${globalOf(expression)}}}`;
      default:
        return part === "headers"
          ? `{{${this.#called(name)}Response.headers[${JSON.stringify(path.toLowerCase())}]}}`
          : `{{${this.#called(name)}Response.parsedBody${memberOf(path)}}}`;
    }
  }

  /** The name of a request. httpyac makes a variable of it, which must not replace another. */
  #called(name: string): string {
    const taken = ["host", "queue", "blob", "sas"].includes(name) || this.#variables.has(name);
    return taken && this.#dialect === "httpyac" ? `${name}Request` : name;
  }

  /** What stands below a request: expectations, and what later requests need of the answer. */
  #after(step: Step, block: Block, again: boolean): string[] {
    const inXML = isXML(step);
    const expects = block.directives.flatMap(([name, value]) =>
      name === "expect" &&
      !/^body [=!<>]/.test(value) &&
      !(inXML && /^(body|rows|error)/.test(value))
        ? [value]
        : [],
    );
    if (this.#dialect === "rest-client" || again) {
      return [];
    }
    const sets = this.#dialect === "jetbrains" ? this.#sets(step.name) : [];
    const tests = expects.map((text) => this.#expectation(text));
    const scripts = [...sets, ...tests.flatMap(({ script }) => (script ? [script] : []))];
    const lines = tests.flatMap(({ line }) => (line ? [line] : []));
    return [
      ...(lines.length > 0 ? ["", ...lines] : []),
      ...(scripts.length > 0
        ? ["", "> {%", ...scripts.map((script) => `    ${script}`), "%}"]
        : []),
    ];
  }

  /** Later requests refer to this one by variables, which are set here. */
  #sets(name: string): string[] {
    const all = this.#ran.text.matchAll(/\{\{\s*(\w+\.response\.(?:headers|body)\.[^}]*?)\s*\}\}/g);
    const expressions = new Set(Array.from(all, ([, expression = ""]) => expression));
    return [...expressions].flatMap((expression) => {
      const [, of, part, path = ""] = reference.exec(expression) ?? [];
      if (of !== name || this.#answer(expression) === undefined) {
        return [];
      }
      const value =
        part === "headers"
          ? `response.headers.valueOf(${JSON.stringify(path)})`
          : `response.body${memberOf(path)}`;
      return [`client.global.set(${JSON.stringify(globalOf(expression))}, ${value});`];
    });
  }

  #expectation(text: string): { line?: string; script?: string } {
    const [, subject = "", operator = "", value = ""] = expected.exec(text) ?? [];
    const inner = value.includes("{{") || value === '""';
    if (subject === "" || inner || /\[\*\]/.test(subject) || /^[[{]/.test(value)) {
      return {};
    }
    if (
      this.#dialect === "httpyac" &&
      /^(status|header \S+)$/.test(subject) &&
      operator !== "!exists"
    ) {
      const named = subject.replace(/^header .*/, (header) => header.toLowerCase());
      return { line: `?? ${named} ${operator} ${value}`.trimEnd() };
    }
    const condition = conditionOf(actualOf(subject), operator, value);
    return { script: `client.test(${JSON.stringify(text)}, () => client.assert(${condition}));` };
  }
}

/** What is said of a loop that a file doesn't have. */
function onLeftOut(rounds: number, written: number, batch: boolean): string[] {
  const what = batch ? `${Math.ceil(rounds / 100)} such transactions` : `this ${rounds} times`;
  return rounds > written ? [`# The script sends ${what}, each time with other values.`] : [];
}

/** Whether an answer is XML, in which these tools have no such paths. */
function isXML({ response }: Step): boolean {
  return /^\ufeff?</.test(response.body);
}

/** The block of a transaction: that of its last request, with what all of them refer to. */
function whole(unit: readonly (readonly [Step, Block])[]): Block {
  const [, last] = unit.at(-1) as readonly [Step, Block];
  const refs = unit.flatMap(([, { directives }]) => directives.filter(([name]) => name === "ref"));
  const others = last.directives.filter(([name]) => name !== "ref");
  return { ...last, directives: [...refs, ...others] };
}

/** An expectation that other tools can check. */
const expected = new RegExp(
  "^(status|rows|error|header \\S+|body(?: \\S+)?) " +
    "(==|!=|<=|>=|<|>|contains|exists|!exists)(?: (.*))?$",
);

/** What an expectation is about, in the scripts of JetBrains, which httpyac reads, too. */
function actualOf(subject: string): string {
  const [kind = "", path = ""] = subject.split(" ");
  switch (kind) {
    case "status":
      return "response.status";
    case "header":
      return `response.headers.valueOf(${JSON.stringify(path)})`;
    case "rows":
      return "(response.body.value || [response.body]).length";
    case "error":
      return 'response.body["odata.error"].code';
    default:
      return path === "" ? "response.body" : `response.body${memberOf(path)}`;
  }
}

function conditionOf(actual: string, operator: string, value: string): string {
  const literal = /^(-?(0|[1-9]\d*)(\.\d+)?|true|false|null|".*")$/.test(value)
    ? value
    : JSON.stringify(value);
  switch (operator) {
    case "exists":
      return `${actual} != null`;
    case "!exists":
      return `${actual} == null`;
    case "contains":
      return `String(${actual}).includes(${JSON.stringify(value)})`;
    default:
      return `${actual} ${operator} ${literal}`;
  }
}

/** The values between the pieces of a template, which the text must fit; none if it doesn't. */
function valuesIn(pieces: readonly string[], text: string): (string | undefined)[] {
  const pattern = pieces
    .filter((_, i) => i % 2 === 0)
    .map((piece) => decoded(piece).replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join("([^]*?)");
  return new RegExp(`^${pattern}$`).exec(text)?.slice(1) ?? [];
}

function decoded(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}

/** A path such as $.value[0].RowKey as members of JavaScript. */
function memberOf(path: string): string {
  return path
    .replace(/^\$/, "")
    .replaceAll(/\.([\w-]+)/g, (_, name: string) =>
      /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`,
    );
}

function globalOf(expression: string): string {
  return expression.replace(".response.", "_").replaceAll(/\W+/g, "_");
}
