// Rowkey's example language for httpyac: https://httpyac.github.io
//
// httpyac finds this file by its name, in the folder of an .http or Markdown file or above it. Rowkey's
// engine renders and signs the requests, and judges the answers; it stands beside this file as rowkey.mjs
// and rowkey.wasm. In a copy of the repository it is built. It takes httpyac 6.16 and Node.js 20.
//
// Requests go to {{host}}, {{queue}} and {{blob}}, which a file or http-client.env.json may set; without
// them to the emulators' ports on this machine. Variables of httpyac or of the environment say more:
//
//   ROWKEY_ACCOUNT    the account's name, and
//   ROWKEY_KEY        its key; by default those that every emulator has
//   ROWKEY_MAX_SLEEP  milliseconds; requests that wait longer are skipped; by default a minute
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");

const fates = /** @type {const} */ ({ met: "SUCCESS", missed: "FAILED", skipped: "SKIPPED" });

/** @typedef {import("../wasm/browser/relay.mjs").Result} Result */
/** @typedef {import("httpyac").ProcessorContext} Context */

/** Starts the engine: the one beside this file or, in a copy of the repository, the one built there. */
async function start() {
  const beside = path.join(__dirname, "rowkey.mjs");
  if (fs.existsSync(beside)) {
    return (await import(pathToFileURL(beside).href)).startRelay();
  }
  const { Relay } = await import("../wasm/browser/relay.mjs");
  const { startEngine } = await import("../wasm/browser/engine.mjs");
  return new Relay(await startEngine("full"));
}

/** @type {{rowkeyRelay?: ReturnType<typeof start>}} since httpyac loads this file more than once */
const kept = /** @type {object} */ (globalThis);

function relay() {
  kept.rowkeyRelay ??= start();
  return kept.rowkeyRelay;
}

/**
 * Where the account is, and who asks. The engine has defaults for what is empty.
 * @param {Readonly<Record<string, unknown>>} variables
 */
function accountOf(variables) {
  const given = (/** @type {string} */ name) => String(variables[name] ?? "");
  const said = (/** @type {string} */ name) => given(name) || process.env[name] || "";
  return {
    host: given("host"),
    queue: given("queue"),
    blob: given("blob"),
    account: said("ROWKEY_ACCOUNT"),
    key: said("ROWKEY_KEY"),
    longest: Number(said("ROWKEY_MAX_SLEEP") || 60_000),
  };
}

/** A file of requests. httpyac runs them one by one, each as a region of the file. */
class Requests {
  /** @type {readonly string[]} */
  lines = [];
  /** @type {readonly Result[]} of other parts of a transaction, to which httpyac has not come yet */
  told = [];
  /** @type {object | undefined} the run of httpyac in which that was */
  pass;

  /**
   * Skips variables, since the engine reads them.
   * @param {import("httpyac").GetLines} read
   * @param {import("httpyac").ParserContext} context
   */
  parse(read, { lines, httpRegion }) {
    this.lines = lines;
    const { value } = read().next();
    const ours = !httpRegion.request && value && /^\s*@\w+\s*=/.test(value.textLine);
    return ours && { nextParserLine: value.line, symbols: [] };
  }

  /**
   * Prepares the request of a region, and sends what must be sent before it. Returns false if nothing is
   * left to be sent.
   * @param {Context} context
   */
  async execute({ httpFile, httpRegion, request, variables }) {
    const { startLine, endLine } = httpRegion.symbol;
    const told = this.told.find(({ line }) => line > startLine && line <= endLine + 1);
    if (told && this.pass === variables) {
      return this.end(httpRegion, [...this.told.filter((result) => result !== told), told]);
    }
    this.pass = variables;
    const turn = await (await relay()).begin({
      ...{ file: String(httpFile.fileName), text: this.lines.join("\n"), line: startLine + 1 },
      ...accountOf(variables),
    });
    if (!turn.send) {
      return this.end(httpRegion, turn.results ?? []);
    }
    Object.assign(request ?? {}, turn.send, { headers: Object.fromEntries(turn.send.headers) });
    return true;
  }

  /**
   * Judges the answer.
   * @param {import("httpyac").HttpResponse} response
   * @param {Context} context
   */
  async answered({ statusCode: status, headers = {}, rawBody }, { httpRegion }) {
    /** @type {[string, string][]} */
    const lines = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    const answer = { status, headers: lines, body: String(rawBody ?? "") };
    this.end(httpRegion, await (await relay()).end(answer));
  }

  /**
   * Tells httpyac what came of a request, the last of these results.
   * @param {import("httpyac").HttpRegion} region
   * @param {readonly Result[]} results
   */
  end(region, results) {
    this.told = results.slice(0, -1);
    region.testResults = results.slice(-1).flatMap(({ verdicts }) =>
      verdicts.map(([fate, message]) => {
        const failed = { displayMessage: message, error: new Error(message) };
        return { message, status: fates[fate], ...(fate === "missed" && { error: failed }) };
      }),
    );
    return false;
  }
}

module.exports = {
  cookieJarEnabled: false,
  /** @param {import("httpyac").HttpyacHooksApi} api */
  configureHooks({ hooks }) {
    const file = new Requests();
    hooks.parse.addHook("rowkey", (read, context) => file.parse(read, context), {
      before: ["request"],
    });
    hooks.parse.removeHook("variable");
    for (const ours of ["ref", "loop", "sleep"]) {
      hooks.parseMetaData.removeHook(ours);
    }
    hooks.onRequest.removeHook("requestVariableReplacer");
    hooks.onResponse.removeHook("handleMetaDataName"); // here a request's name is not a variable
    hooks.execute.addHook("rowkey", (context) => file.execute(context));
    hooks.onResponse.addHook("rowkey", (response, context) => file.answered(response, context));
  },
};
