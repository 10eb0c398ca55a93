import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import {
  type Reader,
  reads,
  readsOn,
  runaway,
  site,
  startReading,
  violations,
} from "../e2e/reader.ts";
import { folder } from "../e2e/server.ts";
import { examples, type Host, type HostOptions, inside, run, serveHost } from "./host.ts";

startReading();

const opened: Host[] = [];
after(() => {
  for (const host of opened) {
    host.close();
  }
});

/** What the status of a run says that went well. */
const done = /ran here in \d+ ms/;

const list = "### Tables\n# @expect status == 200\nGET {{host}}/Tables\n";

/** Returns a code block as Markdown becomes one. */
function block(text: string): string {
  return `<pre><code class="language-http">${text.replaceAll("<", "&lt;")}</code></pre>`;
}

/** Opens a page of somebody else's. */
async function opens(
  { page }: Reader,
  body: string,
  options: HostOptions & { readonly head?: string } = {},
): Promise<void> {
  const head = options.head ?? `<script type="module" src="${site()}/embed.js"></script>`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Orders</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/page.css">${head}</head>
<body><main><h1>Orders</h1>${body}</main></body></html>`;
  const host = await serveHost("plain", {
    ...options,
    files: () => ({ ...options.files?.(), "/": html }),
  });
  opened.push(host);
  await page.goto(host.url);
}

/** Counts what a page loads of the engine. */
function engines(page: Page): string[] {
  const loaded: string[] = [];
  page.context().on("request", (request) => {
    if (/\.wasm$|\/worker-/.test(request.url())) {
      loaded.push(request.url());
    }
  });
  return loaded;
}

test("embed: nothing of the engine is loaded before the reader turns to an example", async () => {
  await reads({}, async (reader) => {
    const loaded = engines(reader.page);
    await opens(reader, block(list).repeat(3));
    await examples(reader.page).nth(2).waitFor();
    assert.deepEqual(loaded, []);
    assert.match(await run(examples(reader.page).nth(1)), done);
    assert.equal(loaded.length, 2);
  });
});

test("embed: without a shared worker, one frame serves the others, and another one after it", async () => {
  await reads({}, async (reader) => {
    const { page } = reader;
    const loaded = engines(page);
    await page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, "SharedWorker");
    });
    await opens(reader, block(list).repeat(4));
    await examples(page).nth(3).waitFor();
    for (let i = 0; i < 4; i++) {
      assert.match(await run(examples(page).nth(i)), done);
    }
    assert.equal(loaded.length, 2, loaded.join(", "));
    await page.evaluate(() => document.querySelector("pre")?.remove());
    await page.locator("rowkey-example").nth(3).waitFor({ state: "detached" });
    for (let i = 0; i < 3; i++) {
      assert.match(await run(examples(page).nth(i)), done);
    }
    assert.equal(loaded.length, 4, loaded.join(", "));
  });
});

test("embed: when the frame that keeps the engine goes away, another one gets it", async () => {
  await reads({}, async (reader) => {
    const { page } = reader;
    await opens(reader, block(list).repeat(3));
    await examples(page).nth(2).waitFor();
    assert.match(await run(examples(page).nth(0)), done);
    await page.evaluate(() => document.querySelector("pre")?.remove());
    await page.locator("rowkey-example").nth(2).waitFor({ state: "detached" });
    assert.match(await run(examples(page).nth(0)), done);
    assert.match(await run(examples(page).nth(1)), done);
  });
});

test("embed: code that appears, changes or goes away takes its example with it", async () => {
  await readsOn(async (reader) => {
    const { page } = reader;
    await opens(reader, `<div id="late"></div>${block("GET https://example.com/\n")}`);
    await page.evaluate((html) => {
      const parsed = new DOMParser().parseFromString(html, "text/html");
      document.querySelector("#late")?.append(...parsed.body.childNodes);
    }, block(list));
    const one = examples(page);
    await inside(one).locator("code", { hasText: "/Tables" }).waitFor();
    await page.evaluate(() => {
      const code = document.querySelector("#late code");
      (code?.firstChild as Text).data = "GET {{host}}/Orders()";
    });
    await inside(one).locator("code", { hasText: "/Orders()" }).waitFor();
    assert.equal(await one.count(), 1);
    await page.evaluate(() => {
      (document.querySelector("#late code")?.firstChild as Text).data = "GET https://example.com/";
    });
    await one.waitFor({ state: "detached" });
    assert.equal(await page.locator("#late pre").isVisible(), true);
    await page.evaluate((text) => {
      (document.querySelector("#late code")?.firstChild as Text).data = text;
    }, list);
    await one.waitFor();
    await page.evaluate(() => document.querySelector("#late")?.replaceChildren());
    await page.locator("rowkey-example").waitFor({ state: "detached" });
  });
});

test("embed: by hand, with a file, around a block, and with attributes", async () => {
  await readsOn(async (reader) => {
    const { page } = reader;
    const failing = "# @expect status == 200\nGET {{host}}/Orders()\n";
    await opens(
      reader,
      `<rowkey-example src="/tables.http" theme="dark" editable="false"></rowkey-example>
<rowkey-example height="120" theme="light"><pre>${failing}</pre><pre>{"value": []}</pre></rowkey-example>
<rowkey-example results="none"><pre>${list}</pre><pre>{"value": []}</pre></rowkey-example>
<rowkey-example src="/missing.http"></rowkey-example>`,
      { files: () => ({ "/tables.http": list }) },
    );
    const [file, around, none, missing] = [0, 1, 2, 3].map((n) => examples(page).nth(n));
    assert.ok(file && around && none && missing);
    await inside(file).locator("html[data-theme=dark] code", { hasText: "GET {{host}}" }).waitFor();
    await inside(file).locator(".ex-code").hover();
    assert.match(await run(file), done);
    assert.equal(await inside(file).locator("textarea").count(), 0);
    await file.evaluate((element) => element.setAttribute("theme", "light"));
    await inside(file).locator("html[data-theme=light]").waitFor();

    await inside(around).locator(".ex-result", { hasText: '{"value": []}' }).waitFor();
    assert.equal((await around.boundingBox())?.height, 120);
    await run(around);
    assert.equal(await around.getAttribute("data-state"), "failed");
    await inside(around).locator("textarea").fill(list);
    assert.match(await run(around), done);
    assert.equal(await around.evaluate((at) => at.querySelector("pre")?.textContent), failing);

    assert.equal(await inside(none).locator(".ex-result").isVisible(), false);
    await missing.and(page.locator("[data-state=failed]")).waitFor();
    await inside(missing).locator(".ex-status", { hasText: "missing.http: 404" }).waitFor();
  }, /404/);
});

test("embed: a page says how its examples look", async () => {
  await readsOn(async (reader) => {
    const { page } = reader;
    await opens(
      reader,
      `<div class="a">${block(list)}</div><div class="b">${block(list)}</div>
<style>.a { --rowkey-font: Verdana, serif; --rowkey-code-font: "Courier New", monospace; --rowkey-color: #eef;
--rowkey-background: #123; --rowkey-accent: rgb(255 200 0); --rowkey-radius: 0px; }
.b { --rowkey-font: x\\;y; --rowkey-radius: url(/x); font-family: Georgia; color: #300; }
.b pre { background: #fed; border-radius: 11px; }</style>`,
      { styles: true },
    );
    await examples(page).nth(1).waitFor();
    const look = (n: number) =>
      inside(examples(page).nth(n))
        .locator("body")
        .evaluate((body) => {
          const example = getComputedStyle(body.querySelector("rk-example") ?? body);
          const { theme } = document.documentElement.dataset;
          const code = getComputedStyle(body.querySelector(".ex-code > *") ?? body);
          const run = getComputedStyle(body.querySelector(".ex-run") ?? body);
          const { fontFamily, color, backgroundColor } = getComputedStyle(body);
          const colors = [color, backgroundColor, run.backgroundColor];
          return [theme, fontFamily, code.fontFamily, ...colors, example.borderRadius];
        });
    const colors = ["rgb(238, 238, 255)", "rgb(17, 34, 51)", "rgb(255, 200, 0)"];
    const mono = '"Courier New", monospace';
    assert.deepEqual(await look(0), ["dark", "Verdana, serif", mono, ...colors, "0px"]);
    const [theme, font, , color, background, , radius] = await look(1);
    assert.deepEqual([theme, color, background], ["light", "rgb(51, 0, 0)", "rgb(255, 238, 221)"]);
    assert.match(font ?? "", /^system-ui/); // not what it can't be
    assert.equal(radius, "8px");
    assert.deepEqual(await violations(page), []);
  });
});

/** The style that docs/embedding.md gives for pages that show nothing raw. */
const [waits = ""] = readFileSync("../../docs/embedding.md", "utf8").match(/^@media[^`]*/m) ?? [];

test("embed: nothing raw is shown before the script is there, and everything without it", async () => {
  const raw = ({ page }: Reader) =>
    page.locator(":is(pre > code, rowkey-example > pre):visible", { hasText: "@expect" });
  await reads({}, async (reader) => {
    const { page } = reader;
    let arrives = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrives = resolve;
    });
    await page.route(`${site()}/embed.js`, async (route) => {
      await arrived;
      await route.continue();
    });
    // Nobody waits for three seconds to end: what shows the blocks is the script.
    const style = `<style>${waits.replace("3s", "1000s")}</style>`;
    const body = `${block(list)}<rowkey-example><pre>${list}</pre></rowkey-example>
<pre id="other"><code class="language-http">GET /</code></pre>`;
    const head = `<script async type="module" src="${site()}/embed.js"></script>`;
    const opening = opens(reader, style + body, { styles: true, head });
    await page.locator("#other").waitFor({ state: "attached" });
    assert.equal(await page.locator("#other code:visible").count(), 0);
    assert.equal(await raw(reader).count(), 0);
    arrives();
    await opening;
    await page.locator("#other code:visible").waitFor();
    assert.equal(await raw(reader).count(), 0);
    await examples(page).nth(1).waitFor();
  });
  await reads({ javaScriptEnabled: false }, async (reader) => {
    await opens(reader, `<style>${waits}</style>${block(list)}`, { styles: true });
    assert.equal(await raw(reader).count(), 1);
  });
});

test("embed: data comes from a block of the page or a file", async () => {
  await readsOn(async (reader) => {
    const { page } = reader;
    const orders = "PartitionKey,RowKey,Open:Boolean\nparis,0001,true\nparis,0002,false\n";
    const get = "# @expect rows == 1\nGET {{host}}/Orders()?$filter=Open eq true";
    await opens(
      reader,
      `<pre id="Orders"><code class="language-csv">${orders}</code></pre>
<rowkey-example data="#Orders"><pre>${get}</pre></rowkey-example>
<rowkey-example data="/data/Orders.csv"><pre>${get}</pre></rowkey-example>`,
      { files: () => ({ "/data/Orders.csv": orders }) },
    );
    for (let i = 0; i < 2; i++) {
      assert.match(await run(examples(page).nth(i)), done);
      assert.equal(await examples(page).nth(i).getAttribute("data-state"), "done");
      assert.equal(await examples(page).nth(i).getAttribute("data-plan"), "table-scan");
      assert.equal(await examples(page).nth(i).getAttribute("data-read"), "2");
    }
    const link = inside(examples(page).first()).locator(".ex-open");
    await link.hover();
    await link.and(inside(examples(page).first()).locator("[href^='/play/#v1.']")).waitFor();
  });
});

test("embed: where a policy forbids the frame or the script, the block stays", async () => {
  const refused = /Content Security Policy|violates/;
  for (const [script, frame] of [
    ["SITE", "'none'"],
    ["", "SITE"],
  ] as const) {
    await readsOn(async (reader) => {
      const policy = (own: string) => ({
        script: script.replace("SITE", own),
        frame: frame.replace("SITE", own),
      });
      await opens(reader, block(list), { policy });
      await reader.page.waitForLoadState("networkidle");
      await reader.page.locator("pre code").waitFor();
      assert.equal(await examples(reader.page).count(), 0);
    }, refused);
  }
});

test("embed: a run is told as it goes, and can be stopped", async () => {
  await readsOn(async (reader) => {
    const { page } = reader;
    await opens(reader, block(runaway) + block(list));
    const example = examples(page).first();
    await example.waitFor();
    await page.evaluate(() => {
      const element = document.querySelector("rowkey-example");
      const states: (string | undefined)[] = [];
      Object.assign(globalThis, { states });
      new MutationObserver(() => {
        const state = (element as HTMLElement).dataset["state"];
        if (states.at(-1) !== state) {
          states.push(state);
        }
      }).observe(element as Element, { attributeFilter: ["data-state"] });
    });
    await inside(example).locator(".ex-run").click();
    await example.and(page.locator("[data-state=running]")).waitFor();
    await inside(example).locator(".ex-run").click();
    await example.and(page.locator("[data-state=stopped]")).waitFor();
    assert.match(await run(examples(page).nth(1)), done);
    assert.deepEqual(await page.evaluate("states"), ["loading", "running", "stopped"]);
  });
});

test("embed: with the keyboard alone, and out again", async () => {
  await readsOn(async (reader) => {
    const { page } = reader;
    await opens(reader, `${block(list)}<p><a href="#after">After</a></p>`);
    const example = examples(page).first();
    await example.waitFor();
    await page.keyboard.press("Tab");
    const area = inside(example).locator("textarea");
    await area.waitFor();
    assert.equal(await area.evaluate((element) => element === document.activeElement), true);
    await page.keyboard.press("Control+Enter");
    await example.and(page.locator("[data-state=done]")).waitFor();
    await page.keyboard.press("Escape");
    await inside(example).locator(".ex-run:focus").waitFor();
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.activeElement?.localName === "rowkey-example");
    await page.keyboard.press("Tab");
    assert.equal(await page.locator("a:focus").count(), 1);
  });
});

test("embed: axe finds nothing, and a phone shows all of it, light and dark", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    await reads(
      { viewport: { width: 390, height: 800 }, colorScheme, hasTouch: true },
      async (reader) => {
        const { page } = reader;
        await opens(reader, block(list) + block("GET {{host}}/Orders()"));
        const example = examples(page).first();
        assert.match(await run(example), done);
        await inside(example).locator(`html[data-theme=${colorScheme}]`).waitFor();
        assert.match((await example.locator("iframe").getAttribute("title")) ?? "", /Tables$/);
        assert.deepEqual(await violations(page), []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.equal(wide, 390);
        const inner = await inside(example)
          .locator("html")
          .evaluate((html) => [
            html.scrollWidth - html.clientWidth,
            document.body.scrollHeight - innerHeight,
          ]);
        assert.deepEqual(inner, [0, 0]);
      },
    );
  }
});

test("embed: a frame takes its code from its parent alone, and only in shape", async () => {
  await readsOn(async (reader) => {
    const { page } = reader;
    await opens(reader, `<iframe src="${site()}/embed/" title="Frame"></iframe>`, { head: "" });
    const frame = page.frames()[1];
    assert.ok(frame);
    await frame.waitForLoadState("load");
    const [theme, words, scheme, font, code, color, set, accent, link] = Array(9).fill("");
    const texts = { theme, words, scheme, font, code, color, set, accent, link };
    const setting = {
      texts: ["GET {{host}}/Tables"],
      index: 0,
      data: [],
      baked: "<b>x</b><img src=x onerror=alert(1)>",
      editable: true,
      seen: { ...texts, font: "url(x)", color: "red;x:y", backgrounds: [], radii: [] },
      page: "x",
      error: "",
    };
    // From the frame to itself: it's not its parent.
    await frame.evaluate((rowkey) => {
      postMessage({ rowkey }, "*", [new MessageChannel().port1]);
    }, setting);
    const unseen = { ...setting, seen: texts };
    for (const wrong of [{ ...setting, texts: [1] }, { ...setting, page: {} }, unseen, "x", null]) {
      await page.evaluate((rowkey) => {
        const [inner] = Array.from({ length: 1 }, (_, i) => frames[i]);
        inner?.postMessage({ rowkey }, "*", [new MessageChannel().port1]);
        inner?.postMessage({ rowkey }, "*");
      }, wrong);
    }
    await page.evaluate(() => new Promise((settled) => setTimeout(settled, 100)));
    assert.equal(await frame.locator("rk-example").count(), 0);
    await page.evaluate((rowkey) => {
      frames[0]?.postMessage({ rowkey }, "*", [new MessageChannel().port1]);
    }, setting);
    await frame.locator(".ex-baked", { hasText: "<img src=x" }).waitFor();
    assert.equal(await frame.locator("img, b").count(), 0);
    assert.equal((await frame.locator("html").getAttribute("style")) ?? "", "");
  });
});

test("embed: a page survives what a hostile frame may send", async () => {
  await reads({}, async (reader) => {
    const { page } = reader;
    const body =
      "<script>onmessage = ({ ports: [port] }) => { for (const each of [null, 7, 'x', " +
      "{ size: 'x', state: 'x onclick=alert(1)', plan: '<b>', report: 1 }, { size: 1e9 }, " +
      "{ state: 'done', plan: '\"><script>', read: {} }]) port.postMessage(each) }; " +
      "parent.postMessage('rowkey', '*')</" +
      "script>";
    await page.route(`${site()}/embed/`, (route) =>
      route.fulfill({ contentType: "text/html", body }),
    );
    await opens(reader, block(list));
    const example = page.locator("rowkey-example[data-state=done]");
    await example.waitFor({ state: "attached" });
    const names = await example.evaluate((element) => element.getAttributeNames().sort());
    assert.deepEqual(names, ["data-live", "data-state"]);
  });
});

test("embed: a page has no new globals, and the version's own address serves the same", async () => {
  await readsOn(async (reader) => {
    const { page } = reader;
    const version = JSON.parse(readFileSync(`${folder}/embed.json`, "utf8"));
    const address = new URL(version.script).pathname;
    const names = () => page.evaluate(() => Object.getOwnPropertyNames(globalThis).sort());
    await opens(reader, block(list), { head: "" });
    const before = await names();
    await opens(reader, block(list), {
      head: `<script type="module" src="${site()}${address}" crossorigin
  integrity="${version.integrity}"></script>`,
    });
    assert.match(await run(examples(page).first()), done);
    assert.match(
      (await examples(page).locator("iframe").getAttribute("src")) ?? "",
      /\/v\/\w+\/embed\/$/,
    );
    assert.deepEqual(await names(), before);
  });
});

test("embed: the two files that a host copies need nothing else", async () => {
  await readsOn(async (reader) => {
    const { page } = reader;
    const outside: string[] = [];
    page.context().on("request", (request) => {
      if (request.url().startsWith(site())) {
        outside.push(request.url());
      }
    });
    await opens(reader, block(list) + block("# @expect status == 201\nPUT {{queue}}/orders\n"), {
      policy: () => ({ script: "", frame: "'self'" }),
      head: '<script type="module" src="/rowkey/embed.js"></script>',
      files: () => ({
        "/rowkey/embed.js": readFileSync(`${folder}/self-host/embed.js`),
        "/rowkey/embed.html": readFileSync(`${folder}/self-host/embed.html`),
      }),
    });
    assert.match(await run(examples(page).first()), done);
    assert.match(await run(examples(page).nth(1)), done);
    assert.equal(await examples(page).nth(1).getAttribute("data-state"), "done");
    assert.deepEqual(outside, []);
  });
});

test("embed: only the framed page may be framed", async () => {
  const framing = async (path: string) => {
    const { headers } = await fetch(site() + path);
    return /frame-ancestors ([^;]*)/.exec(headers.get("content-security-policy") ?? "")?.[1];
  };
  assert.equal(await framing("/embed/"), "*");
  for (const path of ["/", "/guides/", "/embed.js", "/self-host/embed.html"]) {
    assert.equal(await framing(path), "'none'", path);
  }
  const { headers } = await fetch(`${site()}/embed.js`);
  assert.equal(headers.get("access-control-allow-origin"), "*");
  assert.equal(headers.get("cross-origin-resource-policy"), "cross-origin");
});
