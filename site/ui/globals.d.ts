// What the site generator compiles into the bundles (site/assets), and what Go brings along.

/** Address of worker.ts, built. */
declare const WORKER_URL: string;
/** Address of the engine's WebAssembly. */
declare const ENGINE_URL: string;
/** Size of the engine in bytes. */
declare const ENGINE_BYTES: number;
/** Size of the engine on the wire, in bytes. */
declare const ENGINE_TRANSFER: number;

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
