import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { reads, startReading, violations } from "./reader.ts";
import { startServing } from "./rowkey.ts";

startReading();
const serving = startServing();

/** Each test has a table of its own, and looks only at the lines that name it. */
async function open(page: Page, table: string, count: number): Promise<void> {
  await page.goto(`${serving.site}/requests/`);
  await page.getByLabel("Filter").fill(table);
  await page.waitForFunction(
    (n) => document.querySelectorAll(".rq-list > li:not([hidden])").length === n,
    count,
  );
}

async function send(method: string, path: string, body = "", headers = {}): Promise<void> {
  const response = await fetch(serving.tables + path, {
    method,
    headers: { Accept: "application/json", "Content-Type": "application/json", ...headers },
    ...(body && { body }),
  });
  await response.arrayBuffer();
}

/** Sends two inserts, of which the second is refused, and three queries of one shape. */
async function fill(table: string): Promise<void> {
  await send("POST", "/Tables", `{"TableName":"${table}"}`);
  for (const total of [1, 2]) {
    await send("POST", `/${table}`, `{"PartitionKey":"p","RowKey":"r","Total":${total}}`);
  }
  for (const total of [0, 1, 98765]) {
    await send("GET", `/${table}()?$filter=Total%20gt%20${total}`);
  }
}

async function looks(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [1280, 390]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      found.push(...(await violations(page)).map((flaw) => `${width} px, ${colorScheme}: ${flaw}`));
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) {
        found.push(`${width} px: wider than the window`);
      }
    }
  }
  return found;
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
  const long = `{"PartitionKey":"p","RowKey":"${"x".repeat(5000)}"}`;
  await send("POST", "/Bodies", long, { "x-ms-client-request-id": "mine" });
  await reads({}, async ({ page }) => {
    await open(page, "/bodies", 1);
    await page.locator(".rq-list summary").first().click();
    const request = page.getByLabel("Request: headers and body");
    await request.filter({ hasText: "x-ms-client-request-id: mine" }).waitFor();
    await page.getByText("The body is cut: these are its first 4,096 bytes of 5,032.").waitFor();
    const answer = page.getByLabel("Answer: headers and body");
    await answer.filter({ hasText: '"code":"' }).waitFor();
    assert.deepEqual(await looks(page), []);
  });
});

test("requests: by shape, equal requests are one line with what they read, the dearest first", async () => {
  await fill("Shaped");
  await reads({}, async ({ page }) => {
    await open(page, "shaped", 5); // of the table's creation, the line doesn't name it
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
    assert.deepEqual(await looks(page), []);
    await page.getByRole("button", { name: "As they came" }).click();
    await page.locator(".rq-shapes").waitFor({ state: "hidden" });
  });
});

test("requests: a line opens in the playground", async () => {
  await fill("Opened");
  await reads({}, async ({ page }) => {
    await open(page, "opened 98765", 1);
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
  await send("GET", "/Saved()", "", { Authorization: "SharedKey devstoreaccount1:c2VjcmV0" });
  await reads({}, async ({ page }) => {
    await open(page, "saved", 6);
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
    await open(page, "failing", 5);
    await page.evaluate(() => {
      URL.createObjectURL = () => {
        throw new Error("There is no room.");
      };
    });
    await page.getByRole("button", { name: "Save HAR" }).click();
    await page.getByText("The file can't be saved. There is no room.").waitFor();
  });
});
