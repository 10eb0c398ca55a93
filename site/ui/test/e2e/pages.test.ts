import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { reads, readsOn, runAll, type Scope, startReading, violations } from "./reader.ts";
import { hasExamples, pages, showcaseOf } from "./server.ts";

startReading();

/** What the console says about the one page that doesn't exist. */
const notFound = /status of 404/;

const shown = pages();
const showcase = showcaseOf(shown);
/** Where every part of an example is looked at, also after it has been run. */
const examined = new Set([...showcase].filter(hasExamples).slice(0, 3));

// Each page is opened once for all checks, and two at a time, because there are many. What an example shows
// after it has been run equals what the build put there. Examples are one component, at which a few pages
// look in every state; every other page looks at what is its own, once.
describe("pages", { concurrency: 2 }, () => {
  for (const path of shown) {
    test(`pages: ${path} is accessible, fits, and shows the same results as the build`, async () => {
      await readsOn(async ({ page, open }) => {
        await look(page, plainLook);
        await open(path);
        await hasForm(page, path);
        await fits(page, showcase.has(path) ? everyLook : [ownLook]);
        if (hasExamples(path)) {
          await page.reload();
          const built = await results(page);
          assert.match(await runAll(page), / 0 failed\.$/);
          assert.deepEqual(await results(page), built);
          await fits(page, examined.has(path) ? [afterRun] : []);
        }
      }, notFound);
    });
  }
});

interface Look extends Scope {
  readonly width: number;
  readonly colorScheme: "light" | "dark";
}

const plainLook: Look = { width: 1280, colorScheme: "light" };

/** What a page alone can do wrong: its colours, and its examples, are looked at elsewhere. */
const ownLook: Look = { ...plainLook, without: "rk-example", contrast: "no" };

/**
 * Both themes, wide and narrow. Only colours differ between themes. A narrow window has other bars and menus,
 * but the examples in it are looked at after they have run, on a few pages.
 */
const everyLook: readonly Look[] = [
  plainLook,
  { width: 1280, colorScheme: "dark", contrast: "only" },
  { width: 390, colorScheme: "light", without: "rk-example" },
  { width: 390, colorScheme: "dark", contrast: "only", without: "rk-example" },
];

const afterRun: Look = { width: 390, colorScheme: "dark" };

/** How tall a guide may be, in pixels, by the width of the window, and where its decision begins. */
const tallest = new Map([
  [1280, 11_000],
  [390, 16_000],
]);
const lowest = 900;

/** Measures a guide that has a decision, as it is before anything is opened, and prints a line. */
async function hasForm(page: Page, path: string): Promise<void> {
  if ((await page.locator(".decision").count()) === 0) {
    return;
  }
  const figures: string[] = [];
  for (const [width, most] of tallest) {
    await page.setViewportSize({ width, height: 900 });
    const { height, top, end } = await page.evaluate(() => {
      const panel = document.querySelector(".decision")?.getBoundingClientRect();
      const at = (y = 0) => Math.round(y + scrollY);
      return { height: document.body.scrollHeight, top: at(panel?.top), end: at(panel?.bottom) };
    });
    figures.push(`${width}: ${height} px, decision ${top}–${end}`);
    assert.ok(height <= most, `${height} px tall at ${width}, more than ${most}`);
    assert.ok(top < lowest, `the decision begins at ${top} px at ${width}`);
  }
  console.log(`${path} ${figures.join("; ")}`);
  await look(page, plainLook);
  await page.evaluate(() => scrollTo(0, 0));
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

async function look(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
}

/** The width of A4 between Chromium's margins, in pixels. */
const paper = 718;

/** Returns what goes beyond the right edge of the paper when the page is printed. */
async function cutOnPaper(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: paper, height: 1000 });
  await page.emulateMedia({ media: "print" });
  const cut = await page.evaluate(() => {
    const edge = document.documentElement.clientWidth + 1;
    const beyond = (element: Element) => element.getBoundingClientRect().right > edge;
    return Array.from(document.querySelectorAll("main :is(pre, table, figure)"))
      .filter((element) => element.checkVisibility() && beyond(element))
      .map((element) => `${element.className}: ${element.textContent?.slice(0, 60)}`);
  });
  await page.emulateMedia({ media: null });
  return cut;
}

/** Checks that the page, with everything unfolded, is accessible in all these variants and fits 320 px. */
async function fits(page: Page, looks: readonly Look[]): Promise<void> {
  await unfold(page);
  assert.deepEqual(await cutOnPaper(page), [], "cut off on paper");
  if ((await page.locator(".decision").count()) > 0) {
    assert.deepEqual(await clipped(page), [], "cut off without a sign");
  }
  for (const one of looks) {
    await look(page, one);
    assert.deepEqual(await violations(page, one), [], `${one.colorScheme}, ${one.width} px`);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  assert.equal(await overflow(page), 0, "wider than 320 px");
  await look(page, plainLook);
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
