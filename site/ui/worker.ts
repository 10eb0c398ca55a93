/**
 * The worker: loads the engine as soon as it starts, then answers one call after another.
 *
 * It reports how far loading has come, and a death of the engine in words. It never restarts an
 * engine: client.ts replaces the whole worker, whose memory would not shrink otherwise.
 */
import "wasm_exec";
import { Engine } from "../../wasm/browser/host.mjs";
import type { Report, Run } from "./protocol.ts";

const engine = Engine.start(instantiate);

addEventListener("message", (event: MessageEvent<Run>) => {
  const { id, call } = event.data;
  // A failed start is reported below, once; calls that wait for it have nothing to add.
  engine.then(
    (started) => answer(id, () => started.call(call)),
    () => undefined,
  );
});

engine.then(
  (started) => {
    report({ kind: "ready" });
    return started.exited.then((death) => report({ kind: "died", message: death.message }));
  },
  (cause) => {
    report({ kind: "died", message: `The engine could not be loaded (${wordsOf(cause)}).` });
  },
);

function answer(id: number, call: () => object): void {
  try {
    report({ kind: "reply", id, reply: call() });
  } catch (cause) {
    report({ kind: "died", message: wordsOf(cause) });
  }
}

function wordsOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

async function instantiate(imports: WebAssembly.Imports): Promise<WebAssembly.Instance> {
  const response = await fetch(ENGINE_URL);
  if (!response.ok) {
    throw new Error(`${ENGINE_URL}: ${response.status} ${response.statusText}`);
  }
  return (await compile(response, imports)).instance;
}

/** Compiles while loading where the browser can and the server says that it is WebAssembly. */
async function compile(
  response: Response,
  imports: WebAssembly.Imports,
): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  const counted = count(response.clone());
  const streams =
    "instantiateStreaming" in WebAssembly &&
    response.headers.get("content-type") === "application/wasm";
  const source = streams
    ? WebAssembly.instantiateStreaming(response, imports)
    : WebAssembly.instantiate(await response.arrayBuffer(), imports);
  const [instantiated] = await Promise.all([source, counted]);
  return instantiated;
}

/** Reports how much of a body has arrived. */
async function count(response: Response): Promise<void> {
  const reader = response.body?.getReader();
  let bytes = 0;
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    bytes += chunk.value.length;
    report({ kind: "loading", bytes });
  }
}

function report(report: Report): void {
  postMessage(report);
}
