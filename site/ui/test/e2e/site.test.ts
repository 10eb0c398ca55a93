import assert from "node:assert/strict";
import { test } from "node:test";
import { comes, reads, readsOn, site, startReading, violations } from "./reader.ts";

startReading();

test("site: the search opens with /, forgives typing errors, and is used by keyboard alone", async () => {
  await readsOn(async ({ page, open }) => {
    await open("/guides/");
    await page.keyboard.press("/");
    await page.waitForSelector(".sr-dialog[open] input:focus");
    for (const [query, first] of [
      ["partitoin scan", "partition scan"],
      ["PK", "Choosing a PartitionKey"],
      ["EGT", "Entity group transactions"],
      ["EntityAlreadyExists", "EntityAlreadyExists"],
    ] as const) {
      await page.fill(".sr-input", query);
      await page.locator(".sr-item:first-child .sr-title", { hasText: first }).waitFor();
    }
    assert.deepEqual(await violations(page), []);
    await page.fill(".sr-input", "upsert");
    await page
      .locator(".sr-item:first-child .sr-title", { hasText: "insert-or-replace" })
      .waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/guides/merge-or-replace/");
    await page.keyboard.press("/");
    await page.waitForSelector(".sr-dialog[open] input:focus");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".sr-dialog:not([open])", { state: "attached" });
  });
});

test("site: what is typed while the search loads is searched", async () => {
  await reads({}, async ({ page, open }) => {
    await open("/guides/");
    await page.route("**/a/search*.js", async (route) => {
      await typed;
      await route.continue();
    });
    const typed = page.keyboard.type("/newest first");
    await typed;
    await page.waitForSelector(".sr-dialog[open] input:focus");
    assert.equal(await page.inputValue(".sr-input"), "newest first");
  });
});

test("site: changed letters are forgiven, no page takes all results, suggestions are buttons", async () => {
  await readsOn(async ({ page, open }) => {
    await open("/search/");
    await page.getByRole("button", { name: "upsert" }).click();
    await page
      .locator(".sr-item:first-child .sr-title", { hasText: "insert-or-replace" })
      .waitFor();
    await page.fill(".sr-input", "latset ten");
    await page.locator(".sr-item .sr-title", { hasText: "Log tail" }).first().waitFor();
    await page.fill(".sr-input", "hot");
    await page.locator(".sr-item .sr-title", { hasText: "Hash sharding" }).first().waitFor();
    assert.equal(await page.locator(".sr-from", { hasText: "Hash sharding" }).count(), 3);
  });
});

test("site: a dotted word says what it means, and a fold to which the contents lead is open", async () => {
  await readsOn(async ({ page, open }) => {
    await open("/guides/log-tail/");
    await page.locator(".step input:enabled").waitFor(); // the script is there
    await page.locator("a.term", { hasText: "partition" }).first().hover();
    await page.locator("a.term[title^='All entities of a table']").first().waitFor();
    await page.click(".toc a[href='#more-cases']");
    await page.locator("details[open] > summary > #more-cases").waitFor();
  });
});

test("site: the page for searching has words in its address, and helps without script", async () => {
  await readsOn(async ({ page, open }) => {
    await open("/search/?q=log+tail");
    await page.locator(".sr-item:first-child .sr-title", { hasText: "Log tail" }).waitFor();
    assert.deepEqual(await violations(page), []);
  });
  await reads({ javaScriptEnabled: false }, async ({ page, open }) => {
    await open("/search/");
    assert.ok(await page.getByText("Searching needs a script").isVisible());
  });
});

test("site: the home page answers its questions without the engine, and a reader's own with it", async () => {
  await readsOn(async ({ page, open }) => {
    const engines: string[] = [];
    page.on("request", (request) => request.url().endsWith(".wasm") && engines.push(request.url()));
    await open("/");
    await page.getByText("Find one by e-mail").click();
    await page.locator(".panel:nth-child(4) .rs-kind", { hasText: "Table scan" }).waitFor();
    await comes(() => page.inputValue("#filter"), "Email eq 'sales42@contoso.com'");
    assert.deepEqual(engines, []);
    await page.fill("#filter", "PartitionKey eq 'Finance' and RowKey lt '000005'");
    await page.locator(".panel.live .rs-plan", { hasText: "read 5 of 150" }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.fill("#filter", "PartitionKey equals 1");
    await page.locator(".panel.live .rs-fault").waitFor();
    const last = page.locator(".panel.live .is-old .rs-plan", { hasText: "read 5 of 150" });
    assert.equal(await last.isVisible(), true);
    assert.equal(engines.length, 1);
  });
});

test("site: the home page asks a reader's own keys, and its link has them", async () => {
  await reads({}, async ({ page, open }) => {
    await open("/");
    const keys = page.locator("#keys");
    const answers = page.locator(".mine-answer .rs-plan");
    assert.match((await answers.last().textContent()) ?? "", /Table scan: read 7 of 7/);
    await keys.fill("oslo\t1\tnew\noslo\t2\told\nrome\t3\tnew\nrome\t4\t<b>");
    await comes(() => page.inputValue("#ask-2"), "Property1 eq 'new'");
    await page.fill("#ask-1", "PartitionKey eq 'rome' and RowKey ge '3'");
    await page.locator("#ask-1").press("Enter");
    await page.locator(".mine-status", { hasText: "Ran here" }).waitFor();
    const found = await answers.allTextContents();
    assert.match(found[0] ?? "", /Point query: read 1 of 4/);
    assert.match(found[1] ?? "", /Range query: read 2 of 4/);
    assert.match(found[2] ?? "", /Table scan: read 4 of 4 entities in 2 partitions, returned 2/);
    assert.deepEqual(await violations(page), []);
    await page.locator(".mine-copy").click();
    await page.waitForURL("**/#v1.*");
    const address = page.url();
    await page.fill("#ask-2", "Property1 equals 1");
    await page.getByRole("button", { name: "What does each read?" }).click();
    await page.locator(".mine-answer .rs-fault").waitFor();
    await page.goto("about:blank");
    await page.goto(address);
    await page.locator(".mine-status", { hasText: "From a link" }).waitFor();
    assert.match(await keys.inputValue(), /^PartitionKey,RowKey,Property1\noslo,1,new\n/);
    assert.equal(await page.inputValue("#ask-1"), "PartitionKey eq 'rome' and RowKey ge '3'");
    await page.locator(".mine-play").click();
    await page.waitForURL("**/play/#v1.*");
    await page
      .locator(".pl-file", { hasText: "Mine.csv" })
      .or(page.getByText("Mine.csv"))
      .first()
      .waitFor();
  });
});

test("site: the home page shows each answer without script", async () => {
  await reads({ javaScriptEnabled: false }, async ({ page, open }) => {
    await open("/");
    await page.getByText("Find one of Sales by e-mail").click();
    assert.ok(await page.locator(".panel:nth-child(3) pre").isVisible());
    assert.ok(await page.locator(".panel:nth-child(3) .rs-kind").isVisible());
    assert.ok(!(await page.locator(".panel:nth-child(1) .rs-kind").isVisible()));
  });
});

test("site: what is ticked on the checklist stays, and is taken along as Markdown", async () => {
  const permissions = ["clipboard-read", "clipboard-write"];
  await reads({ permissions }, async ({ page, open }) => {
    await open("/docs/design-checklist/");
    await page.locator(".ticks button").first().waitFor();
    await page.locator(".tick").first().check();
    await page.reload();
    await page.getByText(/^1 of \d+, 5 critical open$/).waitFor();
    await page.getByRole("button", { name: "Copy as Markdown" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    const name = "Does each frequent request give PartitionKey and RowKey?";
    assert.ok(text.includes(`## Every query\n\n- [x] ${name} **(critical)**\n- [ ] `), text);
    assert.ok(text.includes(`: ${site()}/guides/log-tail/\n`), text);
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText(/^0 of \d+, 6 critical open$/).waitFor();
  });
});

test("site: the map fits a screen with its lines, and a choice brings the list of what's left", async () => {
  await reads({ viewport: { width: 1280, height: 800 } }, async ({ page, open }) => {
    await open("/map/");
    const box = await page.locator(".map").boundingBox();
    assert.ok(box && box.y + box.height <= 800, `the map ends at ${box && box.y + box.height}`);
    assert.ok((await page.locator(".map-line:visible").count()) > 30);
    const shown = () => page.locator(".picked li:visible").count();
    assert.equal(await shown(), 0);
    await page.locator(".pick label", { hasText: "take more load" }).click();
    const some = await shown();
    assert.ok(some > 2 && some < 13, `${some} guides take more load`);
    assert.equal(await page.locator(".map-own:visible").count(), 0);
    await page.locator(".map-link a").first().focus();
    assert.equal(await page.locator(".map-own:visible").count(), 1);
    assert.deepEqual(await violations(page), []);
  });
});

test("site: on a phone the map is a list that says where each guide leads", async () => {
  await reads({ viewport: { width: 390, height: 844 } }, async ({ page, open }) => {
    await open("/map/");
    assert.equal(await page.locator(".map").isVisible(), false);
    const row = page.locator(".picked li", { hasText: "Pattern: Log tail" });
    assert.equal(await row.isVisible(), true);
    await row.locator(".leads a", { hasText: "Time series" }).click();
    await page.waitForURL("**/guides/time-series/");
  });
});
