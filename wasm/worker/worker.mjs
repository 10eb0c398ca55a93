// The Worker: finds the account that a URL names and lets the Durable Object of that name answer.
//
// docs/deploying.md describes its bindings, which runtime.d.ts lists.
import { namesIn, parseAccounts, serviceIn, split, WrongAccounts } from "./accounts.mjs";
import { failure, interrupted, nothingHere, text, where } from "./answers.mjs";
import { readUpTo, small } from "./intake.mjs";
import { Sandboxes } from "./sandboxes.mjs";

export { Engine } from "./engine.mjs";
export { Gate } from "./gate.mjs";

// biome-ignore lint/style/noDefaultExport: the runtime expects the handler there
export default {
  /**
   * @param {Request} request
   * @param {Environment} env
   */
  async fetch(request, env) {
    try {
      const accounts = parseAccounts(env.ACCOUNTS);
      const names = namesIn(request.url);
      const name = names.find((name) => accounts.has(name));
      if (name !== undefined) {
        return await pass(request, env, { name, keys: accounts.get(name) ?? "", sandbox: false });
      }
      const sandboxes = new Sandboxes(env);
      const owner = await sandboxes.find(names);
      if (owner !== undefined) {
        return await pass(request, env, owner);
      }
      return (
        (await sandboxes.answer(request)) ??
        (await page(request, env)) ??
        explain(request.url, accounts.size > 0 || sandboxes.offered)
      );
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
  const engine = env.ENGINES.get(env.ENGINES.idFromName(owner.name));
  try {
    const whole = announced <= small ? await readUpTo(announced, body) : (body ?? new Uint8Array());
    return await engine.answer(owner, { method, url, head }, serviceIn(url), whole, announced);
  } catch (cause) {
    console.error(`the object of ${owner.name} was interrupted:`, cause);
    return interrupted(cause);
  }
}

/**
 * Answers with a page or a file of the site, where it's deployed with the Worker. The runtime sends most such
 * requests there itself. For a browser there's also a page that says what isn't there.
 * @param {Request} request
 * @param {Environment} env
 */
async function page(request, env) {
  if (env.ASSETS === undefined || !["GET", "HEAD"].includes(request.method)) {
    return undefined;
  }
  const found = await env.ASSETS.fetch(request);
  if (found.status !== 404) {
    return found;
  }
  if (!request.headers.get("accept")?.includes("text/html")) {
    return undefined;
  }
  const { body, headers } = await env.ASSETS.fetch(new URL("/404", request.url));
  return new Response(body, { status: 404, headers });
}

/**
 * Answers a request that doesn't name an account.
 * @param {string} url
 * @param {boolean} open whether there are accounts, or can be
 */
function explain(url, open) {
  if (!open) {
    const what = "This is Rowkey, and it has no accounts: set the secret ACCOUNTS to NAME:KEY.";
    return text(503, `${what}\n${where(url)}\n`);
  }
  if (split(url).path === "/" || split(url).path === "") {
    const what = "This is Rowkey: the tables, queues and blobs of Azure Storage.";
    return text(200, `${what}\n${where(url)}\n`);
  }
  return nothingHere(url);
}
