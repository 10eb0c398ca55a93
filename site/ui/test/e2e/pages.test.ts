import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import {
  type Elements,
  newIn,
  reads,
  readsOn,
  type Scope,
  startReading,
  violations,
} from "./reader.ts";
import { pages } from "./server.ts";

startReading();

/** What the console says about the one page that doesn't exist. */
const notFound = /status of 404/;

// Each page is opened once for all checks, and two at a time, because there are many. What pages have in
// common is looked at where it first appears. In Node run.test.mjs and program.test.ts hold that all examples
// show with the released engine what the build shows; here run those with something new to look at. A long
// page takes a while to lay out, so its width changes as seldom as can be, and together with what else does.
describe("pages", { concurrency: 2 }, () => {
  for (const path of pages()) {
    test(`pages: ${path} is accessible, fits, and shows the same results as the build`, async () => {
      await readsOn(async ({ page, open }) => {
        await resize(page, 1280);
        await open(path);
        await hasForm(page, path);
        await Promise.all([unfold(page), onPaper(page)]);
        assert.deepEqual(await cutOff(page), [], "cut off on paper");
        await Promise.all([page.emulateMedia({ media: null }), resize(page, 320)]);
        await fits(page);
        const examples = await toRun(page, path);
        await keepExamples(page, await newIn(page, "rk-example *", knownInExamples));
        const narrow = await newIn(page, outside, knownNarrow);
        await resize(page, 1280);
        const wide = await newIn(page, "body *", knownWide);
        await look(page, "light", { within: wide });
        await look(page, "dark", { within: wide, contrast: "only" });
        await look(page, "light", { within: "all", without: "rk-example", contrast: "no" });
        if (narrow) {
          await resize(page, 390);
          await look(page, "dark", { within: narrow });
          const own = await newIn(page, outside, knownWide);
          await look(page, "light", { within: own, contrast: "only" });
        }
        if (examples.length > 0) {
          await resize(page, 390);
          await page.reload();
          const built = await results(page);
          await run(page, examples);
          assert.deepEqual(await results(page), built);
          await Promise.all([unfold(page), resize(page, 320)]);
          await fits(page);
          await resize(page, 390);
          const shown = await newIn(page, "body *", knownAfterRun);
          await keepExamples(page, shown);
          await look(page, "dark", { within: shown });
        }
      }, notFound);
    });
  }
});

/** Its programs need WebCrypto, which browsers have in some contexts only. */
const encryption = "/guides/encryption/";
/** Parts of examples and of what they show. */
const parts = "rk-example:has(.ex-run) > *, .ex-result > *, .rs-tabs > *, .rs-panel > *";
const knownParts = new Set<string>();
const knownInExamples = new Set<string>();

/** Examples are looked at in a wide window, and in a narrow one after they have run. */
const outside = "body :not(rk-example, rk-example *)";
const knownWide = new Set<string>();
const knownNarrow = new Set<string>();
const knownAfterRun = new Set<string>();

/** Returns the places of the examples to run, among all that can be run. */
async function toRun(page: Page, path: string): Promise<number[]> {
  const found = await newIn(page, parts, knownParts);
  return page.locator("rk-example:has(.ex-run)").evaluateAll(
    (all, [found, every]) => {
      const isNew = (example: Element) => found?.some((part) => example.contains(part));
      return all.flatMap((example, i) => (every || isNew(example) ? [i] : []));
    },
    [found, path === encryption] as const,
  );
}

/** Runs examples, even those that are covered. */
async function run(page: Page, places: readonly number[]): Promise<void> {
  for (const place of places) {
    const example = page.locator("rk-example:has(.ex-run)").nth(place);
    await example.locator(".ex-run").dispatchEvent("click");
    const ended = example.and(page.locator("[data-state=done], [data-state=failed]"));
    await ended.waitFor({ state: "attached" });
    assert.equal(await example.getAttribute("data-state"), "done", `example ${place}`);
  }
}

/** How tall a guide may be, in pixels, by the width of the window, and where its decision begins. */
const tallest = new Map([
  [1280, 11_600],
  [390, 16_000],
]);
const lowest = 900;

/** Measures a guide with a decision in both widths, before anything is opened, and prints a line on each. */
async function hasForm(page: Page, path: string): Promise<void> {
  if ((await page.locator(".decision").count()) === 0) {
    return;
  }
  for (const [width, most] of tallest) {
    await resize(page, width);
    const [height, top, end] = await page.locator(".decision").evaluate((decision) => {
      const panel = decision.getBoundingClientRect();
      const at = (y: number) => Math.round(y + scrollY);
      return [document.body.scrollHeight, at(panel.top), at(panel.bottom)] as const;
    });
    console.log(`${path} ${width}: ${height} px, decision ${top}–${end}`);
    assert.ok(height <= most, `${height} px tall at ${width}, more than ${most}`);
    assert.ok(top < lowest, `the decision begins at ${top} px at ${width}`);
  }
}

/** Returns code that is cut off at a side without a sign. */
function clipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = Array.from(document.querySelectorAll<HTMLElement>("main pre, .ex-code")).filter(
      (code) => code.scrollWidth > code.clientWidth + 1,
    );
    const hidden = wide.filter((code) => {
      let around: HTMLElement | null = code;
      while (around && getComputedStyle(around).overflowX === "visible") {
        around = around.parentElement;
      }
      return around && getComputedStyle(around).backgroundImage === "none";
    });
    return hidden.map((code) => code.textContent?.slice(0, 60) ?? "");
  });
}

async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
}

/** The width of A4 between Chromium's margins, in pixels. */
const paper = 718;

async function onPaper(page: Page): Promise<void> {
  await Promise.all([
    page.emulateMedia({ media: "print" }),
    page.setViewportSize({ width: paper, height: 1000 }),
  ]);
}

/** Returns what goes beyond the right edge of the paper. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth + 1;
    const beyond = (element: Element) => element.getBoundingClientRect().right > edge;
    return Array.from(document.querySelectorAll("main :is(pre, table, figure)"))
      .filter((element) => element.checkVisibility() && beyond(element))
      .map((element) => `${element.className}: ${element.textContent?.slice(0, 60)}`);
  });
}

/** Checks that what's within a scope is accessible in a theme, or "all" of the page. */
async function look(
  page: Page,
  colorScheme: "light" | "dark",
  { within, ...scope }: Omit<Scope, "within"> & { within: Elements | "all" | undefined },
): Promise<void> {
  if (within) {
    await page.emulateMedia({ colorScheme });
    const found = await violations(page, within === "all" ? scope : { ...scope, within });
    assert.deepEqual(found, [], `${colorScheme}, ${page.viewportSize()?.width} px`);
  }
}

/** Removes examples without these elements. Nobody looks at them, but axe would read them each time. */
async function keepExamples(page: Page, within?: Elements): Promise<void> {
  await page.evaluate((within: Element[] = []) => {
    for (const example of document.querySelectorAll("rk-example")) {
      if (!within.some((element) => example.contains(element))) {
        example.remove();
      }
    }
  }, within);
}

/** Checks that nothing is wider than 320 px, and no code is cut off there. */
async function fits(page: Page): Promise<void> {
  assert.equal(await overflow(page), 0, "wider than 320 px");
  if ((await page.locator(".decision").count()) > 0) {
    assert.deepEqual(await clipped(page), [], "cut off without a sign");
  }
}

test("pages: the theme button goes through three themes and remembers", async () => {
  await reads({}, async ({ page, open }) => {
    await open("/");
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

/** Opens everything that is folded, also tabs of which a reader can only open one. */
async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) {
      details.removeAttribute("name");
      details.open = true;
    }
  });
}

/** Returns by how many pixels the page is wider than the window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/**
 * Returns what is below each example: its status in words, its result (of a set-up, only the summary), and
 * its raw HTTP, which a built page has on another page.
 */
function results(page: Page): Promise<string[][]> {
  return page.evaluate(async () => {
    const exchanges = new Map<string, Document>();
    const read = async (address: string) => {
      const body = await (await fetch(address)).text();
      return new DOMParser().parseFromString(body, "text/html");
    };
    const exchange = async (part: Element | null) => {
      const away = part?.querySelector<HTMLAnchorElement>("a.rs-away");
      if (!away) {
        return Array.from(part?.querySelectorAll(".rs-label, pre") ?? [], (n) => n.outerHTML);
      }
      const address = away.pathname;
      const other = exchanges.get(address) ?? (await read(address));
      exchanges.set(address, other);
      const section = other.getElementById(away.hash.slice(1));
      return Array.from(section?.querySelectorAll(".rs-label, pre") ?? [], (n) => n.outerHTML);
    };
    const found: string[][] = [];
    for (const example of document.querySelectorAll("rk-example:has(.ex-run)")) {
      const said = example.querySelector(".ex-status")?.textContent ?? "";
      const status = said.replace(/ · ran here.*/, "");
      if (example.closest(".ex-setup")) {
        found.push([status, example.querySelector(".rs-plan")?.innerHTML ?? ""]);
        continue;
      }
      const raw = await exchange(example.querySelector(".tab-http"));
      const result = example.querySelector(".ex-result > .result")?.cloneNode(true) as Element;
      const before = result.querySelector(".rs-before");
      before?.replaceWith((before.querySelector("summary") ?? before).textContent ?? "");
      result.querySelector(":is(.tab-http, .tab-requests) > .rs-panel")?.remove();
      for (const tab of result.querySelectorAll(".rs-tab")) {
        tab.removeAttribute("name");
      }
      found.push([status, result.innerHTML, ...raw]);
    }
    return found;
  });
}
