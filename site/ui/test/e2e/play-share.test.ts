import { test } from "node:test";
import type { Page } from "playwright-core";
import { reads, startReading } from "./reader.ts";

startReading();

/** Rows that are hardly smaller when they're packed. */
function rowsOf(bytes: number): string {
  let [text, state] = ["PartitionKey,RowKey,Noise:String\n", 7];
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

/** Opens the playground with a file of rows, and shares it. */
async function share(
  page: Page,
  open: (path: string) => Promise<unknown>,
  bytes: number,
): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open("/play/");
  await page.locator(".cm-content").waitFor();
  await page.getByRole("button", { name: "Import" }).first().click();
  const file = { name: "Noise.csv", mimeType: "text/csv", buffer: Buffer.from(rowsOf(bytes)) };
  await page.locator(".pl-import input[type=file]").setInputFiles(file);
  await page.locator(".pl-toast", { hasText: "entities are in Noise" }).waitFor();
  await page.getByRole("button", { name: "Share" }).first().click();
}

test("64 KB of data are shared as a link", () =>
  reads({ viewport: { width: 1280, height: 800 } }, async ({ page, open }) => {
    await share(page, open, 62_000);
    await page.locator(".pl-toast", { hasText: "Chats and mail may cut one so long" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await page.context().newPage();
    await other.goto(link);
    await other.locator(".pl-file", { hasText: "Noise.csv" }).waitFor();
    await other.close();
  }));

test("more than a link can carry is shared as a folder", () =>
  reads({ viewport: { width: 1280, height: 800 } }, async ({ page, open }) => {
    await share(page, open, 130_000);
    const refused = page.locator(".pl-toast", { hasText: "too large for a link" });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      refused.getByRole("button", { name: "Save as a folder" }).click(),
    ]);
    await download.delete();
  }));
