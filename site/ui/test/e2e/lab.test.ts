// An example as one component: data, request, result.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator } from "playwright-core";
import {
  becomes,
  editor,
  finished,
  ran,
  reads,
  readsFurther,
  startReading,
  violations,
} from "./reader.ts";

startReading();

const path = "/guides/query-kinds/";

/** A request of the page with another lower bound. */
const wider = `GET {{host}}/Employees()
?$filter=PartitionKey eq 'Sales' and RowKey ge '000100' and Age gt 30
Accept: application/json;odata=nometadata`;

function openTabs(example: Locator): Promise<string[]> {
  return example.locator(".rs-tab[open] > summary").allTextContents();
}

test("lab: a page shows requests without what the file says about them", async () => {
  await reads({ javaScriptEnabled: false }, async ({ open, example }) => {
    await open(path);
    const one = example("olderThan30");
    const code = (await one.locator(".ex-code").textContent()) ?? "";
    assert.match(code, /^GET {{host}}\/Employees\(\)/);
    assert.doesNotMatch(code, /# @|###/);
    assert.equal(
      await one.locator(".ex-title").textContent(),
      "From number 000200 on, older than 30",
    );
    assert.equal(await one.locator(".ex-source pre").isVisible(), false);
    await one.locator(".ex-source > summary").click();
    assert.match((await one.locator(".ex-source pre").textContent()) ?? "", /^### From.*\n# @name/);
  });
});

for (const javaScriptEnabled of [true, false]) {
  const which = javaScriptEnabled ? "one tab is open, with" : "tabs open, without";
  test(`lab: ${which} script`, async () => {
    await reads({ javaScriptEnabled }, async ({ open, example }) => {
      await open(path);
      const one = example("olderThan30");
      assert.deepEqual(await openTabs(one), ["Answer 200"]);
      await one.locator(".tab-why > summary").click();
      if (javaScriptEnabled) {
        await one.locator(".tab-answer:not([open])").waitFor({ state: "attached" });
      }
      assert.deepEqual(await openTabs(one), javaScriptEnabled ? ["Why"] : ["Answer 200", "Why"]);
      const terms = one.locator(".tab-why .rs-terms li");
      assert.deepEqual(await terms.locator(".rs-role").allTextContents(), [
        "narrows the key range",
        "narrows the key range",
        "tested after the read",
      ]);
      await one.locator(".tab-checks > summary").click();
      assert.equal(await one.locator(".rs-expect li").first().isVisible(), true);
      assert.match(
        (await one.locator(".rs-expect").textContent()) ?? "",
        /reads exactly 3 entities/,
      );
    });
  });
}

test("lab: the HTTP of a built result is fetched when asked for, and a run keeps the tab", async () => {
  await readsFurther(path, async ({ example }) => {
    const one = example("olderThan30");
    await editor(one);
    await one.locator(".tab-http > summary").click();
    const raw = one.locator(".tab-http pre").first();
    await raw.waitFor();
    const built = (await raw.textContent()) ?? "";
    assert.match(built, /^GET http:\/\/127\.0\.0\.1:10002\/devstoreaccount1\/Employees/);
    await one.locator(".ex-run").click();
    assert.match(await ran(one), finished);
    assert.deepEqual(await openTabs(one), ["HTTP"]);
    assert.equal(await raw.textContent(), built);
    assert.equal(await one.locator(".ex-source").count(), 1);
  });
});

test("lab: an edit is an experiment, whose differences are news", async () => {
  await readsFurther(path, async ({ page, example }) => {
    const one = example("olderThan30");
    await (await editor(one)).fill(wider);
    await becomes(one, "edited");
    const filter = one.locator(".ex-result").evaluate((result) => getComputedStyle(result).filter);
    assert.equal(await filter, "grayscale(1)");
    await one.locator(".ex-run").click();
    assert.match(await ran(one), /^Range query · read 4 → returned 3 · ran here/);
    assert.equal(await one.getAttribute("data-state"), "done");
    assert.equal(
      await one.locator(".rs-news").textContent(),
      "Your edit: rows 3 instead of 2, entities read 4 instead of 3, still a range query",
    );
    assert.equal(await one.locator(".is-missed, .is-failed").count(), 0);
    assert.deepEqual(await violations(page, { within: "#olderThan30" }), []);
  });
});

test("lab: an error in an edit is red, and told once", async () => {
  await readsFurther(path, async ({ page, example }) => {
    const one = example("olderThan30");
    await (await editor(one)).fill("GET {{host}}/Employees()?$filter=Age = 30");
    await one.locator(".ex-run").click();
    assert.match(await ran(one), /^400 InvalidInput · /);
    assert.equal(await one.getAttribute("data-state"), "failed");
    assert.equal(await one.locator(".rs-where mark").textContent(), "=");
    assert.equal(await one.locator(".rs-fault").count(), 1);
    assert.deepEqual(await violations(page, { within: "#olderThan30" }), []);
  });
});

test("lab: edited data is what requests read, and what they showed before is stale", async () => {
  await readsFurther(path, async ({ page, example }) => {
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    const data = page.locator("rk-example[data-table=Employees]");
    const all = example("everyone");
    const height = (await data.boundingBox())?.height;
    await data.locator(".ex-edit").click();
    await data.locator(".grid.is-live").waitFor();
    assert.equal((await data.boundingBox())?.height, height);
    await page.keyboard.press("Control+End");
    await data.getByRole("button", { name: "Add row" }).click();
    await page.keyboard.type("000001");
    await page.keyboard.press("Enter");
    await becomes(all, "edited");
    assert.match(await data.locator(".ex-text textarea").inputValue(), /\nHR,000001,,\n?$/);
    assert.equal(await example("pointAtScale").getAttribute("data-state"), null);
    await all.locator(".ex-run").click();
    assert.match(await ran(all), /^Table scan · read 10 → returned 10 · ran here/);

    const age = data.locator("tbody tr").last().locator("td").last();
    await age.click();
    await page.keyboard.type("young");
    await page.keyboard.press("Enter");
    await all.locator(".ex-run").click();
    assert.match(await ran(all), /^Not run\. /);
    await age.and(page.locator("[aria-invalid=true]")).waitFor();
    assert.deepEqual(await violations(page, { within: "rk-example[data-table=Employees]" }), []);
    await data.locator(".ex-reset").click();
    await becomes(all, "edited");
    await all.locator(".ex-run").click();
    await all.locator(".ex-status", { hasText: /read 9 → returned 9/ }).waitFor();
  });
});

test("lab: the requests of a program show what they read", async () => {
  await reads({}, async ({ page, open, example }) => {
    await open("/guides/log-tail/");
    const one = example("inJavaScript");
    await one.locator(".ex-run").click();
    assert.match(await ran(one), /^2 requests, 10 entities read, 1 written · ran here/);
    await one.locator(".tab-requests > summary").click();
    const requests = one.locator(".rs-request");
    assert.deepEqual(await requests.locator(".rs-name").allTextContents(), [
      "Insert entity · 1 entity written",
      "Partition scan · read 10 → returned 10",
    ]);
    await requests.nth(1).locator("summary").click();
    const lane = requests.nth(1).locator(".lane-count");
    assert.equal(await lane.textContent(), "26\u00a0entities, read\u00a010,\u00a0returned\u00a010");
    assert.deepEqual(await violations(page, { within: "#inJavaScript" }), []);
  });
});

test("lab: an example opens in the playground, with its data and what it refers to", async () => {
  await readsFurther(path, async ({ example }) => {
    const one = example("everyone");
    await (await editor(one)).fill("GET {{host}}/Employees()?$top=2");
    const link = one.locator("a.ex-open");
    await link.hover();
    await link.and(one.page().locator('[href^="/play/#v1."]')).waitFor();
    const { decode } = await import("../../share/link.ts");
    const address = (await link.getAttribute("href")) ?? "";
    const { files } = decode(new URL(address, "http://h").hash);
    assert.deepEqual(
      files.map(({ name }) => name),
      ["the-table-in-the-order-it-is-stored.http", "Employees.csv"],
    );
    assert.match(
      files[0]?.text ?? "",
      /# @name everyone\n(?:.*\n)*GET {{host}}\/Employees\(\)\?\$top=2\n$/,
    );
    assert.match(files[1]?.text ?? "", /^PartitionKey,RowKey,LastName,Age:Int32\nSales,000377/);
    const long = Array.from({ length: 15_000 }, (_, i) => (i * 7919) ** 2).join(" ");
    await (await editor(one)).fill(`# ${long}\nGET {{host}}/Employees()`);
    await one.page().mouse.move(0, 0); // it has been at the link
    await link.hover();
    await link.and(one.page().getByText("Playground, without this code")).waitFor();
    assert.equal(await link.getAttribute("href"), "/play/");
    assert.match((await link.getAttribute("title")) ?? "", /too large for a link/);
  });
});
