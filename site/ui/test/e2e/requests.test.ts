import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { reads, startReading, violations } from "./reader.ts";
import { startServing } from "./rowkey.ts";

startReading();
const serving = startServing();

/** How many requests the server has had, which it shows to every reader. */
let sent = 0;

/** Sends a request to the tables, as JSON, or to the queues. */
async function send(method: string, path: string, body?: object, headers = {}): Promise<void> {
  sent++;
  const base = path.startsWith("/work") ? serving.queues : serving.tables;
  const response = await fetch(base + path, {
    method,
    headers: { Accept: "application/json", "Content-Type": "application/json", ...headers },
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

/** Opens the page of requests at the lines that name a table: from here on each test has one of its own. */
async function openFor(page: Page, table: string, count: number): Promise<void> {
  await page.goto(`${serving.site}/requests/`);
  await page.getByLabel("Filter").fill(table);
  await page.waitForFunction(
    (n) => document.querySelectorAll(".rq-list > li:not([hidden])").length === n,
    count,
  );
}

/** Sends two inserts, of which the second is refused, and three queries of one shape. */
async function fill(table: string): Promise<void> {
  await send("POST", "/Tables", { TableName: table });
  for (const Total of [1, 2]) {
    await send("POST", `/${table}`, { PartitionKey: "p", RowKey: "r", Total });
  }
  for (const total of [0, 1, 98765]) {
    await send("GET", `/${table}()?$filter=Total%20gt%20${total}`);
  }
}

/** Returns the text of the file that a button saves. */
async function saved(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  return readFile(await download.path(), "utf8");
}

test("requests: an open line has headers and bodies, and says when one is cut", async () => {
  const long = { PartitionKey: "p", RowKey: "x".repeat(5000) };
  await send("POST", "/Bodies", long, { "x-ms-client-request-id": "mine" });
  await reads({}, async ({ page }) => {
    await openFor(page, "/bodies", 1);
    await page.locator(".rq-list summary").first().click();
    const request = page.getByLabel("Request: headers and body");
    await request.filter({ hasText: "x-ms-client-request-id: mine" }).waitFor();
    await page.getByText("The body is cut: these are its first 4,096 bytes of 5,032.").waitFor();
    const answer = page.getByLabel("Answer: headers and body");
    await answer.filter({ hasText: '"code":"' }).waitFor();
    assert.deepEqual(await flaws(page), []);
  });
});

test("requests: by shape, equal requests are one line with what they read, the dearest first", async () => {
  await fill("Shaped");
  await reads({}, async ({ page }) => {
    await openFor(page, "shaped", 5); // of the table's creation, the line doesn't name it
    await page.getByRole("button", { name: "By shape" }).click();
    const shapes = page.locator(".rq-shapes > li");
    await shapes.nth(1).waitFor();
    for (const hasText of ["3 ×", "Table scan", "Shaped where Total gt ?", "read 3, 1 each"]) {
      await shapes.nth(0).filter({ hasText }).waitFor();
    }
    await shapes.nth(1).filter({ hasText: "2 ×" }).filter({ hasText: "1 refused" }).waitFor();
    await shapes.nth(0).locator("summary").first().click();
    await shapes.nth(0).locator(".rq-list > li").nth(2).waitFor();
    await send("GET", "/Shaped()?$filter=Total%20gt%205");
    await shapes.nth(0).filter({ hasText: "4 ×" }).waitFor();
    await shapes.nth(0).locator(".rq-list > li").nth(3).waitFor();
    assert.deepEqual(await flaws(page), []);
    await page.getByRole("button", { name: "As they came" }).click();
    await page.locator(".rq-shapes").waitFor({ state: "hidden" });
  });
});

test("requests: a line opens in the playground", async () => {
  await fill("Opened");
  await reads({}, async ({ page }) => {
    await openFor(page, "opened 98765", 1);
    await page.locator(".rq-list > li:not([hidden]) summary").click();
    const [tab] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("button", { name: "Open in the playground" }).click(),
    ]);
    await tab.locator(".cm-line", { hasText: "/Opened()?$filter=Total gt 98765" }).waitFor();
    await tab.close();
  });
});

test("requests: what's shown is saved as a script and as HAR, without what signed it", async () => {
  await fill("Saved");
  await send("GET", "/Saved()", undefined, {
    Authorization: "SharedKey devstoreaccount1:c2VjcmV0",
  });
  await reads({}, async ({ page }) => {
    await openFor(page, "saved", 6);
    const script = await saved(page, "Save .http");
    assert.equal(script.match(/^### /gm)?.length, 6);
    assert.match(script, /^GET \{\{host\}\}\/Saved\(\)\?\$filter=Total gt 98765$/m);
    const archive = await saved(page, "Save HAR");
    const { log } = JSON.parse(archive);
    assert.equal(log.version, "1.2");
    assert.equal(log.entries.length, 6);
    const [insert, , query] = log.entries;
    assert.match(insert.request.postData.text, /"RowKey":"r"/);
    assert.deepEqual(query.request.queryString, [{ name: "$filter", value: "Total gt 0" }]);
    assert.match(query.response.content.text, /"RowKey":"r"/);
    for (const text of [script, archive]) {
      assert.ok(!text.includes("c2VjcmV0") && !/^authorization:|"authorization"/im.test(text));
    }
  });
});

test("requests: a download that fails says so", async () => {
  await fill("Failing");
  await reads({}, async ({ page }) => {
    await openFor(page, "failing", 5);
    await page.evaluate(() => {
      URL.createObjectURL = () => {
        throw new Error("The disk is full.");
      };
    });
    await page.getByRole("button", { name: "Save HAR" }).click();
    await page.getByText("The file can't be saved. The disk is full.").waitFor();
  });
});
