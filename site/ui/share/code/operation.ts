/**
 * A request as the operation of a client library. What these libraries don't send is refused with the reason.
 */
import type { EdmType, Entity, Match, Operation, Property, Sent } from "./model.ts";

/** The requests in the body of a transaction. */
export function partsOf(body: string): Sent[] {
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
export class Odd extends Error {}

/** What a request says in a header, whose name is given in small letters. */
export function headerOf({ headers }: Pick<Sent, "headers">, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/** Headers that clients set themselves, or that change nothing in what is done. */
const usual = new RegExp(
  "^(accept|content-type|dataserviceversion|maxdataserviceversion|prefer|if-match|x-http-method|" +
    "x-ms-version|x-ms-date|authorization|content-length|user-agent|x-ms-client-request-id)$",
  "i",
);

export function operationOf(sent: Sent, target: string, match: Match): Operation {
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
