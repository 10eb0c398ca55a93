// The Worker: finds the account that a URL names and lets the Durable Object of that name answer.
//
// Bindings: ENGINES is the namespace of the objects. ACCOUNTS is a secret, "name:key;name:key:key".
// UNSIGNED is "allow" to answer requests without a signature. ORIGINS are the origins whose pages may
// call. docs/deploying.md says how to set them.
import "./dist/wasm_exec.js";
import { DurableObject } from "cloudflare:workers";
import { accountIn, parseAccounts, split, WrongAccounts } from "./accounts.mjs";
import module from "./dist/engine.wasm";
import { Program } from "./host.mjs";

/** The engine refuses bodies of more than 4 MiB, so it only needs to see one byte more. */
const bodyLimit = 4 * 2 ** 20 + 1;

/** An object has 128 MB, and JavaScript needs part of it. */
const memory = { GOGC: "50", GOMEMLIMIT: "80MiB" };

// biome-ignore lint/style/noDefaultExport: the runtime expects the handler there
export default {
  /**
   * @param {Request} request
   * @param {Environment} env
   */
  async fetch(request, env) {
    try {
      const accounts = parseAccounts(env.ACCOUNTS);
      const account = accountIn(request.url, accounts);
      if (account === undefined) {
        return explain(request, accounts);
      }
      const engine = env.ENGINES.get(env.ENGINES.idFromName(account));
      return await engine.answer(account, await pack(request));
    } catch (cause) {
      if (cause instanceof WrongAccounts) {
        return failure(cause.message);
      }
      throw cause;
    }
  },
};

/** One account. It keeps the engine in memory until it is evicted. */
export class Engine extends DurableObject {
  /** @type {Program | undefined} */
  #program;

  /**
   * @param {string} account
   * @param {import("./host.mjs").Message} message
   * @returns {Promise<Response>}
   */
  async answer(account, message) {
    let program = this.#program;
    try {
      program ??= this.#start(account);
      return await program.answer(message);
    } catch (cause) {
      if (this.#program === program) {
        this.#program = undefined;
      }
      console.error(`the engine of ${account} has ended, its tables are lost:`, cause);
      return failure(
        "The engine ended on this request. The tables of this account were in memory and are lost; " +
          "the next request finds it empty.",
      );
    }
  }

  /** @param {string} account */
  #start(account) {
    this.#program = new Program(module, {
      ...memory,
      ROWKEY_ACCOUNT: account,
      ROWKEY_KEYS: parseAccounts(this.env.ACCOUNTS).get(account) ?? "",
      ROWKEY_UNSIGNED: this.env.UNSIGNED ?? "",
      ROWKEY_ORIGINS: this.env.ORIGINS ?? "",
    });
    console.log(`the engine of ${account} has started, without tables`);
    return this.#program;
  }
}

/**
 * Makes a message from a request.
 * @param {Request} request
 * @returns {Promise<import("./host.mjs").Message>}
 */
async function pack({ method, url, headers, body }) {
  const head = Array.from(headers, ([name, value]) => `${name}:${value}`).join("\n");
  return { method, url, head, bytes: await readUpTo(bodyLimit, body) };
}

/**
 * @param {number} limit
 * @param {ReadableStream<Uint8Array<ArrayBuffer>> | null} body
 */
async function readUpTo(limit, body) {
  const chunks = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk.subarray(0, limit - length));
    length += chunk.length;
    if (length >= limit) {
      break;
    }
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/**
 * Answers a request that doesn't name an account.
 * @param {Request} request
 * @param {Map<string, string>} accounts
 */
function explain({ url }, accounts) {
  const base = `${url.split("://")[0]}://${split(url).host}`;
  const where = `The tables of an account are at ${base}/ACCOUNT: use this as the endpoint of a client.`;
  if (accounts.size === 0) {
    return text(
      503,
      `This is Rowkey, and it has no accounts: set the secret ACCOUNTS to NAME:KEY.\n${where}\n`,
    );
  }
  if (split(url).path === "/" || split(url).path === "") {
    const what = "This is Rowkey, Azure Table storage in memory: your data can vanish at any time.";
    return text(200, `${what}\n${where}\n`);
  }
  return text(404, `${url} does not name an account of this Rowkey.\n${where}\n`);
}

/**
 * @param {number} status
 * @param {string} body
 */
function text(status, body) {
  return new Response(body, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
  });
}

/**
 * An error of this host, in the service's format.
 * @param {string} value
 */
function failure(value) {
  const body = { "odata.error": { code: "InternalError", message: { lang: "en-US", value } } };
  return Response.json(body, { status: 500, headers: { "x-ms-error-code": "InternalError" } });
}
