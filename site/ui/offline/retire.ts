/**
 * The service worker of a site that has none: it takes the place of an older one, removes what that one has
 * kept, and goes. The development server serves it, because a released site may have been at its address.
 */
import type { Scope } from "./scope.ts";

const scope = globalThis as unknown as Scope & {
  readonly registration: { unregister(): Promise<boolean> };
};

scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener("activate", (event) => event.waitUntil(retire()));

async function retire(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("rowkey ")).map((n) => caches.delete(n)),
  );
  await scope.clients.claim();
  await scope.registration.unregister();
  for (const client of await scope.clients.matchAll({ type: "window" })) {
    await client.navigate(client.url).catch(() => {});
  }
}
