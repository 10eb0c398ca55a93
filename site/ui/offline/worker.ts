/**
 * The service worker: keeps a release of the site, so that it opens without a network.
 *
 * Each release has a cache of its own, which is filled before the release is used. Every file is compared
 * with its hash in the release's list. So pages and what they load are of one release, whatever the
 * network has by then. docs/offline.md tells what a reader sees of it.
 *
 * Whatever isn't in the cache, or if the cache can't be read, comes from the network, as without this.
 */
import type { Client, Fetch, Question, Release, Scope } from "./scope.ts";

const scope = globalThis as unknown as Scope;
const prefix = "rowkey ";
const release = prefix + RELEASE_URL;

/** Loads that run at the same time, so that a reader's own have room. */
const lanes = 2;

/** How long pages have to answer, in milliseconds. */
const patience = 5000;

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => {
  event.waitUntil(scope.clients.claim().then(prune));
});
scope.addEventListener("message", (event) => {
  const orders = {
    "take over": () => scope.skipWaiting(),
    prune,
    keep: () => keep(false),
    "keep all": () => keep(true),
  };
  event.waitUntil(orders[event.data]());
});
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const plain = request.method === "GET" && !request.headers.has("range");
  if (!plain || origin !== location.origin || /^\/(embed|_dev)(\/|$)/.test(pathname)) {
    return;
  }
  if (request.mode === "navigate") {
    event.respondWith(page(event, pathname));
  } else if (/^\/(a\/|favicon\.svg$|design\/starters\.json$)/.test(pathname)) {
    event.respondWith(file(event, pathname));
  }
});

/** Fills the cache. Fails if a file can't be had or stored; a later attempt goes on from there. */
async function install(): Promise<void> {
  const { now } = await list();
  const cache = await caches.open(release);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = Object.keys(now).filter((path) => !kept.has(path));
  missing.push(...(await successors()));
  const load = async () => {
    for (let path = missing.pop(); path; path = missing.pop()) {
      await store(path, await fetch(path, modest(path)));
    }
  };
  await Promise.all(Array.from({ length: lanes }, load));
}

/** The large files whose predecessors other releases have kept. */
async function successors(): Promise<string[]> {
  const role = (path: string) => path.replace(/-\w+\.\w+$/, "");
  const kept = new Set<string>();
  for (const name of await others()) {
    for (const { url } of await (await caches.open(name)).keys()) {
      kept.add(role(new URL(url).pathname));
    }
  }
  return Object.keys((await list()).later).filter((path) => kept.has(role(path)));
}

/** Hashed files may come from the browser's own cache. For others, it asks whether they are current. */
function modest(path: string): RequestInit {
  return { cache: path.startsWith("/a/") ? "default" : "no-cache", priority: "low" };
}

/** Stores a file in the cache if it is the release's. */
async function store(path: string, response: Response): Promise<void> {
  const { now, later } = await list();
  const copy = await response.clone().arrayBuffer();
  const hash = await crypto.subtle.digest("SHA-256", copy);
  const digits = Array.from(new Uint8Array(hash, 0, 8), (n) => n.toString(16).padStart(2, "0"));
  if (!response.ok || response.redirected || digits.join("") !== (now[path] ?? later[path])) {
    throw new Error(`${path} is not that of ${RELEASE_URL}`);
  }
  await (await caches.open(release)).put(path, response);
}

let listed: Promise<Release> | undefined;

/** The release's list, which is in the cache, too. */
function list(): Promise<Release> {
  listed ??= readList().catch((cause) => {
    listed = undefined;
    throw cause;
  });
  return listed;
}

async function readList(): Promise<Release> {
  const cache = await caches.open(release);
  const kept = await cache.match(RELEASE_URL);
  if (kept) {
    return kept.json();
  }
  const response = await fetch(RELEASE_URL);
  if (!response.ok) {
    throw new Error(`${RELEASE_URL}: ${response.status}`);
  }
  await cache.put(RELEASE_URL, response.clone());
  return response.json();
}

/** Answers with a page of the release. */
async function page(event: Fetch, path: string): Promise<Response> {
  const kept = await match(path);
  if (kept) {
    return kept;
  }
  if (!path.endsWith("/") && (await match(`${path}/`))) {
    return Response.redirect(`${path}/${new URL(event.request.url).search}`);
  }
  return loaded(event, path);
}

/** Answers with a file that pages load, of the release or, for pages opened before it, of another one. */
async function file(event: Fetch, path: string): Promise<Response> {
  return (await match(path)) ?? (await matchOthers(path)) ?? loaded(event, path);
}

/** Answers from the network, and stores what the release should have. */
async function loaded(event: Fetch, path: string): Promise<Response> {
  const response = await fetch(event.request);
  const copy = response.clone();
  const keep = async () => {
    const { now, later } = await list();
    if (now[path] ?? later[path]) {
      await store(path, copy);
    }
  };
  event.waitUntil(keep().catch(ignore));
  return response;
}

async function match(path: string): Promise<Response | undefined> {
  try {
    return await (await caches.open(release)).match(path);
  } catch {
    return undefined;
  }
}

async function matchOthers(path: string): Promise<Response | undefined> {
  try {
    for (const name of await others()) {
      const kept = await (await caches.open(name)).match(path);
      if (kept) {
        return kept;
      }
    }
  } catch {}
  return undefined;
}

/** The caches of other releases. */
async function others(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== release);
}

/** Keeps the large files: all of them, or those that the browser has loaded before this worker was there. */
async function keep(all: boolean): Promise<void> {
  for (const path of Object.keys((await list()).later)) {
    if (!(await match(path))) {
      const how: RequestInit = all ? {} : { cache: "only-if-cached", mode: "same-origin" };
      await fetch(path, how)
        .then((response) => store(path, response))
        .catch(ignore);
    }
  }
}

/** Removes the caches of releases that no page uses any more. */
async function prune(): Promise<void> {
  const { installing, waiting } = scope.registration;
  const old = await others();
  // Another release may be filling its cache.
  if (old.length === 0 || installing || waiting) {
    return;
  }
  const mains = new Set<string>();
  for (const client of await scope.clients.matchAll({ includeUncontrolled: true })) {
    const main = await ask(client);
    if (!main) {
      return; // it is still loading, or asleep
    }
    mains.add(main);
  }
  const own = await caches.open(release);
  for (const name of old) {
    const cache = await caches.open(name);
    const uses = await Promise.all(
      [...mains].map(async (main) => !(await own.match(main)) && (await cache.match(main))),
    );
    if (!uses.some(Boolean)) {
      await caches.delete(name);
    }
  }
}

/** Asks a page which main script it runs. That names all that it may still load. */
function ask(client: Client): Promise<string | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(String(data));
    setTimeout(resolve, patience, undefined);
    client.postMessage({ kind: "main?" } satisfies Question, [port2]);
  });
}

function ignore(): undefined {}
