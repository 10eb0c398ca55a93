// Runs the suites of the engine in Go against the Worker: the official clients for tables, queues and blobs,
// the corpus, the model, and histories. worker.test.mjs does the same with the clients in JavaScript.
//
// ROWKEY_OPERATIONS is how many operations the model is compared for, by default 2,000, and ROWKEY_HISTORIES
// for how long histories are recorded, by default 2s.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { test, Workerd, workerdFile } from "./workerd.mjs";

const operations = process.env["ROWKEY_OPERATIONS"] ?? "2000";
const histories = process.env["ROWKEY_HISTORIES"] ?? "2s";
const key =
  "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

const workerd = new Workerd();
before(() => workerd.start("workertest/failing.capnp", { ACCOUNTS: `devstoreaccount1:${key}` }));
after(() => workerd.stop());

// Each name is a package below engine, the tests to run, and one of them, which must have run.
for (const [what, packages, run, one, ...flags] of /** @type {const} */ ([
  [
    "the suites of the official Go clients",
    ["hosts/httphost", "internal/account/full"],
    "^(TestSDK.*|Test.*Client|TestTableClientTokens)$",
    "TestBlobClient",
  ],
  ["the corpus", ["suites/peer"], "^TestWorker$", "TestWorker"],
  ["the model", ["suites/model"], "^TestModel$", "TestModel", `-model.ops=${operations}`],
  // These start and kill a runtime of their own.
  [
    "histories",
    ["suites/histories"],
    "^TestWorker$",
    "TestWorker",
    "-timeout=0",
    `-histories.time=${histories}`,
  ],
])) {
  test(`passes ${what}`, async () => {
    const places = packages.map((name) => `./engine/${name}`);
    const args = ["test", "-p=1", "-count=1", "-vet=off", "-v", `-run=${run}`, ...places, ...flags];
    const go = spawn("go", args, {
      cwd: fileURLToPath(new URL("../../..", import.meta.url)),
      env: { ...process.env, ROWKEY_WORKER: workerd.url, ROWKEY_WORKERD: workerdFile },
    });
    let output = "";
    for (const stream of [go.stdout, go.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk) => {
        output += chunk;
      });
    }
    const status = await new Promise((resolve) => go.once("close", resolve));
    assert.equal(status, 0, output);
    assert.match(output, new RegExp(`--- PASS: ${one} `));
  });
}
