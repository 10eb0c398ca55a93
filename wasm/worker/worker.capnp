# The Worker under plain workerd: ./build.sh worker && cd wasm/worker &&
#   ACCOUNTS=NAME:KEY workerd serve worker.capnp
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "rowkey", worker = .rowkey)],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "rowkey")],
);

const rowkey :Workerd.Worker = (
  modules = [
    (name = "worker.mjs", esModule = embed "worker.mjs"),
    (name = "accounts.mjs", esModule = embed "accounts.mjs"),
    (name = "host.mjs", esModule = embed "host.mjs"),
    (name = "dist/wasm_exec.js", esModule = embed "dist/wasm_exec.js"),
    (name = "dist/engine.wasm", wasm = embed "dist/engine.wasm"),
  ],
  compatibilityDate = "2026-11-01",
  bindings = [
    (name = "ENGINES", durableObjectNamespace = "Engine"),
    (name = "ACCOUNTS", fromEnvironment = "ACCOUNTS"),
    (name = "UNSIGNED", fromEnvironment = "UNSIGNED"),
    (name = "ORIGINS", fromEnvironment = "ORIGINS"),
  ],
  durableObjectNamespaces = [(className = "Engine", uniqueKey = "rowkey-engine", enableSql = true)],
  durableObjectStorage = (inMemory = void),
);
