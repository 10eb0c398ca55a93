import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { type Reader, reads, readsOn, startReading } from "../e2e/reader.ts";
import { examples, type Host, type HostOptions, here, inside, run, serveHost } from "./host.ts";
import { hashOf, pagesOf, sources } from "./sources.mjs";

startReading();

interface Tool extends HostOptions {
  readonly name: string;
  /** Shows the second tab of the page. */
  readonly tab?: (page: Page) => Promise<void>;
  /** Makes the page dark. */
  readonly dark?: (page: Page) => Promise<void>;
  /** Links lead to another page without loading it. */
  readonly instant: boolean;
}

const tools: Tool[] = [
  {
    name: "mkdocs",
    tab: (page) => page.getByText("One order", { exact: true }).click(),
    dark: (page) => page.locator("label[title=Dark]").click(),
    instant: true,
  },
  {
    name: "docusaurus",
    styles: true,
    tab: (page) => page.getByRole("tab", { name: "One order" }).click(),
    dark: async (page) => {
      await page.locator("button[class*=toggleButton]").first().click();
    },
    instant: true,
  },
  {
    name: "vitepress",
    styles: true,
    tab: (page) => page.getByText("One order", { exact: true }).click(),
    dark: (page) => page.locator(".VPSwitchAppearance").first().click(),
    instant: true,
  },
  { name: "hugo", instant: false },
  { name: "plain", instant: false },
];

const light = { colorScheme: "light" } as const;
const opened = new Map<Tool, Host>();
after(() => {
  for (const host of opened.values()) {
    host.close();
  }
});

for (const tool of tools) {
  /** Tests something in the pages of the tool, in a new profile if the engine mustn't be there before. */
  const on = (what: string, check: (page: Page, url: string, tool: Tool) => Promise<void>) =>
    test(`hosts: ${tool.name}: ${what}`, async () => {
      const host = opened.get(tool) ?? (await serveHost(tool.name, tool));
      opened.set(tool, host);
      const use = ({ page }: Reader) => check(page, host.url, tool);
      await (check === ten ? reads(light, use) : readsOn(use, undefined, light));
    });
  on("the blocks that are for us are live, the others as they were", blocks);
  on("a block keeps its place, font and height when it becomes live, and follows the theme", place);
  if (tool.name !== "plain") {
    on("on the next page ten examples start one engine", ten);
  }
}

test("hosts: the pages are made of what is here", () => {
  for (const tool of Object.keys(sources)) {
    assert.equal(pagesOf(here, tool).hash, hashOf(here, tool), `node ${here}/make.mjs ${tool}`);
  }
});

/** The code blocks of the page, as the tool has written them. */
function written(page: Page): Promise<string[]> {
  return page
    .locator("pre code")
    .evaluateAll((codes) => codes.map((code) => `${code.className} ${code.innerHTML}`));
}

async function blocks(page: Page, url: string, { tab }: Tool): Promise<void> {
  await page.route("**/embed.js", (route) =>
    route.fulfill({
      body: "",
      headers: {
        "content-type": "text/javascript",
        "access-control-allow-origin": "*",
      },
    }),
  );
  await page.goto(url);
  await page.waitForLoadState("networkidle");
  const before = await written(page);
  await page.unroute("**/embed.js");
  await page.goto(url);
  await examples(page).nth(1).waitFor();
  await page.evaluate(() => {
    addEventListener("rowkey:done", (event) => {
      const { target, detail } = event as CustomEvent;
      (target as HTMLElement).title = `${detail.ok} ${detail.files[0].steps.at(-1).name}`;
    });
  });
  const late = page.locator("rowkey-example").nth(2);
  assert.match(await run(late), /^Range query · read 2 → returned 2/);
  assert.equal(await late.getAttribute("data-plan"), "range");
  assert.equal(await late.getAttribute("data-read"), "2");
  assert.match((await late.getAttribute("title")) ?? "", /^true /);
  await tab?.(page);
  const one = page.locator("rowkey-example").nth(3);
  if (tab) {
    await one.and(page.locator("[data-live]")).waitFor();
    assert.equal(await late.isVisible(), false);
    assert.match(await run(one), /^Point query/);
  }
  assert.deepEqual(await written(page), before);
  assert.equal(await page.locator("pre", { hasText: "example.com" }).isVisible(), true);
  assert.equal(
    await page.locator("pre", { hasText: "{{host}}/Orders" }).first().isVisible(),
    false,
  );
  assert.equal(await page.locator("rowkey-example").count(), tab || (await one.count()) ? 4 : 3);
}

/** Before the frame is there, the block's code is: as high as the frame, and without the lines for us. */
async function place(page: Page, url: string, { dark }: Tool): Promise<void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/embed{/,.html}", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(url);
  const example = page.locator("rowkey-example[data-still]").first();
  await example.waitFor();
  const still = example.locator("pre").last();
  assert.doesNotMatch((await still.textContent()) ?? "", /# @/);
  assert.match((await still.textContent()) ?? "", /^Create the table\nPOST {{host}}/);
  const before = await example.boundingBox();
  release();
  const live = examples(page).first();
  await live.waitFor();
  await inside(live).locator(".ex-status", { hasText: "{{host}} is an account" }).waitFor();
  const after = await live.boundingBox();
  assert.ok(before && after);
  assert.ok(Math.abs(after.height - before.height) <= 2, `${before.height} became ${after.height}`);
  assert.equal(after.y, before.y);
  const font = (at: HTMLElement) => getComputedStyle(at).fontFamily;
  assert.equal(
    await inside(live).locator("body").evaluate(font),
    await page.locator("p", { hasText: "One table" }).evaluate(font),
  );
  await page.unrouteAll({ behavior: "wait" });
  if (dark) {
    await inside(live).locator("html[data-theme=light]").waitFor();
    await dark(page);
    await inside(live).locator("html[data-theme=dark]").waitFor();
  }
}

async function ten(page: Page, url: string, { instant }: Tool): Promise<void> {
  await page.goto(url);
  const link = page.getByRole("link", { name: "Ten examples" }).last();
  await link.scrollIntoViewIfNeeded();
  await examples(page).nth(2).waitFor();
  await page.evaluate(() => document.documentElement.setAttribute("data-same", ""));
  const engines: string[] = [];
  page.context().on("request", (request) => {
    if (/\.wasm$|\/worker-/.test(request.url())) {
      engines.push(request.url());
    }
  });
  await link.click();
  const all = page.locator("rowkey-example");
  await page.locator("h1", { hasText: "Ten examples" }).waitFor();
  await all.nth(9).waitFor({ state: "attached" });
  assert.equal(await page.locator("html[data-same]").count(), instant ? 1 : 0);
  assert.equal(await all.count(), 10);
  // With one tool each of them runs: that they find the engine depends on ours alone.
  for (const i of instant ? [0, 4, 9] : Array(10).keys()) {
    assert.match(await run(all.nth(i)), /ran here/);
  }
  assert.equal(engines.length, 2, `one worker and one engine, not ${engines.join(", ")}`);
  await page.goBack();
  await page.locator("h1", { hasText: "How we store orders" }).waitFor();
  await examples(page).nth(1).waitFor();
  assert.match(await run(all.nth(1)), /ran here/);
}
