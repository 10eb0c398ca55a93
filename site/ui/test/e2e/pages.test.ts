import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { reads, readsOn, runAll, startReading, violations } from "./reader.ts";
import { hasExamples, pages, showcaseOf } from "./server.ts";

startReading();

/** What the console says about the one page that doesn't exist. */
const notFound = /status of 404/;

const shown = pages();
const showcase = showcaseOf(shown);

// Each page is opened once for all checks, and two at a time, because there are many. What an example shows
// after it has been run equals what the build put there. Examples are one component, at which a few pages
// look in every state; every other page looks at what is its own.
describe("pages", { concurrency: 2 }, () => {
  for (const path of shown) {
    test(`pages: ${path} is accessible, fits, and shows the same results as the build`, async () => {
      const looks = showcase.has(path) ? everyLook : plainLook;
      await readsOn(async ({ page, open }) => {
        await look(page, plainLook);
        await open(path);
        await hasForm(page, path);
        if (hasExamples(path)) {
          const built = await results(page);
          await fits(page, looks === everyLook ? looks : []);
          await page.reload();
          assert.match(await runAll(page), / 0 failed\.$/);
          assert.deepEqual(await results(page), built);
        }
        await fits(page, looks === everyLook && hasExamples(path) ? looks.slice(-1) : looks);
      }, notFound);
    });
  }
});

interface Look {
  readonly width: number;
  readonly colorScheme: "light" | "dark";
}

const plainLook: readonly Look[] = [{ width: 1280, colorScheme: "light" }];

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

/** Both themes, wide and narrow. */
const everyLook: readonly Look[] = [1280, 390].flatMap((width) => [
  { width, colorScheme: "light" as const },
  { width, colorScheme: "dark" as const },
]);

async function look(page: Page, [first]: readonly Look[]): Promise<void> {
  if (first) {
    await page.setViewportSize({ width: first.width, height: 900 });
    await page.emulateMedia({ colorScheme: first.colorScheme });
  }
}

/** Checks that the page, with everything unfolded, is accessible in all these variants and fits 320 px. */
async function fits(page: Page, looks: readonly Look[]): Promise<void> {
  await unfold(page);
  if ((await page.locator(".decision").count()) > 0) {
    assert.deepEqual(await clipped(page), [], "cut off without a sign");
  }
  const without = looks === plainLook ? "rk-example" : "";
  for (const one of looks) {
    await look(page, [one]);
    assert.deepEqual(await violations(page, without), [], `${one.colorScheme}, ${one.width} px`);
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
