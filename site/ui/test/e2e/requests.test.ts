import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { reads, startReading, violations } from "./reader.ts";
import { startServing } from "./rowkey.ts";

startReading();
const serving = startServing();

/** How many requests the server has had, which it shows to every reader. */
let sent = 0;

/** Sends a request to the tables, as JSON, or to the queues. */
async function send(method: string, path: string, body?: object): Promise<void> {
  sent++;
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  const base = path.startsWith("/work") ? serving.queues : serving.tables;
  const response = await fetch(base + path, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  await response.arrayBuffer();
}

/** Makes a table with an entity, and sends a request that finds nothing there and one that is refused. */
async function sendFour(table: string): Promise<void> {
  await send("POST", "/Tables", { TableName: table });
  await send("POST", `/${table}`, { PartitionKey: "p", RowKey: "r", Total: 1 });
  await send("GET", `/${table}()?$filter=PartitionKey%20eq%20'p'%20and%20Total%20gt%201`);
  await send("GET", `/${table}()?$filter=PartitionKey%20is%20'p'`);
}

/** Opens the page of requests, and clears those of earlier tests. */
async function watch(page: Page): Promise<void> {
  await page.goto(`${serving.site}/requests/`);
  await shows(page, sent);
  if (sent > 0) {
    await page.locator(".rq-clear").click();
    await shows(page, 0);
  }
}

async function shows(page: Page, count: number): Promise<void> {
  await page.waitForFunction((n) => document.querySelectorAll(".rq-list > li").length === n, count);
}

/** Returns the text of the visible lines, from the top. */
function lines(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll(".rq-list > li:not([hidden])"), (line) =>
      (line.querySelector("summary")?.textContent ?? "").replace(/^\S+ /, "").trim(),
    ),
  );
}

/** Returns the accessibility problems of the page: light and dark, wide and narrow. */
async function flaws(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [width, colorScheme] of [
    [1280, "light"],
    [390, "dark"],
    [320, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    found.push(...(await violations(page)).map((flaw) => `${width} px, ${colorScheme}: ${flaw}`));
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) {
      found.push(`${width} px: wider than the window`);
    }
  }
  return found;
}

test("requests: without any, the page says how to send one", async () => {
  await reads({}, async ({ page }) => {
    await watch(page);
    const how = page.locator(".rq-how");
    assert.equal(await how.getAttribute("open"), "");
    assert.match((await how.textContent()) ?? "", /Nothing has come yet/);
    assert.ok((await how.textContent())?.includes(`TableEndpoint=${serving.tables};`));
    assert.equal(await page.locator(".rq-tools").isVisible(), false);
    assert.deepEqual(await flaws(page), []);
  });
});

test("requests: they appear as they happen, open by keyboard, and survive a reload", async () => {
  await reads({}, async ({ page }) => {
    await watch(page);
    await sendFour("Orders");
    await shows(page, 4);
    const all = [
      "GET 400 tables /devstoreaccount1/Orders()?$filter=PartitionKey is 'p' Query entities InvalidInput",
      "GET 200 tables /devstoreaccount1/Orders()?$filter=PartitionKey eq 'p' and Total gt 1 " +
        "▤ Partition scan read 1 → 0",
      "POST 201 tables /devstoreaccount1/Orders Insert entity wrote 1",
      "POST 201 tables /devstoreaccount1/Tables Create table",
    ];
    assert.deepEqual(await lines(page), all);
    assert.equal(
      await page.locator(".rq-sum").textContent(),
      "4 requests, 4 transactions, read 1, returned 0, wrote 1",
    );
    await page.locator(".rq-list summary").first().focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator(".rq-list .result").nth(1).waitFor();
    const [refused, scan] = await page.locator(".rq-list .result").allTextContents();
    assert.match(refused ?? "", /InvalidInput: Syntax error at position 15/);
    assert.match(
      scan ?? "",
      /Partition scan: read 1 entity in 1 partition, returned 0; 1 transaction/,
    );
    assert.match(scan ?? "", /Total gt 1 tested after the read/);
    assert.match(scan ?? "", /# @expect cost\.entitiesRead <= 1\n/);
    assert.deepEqual(await flaws(page), []);
    await page.reload();
    await shows(page, 4);
    assert.deepEqual(await lines(page), all);
  });
});

test("requests: Filter shows the lines that have all its words, and adds up only those", async () => {
  await reads({}, async ({ page }) => {
    await watch(page);
    await sendFour("Items");
    await shows(page, 4);
    await page.getByLabel("Filter").fill("items  GET scan"); // a status can be in a time, too
    assert.equal((await lines(page)).length, 1);
    assert.equal(
      await page.locator(".rq-sum").textContent(),
      "1 of 4 requests, 1 transaction, read 1, returned 0, wrote 0",
    );
    await send("GET", "/Bills()");
    await shows(page, 5);
    assert.equal((await lines(page)).length, 1);
    await page.getByLabel("Filter").fill("");
    assert.equal((await lines(page)).length, 5);
  });
});

test("requests: Pause stops the list from growing, and Clear empties it", async () => {
  await reads({}, async ({ page }) => {
    await watch(page);
    await send("GET", "/Tables");
    await shows(page, 1);
    const pause = page.locator(".rq-pause");
    await pause.click();
    await send("GET", "/Tables");
    await page.locator(".rq-pause", { hasText: "Resume (1 new)" }).waitFor();
    await shows(page, 1);
    await pause.click();
    await shows(page, 2);
    assert.equal(await pause.textContent(), "Pause");
    await page.locator(".rq-clear").click();
    await shows(page, 0);
    await send("GET", "/Tables('Nothing')");
    await send("PUT", "/work");
    await shows(page, 2);
    await page.reload();
    await shows(page, 2);
    assert.deepEqual(await lines(page), [
      "PUT 201 queues /devstoreaccount1/work Create queue",
      "GET 404 tables /devstoreaccount1/Tables('Nothing') Query table ResourceNotFound",
    ]);
  });
});
