import { readFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import { extname, join } from "node:path";

/** The folder that `./build.sh site` writes. */
export const folder = process.env["ROWKEY_DIST"] ?? "../../dist";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

interface Rule {
  readonly pattern: string;
  readonly lines: string[];
}

/** How a host differs from one that serves dist/ as fast as it can. */
export interface Host {
  /** Ends a response with a body. */
  readonly send?: (response: ServerResponse, body: Buffer, path: string) => void;
  /** Files that differ from those in dist/, by their paths; undefined if they are missing. */
  readonly changed?: ReadonlyMap<string, Buffer | undefined>;
}

/** Serves the released site as a static host does, with the headers of its _headers file. */
export async function serve({
  send = (response, body) => response.end(body),
  changed = new Map(),
}: Host = {}): Promise<{ origin: string; server: Server }> {
  const rules = readRules();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://host").pathname;
    const found = find(path, changed);
    for (const [name, value] of headersOf(rules, path)) {
      response.setHeader(name, value);
    }
    response.setHeader("content-type", types[extname(found.name)] ?? "text/plain; charset=utf-8");
    if (found.compressed) {
      response.setHeader("content-encoding", "br");
    }
    response.statusCode = found.name === "404.html" ? 404 : 200;
    send(response, found.compressed ?? found.plain, path);
  });
  return listen(server);
}

/** Starts a server on a free port. */
export async function listen(server: Server): Promise<{ origin: string; server: Server }> {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (typeof address !== "object" || !address) {
    throw new Error("the server has no address");
  }
  return { origin: `http://127.0.0.1:${address.port}`, server };
}

/** Stops a server, and whatever it's in the middle of. */
export function stop(server: Server): void {
  server.close();
  server.closeAllConnections();
}

/** The addresses of all pages, from the sitemap, and one that doesn't exist. */
export function pages(): string[] {
  const sitemap = need("sitemap.xml");
  const paths = Array.from(sitemap.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g), (m) => m[1]);
  return [...paths.filter((path) => path !== undefined), "/no-such-page/"];
}

/** Whether a page has examples to run. */
export function hasExamples(path: string): boolean {
  return read(`${path}index.html`)?.includes("ex-run") ?? false;
}

/** The first page that has examples to run. */
export function guide(): string {
  const path = pages().find(hasExamples);
  if (path === undefined) {
    throw new Error(`no page in ${folder} has examples`);
  }
  return path;
}

interface Found {
  readonly name: string;
  readonly plain: Buffer;
  readonly compressed: Buffer | undefined;
}

function find(path: string, changed: Host["changed"] = new Map()): Found {
  const name = path.endsWith("/") ? `${path}index.html` : path;
  const plain = changed.has(name) ? changed.get(name) : read(name);
  if (!plain) {
    return { name: "404.html", plain: read("404.html") ?? Buffer.of(), compressed: undefined };
  }
  return { name, plain, compressed: changed.has(name) ? undefined : read(`${name}.br`) };
}

/** Returns a file that every build has. */
export function need(name: string): string {
  const body = read(name);
  if (!body) {
    throw new Error(`${join(folder, name)} is missing; ./build.sh site writes it`);
  }
  return body.toString("utf8");
}

function read(name: string): Buffer | undefined {
  try {
    return readFileSync(join(folder, name));
  } catch {
    return undefined;
  }
}

/** Reads _headers: a pattern, and under it indented lines that give a header or, with !, drop one. */
function readRules(): Rule[] {
  const rules: Rule[] = [];
  for (const line of need("_headers").split("\n")) {
    if (/^\s/.test(line)) {
      rules.at(-1)?.lines.push(line.trim());
    } else if (line !== "") {
      rules.push({ pattern: line, lines: [] });
    }
  }
  return rules;
}

function headersOf(rules: readonly Rule[], path: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const { pattern, lines } of rules) {
    const open = pattern.endsWith("*");
    if (open ? !path.startsWith(pattern.slice(0, -1)) : path !== pattern) {
      continue;
    }
    for (const line of lines) {
      const [, name = "", value = ""] = /^(?:! )?([^:]*)(?:: (.*))?$/.exec(line) ?? [];
      const before = headers.get(name.toLowerCase());
      if (line.startsWith("!")) {
        headers.delete(name.toLowerCase());
      } else {
        headers.set(name.toLowerCase(), before ? `${before}, ${value}` : value);
      }
    }
  }
  return headers;
}
