// Tests that the Worker, as deployed, does in workerd what docs/deploying.md says.
// workertest/program.test.mjs tests what needs a program that fails or waits on request.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import { after, before, test as testInNode } from "node:test";
import { fileURLToPath } from "node:url";
import { interrupted } from "./answers.mjs";
import { Program } from "./host.mjs";
import { test, Workerd } from "./workertest/workerd.mjs";

const developmentKey =
  "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
const accounts = `devstoreaccount1:${developmentKey};contoso:a2V5:${developmentKey}`;
const json = { accept: "application/json", "content-type": "application/json" };

const workerd = new Workerd();
before(() => workerd.start("worker.capnp", { ACCOUNTS: accounts, ORIGINS: "http://page.test" }));
after(() => workerd.stop());

test("explains itself at /, and elsewhere says where accounts are", async () => {
  const root = await workerd.ask("/");
  assert.equal(root.status, 200);
  assert.match(root.text, /^This is Rowkey/);
  const nowhere = await workerd.ask("/nobody/Tables?x");
  assert.equal(nowhere.status, 404);
  assert.ok(nowhere.text.includes(`${workerd.url}/nobody/Tables?x`), nowhere.text);
  assert.ok(nowhere.text.includes(`${workerd.url}/ACCOUNT`), nowhere.text);
});

test("refuses requests without a signature or with a wrong one", async () => {
  for (const [headers, status, code] of /** @type {const} */ ([
    [{}, 403, "AuthenticationFailed"],
    [
      { authorization: "SharedKeyLite devstoreaccount1:AAAA", "x-ms-date": "now" },
      403,
      "AuthenticationFailed",
    ],
  ])) {
    const refused = await workerd.ask("/devstoreaccount1/Tables", {
      headers: { ...json, ...headers },
    });
    assert.equal(refused.status, status, refused.text);
    assert.equal(JSON.parse(refused.text)["odata.error"].code, code);
  }
});

test("accepts either key of an account", async () => {
  const service = createRequire(new URL("../../engine/suites/package.json", import.meta.url))(
    "@azure/data-tables",
  );
  for (const [key, status] of /** @type {const} */ ([
    ["a2V5", 201],
    [developmentKey, 409],
    ["d3Jvbmc=", 403],
  ])) {
    const credential = new service.AzureNamedKeyCredential("contoso", key);
    const options = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };
    const client = new service.TableServiceClient(`${workerd.url}/contoso`, credential, options);
    /** @type {number | undefined} */
    let got;
    await client
      .createTable("Keys", {
        onResponse: (/** @type {{status: number}} */ response) => {
          got = response.status;
        },
      })
      .catch((/** @type {unknown} */ cause) => cause);
    assert.equal(got, status);
  }
});

test("checks shared access signatures and the addresses that may use them", async () => {
  const service = createRequire(new URL("../../engine/suites/package.json", import.meta.url))(
    "@azure/data-tables",
  );
  const key = new service.AzureNamedKeyCredential("contoso", "a2V5");
  const options = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };
  const table = new service.TableClient(`${workerd.url}/contoso`, "Tokens", key, options);
  await table.createTable();
  await table.setAccessPolicy([{ id: "readers", accessPolicy: { permission: "r" } }]);
  const expiresOn = new Date(Date.now() + 3_600_000);
  const from = { "cf-connecting-ip": "10.0.0.7" };
  for (const [values, method, status] of /** @type {const} */ ([
    [{}, "GET", 200],
    [{}, "POST", 403],
    [{ expiresOn: new Date(Date.now() - 3_600_000) }, "GET", 403],
    [{ identifier: "readers", expiresOn }, "GET", 200],
    [{ identifier: "writers", expiresOn }, "GET", 403],
    [{ ipRange: { start: "10.0.0.7" } }, "GET", 200],
    [{ ipRange: { start: "10.0.0.8" } }, "GET", 403],
  ])) {
    const token = service.generateTableSas("Tokens", key, values);
    const path = `/contoso/Tokens${method === "GET" ? "()" : ""}?${token}`;
    const body = method === "POST" ? '{"PartitionKey":"p","RowKey":"r"}' : "";
    const got = await workerd.ask(path, { method, headers: { ...json, ...from }, body });
    assert.equal(got.status, status, `${method} ${JSON.stringify(values)}: ${got.text}`);
  }
});

test("lets pages of its origins call", async () => {
  const headers = { origin: "http://page.test", "access-control-request-method": "POST" };
  const preflight = await workerd.ask("/contoso/Tables", { method: "OPTIONS", headers });
  assert.equal(preflight.status, 200);
  assert.equal(preflight.headers["access-control-allow-origin"], "http://page.test");
});

// The clients for queues and blobs derive names from their URLs, and expect the account in the host.
for (const [what, at] of /** @type {const} */ ([
  ["paths", (/** @type {string} */ service) => `127.0.0.1:PORT/s/devstoreaccount1/${service}`],
  ["hosts", (/** @type {string} */ service) => `devstoreaccount1.${service}.rowkey.test:PORT`],
])) {
  test(`passes the suites of the official JavaScript clients, with accounts in ${what}`, async () => {
    const url = (/** @type {string} */ service) =>
      `http://${at(service).replace("PORT", new URL(workerd.url).port)}`;
    const suites = what === "paths" ? ["sdk.test.mjs"] : ["account.test.mjs"];
    const preload = new URL("workertest/as-deployed.mjs", import.meta.url).href;
    const options = [
      "--import",
      preload,
      "--test",
      "--test-reporter=../../site/ui/test/report.mjs",
    ];
    const suite = spawn(process.execPath, [...options, ...suites], {
      cwd: fileURLToPath(new URL("../../engine/suites", import.meta.url)),
      env: {
        PATH: process.env["PATH"],
        ROWKEY_ENDPOINT: url("table"),
        ROWKEY_QUEUE: url("queue"),
        ROWKEY_BLOB: url("blob"),
      },
    });
    let output = "";
    for (const stream of [suite.stdout, suite.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk) => {
        output += chunk;
      });
    }
    const status = await new Promise((resolve) => suite.once("close", resolve));
    assert.equal(status, 0, output);
    assert.match(output, /passed [1-9]/);
  });
}

test("UNSIGNED=allow answers requests without a signature; accounts can be in hosts, too", async () => {
  await withBindings({ ACCOUNTS: accounts, UNSIGNED: "allow" }, async (ask) => {
    const body = '{"TableName":"Orders"}';
    const headers = { ...json, host: "contoso.tables.test" };
    assert.equal((await ask("/Tables", { method: "POST", headers, body })).status, 201);
    const inPath = await ask("/contoso/Tables", { headers: json });
    assert.deepEqual(JSON.parse(inPath.text).value, [{ TableName: "Orders" }]);
    const other = await ask("/devstoreaccount1/Tables", { headers: json });
    assert.deepEqual(JSON.parse(other.text).value, []);
  });
});

test("says what to do when ACCOUNTS is not set", async () => {
  await withBindings({}, async (ask) => {
    const { status, text } = await ask("/devstoreaccount1/Tables");
    assert.equal(status, 503);
    assert.match(text, /set the secret ACCOUNTS/);
  });
});

test("explains an invalid ACCOUNTS without showing it", async () => {
  await withBindings({ ACCOUNTS: "one:a2V5;SECRET" }, async (ask) => {
    const { status, text } = await ask("/one/Tables");
    assert.equal(status, 500);
    assert.match(text, /Entry 2 of ACCOUNTS is not NAME:KEY or NAME:KEY:KEY/);
    assert.doesNotMatch(text, /SECRET/);
  });
});

/**
 * @param {Record<string, string>} bindings
 * @param {(ask: Workerd["ask"]) => Promise<void>} use
 */
async function withBindings(bindings, use) {
  const own = new Workerd();
  await own.start("worker.capnp", bindings);
  try {
    await use((...request) => own.ask(...request));
  } finally {
    await own.stop();
  }
}

testInNode("wrangler.jsonc and worker.capnp describe the same Worker", () => {
  const [wrangler = "", capnp = ""] = ["wrangler.jsonc", "worker.capnp"].map((name) =>
    fs.readFileSync(new URL(name, import.meta.url), "utf8"),
  );
  const {
    main,
    compatibility_date: date,
    ...config
  } = JSON.parse(wrangler.replace(/^ *\/\/.*$/gm, ""));
  assert.ok(capnp.includes(`(name = "${main}", esModule = embed "${main}")`));
  assert.ok(capnp.includes(`compatibilityDate = "${date}"`));
  const classes = config.durable_objects.bindings.map(
    (/** @type {{name: string, class_name: string}} */ { name, class_name: of }) => {
      assert.ok(capnp.includes(`(name = "${name}", durableObjectNamespace = "${of}")`));
      assert.ok(capnp.includes(`(className = "${of}", `));
      return of;
    },
  );
  const made = config.migrations.flatMap(
    (/** @type {{new_sqlite_classes: string[]}} */ { new_sqlite_classes: names }) => names,
  );
  assert.deepEqual(made, classes);
});

testInNode("says that it's busy when an object lets no more requests in", async () => {
  const refused = interrupted(Object.assign(new Error("too many"), { overloaded: true }));
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get("retry-after"), "1");
  assert.match(await refused.text(), /ServerBusy.*wasn't carried out/);
});

// workerd evicts an object after ten seconds without work, but not one that has a timer pending.
testInNode("the engine has no timer pending when it has answered", async (t) => {
  createRequire(import.meta.url)("./dist/wasm_exec.js");
  const module = new WebAssembly.Module(
    fs.readFileSync(new URL("dist/engine.wasm", import.meta.url)),
  );
  const timer = t.mock.method(globalThis, "setTimeout");
  const journal = { next: () => null, append: t.mock.fn() };
  const environment = {
    ROWKEY_ACCOUNT: "one",
    ROWKEY_KEYS: "a2V5",
    ROWKEY_UNSIGNED: "allow",
  };
  const program = new Program(module, environment, journal);
  const head = "accept:application/json\ncontent-type:application/json";
  const bytes = Buffer.from('{"TableName":"Orders"}');
  const response = await program.answer({
    method: "POST",
    url: "http://h/one/Tables",
    head,
    bytes,
  });
  assert.equal(response.status, 201);
  assert.equal(journal.append.mock.callCount(), 1);
  assert.equal(timer.mock.callCount(), 0);
});
