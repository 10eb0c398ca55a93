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
    assert.match(
      (await broken.textContent()) ?? "",
      /Broken in 4 orders.*stock \/ bolts: Count 11/,
    );
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
    await broken.filter({ hasText: /No entities are left.*crashes/s }).waitFor();
    await page.getByLabel("Client A").fill("await table.nothing();");
    await run.click();
    await page.locator(".tc-ending", { hasText: "Client A fails: TypeError" }).first().waitFor();
    await page.getByLabel("Client A").fill("let a;\nawait (;");
    await run.click();
    await page.locator(".tc-status", { hasText: "Client A, line 2: SyntaxError" }).waitFor();
    await page.getByLabel("Client A").fill("");
    await page.getByLabel("What must hold").fill("entities[1].Count > 0");
    await run.click();
    await broken
      .filter({ hasText: "entities[1].Count > 0 can't be answered for these: Cannot read" })
      .first()
      .waitFor();
    assert.deepEqual(await violations(page), []);
  }));

test("clients can be requests, and the playground brings its own", () =>
  reads(wide, async ({ page, open }) => {
    await open("/two-clients/");
    const start = async (example: string, said: string) => {
      await page.getByLabel("Start from").selectOption(example);
      await page.getByRole("button", { name: "Run in every order" }).click();
      await page.locator(".tc-status", { hasText: said }).waitFor();
    };
    await start("As requests: two forms that replace the entity", "It doesn't hold in 6.");
    await start("As requests: the same with If-Match", "It doesn't hold in 6.");
    await page.getByText("fails: 412 UpdateConditionNotSatisfied").first().waitFor();
    await start("As requests: each merges what it changes", "What must hold holds in all.");
    await page
      .getByLabel("Client A")
      .fill("PUT {{host}}/People()\nIf-Match: {{old.response.headers.ETag}}");
    await page.getByRole("button", { name: "Run in every order" }).click();
    await page
      .locator(".tc-status", { hasText: "Client A, line 2: No request is called old." })
      .waitFor();
    await page.reload();
    assert.match(await page.getByLabel("Client A").inputValue(), /^PUT/);
    await page.getByLabel("Client A").fill("");
    await page.getByLabel("What must hold").fill("entities[0].Email = 1");
    await page.getByRole("button", { name: "Run in every order" }).click();
    await page.getByText("can't be answered for these: Cannot assign").first().waitFor();
    await open("/play/");
    await page.locator(".cm-line", { hasText: "### Both keys" }).first().click();
    await page.getByRole("button", { name: "Export" }).click();
    const tab = page.context().waitForEvent("page");
    await page.locator(".pl-menu:popover-open").getByText("Two clients…").click();
    const other = await tab;
    await other.getByRole("button", { name: "Run in every order" }).click();
    await other.locator(".tc-status", { hasText: "2 orders of the requests, 1 ending" }).waitFor();
    assert.match(await other.getByLabel("Client A").inputValue(), /^### Both keys are known/);
    assert.match(
      await other.getByLabel("Entities at the start").inputValue(),
      /^\[\n\{"partitionKey":"Sales"/,
    );
  }));
