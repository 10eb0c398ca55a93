import assert from "node:assert/strict";
import { test } from "node:test";
import { reads, startReading } from "./reader.ts";

startReading();

const path = "/guides/log-tail/";

/** Notes how far each sweep counted, and how long its parts take, from before the run. */
function watch(): void {
  const seen: string[] = [];
  const times: unknown[] = [];
  Object.assign(globalThis, { seen, times });
  const look = () => {
    const text = document.querySelector(".lanes-sweep")?.textContent;
    if (text === undefined) {
      return;
    }
    seen.push(text);
    for (const path of document.querySelectorAll(".lane-cells path")) {
      times.push(...path.getAnimations().map(({ effect }) => effect?.getTiming().duration));
    }
  };
  const options = { subtree: true, childList: true, characterData: true };
  new MutationObserver(look).observe(document, options);
}

const seen = () => (globalThis as unknown as { seen: string[] }).seen.map(Number);
const times = () => (globalThis as unknown as { times: unknown[] }).times;

test("sweep: what is read is drawn in the order of keys and counted, again at a second run", async () => {
  await reads({ reducedMotion: "no-preference" }, async ({ page, open, example }) => {
    await open(path);
    await page.evaluate(watch);
    const all = example("everything");
    await all.locator(".ex-run").click();
    await all.locator(".ex-status", { hasText: "ran here" }).waitFor();
    await all.locator(".ex-run").click();
    await page.waitForFunction(() => (globalThis as unknown as { seen: string[] }).seen.length > 2);
    await page.waitForFunction(() => !document.querySelector(".lanes-sweep"));
    const counts = await page.evaluate(seen);
    assert.ok(
      counts.every((n) => n >= 0 && n <= 25) && !counts.some((n) => Object.is(n, -0)),
      `${counts}`,
    );
    assert.ok((await page.evaluate(times)).includes(1000), "25 entities take a second");
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
