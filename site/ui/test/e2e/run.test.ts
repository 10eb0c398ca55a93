import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import {
  comes,
  editor,
  finished,
  type Reader,
  ran,
  reads,
  readsFurther,
  readsOn,
  runaway,
  shown,
  startReading,
  tables,
} from "./reader.ts";
import { guide, hasExamples, pages } from "./server.ts";

startReading();

const path = guide();

test("run: without scripts the page shows the result, and no buttons", async () => {
  await reads({ javaScriptEnabled: false }, async ({ open, example }) => {
    await open(path);
    assert.match((await example(0).locator(".ex-status").textContent()) ?? "", / · /);
    assert.equal(await example(0).locator(".ex-result > .result").isVisible(), true);
    assert.equal(await example(0).locator(".ex-run").isVisible(), false);
  });
});

test("run: Run loads the engine, shows progress, and shows a new result", async () => {
  await readsOn(async ({ page, open, example }) => {
    let release = () => {};
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\.wasm$/, async (route) => {
      await waiting;
      await route.continue();
    });
    await open(path);
    const one = example(0);
    await recordStatus(page);
    await one
      .locator(".ex-result > .result")
      .evaluate((result) => result.setAttribute("class", "old"));
    await one.locator(".ex-run").click();
    await one.locator(".ex-status", { hasText: /^Loading the engine, \d\.\d MB: 0 %$/ }).waitFor();
    await one.locator("progress").waitFor();
    release();
    assert.match(await ran(one), finished);
    await page.unroute(/\.wasm$/);
    const said = await statuses(page);
    assert.match(said.join("\n"), /: [1-9]\d* %\nRunning\n.* · ran here/);
    assert.equal(await one.locator(".ex-result > .old").count(), 0);
    assert.equal(await one.locator(".ex-run").textContent(), "Run");
    assert.equal(await one.locator("progress").count(), 0);
  });
});

/** Records which engines a page loads. */
function engines(page: Page): string[] {
  const loaded: string[] = [];
  page.on("request", (request) => {
    const name = /\/a\/(\w+)-\w+\.wasm$/.exec(request.url())?.[1];
    if (name) {
      loaded.push(name);
    }
  });
  return loaded;
}

test("run: Run all runs every example and says how many failed", async () => {
  await readsFurther(path, async ({ page }) => {
    const count = await page.locator("rk-example:has(.ex-run)").count();
    await page.locator(".run-all").click();
    const outcome = page.locator(".run-all + [role=status]");
    await outcome.filter({ hasText: `${count} examples run, 0 failed.` }).waitFor();
    assert.equal(await page.locator("rk-example[data-state=done]").count(), count);
    assert.equal(await page.locator(".run-all").textContent(), "Run all");
  });
});

test("run: a second run replaces the first", async () => {
  await readsFurther(path, async ({ example }) => {
    const one = example(0);
    const area = await editor(one);
    await area.fill(runaway);
    await area.press("Control+Enter");
    await one.locator(".ex-status", { hasText: "Running" }).waitFor();
    await area.fill(tables);
    await area.press("Control+Enter");
    assert.match(await ran(one), finished);
  });
});

test("run: a runaway example can be stopped, and the next run works", async () => {
  await readsFurther(path, async ({ example }) => {
    const [one, two] = [example(0), example(1)];
    const run = one.locator(".ex-run");
    await (await editor(one)).fill(runaway);
    await run.click();
    await one.locator(".ex-status", { hasText: "Running" }).waitFor();
    await two.locator(".ex-run").click();
    await run.and(one.locator(".stop", { hasText: "Stop" })).click();
    await one.locator(".ex-status", { hasText: "Stopped." }).waitFor();
    assert.match(await ran(two), finished);
    await (await editor(one)).fill(tables);
    await run.click();
    assert.match(await ran(one), finished);
  });
});

test("run: Run all can be stopped", async () => {
  await readsFurther(path, async ({ page, example }) => {
    await (await editor(example(0))).fill(runaway);
    await example(1).evaluate((one) => one.removeAttribute("data-state"));
    const all = page.locator(".run-all");
    await all.click();
    await example(0).locator(".ex-status", { hasText: "Running" }).waitFor();
    assert.match((await all.textContent()) ?? "", /^Stop: \d+ of \d+$/);
    await all.click();
    await page.locator(".run-all + [role=status]", { hasText: "Stopped." }).waitFor();
    assert.equal(await all.textContent(), "Run all");
    assert.equal(await example(1).getAttribute("data-state"), null);
  });
});

test("run: an edit that takes a queue gets the full account, and stays", async () => {
  await readsFurther(path, async ({ page, example }) => {
    const loaded = engines(page);
    const one = example(0);
    const area = await editor(one);
    await area.fill(tables);
    await one.locator(".ex-run").click();
    assert.match(await ran(one), finished);
    assert.equal(loaded.includes("full"), false);
    const create = "# @expect status == 201\nPUT {{queue}}/orders\n";
    await area.fill(create);
    await one.locator(".ex-run").click();
    assert.match(await ran(one), /^Create queue · ran here/);
    assert.equal(loaded.at(-1), "full");
    const { length } = loaded;
    assert.equal(await area.inputValue(), create);
    await area.fill(tables);
    await one.locator(".ex-run").click();
    assert.match(await ran(one), finished);
    assert.equal(loaded.length, length);
  });
});

test("run: a page whose examples take a full account loads that alone", async () => {
  await reads({}, async ({ page, open, example }) => {
    const loaded = engines(page);
    await open("/docs/script/");
    await example(0).locator(".ex-run").click();
    assert.match(await ran(example(0)), finished);
    assert.deepEqual(loaded, ["full"]);
  });
});

test("run: pressing Run before the scripts have loaded is not lost", async () => {
  await reads({}, async ({ page, open, example }) => {
    let release = () => {};
    const pressed = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/a\/(main|page)-/, async (route) => {
      await pressed;
      await route.continue();
    });
    const press = async () => {
      await example(0).locator(".ex-run").click();
      release();
    };
    await Promise.all([open(path), press()]);
    assert.match(await ran(example(0)), finished);
  });
});

test("run: after a run, the next page starts the engine unasked, unless the browser saves data", async () => {
  await reads({}, async ({ page, open, example }) => {
    await open(path);
    assert.equal(page.workers().length, 0);
    await example(0).locator(".ex-run").click();
    assert.match(await ran(example(0)), finished);
    const started = page.waitForEvent("worker");
    await open(pages().filter(hasExamples)[1] ?? path);
    await started;
    await example(0).locator(".ex-run").click();
    assert.match(await ran(example(0)), finished);
    await comes(async () => page.workers().length, 1);
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "connection", { value: { saveData: true } });
    });
    await open(path);
    await example(0).locator(".ex-code").first().hover();
    await example(0).locator("textarea").first().waitFor();
    await comes(async () => page.workers().length, 0);
    await example(0).locator(".ex-run").click();
    assert.match(await ran(example(0)), finished);
  });
});

const failures = [
  { name: "missing", file: /\.wasm$/, status: 503, said: /\(.*503.*\)/ },
  { name: "not WebAssembly", file: /\.wasm$/, status: 200, said: /\(.*WebAssembly.*\)/ },
  { name: "without a worker", file: /\/worker-/, status: 503, said: /loaded\./ },
];

test("run: while the engine can't be loaded, the built result stays, and the status says why", async () => {
  const use = async ({ page, open, example }: Reader) => {
    const contentType = "application/wasm";
    await open(path);
    const one = example(0);
    const before = await shown(one);
    for (const { name, file, status, said } of failures) {
      await page.route(file, (route) => route.fulfill({ status, contentType, body: "no engine" }));
      await one.locator(".ex-run").click();
      await one.locator(".ex-status", { hasText: said }).waitFor();
      const words = await ran(one);
      assert.match(
        words,
        /^The engine could not be loaded.* The result below is from the build\.$/,
        name,
      );
      assert.equal(await shown(one), before, name);
      await page.unroute(file);
    }
    // It needn't be served as WebAssembly.
    await page.route(/\.wasm$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, contentType: "application/octet-stream" });
    });
    await one.locator(".ex-run").click();
    await one.locator(".ex-status", { hasText: finished }).waitFor();
  };
  await reads({}, use, /Failed to load resource/);
});

for (const width of [1280, 390]) {
  test(`run: running unchanged code moves nothing, ${width} px wide`, async () => {
    const options = { viewport: { width, height: 900 }, reducedMotion: "no-preference" } as const;
    await reads(options, async ({ page, open, example }) => {
      await open(path);
      const one = example(0);
      await one.scrollIntoViewIfNeeded();
      await recordShifts(page);
      await one.locator(".ex-code").first().hover();
      await one.locator("textarea").first().waitFor();
      await one.locator(".ex-run").click();
      await ran(one);
      const shifted = await shifts(page);
      assert.ok(shifted <= 0.02, `layout shifted by ${shifted}`);
    });
  });
}

/** Adds up all layout shifts, including those after input. */
async function recordShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const record = { sum: 0 };
    Object.assign(globalThis, { record });
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        record.sum += (entry as PerformanceEntry & { value: number }).value;
      }
    });
    observer.observe({ type: "layout-shift" });
  });
}

/** Returns the layout shifts since then, after two more frames. */
function shifts(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return (globalThis as unknown as { record: { sum: number } }).record.sum;
  });
}

/** Records every status that the second example shows. */
async function recordStatus(page: Page): Promise<void> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        said.push(target.textContent ?? "");
      }
    });
    for (const status of document.querySelectorAll(".ex-status")) {
      observer.observe(status, { childList: true });
    }
  });
}

function statuses(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
}
