/**
 * Sandboxes of the Worker that serves the page: accounts with an address, for as long as it keeps them.
 *
 * A key is in the memory of the page and nowhere else. What the browser remembers of a sandbox is its name,
 * its end and what its workspace is called.
 */

import { keep, recallJSON } from "../stored.ts";

/** What one can have there. */
export interface Offer {
  readonly hours: number;
  readonly bytes: number;
  /** A second. */
  readonly requests: number;
}

/** What the Worker says of a new sandbox, and of one whose key it gets. */
interface Announced {
  readonly name: string;
  readonly expires: string;
  readonly key: string;
  /** Lets whoever has it see the requests. */
  readonly watch: string;
  readonly endpoints: { readonly table: string };
  readonly connectionString: string;
}

/** What this browser remembers. */
export interface Remembered {
  /** What the workspace is called. */
  readonly space: string;
  readonly name: string;
  readonly expires: string;
}

export class SandboxError extends Error {}

export class Sandbox {
  readonly name: string;
  readonly key: string;
  readonly expires: Date;
  readonly watch: string;
  readonly tables: string;
  readonly connectionString: string;

  constructor({ name, key, expires, watch, endpoints, connectionString }: Announced) {
    this.name = name;
    this.key = key;
    this.expires = new Date(expires);
    this.watch = watch;
    this.tables = endpoints.table;
    this.connectionString = connectionString;
  }

  async mark(): Promise<void> {
    await ask(`/s/${this.name}/mark`, "POST", this.key);
  }

  async undo(): Promise<void> {
    await ask(`/s/${this.name}/undo`, "POST", this.key);
  }

  async end(): Promise<void> {
    await ask(`/s/${this.name}`, "DELETE", this.key);
  }

  fork(): Promise<Sandbox> {
    return made(`/s/${this.name}/fork`, this.key);
  }
}

/** Where a sandbox is. */
export function addressOf(name: string): string {
  return `${location.origin}/s/${name}`;
}

/** What there is to have where the page comes from; nothing if it comes from a host without accounts. */
export async function offered(): Promise<Offer | undefined> {
  const answer = await fetch("/s", { cache: "no-store", credentials: "omit" });
  return answer.ok && answer.headers.get("content-type")?.startsWith("application/json")
    ? answer.json()
    : undefined;
}

/** Makes an empty sandbox. */
export function make(): Promise<Sandbox> {
  return made("/s", "");
}

/** Finds a sandbox again by its key, or by its connection string. */
export async function found(name: string, secret: string): Promise<Sandbox> {
  const key = (/AccountKey=([^;]+)/.exec(secret)?.[1] ?? secret).trim();
  return announced(await ask(`/s/${name}`, "GET", key));
}

async function made(path: string, key: string): Promise<Sandbox> {
  return announced(await ask(path, "POST", key));
}

async function announced(answer: Response): Promise<Sandbox> {
  return new Sandbox((await answer.json()) as Announced);
}

async function ask(path: string, method: string, key: string): Promise<Response> {
  const headers: HeadersInit = key === "" ? {} : { authorization: `Bearer ${key}` };
  const answer = await fetch(path, { method, headers, cache: "no-store", credentials: "omit" });
  if (answer.ok) {
    return answer;
  }
  if (answer.status === 404) {
    throw new SandboxError("There's no sandbox with this name and key, or it has ended.");
  }
  const wait = Number(answer.headers.get("retry-after"));
  throw new SandboxError(
    answer.status === 503 && wait > 0
      ? `Too many sandboxes were made. Try again in ${duration(wait * 1000)}.`
      : `The Worker answered ${answer.status}.`,
  );
}

/** A time span for people: 5 minutes, 23 hours. */
export function duration(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  const [number, noun] = minutes < 100 ? [minutes, "minute"] : [Math.round(minutes / 60), "hour"];
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

const storage = "rowkey:sandboxes";

/** The sandboxes that this browser made and that haven't ended. */
export function remembered(): readonly Remembered[] {
  const all = (recallJSON(storage) ?? []) as Remembered[];
  return all.filter(({ expires }) => Date.parse(expires) > Date.now());
}

export function remember(space: string, { name, expires }: Sandbox): void {
  const all = [{ space, name, expires: expires.toISOString() }, ...without(name)];
  keep(storage, JSON.stringify(all));
}

export function forget(name: string): void {
  keep(storage, JSON.stringify(without(name)));
}

function without(name: string): Remembered[] {
  return remembered().filter((each) => each.name !== name);
}
