import assert from "node:assert/strict";
import { test } from "node:test";
import {
  editor,
  finished,
  ran,
  reads,
  readsFurther,
  shown,
  startReading,
  tables,
  violations,
} from "./reader.ts";
import { guide } from "./server.ts";

startReading();

const path = guide();

test("edit: an error is shown at its line until the code changes", async () => {
  await readsFurther(path, async ({ example }) => {
    const one = example(0);
    const before = await shown(one);
    const area = await editor(one);
    await area.fill("### Broken\n# @ref nowhere\nGET {{host}}/Tables");
    await area.press("Control+Enter");
    assert.equal(await ran(one), "Not run. The result below is from the build.");
    assert.equal(await one.getAttribute("data-state"), "failed");
    assert.equal(await one.locator(".line-error").textContent(), "# @ref nowhere");
    const error = one.locator(".ex-errors li");
    assert.match((await error.textContent()) ?? "", /^Line 2, column \d+: .*nowhere/);
    assert.equal(await area.getAttribute("aria-invalid"), "true");
    const described = (await area.getAttribute("aria-describedby"))?.split(" ") ?? [];
    assert.ok(described.includes((await one.locator(".ex-errors").getAttribute("id")) ?? ""));
    assert.equal(await shown(one), before);
    const within = `rk-example[id="${await one.getAttribute("id")}"]`;
    assert.deepEqual(await violations(one.page(), { within }), []);
    await area.press("End");
    await area.pressSequentially(" ");
    assert.equal(await one.locator(".line-error, .ex-errors").count(), 0);
    assert.equal(await area.getAttribute("aria-invalid"), "false");
  });
});

test("edit: edited code is what runs", async () => {
  await readsFurther(path, async ({ example }) => {
    const one = example(0);
    await (await editor(one)).fill(tables);
    assert.match((await one.locator(".ex-status").textContent()) ?? "", /^Edited\./);
    await one.locator(".ex-run").click();
    assert.match(await ran(one), finished);
    assert.match((await one.locator(".ex-result").textContent()) ?? "", /200 OK/);
    assert.equal(await one.locator("pre").first().textContent(), `${tables}\n`);
  });
});

test("edit: an edit of code that has changed since is kept, and the status says so", async () => {
  await readsFurther(path, async ({ page, example }) => {
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

test("edit: an edit survives a reload, Reset removes it, and undo brings it back", async () => {
  await reads({}, async ({ page, open, example }) => {
    await open(path);
    const one = example(0);
    const original = await (await editor(one)).inputValue();
    const built = await one.locator(".ex-result").innerHTML();
    const status = await one.locator(".ex-status").textContent();
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
    assert.equal(await one.locator(".ex-status").textContent(), status);
    assert.equal(await one.locator(".ex-reset").isVisible(), false);
    await area.press("Control+z");
    assert.equal(await area.inputValue(), tables);
    await one.locator(".ex-reset").click();
    await page.reload();
    assert.equal(await (await editor(one)).inputValue(), original);
  });
});

test("edit: Copy copies the current code", async () => {
  await reads({ permissions: ["clipboard-read", "clipboard-write"] }, async (reader) => {
    await reader.open(path);
    const one = reader.example(0);
    await (await editor(one)).fill(tables);
    await one.locator(".ex-copy").click();
    await one.locator(".ex-status", { hasText: "Copied." }).waitFor();
    assert.equal(await reader.page.evaluate(() => navigator.clipboard.readText()), tables);
  });
});

test("edit: a reader who only runs an example opens no editors; one who points at code does", async () => {
  await reads({}, async ({ page, open, example }) => {
    await open(path);
    const one = example(0);
    await one.locator(".ex-run").hover();
    await one.locator(".ex-run").click();
    assert.match(await ran(one), finished);
    assert.equal(await page.locator("rk-example textarea").count(), 0);
    await one.locator(".ex-code").first().hover();
    await one.locator("textarea").first().waitFor({ state: "attached" });
  });
});

test("edit: a tap opens the editor where it touches", async () => {
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

test("edit: everything works by keyboard, and Tab always leaves the editor", async () => {
  await reads({}, async ({ page, open, example }) => {
    await open(path);
    const one = example(0);
    const { keyboard } = page;
    const status = (await one.locator(".ex-status").textContent()) ?? "";
    await one.locator("pre").first().focus();
    await page.locator("textarea:focus").waitFor();
    await keyboard.press("Control+a");
    await keyboard.insertText(tables);
    await keyboard.press("Shift+Enter");
    assert.match(await ran(one), finished);
    for (const button of ["ex-run", "ex-open", "ex-reset", "ex-copy"]) {
      await keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement?.className), button);
    }
    await keyboard.press("Shift+Tab");
    await keyboard.press("Enter");
    await one.locator(".ex-status").getByText(status, { exact: true }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), "TEXTAREA");
  });
});
