// Answers that the Worker gives itself, without the engine.
import { split } from "./accounts.mjs";

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
export function failure(value) {
  const body = { "odata.error": { code: "InternalError", message: { lang: "en-US", value } } };
  return Response.json(body, { status: 500, headers: { "x-ms-error-code": "InternalError" } });
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
