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
export interface Sandbox {
  readonly name: string;
  /** When it ends, in ISO 8601. */
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

/** Remembers how a sandbox is now. */
export async function mark({ name, key }: Sandbox): Promise<void> {
  await ask(`/s/${name}/mark`, "POST", key);
}

/** Makes a sandbox what it was at the mark. */
export async function undo({ name, key }: Sandbox): Promise<void> {
  await ask(`/s/${name}/undo`, "POST", key);
}

/** Deletes a sandbox and all that is in it. */
export async function end({ name, key }: Sandbox): Promise<void> {
  await ask(`/s/${name}`, "DELETE", key);
}

/** Makes another sandbox of what one has now. */
export async function fork({ name, key }: Sandbox): Promise<Sandbox> {
  return (await ask(`/s/${name}/fork`, "POST", key)).json();
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
export async function make(): Promise<Sandbox> {
  return (await ask("/s", "POST", "")).json();
}

/** Finds a sandbox again by its key, or by its connection string. */
export async function found(name: string, secret: string): Promise<Sandbox> {
  const key = (/AccountKey=([^;]+)/.exec(secret)?.[1] ?? secret).trim();
  return (await ask(`/s/${name}`, "GET", key)).json();
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

/** How long until a time, in words. */
export function untilThen(time: string): string {
  return duration(Date.parse(time) - Date.now());
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
  keep(storage, JSON.stringify([{ space, name, expires }, ...without(name)]));
}

export function forget(name: string): void {
  keep(storage, JSON.stringify(without(name)));
}

function without(name: string): Remembered[] {
  return remembered().filter((each) => each.name !== name);
}
