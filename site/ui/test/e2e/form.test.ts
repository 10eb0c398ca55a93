// The form of a guide: its decision, its questions, its folds, its tabs, and what helps to read it.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { finished, ran, reads, readsFurther, startReading, violations } from "./reader.ts";

startReading();

const path = "/guides/log-tail/";
/** The example of that page which is predicted. */
const predicted = "below5";
const because =
  "Only five match, so the service never gets to ten. It reads on to the end of the partition.";

test("form: without scripts the decision, the answers and all programs can be read", async () => {
  await reads({ javaScriptEnabled: false }, async ({ page, open, example }) => {
    await open(path);
    const sides = page.locator(".dc-sides > li");
    assert.deepEqual(await sides.locator(".dc-sum").allTextContents(), [
      "25 read → 10 wanted in 1 request",
      "10 read → 10 wanted 2.5× fewer, in 1 request",
    ]);
    assert.equal(await page.locator(".run-both").isVisible(), false);
    assert.equal(await example(predicted).locator(".ex-result").isVisible(), true);
    assert.deepEqual(await said(page), []);
    await page.locator(".ask input").first().check();
    assert.deepEqual(await said(page), ["Not quite: 25 entities.", because]);
    await page.locator(".langs summary", { hasText: "Go" }).click();
    assert.equal(await page.locator(".langs [data-language=Go] .code").isVisible(), true);
    await page.locator(".fold > summary").first().click();
    assert.equal(await example("tie").isVisible(), true);
  });
});

test("form: the figure has a picture for each position of its handle, without scripts, too", async () => {
  for (const width of [1280, 390]) {
    await reads({ javaScriptEnabled: false, viewport: { width, height: 900 } }, async (reader) => {
      await reader.open(path);
      const shown = reader.page.locator(".fg svg:visible");
      const words = async () => {
        assert.equal(await shown.count(), 1);
        return shown.getAttribute("aria-label");
      };
      assert.match((await words()) ?? "", /^By time: 25 read\..* By inverted time: 10 read\./);
      await reader.page.locator(".fg-handle label", { hasText: "400" }).click();
      assert.match((await words()) ?? "", /^By time: 400 read\..* By inverted time: 10 read\./);
    });
  }
});

test("form: the figure is accessible, and its handle can be moved by keyboard alone", async () => {
  await readsFurther(path, async ({ page }) => {
    await page.locator(".fg-handle input:checked").focus();
    await page.keyboard.press("ArrowRight");
    const label = await page.locator(".fg svg:visible").getAttribute("aria-label");
    assert.match(label ?? "", /^By time: 50 read\./);
    assert.deepEqual(await violations(page, { within: ".fg" }), []);
  });
});

test("form: Run both runs the pair and shows what each read", async () => {
  await readsFurther(path, async ({ page, example }) => {
    const pair = page.locator(".dc-pair .ex-result");
    assert.equal(await pair.first().isVisible(), false);
    await page.locator(".run-both").click();
    for (const name of ["everything", "latest"]) {
      assert.match(await ran(example(name)), finished);
      assert.equal(await example(name).locator(".lanes").isVisible(), true);
    }
    assert.equal(await page.locator("rk-example[data-state=done]").count(), 2);
    const outcome = page.locator(".run-both + [role=status]", { hasText: "2 examples run" });
    await outcome.waitFor({ state: "attached" });
    assert.deepEqual(await violations(page, { within: ".decision" }), []);
  });
});

test("form: running what was to be predicted uncovers it, and says why without a verdict", async () => {
  await readsFurther(path, async ({ page, example }) => {
    const one = example(predicted);
    await one.locator(".ex-run").click();
    assert.match(await ran(one), finished);
    assert.equal(await one.locator(".ex-result").isVisible(), true);
    assert.deepEqual(await said(page), [because]);
  });
});

test("form: n and p go from example to example until they are switched off", async () => {
  await readsFurther(path, async ({ page, open }) => {
    await page.evaluate(() => sessionStorage.clear()); // the engine isn't expected any more
    await open(path);
    const keys = page.locator(".toc-keys");
    await keys.waitFor();
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest("rk-example")?.id ?? "");
    const press = async (key: string) => {
      await page.keyboard.press(key);
      return focused();
    };
    assert.equal(await press("n"), "everything");
    assert.equal(await press("n"), "latest");
    assert.equal(await press("p"), "everything");
    assert.equal(await press("Control+n"), "everything");
    await keys.getByRole("button", { name: "Turn off" }).click();
    assert.equal(await press("n"), "");
    await page.reload();
    await keys.getByRole("button", { name: "Turn on" }).waitFor();
    assert.equal(await press("n"), "");
    assert.deepEqual(await violations(page, { within: ".toc" }), []);
  });
});

test("form: a prediction covers the result until the reader chooses, by keyboard alone", async () => {
  await readsFurther(path, async ({ page, open, example }) => {
    const one = example(predicted);
    if (await one.getAttribute("data-state")) {
      await open(path); // it has been run
    }
    const hidden = async () => [
      await one.locator(".ex-result").isVisible(),
      await one.locator(".ex-status").isVisible(),
    ];
    assert.deepEqual(await hidden(), [false, false]);
    await page.locator(".is-first input").first().focus();
    await page.keyboard.press("Space");
    assert.deepEqual(await hidden(), [true, true]);
    assert.deepEqual(await said(page), ["Not quite: 25 entities.", because]);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.deepEqual(await said(page), ["Right.", because]);
    assert.deepEqual(await violations(page, { within: "#below5" }), []);
  });
});

test("form: the language that a reader chooses holds on all pages", async () => {
  await readsFurther(path, async ({ page, open }) => {
    const shown = () =>
      page
        .locator(".langs:has(> [data-language=Go]) > details[open]")
        .evaluateAll((tabs) => tabs.map((tab) => (tab as HTMLElement).dataset["language"]));
    assert.deepEqual(await shown(), ["JavaScript"]);
    await page.locator(".langs summary", { hasText: "Go" }).click();
    await page.locator(".langs [data-language=Go][open]").waitFor();
    assert.deepEqual(await shown(), ["Go"]);
    for (const other of ["/guides/paging/", path]) {
      await open(other);
      assert.deepEqual([...new Set(await shown())], ["Go"], other);
    }
  });
});

test("form: answers are marked, kept over a reload, and counted in the guide and on the path", async () => {
  await reads({}, async ({ page, open }) => {
    await open(path);
    const asked = page.locator(".asked");
    assert.equal(await asked.textContent(), "4 questions");
    const marks = () =>
      page
        .locator(".is-first label")
        .evaluateAll((labels) => labels.map((label) => getComputedStyle(label, "::after").content));
    await page.locator(".step input:enabled").waitFor(); // the script is there
    await page.locator(".is-first input").first().check();
    assert.equal(await asked.textContent(), "1 of 4 questions answered, 0 right");
    assert.deepEqual((await marks()).slice(0, 3), ['" ✗"', "none", '" ✓"']);
    await page.locator(".step input").check();
    await page.reload();
    await asked.getByText("1 of 4 questions answered, 0 right").waitFor();
    assert.equal(await page.locator(".is-first input").first().isChecked(), true);
    assert.match(
      (await page.locator(".page-kind").textContent()) ?? "",
      /New to tables: 6 of 6, done$/,
    );
    assert.deepEqual(await violations(page, { within: ".page-kind, .is-first, .step" }), []);
    await open("/learn/new-to-tables/");
    const item = page.locator("li:has(> .tick)", { hasText: "Log tail" });
    await item.getByText("1 of 4 questions answered.").waitFor();
    assert.equal(await item.locator(".tick").isChecked(), true);
    assert.equal(await page.locator(".ticks-asked").count(), 1);
    assert.deepEqual(await violations(page), []);
  });
});

test("form: a browser that keeps nothing still marks answers", async () => {
  await reads({}, async ({ page, open }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      });
    });
    await open(path);
    await page.locator(".step input:enabled").waitFor();
    await page.locator(".is-first input").first().check();
    assert.equal(await page.locator(".asked").textContent(), "1 of 4 questions answered, 0 right");
    await page.locator(".step input").check();
    assert.equal(await page.locator(".step-done").textContent(), ", done");
  });
});

test("form: a link to what is folded opens the fold", async () => {
  await reads({}, async ({ open, example }) => {
    await open(`${path}#tie`);
    await example("tie").waitFor({ state: "visible" });
  });
});

test("form: heat maps load when the reader comes near, and follow the theme of the page", async () => {
  await reads({ colorScheme: "light" }, async ({ page, open }) => {
    const loads: string[] = [];
    page.on("request", (request) => {
      loads.push(request.url());
    });
    await open(path);
    const asked = () => loads.filter((url) => /\/a\/load-[^/]*\.svg$/.test(url)).length;
    assert.equal(asked(), 0);
    const map = page.locator(".load img").first();
    await map.scrollIntoViewIfNeeded();
    await map.evaluate((image: HTMLImageElement) => image.decode());
    assert.equal(asked(), 2);
    assert.deepEqual(await corner(map), [255, 255, 255]);
    const button = page.locator("button.theme");
    await button.click();
    await button.click();
    assert.equal(await button.getAttribute("aria-label"), "Theme: Dark");
    assert.deepEqual(await corner(map), [18, 21, 27]);
  });
});

/** The colour of a picture's background, in red, green and blue. */
async function corner(picture: Locator): Promise<number[]> {
  const shot = [...(await picture.screenshot())];
  return await picture.page().evaluate(async (bytes) => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    return [...(context?.getImageData(4, 4, 1, 1).data ?? [])].slice(0, 3);
  }, shot);
}

test("form: on a phone a bar says in which section the reader is, and leads to the others", async () => {
  await reads({ viewport: { width: 390, height: 800 } }, async ({ page, open }) => {
    await open(path);
    const bar = page.locator(".toc-open");
    assert.equal(await rowsEnd(page), true, "the sides of the decision are on the first screen");
    await page.locator("#what-goes-wrong").scrollIntoViewIfNeeded();
    await page.evaluate(() => document.getElementById("what-goes-wrong")?.scrollIntoView());
    await page.locator(".toc-open", { hasText: /^What goes wrong · 4 of \d+$/ }).waitFor();
    await bar.click();
    assert.deepEqual(await violations(page), []);
    await page.locator(".toc a", { hasText: "In code" }).click();
    await page.locator(".toc-open", { hasText: /^In code · 5 of/ }).waitFor();
    assert.equal(await page.locator(".toc").isVisible(), false);
  });
});

/** What the prediction says, as far as it's visible: the verdict and the reason. */
async function said(page: Page): Promise<string[]> {
  const shown: string[] = [];
  const first = page.locator(".is-first .ask-said");
  for (const verdict of await first.locator("strong").all()) {
    if (await verdict.isVisible()) {
      shown.push((await verdict.textContent()) ?? "");
    }
  }
  if (await first.locator("p").isVisible()) {
    shown.push(((await first.locator("p").textContent()) ?? "").replace(/^.*\. (?=Only)/, ""));
  }
  return shown;
}

/** Whether both sides of the decision are on the screen. */
function rowsEnd(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const sides = document.querySelector(".dc-sides")?.getBoundingClientRect();
    const bar = document.querySelector(".toc-open")?.getBoundingClientRect();
    return (sides?.bottom ?? Number.POSITIVE_INFINITY) < (bar?.top ?? 0);
  });
}
