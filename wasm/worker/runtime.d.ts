// What the Worker uses of Cloudflare's runtime, and what it is built with.

declare module "cloudflare:workers" {
  class DurableObject {
    protected readonly env: Environment;
  }
}

/** The toolchain's loader, also before ./build.sh worker has put it there. It sets `globalThis.Go`. */
declare module "*/wasm_exec.js";

/** A program, compiled. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  // biome-ignore lint/style/noDefaultExport: that is what the runtime makes of it
  export default module;
}

/** The Worker's bindings: docs/deploying.md. */
interface Environment {
  readonly ENGINES: {
    idFromName(name: string): object;
    get(id: object): import("./worker.mjs").Engine;
  };
  readonly ACCOUNTS?: string;
  readonly UNSIGNED?: string;
  readonly ORIGINS?: string;
}
