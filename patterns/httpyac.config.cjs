// Rowkey's example language for httpyac: https://httpyac.github.io
//
// httpyac finds this file by its name, in the folder of an .http or Markdown file or above it. It then
// knows our helpers, references, transactions and expectations, adds the headers that the service
// needs, and signs with the account's key. It needs httpyac 6.16 and Node.js 20, and no other package.
//
// Requests go to {{host}}, {{queue}} and {{blob}}, which a file or http-client.env.json may set; without
// them to the emulators' ports on this machine. Variables of httpyac or of the environment say more:
//
//   ROWKEY_ACCOUNT    the account's name, and
//   ROWKEY_KEY        its key; by default those that every emulator has
//   ROWKEY_MAX_LOOP   sends loops at most so many times; what then cannot be judged is skipped
//   ROWKEY_MAX_SLEEP  milliseconds; requests that wait longer are skipped; by default a minute
"use strict";

const { createHmac, randomUUID } = require("node:crypto");

const maxLoop = Number(process.env.ROWKEY_MAX_LOOP ?? Number.POSITIVE_INFINITY);
const mostOperations = 100; // of a transaction
const maxSleep = Number(process.env.ROWKEY_MAX_SLEEP ?? 60_000);

const developmentKey =
  "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

// ---- What stands above a request -----------------------------------------------------------------

const known = new WeakMap();

/** The directives of a region: what its comments of the form # @word value say. */
function directives(region) {
  if (!known.has(region)) {
    known.set(region, read(region.symbol.source));
  }
  return known.get(region);
}

function read(source) {
  const [text] = source.split(/^```\s*$/m); // in Markdown up to the end of the fence
  const all = [...text.matchAll(/^\s*(?:#|\/\/)\s*@(\w+)[ \t]*(.*?)\s*$/gm)];
  const values = (key) => all.filter(([, word]) => word === key).map(([, , value]) => value);
  const answers = [...text.matchAll(/\{\{(\w+)\.response\.(?:headers|body)\b/g)];
  return {
    refs: [...values("ref"), ...answers.map(([, name]) => name)],
    expect: values("expect"),
    loop: Number(values("loop")[0]?.replace("for", "") ?? 0),
    sleep: Number(values("sleep")[0] ?? 0),
    transaction: values("transaction")[0],
    anonymous: values("anonymous").length > 0,
  };
}

/** What is sent at once: a request, or those that follow one another in one transaction. */
function unitOf(file, region) {
  const { transaction } = directives(region);
  const same = (r) => r.request && directives(r).transaction === transaction;
  return transaction ? file.httpRegions.filter(same) : [region];
}

const lead = (unit) => unit[unit.length - 1];

/** The units that a unit refers to, at any distance, in the order in which they run; then itself. */
function order(file, unit, seen = []) {
  for (const region of unit) {
    for (const name of directives(region).refs) {
      const other = file.findHttpRegion(name);
      if (!other) {
        throw new Error(`No request is called ${name}.`);
      }
      const before = unitOf(file, other);
      if (lead(before) !== lead(unit) && !seen.some((u) => lead(u) === lead(before))) {
        order(file, before, seen);
      }
    }
  }
  seen.push(unit);
  return seen;
}

// ---- What stands between braces -------------------------------------------------------------------

const pad = (value, width) => String(value).padStart(Number(width), "0");

const units = [
  ["y", "year", 12, 0],
  ["M", "month", 1, 0],
  ["w", "week", 0, 604_800_000],
  ["d", "day", 0, 86_400_000],
  ["h", "hour", 0, 3_600_000],
  ["m", "minute", 0, 60_000],
  ["s", "second", 0, 1000],
  ["ms", "millisecond", 0, 1],
];

/** What $index, $index%10, or $index/100*5+1 is in a round. */
function reckon(text, index) {
  let n = index;
  for (const [, operator, operand] of text.matchAll(/([*/%+])(\d+)/g)) {
    const by = Number(operand);
    n = { "*": n * by, "/": Math.trunc(n / by), "%": n % by, "+": n + by }[operator];
  }
  return String(n);
}

/** Reads [DATE] [NUMBER UNIT]: that date, or now, and so much later. */
function moment(args) {
  const at = new Date(args.length % 2 ? args[0] : Date.now());
  const [count, name] = args.slice(args.length % 2);
  if (name) {
    const [, , months, span] = units.find((u) => name === u[0] || name.replace(/s$/, "") === u[1]);
    at.setUTCMonth(at.getUTCMonth() + count * months);
    at.setTime(at.getTime() + count * span);
  }
  return at;
}

/** An instant as iso8601, rfc1123, or in a format such as "[taps-]YYYY-MM-DD[T]HH". */
function written(at, form = "iso8601") {
  const iso = at.toISOString();
  if (!form.startsWith('"')) {
    return form === "rfc1123" ? at.toUTCString() : iso;
  }
  return form.slice(1, -1).replace(/\[(.*?)\]|YYYY|MM|DD|HH|mm|ss/g, (part, text) => {
    const from = "YYYY-MM-DDTHH:mm:ss".indexOf(part);
    return text ?? iso.slice(from, from + part.length);
  });
}

function shard(key, count) {
  let hash = 2166136261;
  for (const byte of Buffer.from(key)) {
    hash = Math.imul(hash ^ byte, 16777619) >>> 0;
  }
  return pad(hash % count, 2);
}

const ticksToLast = (at) =>
  3155378975999999999n - (BigInt(at.getTime()) + 62_135_596_800_000n) * 10_000n;

const helpers = {
  $guid: () => randomUUID(),
  $uuid: () => randomUUID(),
  $randomInt: ([low = 0, high = 1000]) => Number(low) + Math.floor(Math.random() * (high - low)),
  $timestamp: (args) => Math.floor(moment(args) / 1000),
  $datetime: ([form, ...args]) => written(moment(args), form),
  $pad: ([value, width]) => pad(value, width),
  $invertedTicks: (args) => pad(ticksToLast(moment(args)), 19),
  $shard: ([key, count]) => shard(key, count),
  $sas: (args, account) => token(args, account),
};

// ---- The account ---------------------------------------------------------------------------------

/** Where the account's services are, and who signs. */
function accountOf({ variables }) {
  const host = variables.host ?? "http://127.0.0.1:10002/devstoreaccount1";
  const beside = (name, port) => {
    const there = host.replace(".table.", `.${name}.`).replace(":10002", `:${port}`);
    return variables[name] ?? (there === host ? undefined : there);
  };
  return {
    host,
    queue: beside("queue", 10001),
    blob: beside("blob", 10000),
    name: variables.ROWKEY_ACCOUNT ?? process.env.ROWKEY_ACCOUNT ?? "devstoreaccount1",
    key: variables.ROWKEY_KEY ?? process.env.ROWKEY_KEY ?? developmentKey,
    local: /^http:\/\/(localhost|127\.|\[::1\])/.test(host),
  };
}

const hmac = (key, text) =>
  createHmac("sha256", Buffer.from(key, "base64")).update(text).digest("base64");

/** Mints a shared access signature of a table, queue, container, blob or account. */
function token(args, account) {
  const t = { sv: "2020-12-06" };
  for (const arg of args) {
    const [, name, value] = arg.match(/^(\w+)=(.*)$/);
    const later = /^(st|se)$/.test(name) && value.match(/^([+-]\d+)(.+)$/);
    t[name] = later ? moment(later.slice(1)).toISOString().replace(/\.\d+/, "") : value;
  }
  const lines = (names) => names.split(" ").map((name) => t[name] ?? "");
  const { queue, container, blob } = t;
  let text;
  if (t.ss) {
    text = [account.name, ...lines("sp ss srt st se sip spr sv ses"), ""];
  } else {
    t.sr = container && (blob ? "b" : "c");
    const path =
      (t.tn && `table/${account.name}/${t.tn.toLowerCase()}`) ??
      (queue && `queue/${account.name}/${queue}`) ??
      `blob/${account.name}/${container}${blob ? `/${blob}` : ""}`;
    text = [...lines("sp st se"), `/${path}`, ...lines("si sip spr sv")];
    text.push(...(t.tn ? lines("spk srk epk erk") : []));
    text.push(...(container ? [t.sr, "", ...lines("ses rscc rscd rsce rscl rsct")] : []));
  }
  t.sig = hmac(account.key, text.join("\n"));
  return Object.entries(t)
    .filter(([name, value]) => value !== undefined && !/^(queue|container|blob)$/.test(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}

/** Signs a request by SharedKeyLite to tables, and by SharedKey to the other services. */
function sign(request, account) {
  const { url, method, headers } = request;
  const header = (name) => headerOf(headers, name) ?? "";
  headers["x-ms-date"] = new Date().toUTCString();
  const { pathname, searchParams } = new URL(url);
  const path = `/${account.name}${pathname}`;
  let scheme = "SharedKeyLite";
  let text = `${headers["x-ms-date"]}\n${path}`;
  if (serviceOf(url, account) === "host") {
    text += searchParams.has("comp") ? `?comp=${searchParams.get("comp")}` : "";
  } else {
    scheme = "SharedKey";
    const length = Buffer.byteLength(request.body ?? "") || "";
    const own = Object.entries(headers)
      .map(([name, value]) => `${name.toLowerCase()}:${value}`)
      .filter((line) => line.startsWith("x-ms-"));
    const query = [...searchParams].map(([name, value]) => `${name.toLowerCase()}:${value}`);
    text = [
      ...[method, header("Content-Encoding"), header("Content-Language"), length],
      ...[header("Content-MD5"), header("Content-Type"), "", header("If-Modified-Since")],
      ...[header("If-Match"), header("If-None-Match"), header("If-Unmodified-Since")],
      ...[header("Range"), ...own.sort(), path, ...query.sort()],
    ].join("\n");
  }
  headers.Authorization = `${scheme} ${account.name}:${hmac(account.key, text)}`;
}

function headerOf(headers, name) {
  const key = Object.keys(headers).find((k) => k.toLowerCase() === name.toLowerCase());
  return key && headers[key];
}

const serviceOf = (url, account) =>
  ["queue", "blob"].find((name) => url.startsWith(`${account[name]}/`)) ?? "host";

/** Percent-encodes what a URL cannot hold; escapes that are there stay. */
const encode = (url) =>
  url.replace(/%[\da-f]{2}|[^\w\-.~:/?@!$&()*+,;=]/giu, (c) =>
    c.length === 3 && c[0] === "%" ? c : encodeURIComponent(c).replace("'", "%27"),
  );

/** Adds the headers that the service needs and the request does not give. */
function complete(headers, body, service) {
  const add = (name, value) => {
    if (headerOf(headers, name) === undefined) {
      headers[name] = value;
    }
  };
  if (service !== "blob" && service !== "queue") {
    add("Accept", "application/json;odata=minimalmetadata");
    if (body) {
      add("Content-Type", isXML(body) ? "application/xml" : "application/json");
    }
    add("DataServiceVersion", "3.0");
  }
  if (service !== "part") {
    add("x-ms-version", "2019-02-02");
  }
}

// ---- What an answer is held against -----------------------------------------------------------------

/** The elements of XML as an object: text, or children, of which those of one name are an array. */
function fromXML(text) {
  const children = [...text.matchAll(/<([\w:-]+)(?:\s[^>]*?)?(?:\/>|>([\s\S]*?)<\/\1>)/g)];
  if (children.length === 0) {
    const characters = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
    return text.replace(/&(\w+);/g, (_, name) => characters[name]);
  }
  const object = {};
  for (const [, name, inner = ""] of children) {
    const value = fromXML(inner);
    object[name] = name in object ? [object[name], value].flat() : value;
  }
  return object;
}

const isXML = (body) => /^\uFEFF?</.test(body);

/** A body as a value; undefined if it is neither JSON nor XML. */
function parsed(body) {
  try {
    return isXML(body) ? fromXML(body.replace(/<\?.*?\?>/, "")) : JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Walks a path such as $.value[*].RowKey. An element of XML that stands alone is an array, too. */
function walk(value, path, xml) {
  let at = value;
  const steps = [...path.matchAll(/\.([^.[\]]+)|\[(?:'([^']*)'|"([^"]*)"|(\d+)|(\*))\]/g)];
  for (const [i, [, dotted, single, double, index, every]] of steps.entries()) {
    const list = xml && !Array.isArray(at) && at !== undefined ? [at] : at;
    if (every) {
      const rest = `$${steps
        .slice(i + 1)
        .map(([step]) => step)
        .join("")}`;
      return Array.isArray(list)
        ? list.map((element) => walk(element, rest, xml)).filter((v) => v !== undefined)
        : undefined;
    }
    const first = xml && Array.isArray(at) ? at[0] : at;
    at = index ? list?.[index] : first?.[dotted ?? single ?? double];
  }
  return xml && Array.isArray(at) ? at[0] : at;
}

/** What an expectation speaks of, as it is in an answer; undefined if it is not there. */
function subject(words, answer) {
  const [name, which] = words.split(/\s+(.*)/);
  const { own } = answer;
  const value = own && parsed(own.body);
  switch (name) {
    case "status":
      return answer.status;
    case "header":
      return answer.headers?.[which.toLowerCase()];
    case "rows":
      return !value || own.status >= 400 || isXML(own.body) ? 0 : (value.value?.length ?? 1);
    case "error":
      return codeOf(own, value);
    default:
      return which ? walk(value, which, isXML(own?.body)) : (answer.body ?? "");
  }
}

function codeOf(own, value) {
  if (!own || own.status < 400) {
    return "";
  }
  return value?.["odata.error"]?.code ?? value?.Error?.Code ?? own.headers["x-ms-error-code"] ?? "";
}

const isNumber = (text) => /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text);

function difference(a, b) {
  const whole = /^-?\d+$/;
  const [x, y] = whole.test(a) && whole.test(b) ? [BigInt(a), BigInt(b)] : [Number(a), Number(b)];
  return x < y ? -1 : Number(x > y);
}

const asText = (value) => (typeof value === "object" ? JSON.stringify(value) : String(value));

function equal(a, b) {
  if (typeof b === "number" && isNumber(asText(a))) {
    return difference(asText(a), asText(b)) === 0;
  }
  if (typeof a !== "object" || typeof b !== "object" || !a || !b) {
    return asText(a) === asText(b);
  }
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => equal(a[name], b[name]));
}

/** Whether a text fits a pattern, in which * stands for any characters and ? for one. */
function fits(pattern, text) {
  const source = pattern.replace(/\\(.)|([*?])|[[\](){}^$.+|/\\]/gu, (all, escaped, sign) => {
    if (sign) {
      return sign === "*" ? ".*" : ".";
    }
    return (escaped ?? all).replace(/[[\](){}^$.*+?|/\\]/u, "\\$&");
  });
  return new RegExp(`^${source}$`, "su").test(text);
}

/** Whether what was seen stands to what was asked for as the operator says. */
function holds(seen, operator, asked) {
  const wanted = parsed(asked) ?? asked;
  if (operator === "exists" || operator === "!exists") {
    return (seen !== undefined && seen !== "") === (operator === "exists");
  }
  if (seen === undefined || operator === "!=") {
    return operator === "!=" && !(seen !== undefined && holds(seen, "==", asked));
  }
  const text = asText(seen);
  switch (operator) {
    case "==":
      return isNumber(asked) && isNumber(text)
        ? difference(text, asked) === 0
        : equal(seen, wanted);
    case "contains":
      return Array.isArray(seen)
        ? seen.some((v) => equal(v, wanted))
        : text.includes(asText(wanted));
    case "matches":
      return fits(asText(wanted), text);
  }
  if (typeof wanted === "number" && !isNumber(text)) {
    return false;
  }
  const order =
    typeof wanted === "number"
      ? difference(text, asked)
      : Number(text > asText(wanted)) - Number(text < asText(wanted));
  return { "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0 }[operator];
}

/** Subjects that speak of all rounds together. */
const inAll = /^(plan|cost|total)\b/;

const expectation =
  /^(status|header +\S+|body(?: +\$(?:\.[^\s.[]+|\[[^\]]*\])*)?|rows|error|plan|cost\.\w+|total\.\w+)\s+(==|!=|<=|>=|<|>|contains|matches|!?exists)\s*(.*)$/;

// ---- Transactions ----------------------------------------------------------------------------------

/** The rounds of a unit, in the portions in which they are sent: one by one, or as a transaction. */
function portionsOf(unit) {
  const rounds = unit.flatMap((region) => {
    const { loop } = directives(region);
    const length = isCut(region) ? maxLoop : loop || 1;
    return Array.from({ length }, (_, index) => ({ region, index }));
  });
  let size = 1;
  if (directives(unit[0]).transaction) {
    size = unit.length === 1 ? mostOperations : rounds.length;
  }
  const portions = [];
  while (rounds.length > 0) {
    portions.push(rounds.splice(0, size));
  }
  return portions;
}

/** Whether a loop is cut short: a transaction is not. */
function isCut(region) {
  const { loop, transaction } = directives(region);
  return loop > maxLoop && (!transaction || loop > mostOperations);
}

function envelope(operations, host) {
  const [, token = ""] = operations[0].url.split("?");
  const url = `${host}/$batch${/(^|&)sig=/.test(token) ? `?${token}` : ""}`;
  const [outer, inner] = [`batch_${randomUUID()}`, `changeset_${randomUUID()}`];
  const query = operations.length === 1 && operations[0].method === "GET";
  const boundary = query ? outer : inner;
  const lines = query ? [] : [`--${outer}`, `Content-Type: multipart/mixed; boundary=${inner}`, ""];
  for (const { method, url: target, headers, body = "" } of operations) {
    lines.push(
      `--${boundary}`,
      "Content-Transfer-Encoding: binary",
      "Content-Type: application/http",
      "",
    );
    lines.push(`${method} ${target} HTTP/1.1`);
    lines.push(...Object.entries(headers).map(([name, value]) => `${name}: ${value}`));
    lines.push("", parsed(body) === undefined ? body : body.replace(/[\r\n]/g, "")); // Azurite wants one line
  }
  lines.push(...(query ? [] : [`--${inner}--`, ""]), `--${outer}--`, "");
  const headers = { "Content-Type": `multipart/mixed; boundary=${outer}` };
  const body = lines.join("\r\n");
  complete(headers, body);
  return { method: "POST", url, headers, body };
}

/** The answers to the operations of a transaction. If one failed, it alone has an answer. */
function partsOf(answer, count) {
  const parts = Array(count).fill(undefined);
  const all = answer.body.matchAll(
    /^HTTP\/1\.1 (\d+).*\r?\n((?:.+\r?\n)*)\r?\n([\s\S]*?)\r?\n--(?:changeset|batch)response/gm,
  );
  let i = 0;
  for (const [, status, lines, body] of answer.status === 202 ? all : []) {
    const headers = {};
    for (const [, name, value] of lines.matchAll(/^(.+?):\s*(.*?)\r?$/gm)) {
      headers[name.toLowerCase()] = value;
    }
    const failed = Number(status) >= 400 && count > 1;
    const at = failed ? parsed(body)?.["odata.error"]?.message?.value?.match(/^(\d+):/)?.[1] : i;
    parts[at ?? 0] = answerOf(Number(status), headers, body);
    i++;
  }
  return parts;
}

/** An answer; own is what body, rows and error are read from. */
function answerOf(status, headers, body) {
  const answer = { status, headers, body };
  answer.own = answer;
  return answer;
}

// ---- Running ---------------------------------------------------------------------------------------

const kinds = ["none", "point", "range", "partition-scan", "table-scan"];

/** What all the rounds of a request did, as far as the endpoint tells, and what was wrong with them. */
class Tally {
  plan = "none";
  cost = undefined; // unless the endpoint tells
  changed = false;
  failures = new Map(); // by expectation

  add({ status, headers, failure }) {
    const plan = headers["x-rowkey-plan"]?.match(/kind=([\w-]+)/)?.[1] ?? "none";
    this.plan = kinds[Math.max(kinds.indexOf(this.plan), kinds.indexOf(plan))];
    for (const [, name, n] of (headers["x-rowkey-cost"] ?? "").matchAll(/(\w+)=(\d+)/g)) {
      this.cost ??= {};
      this.cost[name] = (this.cost[name] ?? 0) + Number(n);
    }
    this.changed ||= status < 400 && !failure;
  }
}

function result(text, known, wrong) {
  if (!known) {
    return { message: `${text}: not known here`, status: "SKIPPED" };
  }
  if (!wrong) {
    return { message: text, status: "SUCCESS" };
  }
  const error = { displayMessage: wrong, error: new Error(wrong) };
  return { message: `${text}: ${wrong}`, status: "FAILED", error };
}

/** The file whose tables are in the emulator; each run of httpyac and each editor has one. */
const stage = Symbol.for("rowkey.httpyac");

/** One file of requests, and what has become of them. */
class Session {
  constructor(api) {
    this.api = api;
    this.file = api.httpFile;
    this.forget();
    this.verdicts = new Map();
  }

  forget() {
    this.done = []; // what has changed the account, in that order
    this.ran = new Map(); // of leads: "sent" or "skipped"
    this.answers = new Map(); // by region
  }

  /** Begins an example: the account is empty but for what the example refers to. */
  async begin(unit, context) {
    const account = accountOf(context);
    const before = order(this.file, unit).map(lead).slice(0, -1);
    if (globalThis[stage] === this && this.done.every((region, i) => before[i] === region)) {
      for (const region of this.ran.keys()) {
        if (!this.done.includes(region)) {
          this.ran.delete(region);
        }
      }
      return;
    }
    this.forget();
    globalThis[stage] = this;
    if (account.local) {
      await this.empty(account, context);
    }
  }

  /** Deletes the tables, queues and containers that the requests of the file create. */
  async empty(account, context) {
    this.creations ??= await this.created(context);
    for (const url of this.creations) {
      const headers = { "x-rowkey-at-once": "1" }; // at our endpoint the name would stay taken
      await this.send({ method: "DELETE", url, headers }, account);
    }
  }

  /** The addresses of what the requests of the file create. */
  async created(context) {
    const urls = new Set();
    for (const region of this.file.httpRegions.filter((r) => r.request)) {
      for (let i = 0; i < Math.min(maxLoop, directives(region).loop || 1); i++) {
        const url = await this.creation(region.request, {
          ...context,
          variables: { ...context.variables, $index: i },
        });
        if (url) {
          urls.add(url);
        } else {
          break;
        }
      }
    }
    return urls;
  }

  /** The address of what a request creates, or "". */
  async creation({ method, url, body }, context) {
    const { host } = accountOf(context);
    if (method === "POST" && /^\{\{host\}\}\/Tables(\(\))?$/.test(url)) {
      const { TableName } = parsed(await this.expand(body, context)) ?? {};
      return TableName ? `${host}/Tables('${TableName}')` : "";
    }
    const creates = /^\{\{(queue|blob)\}\}\/[^/?]+(\?restype=container)?$/;
    return method === "PUT" && creates.test(url) ? this.expand(url, context) : "";
  }

  async expand(text, context) {
    return text ? String(await this.api.utils.replaceVariables(text, "body", context)) : text;
  }

  /** httpyac runs a region. Returns false when its request is not to be sent, or not again. */
  async execute(context) {
    const region = context.httpRegion;
    const unit = unitOf(this.file, region);
    if (context.isMainContext && !this.told(region, unit, context)) {
      await this.begin(unit, context);
    }
    if (lead(unit) !== region) {
      await this.once(lead(unit), context);
      region.testResults = this.verdicts.get(region);
      return false;
    }
    if (this.ran.has(region)) {
      region.testResults = this.verdicts.get(region);
      return false;
    }
    for (const other of order(this.file, unit).slice(0, -1)) {
      if ((await this.once(lead(other), context)) === "skipped") {
        return this.skip(unit, `${lead(other).metaData.name} was skipped`);
      }
    }
    const { sleep } = directives(region);
    return sleep > maxSleep ? this.skip(unit, `it waits for ${sleep} ms`) : true;
  }

  /** Whether a part of a transaction was sent with another part, which httpyac ran just before. */
  told(region, unit, { variables }) {
    const before = this.shown;
    const told = before?.variables === variables && before.rest.has(region);
    if (!told) {
      this.shown = { variables, rest: new Set(unit) };
    }
    this.shown.rest.delete(region);
    return told;
  }

  async once(region, context) {
    if (!this.ran.has(region)) {
      await region.execute(context);
    }
    return this.ran.get(region);
  }

  skip(unit, why) {
    this.ran.set(lead(unit), "skipped");
    for (const region of unit) {
      this.verdicts.set(region, [{ message: `not sent: ${why}`, status: "SKIPPED" }]);
    }
    lead(unit).testResults = this.verdicts.get(lead(unit));
    return false;
  }

  /** Prepares what httpyac then sends: a request, the last round of a loop, or a transaction. */
  async prepare(request, context) {
    const region = context.httpRegion;
    const portions = portionsOf(unitOf(this.file, region));
    this.ran.set(region, "sent");
    this.tally = new Tally();
    if (!isRead(region)) {
      this.done.push(region);
    }
    this.portion = portions.pop();
    await this.rounds(region, portions, context);
    Object.assign(request, await this.make(this.portion, context));
  }

  /** Sends all rounds of a loop but the last: for httpyac each would take it many times as long. */
  async rounds(region, portions, context) {
    for (const portion of portions) {
      const answer = await this.send(await this.make(portion, context));
      await this.took(region, portion, answer, context);
    }
  }

  /** Holds the answer to a round against what every one must meet. */
  async took(region, portion, answer, context) {
    this.partsOf(portion, answer);
    this.tally.add(answer);
    await this.judge(region, answer, this.tally, context);
  }

  /** Makes what is sent at once, when its time has come. */
  async make(portion, context) {
    const operations = [];
    let region;
    for (const round of portion) {
      if (region !== round.region) {
        region = round.region;
        await this.sleep(region);
      }
      context.variables.$index = round.index;
      operations.push(await this.request(region, context));
    }
    const account = accountOf(context);
    const { transaction } = directives(region);
    const request = transaction ? envelope(operations, account.host) : operations[0];
    return this.authorize(request, region, account);
  }

  async sleep(region) {
    const { sleep } = directives(region);
    if (sleep > 0) {
      await this.wait(sleep);
    }
  }

  wait(milliseconds) {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
  }

  /** Makes a request of a region, its variables replaced. */
  async request(region, context) {
    const { method, url, headers, body } = region.request;
    const request = { method, url: encode(await this.expand(url, context)), headers: {} };
    for (const [name, value] of Object.entries(headers)) {
      request.headers[name] = String(await this.expand(value, context));
    }
    request.body = body && (await this.expand([body].flat().join(""), context));
    const service = serviceOf(request.url, accountOf(context));
    complete(request.headers, request.body, directives(region).transaction ? "part" : service);
    return request;
  }

  /** Signs a request, unless somebody else is to send it. */
  authorize(request, region, account) {
    const { anonymous, expect } = directives(region);
    if (expect.some((text) => inAll.test(text))) {
      request.headers["x-rowkey-explain"] = "1";
    }
    const own = /[?&]sig=/.test(request.url) || headerOf(request.headers, "Authorization");
    if (!anonymous && !own && request.method !== "OPTIONS") {
      sign(request, account);
    }
    return request;
  }

  /** Sends what httpyac does not: the first rounds of a loop, and what empties the account. */
  async send(request, account) {
    if (account) {
      request.url = encode(request.url);
      complete(request.headers, request.body, serviceOf(request.url, account));
      sign(request, account);
    }
    const { method, headers, body } = request;
    const response = await fetch(request.url, { method, headers, body: body && Buffer.from(body) });
    return answerOf(response.status, Object.fromEntries(response.headers), await response.text());
  }

  /** httpyac has an answer. */
  async answered({ statusCode, headers, rawBody }, context) {
    const region = context.httpRegion;
    const answer = answerOf(statusCode, headers, rawBody?.toString() ?? "");
    const parts = this.partsOf(this.portion, answer);
    this.tally.add(answer);
    if (!isRead(region) && !this.tally.changed) {
      this.done.pop(); // it changed nothing
    }
    for (const [part, all] of parts) {
      const tally = new Tally();
      for (const one of part === region ? [] : all) {
        await this.judge(part, one, tally, context);
      }
      await this.report(part, tally, context);
    }
    await this.judge(region, answer, this.tally, context);
    await this.report(region, this.tally, context);
  }

  /** The answers to each request of a transaction. That of the last is the whole, which looks into them. */
  partsOf(portion, answer) {
    const parts = new Map();
    const { region: last } = portion[portion.length - 1];
    if (!directives(last).transaction) {
      this.answers.set(last, answer);
      return parts;
    }
    const all = partsOf(answer, portion.length);
    for (const [i, { region }] of portion.entries()) {
      const mine = parts.get(region) ?? [];
      parts.set(region, all[i] ? [...mine, all[i]] : mine);
    }
    for (const [region, mine] of parts) {
      this.answers.set(region, mine[mine.length - 1]);
      parts.set(region, mine.length > 0 ? mine : [{}]); // nothing of it was carried out
    }
    answer.failure = all.find((part) => part?.status >= 400);
    answer.own = answer.failure ?? this.answers.get(last) ?? answer;
    return parts;
  }

  /** Holds an answer against what every round must meet. */
  async judge(region, answer, tally, context) {
    for (const text of directives(region).expect) {
      const [, words, operator, value] = text.match(expectation) ?? [];
      if (!words) {
        tally.failures.set(text, "cannot be read");
      } else if (!inAll.test(words) && !tally.failures.has(text)) {
        const seen = subject(words, answer);
        if (!holds(seen, operator, await this.expand(value, context))) {
          tally.failures.set(text, `got ${asText(seen).slice(0, 120)}`);
        }
      }
    }
  }

  /** Tells httpyac what came of the expectations. */
  async report(region, tally, context) {
    const results = [];
    for (const text of directives(region).expect) {
      const [, words, operator, value] = text.match(expectation) ?? [];
      let wrong = tally.failures.get(text);
      let known = !this.lacks(region) || /^(status|header|error)\b/.test(text);
      if (inAll.test(words)) {
        const seen =
          words === "plan" ? tally.plan.replace("none", "") : tally.cost?.[words.slice(5)];
        known &&= tally.cost !== undefined && !words.startsWith("total");
        wrong = holds(seen, operator, await this.expand(value, context))
          ? undefined
          : `got ${seen}`;
      }
      results.push(result(text, known, wrong));
    }
    this.verdicts.set(region, results);
    region.testResults = results;
  }

  /** Whether a loop that a region needs was cut short. */
  lacks(region) {
    return order(this.file, unitOf(this.file, region)).flat().some(isCut);
  }

  /** What stands between braces, if it is ours; httpyac knows the rest. */
  async replace(text, context) {
    let result = text;
    for (const [all, inner] of text.matchAll(/\{\{\s*(.+?)\s*\}\}/g)) {
      const value = await this.value(inner, context);
      if (value !== undefined) {
        result = result.replace(all, () => value);
      }
    }
    return result;
  }

  async value(inner, context) {
    const { variables } = context;
    const account = accountOf(context);
    const [name, ...args] = inner.split(/\s+/);
    if (name.startsWith("$index")) {
      return reckon(name, variables.$index);
    }
    if (/^(host|queue|blob)$/.test(name)) {
      return account[name];
    }
    if (helpers[name]) {
      const named = (text) =>
        text.startsWith("$index")
          ? reckon(text, variables.$index)
          : String(variables[text] ?? text);
      const filled = args.map((arg) =>
        arg.replace(/^(\w+=)?(.*)$/, (_, field = "", rest) => field + named(rest)),
      );
      return String(helpers[name](filled, account));
    }
    const [, other, header, path] =
      inner.match(/^(\w+)\.response\.(?:headers\.([\w-]+)|body\.(\$.*))$/) ?? [];
    if (other) {
      const answer = this.answers.get(this.file.findHttpRegion(other))?.own;
      const value = header
        ? answer?.headers[header.toLowerCase()]
        : walk(parsed(answer?.body), path, isXML(answer?.body));
      if (value === undefined) {
        throw new Error(`The answer to ${other} has no ${header ?? path}.`);
      }
      return asText(value);
    }
  }
}

/** Reads variables that httpyac does not: empty ones, and those whose value begins with a quote. */
function variables(session) {
  return async (lines, { httpRegion }) => {
    const { value: line } = lines().next();
    const [, name, value = ""] = line?.textLine.match(/^\s*@(\w+)\s*=\s*(".*?)?\s*$/) ?? [];
    if (!name || httpRegion.request) {
      return false;
    }
    httpRegion.hooks.execute.addHook(`variable_${name}`, async (context) => {
      const { setVariableInContext } = session.api.utils;
      setVariableInContext({ [name]: await session.expand(value, context) }, context);
      return true;
    });
    return { nextParserLine: line.line, symbols: [] };
  };
}

/** Whether a request changes nothing. Taking a message does, by hiding it. */
const isRead = ({ request: { method, url } }) =>
  /^(GET|HEAD|OPTIONS)$/.test(method) &&
  !(url.startsWith("{{queue}}") && !url.includes("peekonly"));

module.exports = {
  Session,
  cookieJarEnabled: false,
  configureHooks(api) {
    const session = new Session(api);
    const { parse, parseMetaData, execute, onRequest, onResponse, replaceVariable } = api.hooks;
    parse.addHook("rowkey", variables(session), { before: ["variable"] });
    parseMetaData.removeHook("ref");
    parseMetaData.removeHook("loop");
    parseMetaData.removeHook("sleep");
    onResponse.removeHook("handleMetaDataName"); // here a request's name is not a variable
    execute.addHook("rowkey", (context) => session.execute(context));
    replaceVariable.addHook(
      "rowkey",
      async (text, _type, context) =>
        typeof text === "string" ? session.replace(text, context) : text,
      { before: ["host"] },
    );
    onRequest.addHook("rowkey", (request, context) => session.prepare(request, context), {
      before: ["attachDefaultHeaders"],
    });
    onResponse.addHook("rowkey", (response, context) => session.answered(response, context));
  },
};
