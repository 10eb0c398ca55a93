import { test } from "node:test";
import type { Page } from "playwright-core";
import { reads, startReading } from "./reader.ts";

startReading();

/** Rows that are hardly smaller when they're packed. */
function rowsOf(bytes: number, seed: number): string {
  let [text, state] = ["PartitionKey,RowKey,Noise\n", seed];
  for (let i = 0; text.length < bytes; i++) {
    text += `p,${i},`;
    for (let at = 0; at < 200; at++) {
      state = (Math.imul(state, 48271) >>> 0) % 2147483647;
      text += String.fromCharCode(48 + (state % 75)).replace(/\W/, "x");
    }
    text += "\n";
  }
  return text;
}

/** Brings a file of rows into the workspace. */
async function bring(page: Page, table: string, bytes: number): Promise<void> {
  if (!(await page.locator(".pl-import").isVisible())) {
    await page.getByRole("button", { name: "Import" }).first().click();
  }
  const file = {
    name: `${table}.csv`,
    mimeType: "text/csv",
    buffer: Buffer.from(rowsOf(bytes, table.length)),
  };
  await page.locator(".pl-import input[type=file]").setInputFiles(file);
  await page.locator(".pl-toast", { hasText: `entities are in ${table}` }).waitFor();
}

test("64 KB of data are shared as a link, and more as a folder", () =>
  reads({ viewport: { width: 1280, height: 800 } }, async ({ page, open }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await open("/play/");
    await page.locator(".cm-content").waitFor();
    await bring(page, "Noise", 62_000);
    await page.getByRole("button", { name: "Share" }).first().click();
    await page.locator(".pl-toast", { hasText: "Chats and mail may cut one so long" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await bring(page, "More", 62_000);
    await page.getByRole("button", { name: "Share" }).first().click();
    const refused = page.locator(".pl-toast", { hasText: "too large for a link" });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      refused.getByRole("button", { name: "Save as a folder" }).click(),
    ]);
    await download.delete();
    const other = await page.context().newPage();
    await other.goto(link);
    await other.locator(".pl-file", { hasText: "Noise.csv" }).waitFor();
    await other.close();
  }));
