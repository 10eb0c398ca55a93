/**
 * Measures how long a reader waits for the result of an example, and prints medians.
 *
 * The released site is served over a link of 10 Mbit/s and 40 ms (link.ts). A wait begins with the click
 * and ends when the result is in the page. Each is measured in a new browser profile.
 */
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import type { Link } from "./link.ts";

const link: Link = { bitsPerSecond: 10e6, delay: 40 };
const rounds = Number(process.env["ROUNDS"] ?? 5);
/** Which waits to measure: those whose names match. */
const only = new RegExp(process.env["WAITS"] ?? "");
/** How long a reader looks at a page before turning to an example. */
const look = 1000;
/** How long the pointer rests on Run before it is pressed. */
const rest = 1000;

const first = "/guides/query-kinds/";
const second = "/guides/log-tail/";

type Measure = (context: BrowserContext) => Promise<number>;

const waits: Readonly<Record<string, Measure>> = {
  "press Run at once": async (context) => press(await open(context, first)),
  "point at Run for a second first": async (context) => {
    const page = await open(context, first);
    await button(page).hover();
    await wait(rest);
    return press(page);
  },
  "press Run on a second page": async (context) => {
    const page = await open(context, first);
    await press(page);
    await wait(look);
    await page.goto(new URL(second, page.url()).href);
    await wait(look);
    return press(page);
  },
  "press Run on a later visit": async (context) => {
    const before = await open(context, first);
    await press(before);
    await before.evaluate(
      () =>
        new Promise<void>((kept) => {
          navigator.serviceWorker.addEventListener("controllerchange", () => kept());
        }),
    );
    await wait(look);
    await before.close();
    return press(await open(context, second));
  },
  "press Run again": async (context) => {
    const page = await open(context, first);
    await press(page);
    await wait(look);
    return press(page);
  },
  "press Run for the tenth time": async (context) => {
    const page = await open(context, first);
    for (let i = 1; i < 10; i++) {
      await press(page);
    }
    return press(page);
  },
};

const thread = new Worker(new URL("./link.mjs", import.meta.url), { workerData: link });
const origin = await new Promise<string>((resolve) => thread.once("message", resolve));
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
for (const [name, measure] of Object.entries(waits).filter(([name]) => only.test(name))) {
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const context = await browser.newContext({ baseURL: origin });
    times.push(await measure(context));
    await context.close();
  }
  times.sort((a, b) => a - b);
  const median = times[times.length >> 1] ?? 0;
  const [low = 0, high = 0] = [times[0], times.at(-1)];
  console.log(
    `${name.padEnd(34)} ${median.toFixed(0).padStart(6)} ms   (${low.toFixed(0)} to ${high.toFixed(0)})`,
  );
}
await browser.close();
await thread.terminate();

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await wait(look);
  return page;
}

function button(page: Page) {
  return page.locator("rk-example:has(.ex-run):not(.ex-setup *, [data-js]) .ex-run").first();
}

/** Presses Run and returns how long the result took, in milliseconds. */
async function press(page: Page): Promise<number> {
  const run = button(page);
  await run.scrollIntoViewIfNeeded();
  const time = run.evaluate(
    (run) =>
      new Promise<number>((resolve, reject) => {
        const example = run.closest("rk-example") as HTMLElement;
        let pressed = 0;
        addEventListener(
          "click",
          (event) => {
            pressed = event.timeStamp;
          },
          { capture: true, once: true },
        );
        const observer = new MutationObserver(() => {
          const { state } = example.dataset;
          if (state === "done" || state === "failed") {
            observer.disconnect();
            if (state === "done") {
              resolve(performance.now() - pressed);
            } else {
              reject(new Error(example.querySelector(".ex-status")?.textContent ?? ""));
            }
          }
        });
        observer.observe(example, { attributes: true, attributeFilter: ["data-state"] });
      }),
  );
  await wait(20);
  await run.click();
  return time;
}
