// Answers that the Worker gives itself, without the engine.

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

/** The same answer for an account that never was, one that has ended, and a wrong key of a sandbox. */
export function nothingHere() {
  return text(404, "There is no account of this Rowkey at this address, or not any more.\n");
}
