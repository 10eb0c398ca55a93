import assert from "node:assert/strict";
import { test } from "node:test";
import { reads, startReading } from "./reader.ts";

startReading();

const path = "/guides/log-tail/";

/** Notes how far each sweep counted, from before the run. */
function watch(): void {
  const seen: string[] = [];
  Object.assign(globalThis, { seen });
  const look = () => {
    const text = document.querySelector(".lanes-sweep")?.textContent;
    if (text) {
      seen.push(text);
    }
  };
  const options = { subtree: true, childList: true, characterData: true };
  new MutationObserver(look).observe(document, options);
}

const seen = () => (globalThis as unknown as { seen: string[] }).seen.map(Number);

test("sweep: what is read is drawn in the order of keys and counted, again at a second run", async () => {
  await reads({ reducedMotion: "no-preference" }, async ({ page, open, example }) => {
    await open(path);
    await page.evaluate(watch);
    const all = example("everything");
    await all.locator(".ex-run").click();
    await page.waitForFunction(() => document.querySelector(".lanes-sweep"));
    const moving = await all
      .locator(".lane-cells path")
      .first()
      .evaluate((path) => {
        return path.getAnimations().map(({ effect }) => effect?.getTiming().duration);
      });
    assert.ok(moving.includes(1000), `25 entities in ${moving}`);
    await all.locator(".ex-run").click();
    await page.waitForFunction(() => !document.querySelector(".lanes-sweep"));
    const counts = await page.evaluate(seen);
    assert.equal(counts.at(-1), 25);
    assert.deepEqual(
      counts.filter((n) => n < 1 || n > 25),
      [],
    );
  });
});

test("sweep: readers who want less motion see the whole at once", async () => {
  await reads({ reducedMotion: "reduce" }, async ({ page, open, example }) => {
    await open(path);
    await page.evaluate(watch);
    const all = example("everything");
    await all.locator(".ex-run").click();
    await all.locator(".ex-status", { hasText: "ran here" }).waitFor();
    assert.deepEqual(await page.evaluate(seen), []);
  });
});
