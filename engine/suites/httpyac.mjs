// Opens files of requests in httpyac, runs them, and prints what came of each as a line of JSON:
//
//	node engine/suites/httpyac.mjs FILE…
//
//	ROWKEY_TEST  the address of the test that has the account: at /call it answers calls to the engine,
//	             and at /empty it empties the account, before each file
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import process from "node:process";
import httpyac from "httpyac";
import config from "../../patterns/httpyac.config.cjs";
import { Relay } from "../../wasm/browser/relay.mjs";

const { ROWKEY_TEST: test } = process.env;

/** The engine in the test: it does not wait, and it sends the rounds of long loops itself. */
const engine = { call: async (call) => (await tell("call", call)).json() };

if (test) {
  globalThis.rowkeyRelay = Promise.resolve(new Relay(engine));
}

/**
 * @param {string} what
 * @param {object} detail
 */
function tell(what, detail) {
  return fetch(`${test}/${what}`, { method: "POST", body: JSON.stringify(detail) });
}

/** @param {string} path */
async function run(path) {
  const store = new httpyac.store.HttpFileStore({ rowkey: config.configureHooks });
  const options = { workingDir: dirname(path), config: { cookieJarEnabled: false } };
  const httpFile = await store.getOrCreate(path, () => readFile(path, "utf8"), 0, options);
  const requests = httpFile.httpRegions.filter(({ request }) => request);
  const processed = [];
  if (test) {
    await tell("empty", {});
  }
  await httpyac.send({ httpFile, config: options.config, processedHttpRegions: processed });
  return {
    requests: requests.map(({ request: { method, url } }) => ({ method, url })),
    steps: processed.map(({ symbol, metaData, testResults }) => ({
      line: symbol.startLine + 1,
      name: metaData?.name ?? "",
      results: (testResults ?? []).map(({ message, status }) => ({ message, status })),
    })),
  };
}

await httpyac.cli.initIOProvider();
for (const path of process.argv.slice(2)) {
  console.log(JSON.stringify({ path, ...(await run(path)) }));
}
// Timers of the engine would keep the process alive. A pipe takes its bytes when it can.
process.stdout.write("", () => process.exit());
