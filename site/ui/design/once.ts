/** Asks the engine with everything once: the workbench's own has no scripts and no other languages. */
import { Client, type Watch } from "../client.ts";
import type { Call, Replies } from "../protocol.ts";

/** How long it may take, in milliseconds. */
const limit = 60_000;

/** @param loading - hears which part of the engine has come */
export async function askOnce<C extends Call>(
  call: C,
  loading: (part: number) => void,
  started: () => void = () => {},
): Promise<Replies[C["op"]]> {
  const worker = new Worker(WORKER_URL, { name: "full" });
  const watch: Watch = {
    signal: new AbortController().signal,
    loading: ({ part }) => loading(part),
    started,
  };
  try {
    return await new Client({ spawn: () => worker, limit }).run(call, watch);
  } finally {
    worker.terminate();
  }
}
