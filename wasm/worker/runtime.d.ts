// The types that the Worker uses of Cloudflare's runtime and of its build.

declare module "cloudflare:workers" {
  class DurableObject {
    protected readonly env: Environment;
    protected readonly ctx: DurableObjectState;
  }
}

/** The toolchain's loader. ./build.sh worker copies it; the types don't need it. It sets `Go`. */
declare module "*/wasm_exec.js";

/** A compiled program. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  // biome-ignore lint/style/noDefaultExport: the runtime exports it so
  export default module;
}

interface DurableObjectState {
  readonly storage: DurableObjectStorage;
  abort(reason?: string): void;
  acceptWebSocket(socket: WebSocket): void;
  getWebSockets(): WebSocket[];
}

interface DurableObjectStorage {
  sync(): Promise<void>;
  readonly sql: {
    exec(query: string, ...values: (string | number | Uint8Array)[]): SqlCursor;
    readonly databaseSize: number;
  };
  transactionSync<T>(run: () => T): T;
  setAlarm(at: number): Promise<void>;
  deleteAlarm(): Promise<void>;
  deleteAll(): Promise<void>;
}

type SqlRow = Record<string, ArrayBuffer | string | number | null>;

interface SqlCursor extends Iterable<SqlRow> {
  next(): { done: true; value?: undefined } | { done: false; value: SqlRow };
  one(): SqlRow;
  toArray(): SqlRow[];
  readonly rowsWritten: number;
}

/** A stream whose length is known before it begins. */
declare class FixedLengthStream {
  constructor(length: number);
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}

/** What an object remembers of a WebSocket that it has accepted. */
interface WebSocket {
  serializeAttachment(value: number): void;
  deserializeAttachment(): number | null;
}

/** Two ends of one WebSocket. */
declare class WebSocketPair {
  readonly 0: WebSocket;
  readonly 1: WebSocket;
}

interface ResponseInit {
  /** The client's end, in an answer of status 101. */
  webSocket?: WebSocket;
}

interface Objects<T> {
  idFromName(name: string): object;
  get(id: object): T;
}

/** The Worker's bindings, which docs/deploying.md describes. */
interface Environment {
  readonly ENGINES: Objects<import("./worker.mjs").Engine>;
  readonly ACCOUNTS?: string;
  readonly UNSIGNED?: string;
  readonly ORIGINS?: string;
  readonly GATE: Objects<import("./gate.mjs").Gate>;
  readonly ASSETS?: { fetch(request: Request | URL): Promise<Response> };
  readonly SANDBOXES?: string;
  readonly SANDBOX_HOURS?: string;
}
