import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { reads, startReading, violations } from "./reader.ts";

startReading();

const lines = Array.from({ length: 250 }, (_, i) => `p-${i % 9},${i},${(i * 7) % 250}`);
const text = `PartitionKey,RowKey,Number:Int32\n${lines.join("\n")}\n`;

/** Opens the playground with 250 rows in nine partitions, and runs a query for all of them. */
async function ask(page: Page, open: (path: string) => Promise<unknown>): Promise<void> {
  await open("/play/");
  await page.locator(".cm-content").waitFor();
  await page.getByRole("button", { name: "Import" }).first().click();
  await page
    .locator(".pl-import input[type=file]")
    .setInputFiles({ name: "Many.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.locator(".pl-toast", { hasText: "250 entities are in Many" }).waitFor();
  await page.locator(".pl-file", { hasText: ".http" }).first().click();
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("### All\nGET {{host}}/Many()\n");
  await page.keyboard.press("Control+Enter");
  await page.locator(".pl-rows caption", { hasText: "1 to 100 of 250 entities" }).waitFor();
}

test("every row of an answer is there, a page at a time, before the picture, sorted as one likes", () =>
  reads({ viewport: { width: 1280, height: 800 } }, async ({ page, open }) => {
    await ask(page, open);
    const first = page.locator(".pl-rows tbody tr").first();
    await page.locator(".rs-tabs ~ figure").waitFor();
    await page.getByRole("button", { name: "Number", exact: true }).click();
    await page.locator('.pl-rows th[aria-sort="ascending"]', { hasText: "Number" }).waitFor();
    await page.getByRole("button", { name: "Number", exact: true }).press("Enter");
    await page.locator('.pl-rows th[aria-sort="descending"]', { hasText: "Number" }).waitFor();
    await first.locator("td", { hasText: "249" }).first().waitFor();
    await page.locator(".pl-rows th button:focus", { hasText: "Number" }).waitFor();
    await page.locator(".pl-rows").getByRole("button", { name: "Next" }).click();
    await page.locator(".pl-rows caption", { hasText: "101 to 200 of 250 entities" }).waitFor();
    await first.locator("td", { hasText: "149" }).first().waitFor();
    for (const width of [1280, 390]) {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await violations(page), [], `${width} px, ${colorScheme}`);
      }
    }
  }));

test("the rows of an answer are copied as CSV and TSV and saved, as they're sorted", () =>
  reads({ viewport: { width: 1280, height: 800 } }, async ({ page, open }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await ask(page, open);
    const head = page.locator(".pl-rows th", { hasText: "Number" });
    await head.getByRole("button").click();
    await page.locator('.pl-rows th[aria-sort="ascending"]').waitFor();
    await page.getByRole("button", { name: "Copy TSV" }).click();
    await page.locator(".pl-toast", { hasText: "All rows are copied." }).waitFor();
    const tsv = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(tsv, /^PartitionKey\tRowKey\tNumber\tTimestamp\r?\np-0\t0\t0\t/);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save CSV" }).click(),
    ]);
    assert.equal(download.suggestedFilename(), "all.csv");
    const csv = await readFile(await download.path(), "utf8");
    assert.equal(csv.trimEnd().split("\r\n").length, 251);
    assert.match(csv, /^PartitionKey,RowKey,Number,Timestamp\r\np-0,0,0,/);
    await page.evaluate(() => {
      URL.createObjectURL = () => {
        throw new Error("There is no room.");
      };
    });
    await page.getByRole("button", { name: "Save CSV" }).click();
    await page.locator(".pl-toast", { hasText: "There is no room." }).waitFor();
  }));
