# The Worker with storage that fails on request, and with a site.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  v8Flags = ["--wasm-tiering-budget=400000000"], # tests end before it pays to optimize a function sooner
  services = [
    (name = "rowkey", worker = .rowkey),
    (name = "storage", disk = (path = "storage", writable = true)),
    (name = "site", worker = .site),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (forwardedProtoHeader = "X-Forwarded-Proto"), service = "rowkey")],
);

const rowkey :Workerd.Worker = (
  modules = [
    (name = "workertest/failing.mjs", esModule = embed "failing.mjs"),
    (name = "worker.mjs", esModule = embed "../worker.mjs"),
    (name = "accounts.mjs", esModule = embed "../accounts.mjs"),
    (name = "answers.mjs", esModule = embed "../answers.mjs"),
    (name = "engine.mjs", esModule = embed "../engine.mjs"),
    (name = "gate.mjs", esModule = embed "../gate.mjs"),
    (name = "intake.mjs", esModule = embed "../intake.mjs"),
    (name = "journal.mjs", esModule = embed "../journal.mjs"),
    (name = "log.mjs", esModule = embed "../log.mjs"),
    (name = "networks.mjs", esModule = embed "../networks.mjs"),
    (name = "outlet.mjs", esModule = embed "../outlet.mjs"),
    (name = "pace.mjs", esModule = embed "../pace.mjs"),
    (name = "patience.mjs", esModule = embed "../patience.mjs"),
    (name = "sandboxes.mjs", esModule = embed "../sandboxes.mjs"),
    (name = "host.mjs", esModule = embed "../host.mjs"),
    (name = "dist/wasm_exec.js", esModule = embed "../dist/wasm_exec.js"),
    (name = "dist/engine.wasm", wasm = embed "../dist/engine.wasm"),
  ],
  compatibilityDate = "2026-11-01",
  bindings = [
    (name = "ENGINES", durableObjectNamespace = "Engine"),
    (name = "GATE", durableObjectNamespace = "Gate"),
    (name = "ACCOUNTS", fromEnvironment = "ACCOUNTS"),
    (name = "UNSIGNED", fromEnvironment = "UNSIGNED"),
    (name = "SANDBOXES", fromEnvironment = "SANDBOXES"),
    (name = "ASSETS", service = "site"),
  ],
  durableObjectNamespaces = [
    (className = "Engine", uniqueKey = "rowkey-engine", enableSql = true),
    (className = "Gate", uniqueKey = "rowkey-gate", enableSql = true),
  ],
  durableObjectStorage = (localDisk = "storage"),
);

# What Cloudflare does with the files of a site, as far as the Worker depends on it.
const site :Workerd.Worker = (
  modules = [(name = "site.mjs", esModule = embed "site.mjs")],
  compatibilityDate = "2026-11-01",
);
