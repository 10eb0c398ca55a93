// Constants that the site generator compiles into the bundles (site/assets), and the API of Go's loader.

/** Address of the bundled worker.ts. */
declare const WORKER_URL: string;
/** Address of the frame in which JavaScript examples run. */
declare const FRAME_URL: string;
/** Address of the clients of queues and blobs for JavaScript examples. */
declare const STORAGE_URL: string;
/** Address of the style sheet for examples that are edited or run. */
declare const LIVE_STYLE: string;
/** Address of the style sheet for data that is edited. */
declare const GRID_STYLE: string;
/** Address of the style sheet for what the playground keeps at an address. */
declare const SANDBOX_STYLE: string;
/** Address of the style sheet for searching. */
declare const SEARCH_STYLE: string;
/** Address of the style sheet for loads that are played. */
declare const LOAD_STYLE: string;
/** The address of the style sheet of the design file's editor. */
declare const SOURCE_STYLE: string;
/** Address of the script that runs two clients in every order. */
declare const EXPLORER_URL: string;
/** Whether pages register the service worker. In a preview they remove it. */
declare const OFFLINE: boolean;
/** Address of the list of the release's files, for the service worker. */
declare const RELEASE_URL: string;
/** Address of the bundled shared.ts. */
declare const SHARED_URL: string;
/** Address of the framed page, beside the script that other pages load. */
declare const FRAME_PAGE: string;
/** One of the engine's programs. */
interface EngineSource {
  /** Address of its WebAssembly. */
  readonly url: string;
  /** Its size in bytes. */
  readonly bytes: number;
  /** Its compressed size, in bytes. */
  readonly transfer: number;
}

/** The engine with tables only. */
declare const TABLES: EngineSource;
/** The engine with queues, blobs and signatures as well. */
declare const FULL: EngineSource;

/** The design workbench, with tables only. */
declare const DESIGN: EngineSource;

/** The size of the engine that is in the framed page itself, in bytes. */
declare const ENGINE_BYTES: number;

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
