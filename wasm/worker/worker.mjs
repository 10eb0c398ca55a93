// The Worker: finds the account that a URL names and lets the Durable Object of that name answer.
//
// docs/deploying.md describes its bindings, which runtime.d.ts lists.
import { accountIn, parseAccounts, serviceIn, split, WrongAccounts } from "./accounts.mjs";
import { failure, text } from "./answers.mjs";
import { readUpTo, small } from "./intake.mjs";

export { Engine } from "./engine.mjs";

// biome-ignore lint/style/noDefaultExport: the runtime expects the handler there
export default {
  /**
   * @param {Request} request
   * @param {Environment} env
   */
  async fetch(request, env) {
    try {
      const accounts = parseAccounts(env.ACCOUNTS);
      const name = accountIn(request.url, accounts);
      if (name === undefined) {
        return explain(request, accounts);
      }
      return await pass(request, env, { name, keys: accounts.get(name) ?? "", sandbox: false });
    } catch (cause) {
      if (cause instanceof WrongAccounts) {
        return failure(cause.message);
      }
      throw cause;
    }
  },
};

/**
 * Passes a request to its account, each part as the client wrote it.
 * @param {Request} request
 * @param {Environment} env
 * @param {import("./engine.mjs").Owner} owner
 */
async function pass({ method, url, headers, body }, env, owner) {
  const head = Array.from(headers, ([name, value]) => `${name}:${value}`).join("\n");
  const announced = Number(headers.get("content-length") ?? (body === null ? 0 : Number.NaN));
  const whole = announced <= small ? await readUpTo(small, body) : (body ?? new Uint8Array());
  const engine = env.ENGINES.get(env.ENGINES.idFromName(owner.name));
  return engine.answer(owner, { method, url, head }, serviceIn(url), whole, announced);
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
    return text(200, `This is Rowkey: the tables, queues and blobs of Azure Storage.\n${where}\n`);
  }
  return text(404, `${url} does not name an account of this Rowkey.\n${where}\n`);
}
