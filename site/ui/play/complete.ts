/** Says what could be written at a place of a script. It knows the language, and from a lexicon the data. */
import * as vocabulary from "../vocabulary.ts";
import { blocks } from "./blocks.ts";
import {
  comparisons,
  directives,
  headers,
  helpers,
  methods,
  parameters,
  subjects,
} from "./complete-words.ts";

export interface Suggestion {
  readonly label: string;
  /** What is inserted, if that isn't the label. */
  readonly insert?: string;
  /** A word about it, shown beside it. */
  readonly detail?: string;
  readonly kind: "table" | "property" | "keyword" | "value" | "directive" | "variable" | "header";
}

export interface Suggestions {
  /** Where the text to replace begins. */
  readonly from: number;
  readonly options: readonly Suggestion[];
}

export interface KnownTable {
  readonly name: string;
  readonly properties: ReadonlyMap<string, string>;
  readonly partitionKeys: readonly string[];
  readonly rowKeys: readonly string[];
}

/** What is known of the data. */
export type Lexicon = readonly KnownTable[];

type Kind = Suggestion["kind"];

/** Returns what could be written at a position; nothing where nothing is known. */
export function suggest(text: string, at: number, lexicon: Lexicon): Suggestions | undefined {
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  const before = text.slice(lineStart, at);
  const found =
    inBraces(before, text) ??
    inComment(before, text) ??
    inRequest(before, text, lineStart, lexicon);
  if (!found) {
    return undefined;
  }
  const [typed, options] = found;
  return { from: at - typed.length, options };
}

/** What has been typed of a word, and what it could become. */
type Found = readonly [typed: string, options: readonly Suggestion[]] | undefined;

function inBraces(before: string, text: string): Found {
  const typed = /\{\{([^{}]*)$/.exec(before)?.[1];
  if (typed === undefined) {
    return undefined;
  }
  const response = /^(\w+)\.([\w.$]*)$/.exec(typed);
  if (response) {
    const parts = [
      "response.headers.ETag",
      "response.body.$.value[0].RowKey",
      "response.body.$.RowKey",
    ];
    return [response[2] ?? "", parts.map((label) => ({ label, kind: "variable" }))];
  }
  const defined = Array.from(text.matchAll(/^[ \t]*@(\w+)[ \t]*=/gm), ([, name = ""]) => name);
  const variables = ["host", "queue", "blob", ...defined];
  return [
    typed,
    [
      ...plain(variables, "variable"),
      ...words(
        namesIn(text).map((name) => [`${name}.`, "an earlier response"]),
        "variable",
      ),
      ...words(Object.values(helpers), "variable"),
    ],
  ];
}

function inComment(before: string, text: string): Found {
  const directive = /^\s*(?:#|\/\/)\s*@(\w*)$/.exec(before);
  if (directive) {
    return [directive[1] ?? "", words(Object.values(directives), "directive")];
  }
  const ref = /^\s*#\s*@ref\s+(\w*)$/.exec(before);
  if (ref) {
    return [ref[1] ?? "", plain(namesIn(text), "value")];
  }
  const [, subject, value] =
    /^\s*#\s*@expect\s+(?:([\w.]*)$|plan\s+[=!]=\s*([\w-]*)$)/.exec(before) ?? [];
  if (value !== undefined) {
    return [value, plain(vocabulary.plans, "value")];
  }
  if (subject !== undefined) {
    return [subject, words(Object.values(subjects), "keyword")];
  }
  const operator = /^\s*#\s*@expect\s+(?:header\s+\S+|body\s+\S+|[\w.]+)\s+([=!<>\w]*)$/.exec(
    before,
  );
  if (operator) {
    return [operator[1] ?? "", plain(vocabulary.operators, "keyword")];
  }
  return /^\s*(?:#|\/\/)/.test(before) ? ["", []] : undefined;
}

/** The parts of a request above the line that is being written. */
type Part = "start" | "url" | "headers" | "body";

function inRequest(before: string, text: string, lineStart: number, lexicon: Lexicon): Found {
  const above = text.slice(0, lineStart).split("\n").slice(0, -1);
  const { part, url } = partOf(above, before);
  switch (part) {
    case "start":
      return /^\s*\w*$/.test(before) ? [before.trim(), words(methods, "keyword")] : undefined;
    case "url":
      return inUrl(url, lexicon);
    case "headers":
      return inHeader(before);
    case "body":
      return inBody(before, url, lexicon);
    default:
      return part satisfies never;
  }
}

/** In which part of its request a line is, and the URL up to there. */
function partOf(above: readonly string[], before: string): { part: Part; url: string } {
  let part: Part = "start";
  let url = "";
  for (const line of above) {
    if (line.startsWith("###")) {
      part = "start";
      url = "";
    } else if (part === "start") {
      if (/^\s*[A-Z]+\s+\S/.test(line)) {
        part = "headers";
        url = line.trim();
      }
    } else if (part === "headers") {
      if (/^\s*[?&]/.test(line)) {
        url += line.trim();
      } else if (line.trim() === "") {
        part = "body";
      }
    }
  }
  if (part === "start" && /^\s*[A-Z]+\s+\S/.test(before)) {
    return { part: "url", url: before.trimStart() };
  }
  if (part === "headers" && /^\s*[?&]/.test(before)) {
    return { part: "url", url: url + before.trimStart() };
  }
  return { part, url };
}

function inUrl(url: string, lexicon: Lexicon): Found {
  const table = /\{\{host\}\}\/([\w$]*)$/.exec(url);
  if (table) {
    return [table[1] ?? "", tablesFor(url, lexicon)];
  }
  const known = tableIn(url, lexicon);
  const key = /\((?:.*,\s*)?(PartitionKey|RowKey)='([^']*)$/.exec(url);
  if (key && !url.includes("?")) {
    const values = key[1] === "RowKey" ? known?.rowKeys : known?.partitionKeys;
    return [key[2] ?? "", plain(values ?? [], "value")];
  }
  const parameter = /[?&]([$\w]*)$/.exec(url);
  if (parameter) {
    return [parameter[1] ?? "", words(parameters, "keyword")];
  }
  const select = /\$select=(?:[^&]*,)?(\w*)$/.exec(url);
  if (select) {
    return [select[1] ?? "", propertiesOf(known)];
  }
  const filter = /\$filter=([^&]*)$/.exec(url)?.[1];
  return filter === undefined ? undefined : inFilter(filter, known);
}

function inFilter(filter: string, table: KnownTable | undefined): Found {
  const literal = /(\w+)\s+(?:eq|ne|gt|ge|lt|le)\s+'((?:[^']|'')*)$/.exec(filter);
  if (literal) {
    const keys =
      { PartitionKey: table?.partitionKeys, RowKey: table?.rowKeys }[literal[1] ?? ""] ?? [];
    return [literal[2] ?? "", plain(keys, "value")];
  }
  if (/(?:eq|ne|gt|ge|lt|le)\s+\S*$/.test(filter)) {
    const type = table?.properties.get(/(\w+)\s+\w\w\s+\S*$/.exec(filter)?.[1] ?? "") ?? "";
    return [/\S*$/.exec(filter)?.[0] ?? "", literalsOf(type)];
  }
  const after = /(?:^|\(|\b(?:and|or|not)\s)\s*(\w+)\s+(\w*)$/.exec(filter);
  if (after && after[1] !== "not") {
    return [after[2] ?? "", words(Object.values(comparisons), "keyword")];
  }
  const joint = /(?:'|\d|true|false|\))\s+(\w*)$/.exec(filter);
  if (joint) {
    return [
      joint[1] ?? "",
      words(
        [
          ["and ", "both"],
          ["or ", "either: reads more"],
        ],
        "keyword",
      ),
    ];
  }
  const property = /(?:^|[\s(])(\w*)$/.exec(filter);
  return property ? [property[1] ?? "", propertiesOf(table, " ")] : undefined;
}

/** How a value of a type is written in a filter. */
function literalsOf(type: string): Suggestion[] {
  switch (type) {
    case "Boolean":
      return plain(["true", "false"], "value");
    case "DateTime":
      return words([["datetime'2026-01-05T09:00:00Z'", "a date"]], "value");
    case "Guid":
      return words([["guid'00000000-0000-0000-0000-000000000000'", "a GUID"]], "value");
    case "Int32":
    case "Int64":
    case "Double":
      return [];
    default:
      return words([["'", "a string"]], "value");
  }
}

function tablesFor(url: string, lexicon: Lexicon): Suggestion[] {
  const reads = url.startsWith("GET");
  const found: Suggestion[] = [];
  for (const { name, properties } of lexicon) {
    const detail = `${properties.size} properties`;
    if (url.startsWith("POST")) {
      found.push({ label: name, kind: "table", detail });
      continue;
    }
    if (reads) {
      found.push({ label: `${name}()`, kind: "table", detail });
    }
    const entity = `${name}(PartitionKey='',RowKey='')`;
    found.push({ label: entity, kind: "table", detail: "one entity" });
  }
  return [...found, ...words([["Tables", "the list of tables"]], "table")];
}

function inHeader(before: string): Found {
  const [, name, value] = /^\s*(?:([\w-]*)|([\w-]+:\s*.*))$/.exec(before) ?? [];
  if (name !== undefined) {
    return [
      name,
      words(
        headers.map(([each]) => [`${each}: `, ""]),
        "header",
      ),
    ];
  }
  const [, header = "", typed = ""] = /^([\w-]+):\s*(.*)$/.exec(value ?? "") ?? [];
  const known = headers.find(([each]) => each.toLowerCase() === header.toLowerCase());
  return known ? [typed, plain(known[1], "value")] : undefined;
}

function inBody(before: string, url: string, lexicon: Lexicon): Found {
  const type = /"\w+@odata\.type"\s*:\s*"([\w.]*)$/.exec(before);
  if (type) {
    return [type[1] ?? "", plain(vocabulary.types, "value")];
  }
  const property = /(?:^|[{,])\s*"([^"]*)$/.exec(before);
  if (!property) {
    return undefined;
  }
  const known = tableIn(url, lexicon);
  const all = [
    ...(known?.properties ??
      new Map([
        ["PartitionKey", ""],
        ["RowKey", ""],
      ])),
  ];
  return [property[1] ?? "", words([...all, ["TableName", "of a new table"]], "property")];
}

function tableIn(url: string, lexicon: Lexicon): KnownTable | undefined {
  const name = /\{\{host\}\}\/(\w+)/.exec(url)?.[1]?.toLowerCase();
  return lexicon.find((table) => table.name.toLowerCase() === name);
}

function propertiesOf(table: KnownTable | undefined, end = ""): Suggestion[] {
  const known = table
    ? [...table.properties]
    : [
        ["PartitionKey", ""],
        ["RowKey", ""],
      ];
  return known.map(([label = "", type = ""]) => ({
    label,
    insert: label + end,
    detail: label === "PartitionKey" || label === "RowKey" ? "key" : type,
    kind: "property",
  }));
}

/** The names of requests. */
function namesIn(text: string): string[] {
  return blocks(text).flatMap(({ name }) => name || []);
}

/** Words of which there's nothing more to say. */
function plain(list: readonly string[], kind: Kind): Suggestion[] {
  return list.map((label) => ({ label, insert: label, kind }));
}

function words(list: readonly (readonly [string, string])[], kind: Kind): Suggestion[] {
  return list.map(([label, detail]) => ({
    label: label.trimEnd(),
    insert: label,
    ...(detail === "" ? {} : { detail }),
    kind,
  }));
}
