// Loaded before a suite of a client, this makes requests arrive as on Cloudflare's network: the hosts of
// accounts resolve, and the client's address comes in a header.
import dns from "node:dns";
import http from "node:http";

const { lookup } = dns;
/** @type {any} */ (dns).lookup = (/** @type {string} */ host, /** @type {any[]} */ ...rest) =>
  lookup(host.endsWith(".rowkey.test") ? "127.0.0.1" : host, .../** @type {[any, any]} */ (rest));

const { request } = http;
/** @type {any} */ (http).request = (/** @type {any} */ options, /** @type {any} */ done) => {
  const headers = { ...options.headers, "cf-connecting-ip": "127.0.0.1" };
  return request({ ...options, headers }, done);
};
