# The Worker under plain workerd: ./build.sh worker && cd wasm/worker &&
#   ACCOUNTS=NAME:KEY workerd serve worker.capnp
# It keeps accounts in dist/storage. Another place: --directory-path=storage=FOLDER
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "rowkey", worker = .rowkey),
    (name = "storage", disk = (path = "dist/storage", writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "rowkey")],
);

const rowkey :Workerd.Worker = (
  modules = [
    (name = "worker.mjs", esModule = embed "worker.mjs"),
    (name = "accounts.mjs", esModule = embed "accounts.mjs"),
    (name = "answers.mjs", esModule = embed "answers.mjs"),
    (name = "engine.mjs", esModule = embed "engine.mjs"),
    (name = "gate.mjs", esModule = embed "gate.mjs"),
    (name = "intake.mjs", esModule = embed "intake.mjs"),
    (name = "journal.mjs", esModule = embed "journal.mjs"),
    (name = "log.mjs", esModule = embed "log.mjs"),
    (name = "networks.mjs", esModule = embed "networks.mjs"),
    (name = "outlet.mjs", esModule = embed "outlet.mjs"),
    (name = "pace.mjs", esModule = embed "pace.mjs"),
    (name = "patience.mjs", esModule = embed "patience.mjs"),
    (name = "sandboxes.mjs", esModule = embed "sandboxes.mjs"),
    (name = "host.mjs", esModule = embed "host.mjs"),
    (name = "dist/wasm_exec.js", esModule = embed "dist/wasm_exec.js"),
    (name = "dist/engine.wasm", wasm = embed "dist/engine.wasm"),
  ],
  compatibilityDate = "2026-11-01",
  bindings = [
    (name = "ENGINES", durableObjectNamespace = "Engine"),
    (name = "GATE", durableObjectNamespace = "Gate"),
    (name = "ACCOUNTS", fromEnvironment = "ACCOUNTS"),
    (name = "UNSIGNED", fromEnvironment = "UNSIGNED"),
    (name = "ORIGINS", fromEnvironment = "ORIGINS"),
    (name = "SANDBOXES", fromEnvironment = "SANDBOXES"),
    (name = "SANDBOX_HOURS", fromEnvironment = "SANDBOX_HOURS"),
  ],
  durableObjectNamespaces = [
    (className = "Engine", uniqueKey = "rowkey-engine", enableSql = true),
    (className = "Gate", uniqueKey = "rowkey-gate", enableSql = true),
  ],
  durableObjectStorage = (localDisk = "storage"),
);
