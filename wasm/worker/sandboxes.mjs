// Sandboxes: accounts that anyone can make, with a name that can't be guessed, a key of their own and an end.
//
// Name and key are made of the secret SANDBOXES. A name ends with a code that only the secret can give, so
// a made-up name is turned away without waking an object. The key is derived from the name, so it is stored
// nowhere.

import { split } from "./accounts.mjs";
import { busy, nothingHere, text } from "./answers.mjs";
import { protocol } from "./engine.mjs";
import { networksOf } from "./networks.mjs";
import { rate } from "./pace.mjs";

/** How long a sandbox lasts unless SANDBOX_HOURS says otherwise. */
const hours = 24;

/** What one can have: account_js.go says so, too. */
const bytes = 16 * 2 ** 20;

const tooMany = "too many sandboxes were made";

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
const [chance, code] = [10, 5]; // bytes, of which a name has 16 and 8 letters

export class Sandboxes {
  #env;
  #secret;

  /** @param {Environment} env */
  constructor(env) {
    const secret = env.SANDBOXES ?? "";
    if (secret.length > 0 && secret.length < 32) {
      throw new Error("SANDBOXES is too short: make it with openssl rand -base64 32");
    }
    this.#env = env;
    this.#secret = secret;
  }

  get offered() {
    return this.#secret !== "";
  }

  /**
   * Returns the owner of the first of these names that is a sandbox's. It may have ended.
   * @param {string[]} names
   * @returns {Promise<import("./engine.mjs").Owner | undefined>}
   */
  async find(names) {
    for (const name of names) {
      if (this.offered && /^[a-z2-7]{24}$/.test(name) && name === (await this.#complete(name))) {
        return { name, keys: await this.#key(name), sandbox: true };
      }
    }
    return undefined;
  }

  /**
   * Answers a request that is about sandboxes, or returns undefined if it isn't.
   * @param {Request} request
   */
  async answer(request) {
    const [, s, name = "", what = "", rest] = split(request.url).path.split("/");
    if (s !== "s" || !this.offered) {
      return undefined;
    }
    if (rest !== undefined) {
      return nothingHere(request.url);
    }
    if (crossOrigin(request)) {
      return text(403, "Pages of other origins can't do this.\n");
    }
    if (name === "") {
      return await this.#all(request);
    }
    if (what === "log") {
      return await this.#watch(request, name);
    }
    const owner = await this.find([name]);
    if (
      owner === undefined ||
      !same(request.headers.get("authorization"), `Bearer ${owner.keys}`)
    ) {
      return nothingHere(request.url);
    }
    return await this.#manage(request, owner, what);
  }

  /**
   * Says what there is to have, or makes one.
   * @param {Request} request
   */
  async #all(request) {
    switch (request.method) {
      case "GET":
        return Response.json({ hours: this.#hours, bytes, requests: rate });
      case "POST":
        return await this.#make(request);
      default:
        return nothingHere(request.url);
    }
  }

  /**
   * Opens the log of a sandbox to someone who has its token. A page can only send that as a protocol: in the
   * URL it would get into other logs.
   * @param {Request} request
   * @param {string} name
   */
  async #watch(request, name) {
    const [spoken, token] = request.headers.get("sec-websocket-protocol")?.split(/, */) ?? [];
    const owner = await this.find([name]);
    const invited =
      request.headers.get("upgrade") === "websocket" &&
      spoken === protocol &&
      owner !== undefined &&
      same(token ?? null, await this.#token(name));
    return invited ? await this.#object(name).fetch(request) : nothingHere(request.url);
  }

  /**
   * @param {Request} request
   * @param {import("./engine.mjs").Owner} owner
   * @param {string} what
   */
  async #manage(request, { name, keys }, what) {
    const engine = this.#object(name);
    const until = await engine.until();
    if (until === undefined) {
      return nothingHere(request.url);
    }
    switch (`${request.method} ${what}`) {
      case "GET ":
        return announce(
          request,
          name,
          { key: keys, watch: await this.#token(name) },
          new Date(until),
        );
      case "DELETE ":
        await engine.end();
        return new Response(null, { status: 204 });
      case "POST mark":
        await engine.mark();
        return new Response(null, { status: 204 });
      case "POST undo":
        await engine.undo();
        return new Response(null, { status: 204 });
      case "POST fork":
        return await this.#make(request, engine);
      default:
        return nothingHere(request.url);
    }
  }

  /**
   * Makes a sandbox, if the sender hasn't made too many: empty, or with what another one has.
   * @param {Request} request
   * @param {import("./engine.mjs").Engine} [parent]
   */
  async #make(request, parent) {
    const wait = await this.#env.GATE.get(this.#env.GATE.idFromName("gate")).admit(
      await this.#networks(request),
    );
    if (wait > 0) {
      return busy(tooMany, wait);
    }
    const letters = base32(crypto.getRandomValues(new Uint8Array(chance)));
    const name = await this.#complete(letters);
    const expires = Date.now() + this.#hours * 3_600_000;
    const made =
      parent === undefined
        ? await this.#object(name).make(expires)
        : await parent.copyTo(name, expires);
    if (!made) {
      return busy(tooMany, 1);
    }
    const secrets = { key: await this.#key(name), watch: await this.#token(name) };
    return announce(request, name, secrets, new Date(expires));
  }

  get #hours() {
    return Number(this.#env.SANDBOX_HOURS ?? hours);
  }

  /** @param {string} name */
  #object(name) {
    return this.#env.ENGINES.get(this.#env.ENGINES.idFromName(name));
  }

  /**
   * Returns the name that begins with these letters.
   * @param {string} letters
   */
  async #complete(letters) {
    const begin = letters.slice(0, (chance * 8) / 5);
    const whole = await this.#mac(`name:${begin}`);
    return begin + base32(whole.subarray(0, code));
  }

  /** @param {string} name */
  async #key(name) {
    return btoa(String.fromCharCode(...(await this.#mac(`key:${name}`))));
  }

  /**
   * What lets someone watch a sandbox's requests, and nothing else.
   * @param {string} name
   */
  async #token(name) {
    return base32((await this.#mac(`watch:${name}`)).subarray(0, 20));
  }

  /**
   * Who sends a request, so that nobody can read it: the networks of the address, each wider than the one
   * before.
   * @param {Request} request
   */
  async #networks(request) {
    const networks = networksOf(request.headers.get("cf-connecting-ip") ?? "");
    const macs = networks.map((network) => this.#mac(`address:${network}`));
    return (await Promise.all(macs)).map((mac) => base32(mac.subarray(0, 10)));
  }

  /** @param {string} of */
  async #mac(of) {
    const encoder = new TextEncoder();
    const algorithm = { name: "HMAC", hash: "SHA-512" };
    const secret = encoder.encode(this.#secret);
    const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(of)));
  }
}

/**
 * What its owner has to know. Only this answer has the key. It goes to the maker of a sandbox, or to a sender
 * who has the key already.
 * @param {Request} request
 * @param {string} name
 * @param {{key: string, watch: string}} secrets
 * @param {Date} expires
 */
function announce({ url, method }, name, { key, watch }, expires) {
  const scheme = url.split("://")[0];
  const at = `${scheme}://${split(url).host}/s/${name}`;
  const endpoints = { table: `${at}/table`, queue: `${at}/queue`, blob: `${at}/blob` };
  const connectionString = [
    `DefaultEndpointsProtocol=${scheme}`,
    `AccountName=${name}`,
    `AccountKey=${key}`,
    `TableEndpoint=${endpoints.table}`,
    `QueueEndpoint=${endpoints.queue}`,
    `BlobEndpoint=${endpoints.blob}`,
  ].join(";");
  const body = { name, key, watch, expires: expires.toISOString(), endpoints, connectionString };
  const made = method === "POST";
  const headers = {
    ...(made && { location: at }),
    "cache-control": "no-store",
    "x-rowkey-expires": expires.toUTCString(),
  };
  return Response.json(body, { status: made ? 201 : 200, headers });
}

/** @param {Request} request */
function crossOrigin({ url, headers }) {
  const origin = headers.get("origin");
  return origin !== null && origin !== `${url.split("://")[0]}://${split(url).host}`;
}

/**
 * Compares without telling by the time where they differ.
 * @param {string | null} a
 * @param {string} b
 */
function same(a, b) {
  let difference = a?.length === b.length ? 0 : 1;
  for (let i = 0; i < b.length; i++) {
    difference |= (a?.charCodeAt(i) ?? 0) ^ b.charCodeAt(i);
  }
  return difference === 0;
}

/** @param {Uint8Array} bytes */
function base32(bytes) {
  let [bits, length, letters] = [0, 0, ""];
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    for (length += 8; length >= 5; length -= 5) {
      letters += alphabet[(bits >> (length - 5)) & 31];
    }
    bits &= 31;
  }
  return letters;
}
