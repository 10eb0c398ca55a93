import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { TableServiceClient } from "@azure/data-tables";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import type { EndpointReply } from "../../play/endpoint.ts";
import { during } from "../during.ts";
import { type Reader, reads, site, startReading } from "./reader.ts";
import { startEndpoint } from "./rowkey.ts";

const azuriteProgram = "../../engine/suites/node_modules/azurite/dist/src/table/main.js";
const key =
  "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
/** Below the ports that systems give away. */
const port = 20_000 + (process.pid % 12_000);
const azurite = `http://127.0.0.1:${port}/devstoreaccount1`;

startReading();
const serving = startEndpoint();

let program = "";

during(async () => {
  program = await bundle();
  if (!existsSync(azuriteProgram)) {
    return () => {};
  }
  const args = ["--tableHost", "127.0.0.1", "--tablePort", String(port)];
  const memory = [
    "--inMemoryPersistence",
    "--silent",
    "--skipApiVersionCheck",
    "--disableTelemetry",
  ];
  const emulator = spawn(process.execPath, [azuriteProgram, ...args, ...memory], {
    stdio: "ignore",
  });
  while (emulator.exitCode === null) {
    if (
      await fetch(azurite).then(
        () => true,
        () => false,
      )
    ) {
      return () => emulator.kill();
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("Azurite has ended");
});

/** The page's side of an account outside it, as one script. */
async function bundle(): Promise<string> {
  const contents = `
    import { Client } from "./client.ts";
    import { Endpoint } from "./play/endpoint.ts";
    import { pairs } from "./play/endpoint-compare.ts";
    import { adviceView, banner, comparison, settingsPanel } from "./play/endpoint-view.ts";
    const client = new Client({
      spawn: () => new Worker(document.body.dataset.worker, { name: "full" }),
      limit: 60000,
    });
    const ask = (call) => client.run(call, {
      signal: new AbortController().signal, loading() {}, started() {},
    });
    let endpoint;
    const show = (...elements) => document.body.replaceChildren(...elements);
    globalThis.lab = {
      panel: () => show(settingsPanel({
        async connect(typed) {
          const settings = await ask({ op: "connect", ...typed });
          if (settings.wrong) {
            throw new Error(settings.wrong);
          }
          endpoint = new Endpoint(settings, ask);
          show(banner(endpoint, () => endpoint.forget().then(() => show("Disconnected."))));
        },
        cancel() {},
      })),
      async run(sending) {
        const reply = await endpoint.run(sending, { signal: new AbortController().signal });
        if (reply.advice) {
          document.body.append(adviceView(reply.advice));
        }
        return reply;
      },
      async compare(here, there) {
        const compare = (answers) => ask({ op: "compare", ...answers });
        document.body.append(comparison(await pairs(here, there, compare)));
      },
    };`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: "." },
    bundle: true,
    format: "esm",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

interface Lab {
  panel(): void;
  run(sending: object): Promise<EndpointReply>;
  compare(here: unknown, there: unknown): Promise<void>;
}

/** Finds the worker's script by the modules of a page. */
async function workerOf(origin: string): Promise<string> {
  const read = async (path: string) => (await fetch(origin + path)).text();
  const seen = new Set(
    Array.from((await read("/")).matchAll(/\/a\/[\w-]+\.js/g), ([path]) => path),
  );
  for (const path of seen) {
    const text = await read(path);
    const worker = /\/a\/worker-\w+\.js/.exec(text)?.[0];
    if (worker) {
      return worker;
    }
    for (const [, name] of text.matchAll(/"\.\/([\w-]+\.js)"/g)) {
      seen.add(`/a/${name}`);
    }
  }
  throw new Error("no module starts the worker");
}

/** Opens a page with the policy of the playground and connects it to an account, as a reader does. */
async function connect({ page }: Reader, address: string, secret: string): Promise<void> {
  const place = `${site()}/play/endpoint`;
  const { headers } = await fetch(place);
  const policy = headers.get("content-security-policy") ?? "";
  const worker = await workerOf(site());
  await page.route(place, (route) =>
    route.fulfill({
      headers: { "content-security-policy": policy, "content-type": "text/html" },
      body:
        `<!doctype html><title>x</title><body data-worker="${worker}">` +
        '<script type="module" src="endpoint.js"></script>',
    }),
  );
  await page.route(`${place}.js`, (route) =>
    route.fulfill({ headers: { "content-type": "text/javascript" }, body: program }),
  );
  // Chromium asks readers whether a page from elsewhere may call this machine. This page comes from nowhere.
  await page.context().grantPermissions(["local-network-access"]);
  await page.goto(place);
  await page.evaluate(() => (globalThis as unknown as { lab: Lab }).lab.panel());
  await page.getByLabel("Address of the tables").fill(address);
  await page.getByLabel(/^Key/).fill(secret);
  await page.getByRole("button", { name: "Connect" }).click();
  await page.getByText(address).waitFor();
}

function run(page: Page, text: string): Promise<EndpointReply> {
  const sending = { file: "a.http", text, from: 1, to: text.split("\n").length };
  return page.evaluate(
    (sending) => (globalThis as unknown as { lab: Lab }).lab.run(sending),
    sending,
  );
}

const script = (table: string) => `### A table
# @name create
# @expect status == 201
POST {{host}}/Tables

{"TableName": "${table}"}

### A hundred and one
# @name fill
# @transaction fill
# @ref create
# @loop for 101
# @expect error == ""
POST {{host}}/${table}

{"PartitionKey": "a", "RowKey": "{{$pad $index 3}}"}

### One of them
# @name one
# @ref fill
# @expect status == 200
# @expect header ETag exists
GET {{host}}/${table}(PartitionKey='a',RowKey='042')

### Change it
# @expect status == 204
MERGE {{host}}/${table}(PartitionKey='a',RowKey='042')
If-Match: {{one.response.headers.ETag}}

{"Total": 12.5}
`;

/** Everything that a page can leave behind. */
async function leftBehind(page: Page): Promise<string> {
  const stored = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const caches = await globalThis.caches.keys();
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      databases,
      caches,
      document.cookie,
      location.href,
      history.state,
      document.documentElement.outerHTML,
      Array.from(document.querySelectorAll("input"), (input) => input.value),
    ]);
  });
  const state = await page.context().storageState({ indexedDB: true });
  return stored + JSON.stringify(state);
}

test("requests run against the local endpoint, and the key is nowhere afterwards", () =>
  reads({}, async (reader) => {
    await connect(reader, serving.tables, key);
    const { page } = reader;
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    const reply = await run(page, script("Orders"));
    assert.equal(reply.advice?.message, undefined);
    assert.deepEqual(
      reply.steps.map(({ status, ok }) => [status, ok]),
      [
        [201, true],
        [202, true],
        [200, true],
        [204, true],
      ],
    );
    assert.equal(reply.steps[2]?.plan, "point");
    const [, , third] = reply.steps;
    const other = { ...third, response: { ...third?.response, status: 404 } } as never;
    await page.evaluate(
      ([here, there]) => (globalThis as unknown as { lab: Lab }).lab.compare(here, there),
      [reply.steps, reply.steps.with(2, other)] as [unknown, unknown],
    );
    await page.getByText("1 of 4 answers differ.").waitFor();
    const left = (await leftBehind(page)) + said.join() + JSON.stringify(reply);
    assert.ok(!left.includes(key.slice(0, 20)) && !left.includes("SharedKey"));
    await page.getByRole("button", { name: "Disconnect" }).click();
    await page.getByText("Disconnected.").waitFor();
    assert.ok(!(await leftBehind(page)).includes(key.slice(0, 20)));
  }));

test("Azurite refuses the page at first, and answers with a rule for it", async (t) => {
  if (!existsSync(azuriteProgram)) {
    t.skip("Azurite isn't installed: run npm ci in engine/suites");
    return;
  }
  await reads(
    {},
    async (reader) => {
      await connect(reader, azurite, "");
      const refused = await run(reader.page, script("Before"));
      assert.equal(refused.advice?.kind, "cors");
      await reader.page
        .getByText("Set Table Service")
        .or(reader.page.getByText("Azurite"))
        .first()
        .waitFor();
      const connection =
        "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;" +
        `AccountKey=${key};TableEndpoint=${azurite};`;
      const service = TableServiceClient.fromConnectionString(connection, {
        allowInsecureConnection: true,
      });
      const rule = {
        allowedOrigins: site(),
        allowedMethods: "GET,PUT,POST,DELETE,HEAD,OPTIONS,PATCH,MERGE",
        allowedHeaders: "*",
        exposedHeaders: "*",
        maxAgeInSeconds: 3600,
      };
      await service.setProperties({ cors: [rule] });
      const reply = await run(reader.page, script("After"));
      assert.equal(reply.advice?.message, undefined);
      assert.deepEqual(
        reply.steps.map(({ status }) => status),
        [201, 202, 200, 204],
      );
    },
    /CORS|Failed to load|net::/,
  );
});
