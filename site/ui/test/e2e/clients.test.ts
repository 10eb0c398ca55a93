import assert from "node:assert/strict";
import { test } from "node:test";
import { reads, startReading, violations } from "./reader.ts";

startReading();

const wide = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("two clients lose an update in four orders of six, and a link leads to the simplest", () =>
  reads({ ...wide, permissions: ["clipboard-read", "clipboard-write"] }, async ({ page, open }) => {
    await open("/two-clients/");
    const run = page.getByRole("button", { name: "Run in every order" });
    const broken = page.locator(".tc-ending.is-broken");
    assert.equal(await page.locator(".tc-ending").count(), 0, "it ran by itself");
    await run.click();
    await page.locator(".tc-status", { hasText: "6 orders of the requests, 2 endings" }).waitFor();
    assert.match((await broken.textContent()) ?? "", /Broken in 4 orders.*"Count":11/);
    const steps = await broken.locator("tbody tr").allTextContents();
    assert.deepEqual(
      steps.map((step) => /GET|PUT|PATCH/.exec(step)?.[0]),
      ["GET", "GET", "PUT", "PUT"],
    );
    assert.deepEqual(await violations(page), []);
    await broken.getByRole("button", { name: "Copy link" }).click();
    await page.locator(".tc-status", { hasText: "copied" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await reads({ ...phone, colorScheme: "dark" }, async ({ page: other }) => {
      await other.goto(link);
      await other.getByRole("button", { name: "Run in every order" }).tap();
      await other.locator(".is-linked.is-broken").waitFor();
      const overflow = () => document.documentElement.scrollWidth - innerWidth;
      assert.ok((await other.evaluate(overflow)) <= 0);
      assert.deepEqual(await violations(other), []);
    });
    await page.getByLabel("Start from").selectOption({ index: 1 });
    await run.click();
    await page.getByText("fails: 412").first().waitFor();
    await page.getByLabel("Start from").selectOption({ index: 2 });
    await run.click();
    await page.locator(".tc-status", { hasText: "holds in all" }).waitFor();
    await page.getByLabel("Start from").selectOption({ index: 3 });
    await run.click();
    await broken.filter({ hasText: /no entities.*crashes/s }).waitFor();
    await page.getByLabel("Client A").fill("await table.nothing();");
    await run.click();
    await page.locator(".tc-ending", { hasText: "Client A fails: TypeError" }).first().waitFor();
    await page.getByLabel("Client A").fill("await (;");
    await run.click();
    await page.locator(".tc-status", { hasText: "error" }).waitFor();
  }));
