import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { extname } from "node:path";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { site } from "../e2e/reader.ts";
import { stop } from "../e2e/server.ts";
import { filesIn, pagesOf } from "./sources.mjs";

/** The folder of this file, seen from where tests are run. */
export const here = "test/hosts";
/** In what tools build, this stands for the address of the site. */
const placeholder = "https://rowkey.invalid";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".http": "text/plain; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
  ".svg": "image/svg+xml",
  ".xml": "application/xml",
};

/** Somebody else's pages. */
export interface Host {
  /** Their address, which is another site than Rowkey's. */
  readonly url: string;
  close(): void;
}

export interface HostOptions {
  /** The tool writes styles into its elements. */
  readonly styles?: boolean;
  /** Replaces the part of the policy that is about us. */
  readonly policy?: (site: string) => { script: string; frame: string };
  /** More files, by their path. */
  readonly files?: () => Record<string, string | Buffer>;
}

/** The files of a tool's pages, by path. Those of "plain" are as somebody wrote them by hand. */
function filesOf(tool: string): Map<string, Buffer> {
  if (tool !== "plain") {
    const { files } = pagesOf(here, tool);
    return new Map(
      Object.entries(files).map(([path, text]) => [path, Buffer.from(text, "latin1")]),
    );
  }
  const names = filesIn(`${here}/plain`);
  return new Map(names.map((name) => [`/${name}`, readFileSync(`${here}/plain/${name}`)]));
}

/** Serves the pages of a tool, with a policy as strict as the tool allows. */
export async function serveHost(tool: string, options: HostOptions = {}): Promise<Host> {
  const files = filesOf(tool);
  const server = createServer((request, response) => {
    const path = decodeURI(new URL(request.url ?? "/", "http://host").pathname);
    const name = fileOf(files, path);
    const body = options.files?.()[path] ?? files.get(name);
    if (body === undefined) {
      response.writeHead(path === "/favicon.ico" ? 204 : 404).end();
      return;
    }
    const type = extname(name);
    const isText = type === ".html" || type === ".js";
    const text = isText ? body.toString().replaceAll(placeholder, site()) : "";
    response.setHeader("content-type", types[type] ?? "application/octet-stream");
    // The one file of ours has a policy of its own, which docs/embedding.md says to leave alone.
    if (type === ".html" && !path.endsWith("/embed.html")) {
      response.setHeader("content-security-policy", policyOf(text, options));
    }
    response.end(isText ? text : body);
  });
  await new Promise<void>((listening) => server.listen(0, "localhost", listening));
  return { url: `http://localhost:${portOf(server)}`, close: () => stop(server) };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

/** The file of a path, as static hosts find it. */
function fileOf(files: ReadonlyMap<string, Buffer>, path: string): string {
  if (path.endsWith("/")) {
    return `${path}index.html`;
  }
  if (extname(path)) {
    return path;
  }
  return files.has(`${path}.html`) ? `${path}.html` : `${path}/index.html`;
}

/** Allows the page's own files, its inline scripts one by one, and what docs/embedding.md says we need. */
function policyOf(html: string, { styles, policy }: HostOptions): string {
  const { script, frame } = policy?.(site()) ?? { script: site(), frame: site() };
  const inline = Array.from(
    html.matchAll(/<script(?![^>]*\ssrc)[^>]*>([\s\S]*?)<\/script>/g),
    ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${inline.join(" ")} ${script}`,
    `style-src 'self'${styles ? " 'unsafe-inline'" : ""}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    `frame-src ${frame}`,
  ].join("; ");
}

/** The examples of a page that are shown. */
export function examples(page: Page): Locator {
  return page.locator("rowkey-example[data-live]:visible");
}

/** What is in the frame of an example. */
export function inside(example: Locator): FrameLocator {
  return example.locator("iframe").contentFrame();
}

/** Runs an example and waits until its element says what came of it. */
export async function run(example: Locator): Promise<string> {
  await example.scrollIntoViewIfNeeded();
  await inside(example).locator(".ex-run").click();
  await example.and(example.page().locator("[data-state=done],[data-state=failed]")).waitFor();
  return (await inside(example).locator(".ex-status").textContent()) ?? "";
}
