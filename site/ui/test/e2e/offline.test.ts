import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, test } from "node:test";
import { build } from "esbuild";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { during } from "../during.ts";
import { editor, finished, openBrowser, ordinary, patience, ran } from "./reader.ts";
import { guide, need, pages, serve, stop } from "./server.ts";

/** What the host does to requests. */
const host = {
  /** It doesn't answer. */
  down: false,
  /** It breaks off in the middle of files that match. */
  cut: undefined as RegExp | undefined,
  changed: new Map<string, Buffer | undefined>(),
};

let browser: Browser | undefined;
let origin: string;
const path = guide();

during(async () => {
  const opened = await openBrowser();
  browser = opened;
  const served = await serve({
    changed: host.changed,
    send: (response, body, path) => {
      if (host.down) {
        response.destroy();
      } else if (host.cut?.test(path)) {
        response.write(body.subarray(0, body.length / 2), () => response.destroy());
      } else {
        response.end(body);
      }
    },
  });
  origin = served.origin;
  return async () => {
    await opened.close();
    stop(served.server);
  };
});

beforeEach(() => {
  host.down = false;
  host.cut = undefined;
  host.changed.clear();
});

/** Lets a reader with a new browser profile use the site. */
async function visits(use: (page: Page, context: BrowserContext) => Promise<void>): Promise<void> {
  const page = await newcomer();
  try {
    await use(page, page.context());
  } finally {
    await page.context().close();
  }
}

async function newcomer(): Promise<Page> {
  assert.ok(browser);
  const context = await browser.newContext({ baseURL: origin });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

let before: Page | undefined;

/** Lets the reader of the test before, who has the release, go on, or a new one if that test has failed. */
async function visitsAgain(use: (page: Page) => Promise<void>): Promise<void> {
  const page = before ?? (await newcomer());
  before = undefined;
  await page.goto(path);
  await use(page);
  before = page;
}

/** Waits until the release is kept and pages are served from it. */
async function kept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Waits until a function in the page answers true, even if the page is opened anew meanwhile. */
async function until(page: Page, holds: () => boolean | Promise<boolean>): Promise<void> {
  const now = () =>
    page.evaluate(holds).catch((cause) => {
      assert.match(String(cause), /context was destroyed/);
      return false;
    });
  for (const end = Date.now() + patience; !(await now()); ) {
    assert.ok(Date.now() < end, `not so in time: ${holds}`);
    await page.waitForTimeout(100);
  }
}

/** Empties the browser's own cache, so that only what the service worker keeps is left. */
async function forget(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await session.detach();
}

/** Runs the first example and returns the status. */
async function run(page: Page): Promise<string> {
  const example = page.locator(ordinary).first();
  await example.locator(".ex-run").click();
  return await ran(example);
}

/** Loses the kept files whose addresses match. */
async function lose(page: Page, files: RegExp): Promise<void> {
  await page.evaluate(async (files) => {
    const [name = ""] = await caches.keys();
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (files.test(request.url)) {
        await cache.delete(request);
      }
    }
  }, files);
  await forget(page);
}

/** The paths of the large files that are kept. */
function engines(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) {
        found.push(...(/\/(engine|full)-\w+\.wasm$/.exec(url)?.slice(1) ?? []));
      }
    }
    return found;
  });
}

test("offline: after one visit, all pages open without a network, and examples run", async () => {
  await visitsAgain(async (page) => {
    assert.match(await run(page), finished); // before there is a service worker
    await kept(page);
    await until(page, async () => {
      const [name = ""] = await caches.keys();
      const kept = await (await caches.open(name)).keys();
      return kept.some(({ url }) => url.endsWith(".wasm"));
    });
    assert.deepEqual(await engines(page), ["engine"]);
    host.down = true;
    await forget(page);
    const shown = pages().filter((path) => path !== "/no-such-page/");
    const failed = await page.evaluate(async (shown) => {
      const failed: string[] = [];
      const [name = ""] = await caches.keys();
      for (const path of shown) {
        if (!(await (await caches.open(name)).match(path))) {
          failed.push(path);
        }
      }
      return failed;
    }, shown);
    assert.deepEqual(failed, []);
    for (const path of [
      "/",
      "/docs/",
      "/guides/",
      ...(shown.includes("/play/") ? ["/play/"] : []),
    ]) {
      const response = await page.goto(path);
      assert.equal(response?.status(), 200);
      assert.equal(response?.fromServiceWorker(), true);
      assert.equal(await page.locator("main").isVisible(), true);
    }
    await page.goto(`${path.slice(0, -1)}?from=elsewhere`);
    assert.equal(new URL(page.url()).pathname, path);
    assert.match(await run(page), finished);
  });
});

/** A design that is measured soon. */
const design = `entities:
  Reading: {count: 10, properties: {Device: {type: string, values: 3}, Id: guid}}
patterns:
  all: {of: Reading, where: "Device = ?"}
designs:
  here: {Reading: {PartitionKey: "{Device}", RowKey: "{Id}"}}
`;

test("offline: the workbench gets its own program from a worker that has been kept", async () => {
  await visitsAgain(async (page) => {
    await run(page);
    await kept(page);
    await page.evaluate((text) => localStorage.setItem("rowkey.design", text), design);
    await page.goto("/design/");
    await page.locator(".ds-matrix").waitFor();
    host.down = true;
    await page.reload();
    await page.locator(".ds-matrix").waitFor();
  });
});

test("offline: what is missing in the cache is loaded and stored again", async () => {
  await visitsAgain(async (page) => {
    await kept(page);
    const count = () =>
      page.evaluate(async () => {
        const [name = ""] = await caches.keys();
        return (await (await caches.open(name)).keys()).length;
      });
    const all = await count();
    await lose(page, /\/a\/(main|engine)-|\/guides\/|\/release-/);
    await page.goto("/guides/");
    await page.goto(path);
    assert.match(await run(page), finished);
    await until(page, async () => {
      const [name = ""] = await caches.keys();
      const kept = await (await caches.open(name)).keys();
      return ["/a/main-", "/guides/", "/a/engine-"].every((part) =>
        kept.some(({ url }) => url.includes(part)),
      );
    });
    assert.ok((await count()) < all, "only what was opened has been loaded again");
  });
});

test("offline: what arrives in part, or is of another release, isn't kept, and is loaded again", async () => {
  await visitsAgain(async (page) => {
    await kept(page);
    host.cut = /\.wasm$/; // before the page starts an engine unasked
    await lose(page, /\/a\/engine-|\/guides\/$/);
    host.changed.set("/guides/index.html", Buffer.from("<!doctype html><title>Another</title>"));
    await page.goto("/guides/");
    assert.equal(await page.title(), "Another");
    host.changed.clear();
    await page.goto(path);
    assert.match(await run(page), /^The engine could not be loaded/);
    assert.deepEqual(await engines(page), []);
    host.cut = undefined;
    assert.match(await run(page), finished);
    await page.goto("/guides/");
    assert.notEqual(await page.title(), "Another");
  });
});

test("offline: a preview at the same address removes what a release has kept", async () => {
  const { outputFiles } = await build({
    entryPoints: ["offline/retire.ts"],
    bundle: true,
    write: false,
  });
  await visitsAgain(async (page) => {
    await kept(page);
    host.changed.set("/sw.js", Buffer.from(outputFiles[0]?.contents ?? []));
    host.changed.set(`${path}index.html`, Buffer.from("<!doctype html><title>Preview</title>"));
    await page.reload();
    await page.waitForFunction(() => document.title === "Preview");
    await until(page, async () => (await caches.keys()).length === 0);
    await until(page, async () => (await navigator.serviceWorker.getRegistrations()).length === 0);
  });
});

const list = /\/a\/(release-\w+\.json)/.exec(need("sw.js"))?.[1] ?? "";

/** Makes the release one of few pages, so that it's kept soon. */
function releaseFew(): { readonly now: Record<string, string> } {
  const release = JSON.parse(need(`a/${list}`)) as { now: Record<string, string> };
  const few = Object.entries(release.now).filter(([at]) => !at.endsWith("/") || at === path);
  release.now = Object.fromEntries(few);
  host.changed.set(`/a/${list}`, Buffer.from(JSON.stringify(release)));
  return release;
}

/** Puts a second release on the host: every title ends in 2, and the first one's main script is gone. */
function releaseAgain(): void {
  const release = releaseFew();
  const main = /\/a\/(main-\w+\.js)/.exec(need("index.html"))?.[1] ?? "";
  const second = (text: string) =>
    text.replaceAll(main, "main-SECOND.js").replace("</title>", " 2</title>");
  for (const address of Object.keys(release.now)) {
    if (address.endsWith("/")) {
      const body = Buffer.from(second(need(`${address}index.html`)));
      host.changed.set(`${address}index.html`, body);
      release.now[address] = createHash("sha256").update(body).digest("hex").slice(0, 16);
    }
  }
  host.changed.set("/a/main-SECOND.js", Buffer.from(need(`a/${main}`)));
  release.now["/a/main-SECOND.js"] = release.now[`/a/${main}`] ?? "";
  delete release.now[`/a/${main}`];
  host.changed.set(`/a/${main}`, undefined);
  host.changed.set("/a/release-2.json", Buffer.from(JSON.stringify(release)));
  host.changed.set("/sw.js", Buffer.from(need("sw.js").replaceAll(list, "release-2.json")));
}

const offer = ".offer:has-text('A new version is here.')";

test("offline: a new release is offered; until it is taken, all files are of the old one", async () => {
  releaseFew();
  await visits(async (one, context) => {
    await kept(one);
    assert.match(await run(one), finished);
    const two = await context.newPage();
    await two.goto(path);
    const title = await one.title();
    releaseAgain();
    await forget(one);
    await one.reload();
    assert.equal(await one.title(), title);
    const example = one.locator(ordinary).first();
    await (await editor(example)).press("End");
    await one.keyboard.type(" ");
    await one.locator(offer).waitFor();
    await one.locator(offer).getByText("Later").click();
    assert.equal(await one.locator(offer).count(), 0);
    assert.match(await run(one), finished);
    await one.reload();
    assert.equal(await one.title(), title);
    await one.locator(offer, { hasText: "Your edits are kept." }).waitFor();
    await one.locator(offer).getByText("Reload").click();
    await one.waitForFunction((title) => document.title !== title, title);
    assert.equal(await one.title(), `${title} 2`);
    await example.locator(".ex-status", { hasText: "Your edit" }).waitFor();

    // The other page has been open all the while. What it still loads is of its release.
    await two.locator(offer).waitFor();
    assert.match(await run(two), finished);
    const releases = (page: Page) => page.evaluate(async () => (await caches.keys()).length);
    assert.equal(await releases(two), 2);
    assert.deepEqual(await engines(two), ["engine", "engine"]);
    await two.locator(offer).getByText("Reload").click();
    await two.waitForFunction((title) => document.title !== title, title);
    await kept(two);
    // Every page answers now, and none runs the old release.
    await until(one, async () => (await caches.keys()).length === 1);
    host.down = true;
    await forget(one);
    await one.goto(path);
    assert.equal(await one.title(), `${title} 2`);
    assert.match(await run(one), finished);
  });
});

test("offline: without room or permission, the site works as it does online", async () => {
  await visits(async (page, context) => {
    const session = await context.newCDPSession(page);
    await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1000 });
    await until(page, async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return (await caches.keys()).length > 0 && registration === undefined;
    });
    assert.match(await run(page), finished);
    assert.equal(await page.evaluate(() => navigator.serviceWorker.controller), null);
    const refused = await context.newPage();
    const complaints: string[] = [];
    refused.on("pageerror", (error) => complaints.push(error.message));
    await refused.addInitScript(() => {
      ServiceWorkerContainer.prototype.register = () => {
        Object.assign(globalThis, { asked: true });
        return Promise.reject(new DOMException("no", "SecurityError"));
      };
    });
    await refused.goto(path);
    await refused.waitForFunction(() => "asked" in globalThis);
    assert.match(await run(refused), finished);
    assert.deepEqual(complaints, []);
  });
});

test("offline: the manifest's icons are there, in the sizes that it names", async () => {
  await visits(async (page) => {
    const session = await page.context().newCDPSession(page);
    const { errors, url } = await session.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
    assert.match(url, /\/manifest\.webmanifest$/);
    const sizes = await page.evaluate(async () => {
      const { icons } = await (await fetch("/manifest.webmanifest")).json();
      const measure = async ({ src, sizes }: { src: string; sizes: string }) => {
        const image = new Image();
        image.src = src;
        await image.decode();
        return [sizes, `${image.naturalWidth}x${image.naturalHeight}`];
      };
      return Promise.all(
        icons.filter(({ sizes }: { sizes: string }) => sizes !== "any").map(measure),
      );
    });
    assert.equal(sizes.length, 4);
    for (const [said, measured] of sizes) {
      assert.equal(measured, said);
    }
  });
});
