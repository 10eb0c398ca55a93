/**
 * Reads a client that is written as requests, as in an .http file. The frame sends them, so this reads only
 * what one request needs from those before it: {{name.response.headers.ETag}} stays as it is.
 */
import { type Block, blocks } from "../play/blocks.ts";

/** A request. Its texts can refer to the answers of those before it. */
export interface Request {
  readonly name: string;
  readonly method: string;
  /** Behind the account's address. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** What a client can't have, in a sentence. */
export class Unreadable extends Error {}

/** Whether a text begins as a script does: with a request, below comments and variables. */
export function isScript(text: string): boolean {
  return /^(?:\s*(?:#|\/\/|@).*\n|\s*\n)*\s*(?:GET|POST|PUT|PATCH|MERGE|DELETE)\s+\S/.test(text);
}

/** Reads the requests of a client. Fails with Unreadable, which says the line. */
export function requestsIn(text: string): Request[] {
  const lines = text.split(/\r?\n/);
  const variables = variablesIn(lines);
  const names: string[] = [];
  return blocks(lines.join("\n")).map((block) => {
    const several = lines
      .slice(block.from - 1, block.request - 1)
      .findIndex((line) => /^\s*(?:#|\/\/)[\s#/]*@(?:transaction|loop)\b/.test(line));
    if (several >= 0) {
      throw new Unreadable(
        `line ${block.from + several}: transactions and loops aren't possible here. ` +
          "Write this client in JavaScript.",
      );
    }
    const rendered = lines
      .slice(block.request - 1, block.to)
      .map((line, i) => render(line, block.request + i, { variables, names }));
    names.push(block.name);
    return requestOf(block, rendered);
  });
}

/** The tables that requests are for, the first one first. */
export function tablesIn(requests: readonly Request[]): string[] {
  const names = requests.map(({ path }) => /^\/([A-Za-z][A-Za-z0-9]{2,62})\b/.exec(path)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined && name !== "Tables"))] as string[];
}

function variablesIn(lines: readonly string[]): Map<string, string> {
  const found = lines.map((line) => /^\s*@(\w+)\s*=\s*(.*?)\s*$/.exec(line));
  return new Map(found.flatMap((each) => (each ? [[each[1] ?? "", each[2] ?? ""]] : [])));
}

interface Known {
  readonly variables: ReadonlyMap<string, string>;
  /** The requests before this one. */
  readonly names: readonly string[];
}

/** Puts the values of variables into a line. References to answers are left. */
function render(line: string, number: number, { variables, names }: Known): string {
  return line.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (all, inside: string) => {
    const answer = /^(\w+)\.response\./.exec(inside)?.[1];
    if (answer !== undefined && !names.includes(answer)) {
      throw new Unreadable(`line ${number}: no request above is called ${answer}.`);
    }
    const value = answer === undefined ? variables.get(inside) : all;
    if (value === undefined && inside !== "host") {
      throw new Unreadable(`line ${number}: ${all} isn't known here. Write its value instead.`);
    }
    return inside === "host" ? "" : (value ?? all);
  });
}

function requestOf({ name, request }: Block, lines: readonly string[]): Request {
  const [first = "", ...rest] = lines;
  const empty = rest.findIndex((line) => line.trim() === "");
  const head = empty < 0 ? rest : rest.slice(0, empty);
  const [, method = "", target = ""] =
    /^\s*(\S+)\s+(.*?)(?:\s+HTTP\/[\d.]+)?\s*$/.exec(first) ?? [];
  const more = head.filter((line) => /^\s*[?&]/.test(line)).map((line) => line.trim());
  const headers = head
    .filter((line) => !/^\s*(?:[?&#]|\/\/)/.test(line))
    .map((line) => /^\s*([^:]+?)\s*:\s*(.*?)\s*$/.exec(line));
  if (!target.startsWith("/") || headers.includes(null)) {
    throw new Unreadable(
      `line ${request}: a request is GET {{host}}/Data(), for example, and then its headers.`,
    );
  }
  return {
    name,
    method,
    path: `${target}${more.join("")}`.replaceAll(" ", "%20"),
    headers: headers.map((header): [string, string] => [header?.[1] ?? "", header?.[2] ?? ""]),
    body:
      empty < 0
        ? ""
        : rest
            .slice(empty + 1)
            .join("\n")
            .trim(),
  };
}
