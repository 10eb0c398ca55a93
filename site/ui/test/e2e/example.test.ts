import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { editor, type Reader, ran, reads, startReading, violations } from "./reader.ts";
import { guide } from "./server.ts";

startReading();

const path = guide();
const tables = "### Tables\n# @expect status == 200\nGET {{host}}/Tables\n";
const runaway = "# @loop for 1000000\nGET {{host}}/Tables\n";

test("example: without script the result stands there, and there is nothing to press", async () => {
  await reads({ javaScriptEnabled: false }, async ({ open, example }) => {
    await open(path);
    assert.match((await example(0).locator(".ex-status").textContent()) ?? "", /^From the build: /);
    assert.equal(await example(0).locator(".ex-result > *").isVisible(), true);
    assert.equal(await example(0).locator(".ex-run").isVisible(), false);
  });
});

test("example: Run loads the engine, says how far it is, and shows a result of its own", async () => {
  await reads({}, async ({ page, open, example }) => {
    await open(path);
    const one = example(0);
    await recordStatus(page);
    await one.locator(".ex-result > *").evaluate((result) => result.setAttribute("class", "old"));
    await one.locator(".ex-run").click();
    assert.match(await ran(one), /^Done/);
    const said = await statuses(page);
    assert.match(said[0] ?? "", /^Loading the engine, \d\.\d MB: \d+ %$/);
    assert.ok(said.includes("Running"), said.join("\n"));
    assert.equal(await one.locator(".ex-result > .old").count(), 0);
    assert.equal(await one.locator(".ex-run").textContent(), "Run");
    assert.equal(await one.locator("progress").count(), 0);
  });
});

test("example: an edited text is what runs", async () => {
  await reads({}, async ({ open, example }) => {
    await open(path);
    const one = example(0);
    await (await editor(one)).fill(tables);
    assert.match((await one.locator(".ex-status").textContent()) ?? "", /^Edited\./);
    await one.locator(".ex-run").click();
    assert.match(await ran(one), /^Done/);
    assert.match((await one.locator(".ex-result").textContent()) ?? "", /200 OK/);
    assert.equal(await one.locator("pre").first().textContent(), `${tables}\n`);
  });
});

test("example: an error stands at its line, until the text is changed", async () => {
  await reads({}, async ({ open, example }) => {
    await open(path);
    const one = example(0);
    const before = await one.locator(".ex-result").innerHTML();
    const area = await editor(one);
    await area.fill("### Broken\n# @ref nowhere\nGET {{host}}/Tables");
    await area.press("Control+Enter");
    await ran(one);
    assert.equal(await one.getAttribute("data-state"), "failed");
    assert.equal(await one.locator(".line-error").textContent(), "# @ref nowhere");
    const error = one.locator(".ex-errors li");
    assert.match((await error.textContent()) ?? "", /^Line 2, column \d+: .*nowhere/);
    assert.equal(await area.getAttribute("aria-invalid"), "true");
    const described = (await area.getAttribute("aria-describedby"))?.split(" ") ?? [];
    assert.ok(described.includes((await one.locator(".ex-errors").getAttribute("id")) ?? ""));
    assert.equal(await one.locator(".ex-result").innerHTML(), before);
    assert.deepEqual(await violations(one.page()), []);
    await area.press("End");
    await area.pressSequentially(" ");
    assert.equal(await one.locator(".line-error, .ex-errors").count(), 0);
    assert.equal(await area.getAttribute("aria-invalid"), "false");
  });
});

test("example: a runaway example can be stopped, and the engine serves again", async () => {
  await reads({}, async ({ open, example }) => {
    await open(path);
    const [one, two] = [example(0), example(1)];
    const run = one.locator(".ex-run");
    await (await editor(one)).fill(runaway);
    await run.click();
    await one.locator(".ex-status", { hasText: "Running" }).waitFor();
    await two.locator(".ex-run").click();
    await run.and(one.locator(".stop", { hasText: "Stop" })).click();
    await one.locator(".ex-status", { hasText: "Stopped." }).waitFor();
    assert.match(await ran(two), /^Done/);
    await (await editor(one)).fill(tables);
    await run.click();
    assert.match(await ran(one), /^Done/);
  });
});

test("example: a second run takes the place of the first", async () => {
  await reads({}, async ({ open, example }) => {
    await open(path);
    const one = example(0);
    const area = await editor(one);
    await area.fill(runaway);
    await area.press("Control+Enter");
    await one.locator(".ex-status", { hasText: "Running" }).waitFor();
    await area.fill(tables);
    await area.press("Control+Enter");
    assert.match(await ran(one), /^Done/);
  });
});

test("example: an edit outlives a reload, Reset drops it, and undo brings it back", async () => {
  await reads({}, async ({ page, open, example }) => {
    await open(path);
    const one = example(0);
    const original = await (await editor(one)).inputValue();
    const built = await one.locator(".ex-result").innerHTML();
    await (await editor(one)).fill(tables);
    await one.locator(".ex-run").click();
    await ran(one);
    await page.reload();
    assert.equal(await (await editor(one)).inputValue(), tables);
    assert.match((await one.locator(".ex-status").textContent()) ?? "", /earlier visit/);
    await one.locator(".ex-reset").click();
    const area = await editor(one);
    assert.equal(await area.inputValue(), original);
    assert.equal(await one.locator(".ex-result").innerHTML(), built);
    assert.match((await one.locator(".ex-status").textContent()) ?? "", /^From the build/);
    assert.equal(await one.locator(".ex-reset").isDisabled(), true);
    await area.press("Control+z");
    assert.equal(await area.inputValue(), tables);
    await one.locator(".ex-reset").click();
    await page.reload();
    assert.equal(await (await editor(one)).inputValue(), original);
  });
});

test("example: an edit of a text that has changed since is kept, and the reader is told", async () => {
  await reads({}, async ({ page, open, example }) => {
    await open(path);
    const one = example(0);
    await (await editor(one)).fill(tables);
    await page.evaluate(() => {
      for (const [key, value] of Object.entries(localStorage)) {
        localStorage.setItem(key, value.replace(/"of":"[^"]*"/, '"of":"another"'));
      }
    });
    await page.reload();
    assert.equal(await (await editor(one)).inputValue(), tables);
    assert.match((await one.locator(".ex-status").textContent()) ?? "", /has changed since/);
  });
});

test("example: Copy copies the text as it stands", async () => {
  await reads({ permissions: ["clipboard-read", "clipboard-write"] }, async (reader) => {
    await reader.open(path);
    const one = reader.example(0);
    await (await editor(one)).fill(tables);
    await one.locator(".ex-copy").click();
    await one.locator(".ex-status", { hasText: "Copied." }).waitFor();
    assert.equal(await reader.page.evaluate(() => navigator.clipboard.readText()), tables);
  });
});

test("example: Run all runs every example and says how it went", async () => {
  await reads({}, async ({ page, open }) => {
    await open(path);
    const count = await page.locator("rk-example:has(.ex-run)").count();
    await page.locator(".run-all").click();
    const outcome = page.locator(".run-all + [role=status]");
    await outcome.filter({ hasText: `${count} examples run, 0 failed.` }).waitFor();
    assert.equal(await page.locator("rk-example[data-state=done]").count(), count);
    assert.equal(await page.locator(".run-all").textContent(), "Run all examples");
  });
});

test("example: Run all can be stopped", async () => {
  await reads({}, async ({ page, open, example }) => {
    await open(path);
    await (await editor(example(0))).fill(runaway);
    const all = page.locator(".run-all");
    await all.click();
    await example(0).locator(".ex-status", { hasText: "Running" }).waitFor();
    assert.match((await all.textContent()) ?? "", /^Stop: \d+ of \d+$/);
    await all.click();
    await page.locator(".run-all + [role=status]", { hasText: "Stopped." }).waitFor();
    assert.equal(await all.textContent(), "Run all examples");
    assert.equal(await example(1).getAttribute("data-state"), null);
  });
});

test("example: a tap opens the editor where it touches", async () => {
  await reads({ hasTouch: true, viewport: { width: 390, height: 800 } }, async (reader) => {
    await reader.open(path);
    const one = reader.example(0);
    await one.locator(".ex-code").first().tap();
    await one.locator("textarea:focus").waitFor();
    const at = await one.locator("textarea").evaluate((area) => {
      return area instanceof HTMLTextAreaElement ? area.selectionStart : -1;
    });
    assert.ok(at > 0, `the caret is at ${at}`);
  });
});

test("example: everything works by keyboard alone, and Tab always goes on", async () => {
  await reads({}, async ({ page, open, example }) => {
    await open(path);
    const one = example(0);
    const { keyboard } = page;
    await one.locator("pre").first().focus();
    await page.locator("textarea:focus").waitFor();
    await keyboard.press("Control+a");
    await keyboard.insertText(tables);
    await keyboard.press("Shift+Enter");
    assert.match(await ran(one), /^Done/);
    for (const button of ["ex-run", "ex-reset", "ex-copy"]) {
      await keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement?.className), button);
    }
    await keyboard.press("Shift+Tab");
    await keyboard.press("Enter");
    await one.locator(".ex-status", { hasText: "From the build" }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), "TEXTAREA");
  });
});

test("example: Run pressed before the scripts are there is not lost", async () => {
  await reads({}, async ({ page, open, example }) => {
    let release = () => {};
    const pressed = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/a\/main-/, async (route) => {
      await pressed;
      await route.continue();
    });
    const loaded = open(path);
    await example(0).locator(".ex-run").click();
    release();
    await loaded;
    assert.match(await ran(example(0)), /^Done/);
  });
});

test("example: an engine that the server does not call WebAssembly loads all the same", async () => {
  await reads({}, async ({ page, open, example }) => {
    await page.route(/\.wasm$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, contentType: "application/octet-stream" });
    });
    await open(path);
    await example(0).locator(".ex-run").click();
    assert.match(await ran(example(0)), /^Done/);
  });
});

const failures = [
  { name: "is missing", file: /\.wasm$/, status: 503, said: /\(.*503.*\)/ },
  { name: "is not WebAssembly", file: /\.wasm$/, status: 200, said: /\(.*WebAssembly.*\)/ },
  { name: "has no worker to run in", file: /\/worker-/, status: 503, said: /loaded\./ },
];

for (const { name, file, status, said } of failures) {
  test(`example: when the engine ${name}, the built result stays and the status says so`, async () => {
    const expected = /Failed to load resource/;
    const use = async ({ page, open, example }: Reader) => {
      const contentType = "application/wasm";
      await page.route(file, (route) => route.fulfill({ status, contentType, body: "no engine" }));
      await open(path);
      const one = example(0);
      const before = await one.locator(".ex-result").innerHTML();
      await one.locator(".ex-run").click();
      const words = await ran(one);
      assert.match(
        words,
        /^The engine could not be loaded.* The result below is from the build\.$/,
      );
      assert.match(words, said);
      assert.equal(await one.locator(".ex-result").innerHTML(), before);
      await page.unroute(file);
      await one.locator(".ex-run").click();
      assert.match(await ran(one), /^Done/);
    };
    await reads({}, use, expected);
  });
}

for (const width of [1280, 390]) {
  test(`example: running an unchanged text moves nothing, ${width} px wide`, async () => {
    await reads({ viewport: { width, height: 900 } }, async ({ page, open, example }) => {
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

test("example: the theme button goes through three themes and remembers", async () => {
  await reads({}, async ({ page, open }) => {
    await open(path);
    const button = page.locator("button.theme");
    for (const [theme, label] of [
      ["light", "Theme: Light"],
      ["dark", "Theme: Dark"],
      [undefined, "Theme: Auto"],
      ["light", "Theme: Light"],
    ]) {
      await button.click();
      assert.equal(await page.evaluate(() => document.documentElement.dataset["theme"]), theme);
      assert.equal(await button.getAttribute("aria-label"), label);
    }
    await page.reload();
    assert.equal(await page.evaluate(() => document.documentElement.dataset["theme"]), "light");
    assert.equal(await button.getAttribute("aria-label"), "Theme: Light");
  });
});

/** Adds up how much the layout shifts, whatever the reader does. */
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

/** What the layout has shifted since, once two frames more are drawn. */
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
