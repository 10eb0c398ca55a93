// Answers that the Worker gives itself, without the engine.
import { split } from "./accounts.mjs";
import { Broken, Late } from "./patience.mjs";

/**
 * @param {number} status
 * @param {string} body
 * @param {Record<string, string>} [headers]
 */
export function text(status, body, headers = {}) {
  return new Response(body, {
    status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
}

/**
 * An error of this host, in the service's format.
 * @param {string} value
 */
export function failure(value, status = 500, code = "InternalError", headers = {}) {
  const body = { "odata.error": { code, message: { lang: "en-US", value } } };
  return Response.json(body, { status, headers: { "x-ms-error-code": code, ...headers } });
}

/**
 * Answers a request that an object didn't, because the platform has ended it or lets no more in.
 * @param {unknown} cause
 */
export function interrupted(cause) {
  if (cause instanceof Broken) {
    return text(400, "The body of the request could not be read.\n");
  }
  if (cause instanceof Late) {
    return text(408, "The body of the request took too long to arrive.\n", { connection: "close" });
  }
  if (/** @type {{overloaded?: boolean}} */ (cause).overloaded) {
    const value = "The account has too many requests waiting, and this one wasn't carried out.";
    return failure(value, 503, "ServerBusy", { "retry-after": "1" });
  }
  if (String(cause).includes("SQLITE_FULL")) {
    const value =
      "There is no space to keep more. The request was kept as a whole or not at all, and reads go on. " +
      "Try again later.";
    return failure(value, 503, "ServerBusy", { "retry-after": "10" });
  }
  return failure(
    "The account was interrupted on this request, which it has kept as a whole or not at all.",
  );
}

/**
 * Refuses something for now.
 * @param {string} why
 * @param {number} seconds how long to wait
 */
export function busy(why, seconds) {
  return text(503, `ServerBusy: ${why}. Try again later.\n`, {
    "retry-after": `${seconds}`,
    "x-ms-error-code": "ServerBusy",
  });
}

/**
 * The same answer for an account that never was, one that has ended, and a wrong key of a sandbox.
 * @param {string} url
 */
export function nothingHere(url) {
  return text(404, `${url} does not name an account of this Rowkey.\n${where(url)}\n`);
}

/**
 * Says where accounts are.
 * @param {string} url
 */
export function where(url) {
  const base = `${url.split("://")[0]}://${split(url).host}`;
  return `The tables of an account are at ${base}/ACCOUNT: use this as the endpoint of a client.`;
}
