// Parses the accounts, and finds the account that a URL names.

/** The setting ACCOUNTS is invalid. The message says where, without quoting it: it contains keys. */
export class WrongAccounts extends Error {}

/**
 * Reads "name:key;name:key:key".
 * @param {string | undefined} setting
 * @returns {Map<string, string>} by name, the one or two keys in base64, separated by a colon
 */
export function parseAccounts(setting) {
  const entries = (setting ?? "").split(";").filter((entry) => entry.trim() !== "");
  const accounts = new Map(entries.map((entry, at) => parseEntry(entry.trim(), at + 1)));
  if (accounts.size < entries.length) {
    throw new WrongAccounts("ACCOUNTS names an account twice.");
  }
  return accounts;
}

/**
 * @param {string} entry
 * @param {number} position
 * @returns {[string, string]}
 */
function parseEntry(entry, position) {
  const [name = "", ...keys] = entry.split(":");
  const counted = keys.length === 1 || keys.length === 2;
  if (!/^[a-z0-9-]{3,24}$/.test(name) || !counted || !keys.every(isBase64)) {
    throw new WrongAccounts(
      `Entry ${position} of ACCOUNTS is not NAME:KEY or NAME:KEY:KEY, with a name of 3 to 24 ` +
        "lower-case letters, digits and hyphens and keys in base64.",
    );
  }
  return [name, keys.join(":")];
}

/** @param {string} key */
function isBase64(key) {
  return key.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(key);
}

/**
 * Returns what can be the name of an account in a URL: first in its host, as in the cloud, or in its path, as
 * on emulators, /NAME, or with the service, /s/NAME/queue. The engine reads URLs the same way.
 * @param {string} url
 */
export function namesIn(url) {
  const { host, path } = split(url);
  const [, first, second] = path.split("/");
  const named =
    first === "s" && /^\/s\/[^/]*\/(table|queue|blob)(\/|$)/.test(path) ? second : first;
  return [host.toLowerCase().split(".")[0], decoded(named)].map(
    (name) => name?.replace(/-secondary$/, "") ?? "",
  );
}

/**
 * Returns the service that a URL names, in the same places.
 * @param {string} url
 */
export function serviceIn(url) {
  const { host, path } = split(url);
  const named =
    /^\/s\/[^/]*\/(table|queue|blob)(\/|$)/.exec(path) ?? /^[^.]*\.(queue|blob)\b/i.exec(host);
  return named?.[1]?.toLowerCase() ?? "table";
}

/**
 * Returns host and path as they were sent. The class URL would normalise some paths.
 * @param {string} url
 */
export function split(url) {
  const [, host = "", path = ""] = /^[a-z]+:\/\/([^/?#]*)([^?#]*)/.exec(url) ?? [];
  return { host, path };
}

/** @param {string | undefined} text */
function decoded(text) {
  try {
    return decodeURIComponent(text ?? "");
  } catch {
    return text;
  }
}
