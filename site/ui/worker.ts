/**
 * The worker: loads an engine as soon as it starts, then answers one call after another.
 *
 * There are two engines: a smaller one for tables, and a larger one with queues, blobs and signatures
 * as well. If the smaller one can't answer a call, the larger one replaces it. The design workbench is a
 * third program.
 *
 * It reports how much of the engine has loaded, and why it died. It never restarts a dead engine:
 * client.ts replaces the whole worker, because a worker's memory never shrinks.
 */
import "wasm_exec";
import { Engine } from "../../wasm/browser/host.mjs";
import { rehearsal } from "./engine/rehearsal.ts";
import type { Report, Run } from "./messages.ts";
import type { Refusal } from "./protocol.ts";

/**
 * Pages that need another program than tables ask for it by the worker's name. A hash in the address won't
 * do, because a worker that a service worker answers doesn't see it.
 */
const { name } = self;
let engine = start(name === "design" ? DESIGN : name === "full" ? FULL : TABLES);

/** Whether a call has come. */
let called = false;

addEventListener("message", ({ data: { id, call } }: MessageEvent<Run>) => {
  called = true;
  void answer(id, call);
});

void engine.then((started) => started && rehearse(started, 3));

/**
 * While no call comes, makes the engine run something a few times. Browsers compile code when it first runs
 * and again when it runs often, so that the first call takes a fraction of the time.
 */
function rehearse(started: Engine, times: number): void {
  setTimeout(() => {
    if (called || times === 0) {
      return;
    }
    try {
      started.call(rehearsal);
      rehearse(started, times - 1);
    } catch (cause) {
      died(cause);
    }
  }, 20);
}

/** Loads an engine and reports on it. */
function start(source: EngineSource): Promise<Engine | undefined> {
  report({ kind: "loading", progress: { part: 0, megabytes: source.transfer / 1e6 } });
  return Engine.start((imports) => instantiate(source, imports)).then(
    (started) => {
      report({ kind: "ready" });
      void started.exited.then((death) => died(death));
      return started;
    },
    (cause) => died(`The engine could not be loaded (${wordsOf(cause)}).`),
  );
}

/** Answers a call. The first that needs more than tables switches to the larger engine for good. */
async function answer(id: number, call: object): Promise<void> {
  try {
    let reply = (await engine)?.call(call);
    if (reply && (reply as Refusal).full) {
      engine = start(FULL);
      reply = (await engine)?.call(call);
    }
    // If the engine could not be loaded, the page knows already.
    if (reply) {
      report({ kind: "reply", id, reply });
    }
  } catch (cause) {
    died(cause);
  }
}

function died(cause: unknown): undefined {
  report({ kind: "died", message: wordsOf(cause) });
}

function wordsOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

async function instantiate(
  source: EngineSource,
  imports: WebAssembly.Imports,
): Promise<WebAssembly.Instance> {
  const response = await fetch(source.url);
  if (!response.ok) {
    throw new Error(`${source.url}: ${response.status} ${response.statusText}`);
  }
  const counted = count(response.clone(), source);
  const [{ instance }] = await Promise.all([compile(response, imports), counted]);
  return instance;
}

/** Compiles while loading if the browser can and the server sends the type of WebAssembly. */
async function compile(
  response: Response,
  imports: WebAssembly.Imports,
): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  const streams =
    "instantiateStreaming" in WebAssembly &&
    response.headers.get("content-type") === "application/wasm";
  return streams
    ? WebAssembly.instantiateStreaming(response, imports)
    : WebAssembly.instantiate(await response.arrayBuffer(), imports);
}

/** Reports how much of a body has loaded, as it arrives. */
async function count(response: Response, source: EngineSource): Promise<void> {
  const reader = response.body?.getReader();
  const megabytes = source.transfer / 1e6;
  let bytes = 0;
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    bytes += chunk.value.length;
    report({ kind: "loading", progress: { part: bytes / source.bytes, megabytes } });
  }
}

function report(report: Report): void {
  postMessage(report);
}
