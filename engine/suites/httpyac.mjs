// Opens files of requests in httpyac, runs them, and prints what came of each as a line of JSON:
//
//	node engine/suites/httpyac.mjs FILE…
//
//	ROWKEY_TEST  the address of the test that has the account: at /loop it takes all rounds of a long
//	             loop but the last to the account, given the request and their number, for which httpyac
//	             would need minutes; at /wait it moves the account's clock on, at /empty it empties the
//	             account, before each file
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import process from "node:process";
import httpyac from "httpyac";
import config from "../../patterns/httpyac.config.cjs";

const { ROWKEY_TEST: test } = process.env;
const short = 10; // rounds that are sent one by one

const { rounds } = config.Session.prototype;
config.Session.prototype.rounds = async function (region, portions, context) {
  const count = portions.flat().length;
  if (!test || count <= short) {
    return rounds.call(this, region, portions, context);
  }
  let text = region.symbol.source;
  for (const [all, inner] of text.matchAll(/\{\{(\w+\.response\..+?)\}\}/g)) {
    text = text.replace(all, await this.value(inner, context));
  }
  const response = await tell("loop", { text, count });
  const body = await response.text();
  if (!response.headers.has("x-rowkey-cost")) {
    throw new Error(body);
  }
  const answer = { status: response.status, headers: Object.fromEntries(response.headers), body };
  answer.own = answer;
  return this.took(region, portions[portions.length - 1], answer, context);
};

let ahead = 0; // of the time of day, as the account's clock is
const Clock = Date;
globalThis.Date = class extends Clock {
  static now() {
    return Clock.now() + ahead;
  }

  constructor(...parts) {
    super(...(parts.length > 0 ? parts : [Date.now()]));
  }
};

if (test) {
  config.Session.prototype.wait = async (milliseconds) => {
    await tell("wait", { milliseconds });
    ahead += milliseconds;
  };
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
