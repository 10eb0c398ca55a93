// The types that the Worker uses of Cloudflare's runtime and of its build.

declare module "cloudflare:workers" {
  class DurableObject {
    protected readonly env: Environment;
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

/** The Worker's bindings, which docs/deploying.md describes. */
interface Environment {
  readonly ENGINES: {
    idFromName(name: string): object;
    get(id: object): import("./worker.mjs").Engine;
  };
  readonly ACCOUNTS?: string;
  readonly UNSIGNED?: string;
  readonly ORIGINS?: string;
}
