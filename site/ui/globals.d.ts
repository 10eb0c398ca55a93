// What the site generator compiles into the bundles (site/assets), and what Go brings along.

/** Address of worker.ts, built. */
declare const WORKER_URL: string;
/** Address of the frame in which JavaScript examples run. */
declare const FRAME_URL: string;
/** One of the engine's two programs. */
interface EngineSource {
  /** Address of its WebAssembly. */
  readonly url: string;
  /** Its size in bytes. */
  readonly bytes: number;
  /** Its size on the wire, in bytes. */
  readonly transfer: number;
}

/** The engine that has tables alone. */
declare const TABLES: EngineSource;
/** The engine that has queues, blobs and signatures as well. */
declare const FULL: EngineSource;

/** lib/wasm/wasm_exec.js of the Go toolchain that built the engine. It sets `globalThis.Go`. */
declare module "wasm_exec";

declare class Go {
  env: Record<string, string>;
  /** Set once the program has ended. */
  readonly exited?: boolean;
  readonly importObject: { gojs: Record<string, (stack: number) => void> };
  /** Settles when the program has ended. */
  run(instance: WebAssembly.Instance): Promise<void>;
}
