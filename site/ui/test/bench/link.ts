/**
 * Serves the released site over a slow link, for pages.ts, in a thread of its own. The link is shaped here
 * and not by the browser's tools, because those leave out what workers load.
 */
import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { serve } from "../e2e/server.ts";

/** A link that all connections share. */
export interface Link {
  readonly bitsPerSecond: number;
  /** From the end of a request to the first byte of its response, in milliseconds. */
  readonly delay: number;
}

const { bitsPerSecond, delay }: Link = workerData;
const portion = 8 << 10;

/** When the link has sent all that it was given. */
let free = 0;

async function send(response: ServerResponse, body: Buffer): Promise<void> {
  await wait(delay);
  for (let at = 0; at < body.length && !response.destroyed; at += portion) {
    const part = body.subarray(at, at + portion);
    free = Math.max(free, performance.now()) + (part.length * 8000) / bitsPerSecond;
    await wait(free - performance.now());
    response.write(part);
  }
  response.end();
}

const { origin } = await serve({ send: (response, body) => void send(response, body) });
parentPort?.postMessage(origin);
