import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isDeepStrictEqual } from "node:util";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  chromium,
  type JSHandle,
  type Locator,
  type Page,
} from "playwright-core";
import { during } from "../during.ts";
import { serve, stop } from "./server.ts";

/**
 * Tests answer requests themselves, and those of a service worker they don't see. What moves is looked at by
 * tests that ask for it: others would find it at different places each time.
 */
const plain: BrowserContextOptions = { serviceWorkers: "block", reducedMotion: "reduce" };
const blocked = "Service Worker registration blocked by Playwright";

let browser: Browser | undefined;
let origin: string;

/** Code for an example that works in any account. */
export const tables = "### Tables\n# @expect status == 200\nGET {{host}}/Tables\n";

/** Code for an example that takes far too long. */
export const runaway = "# @loop for 1000000\nGET {{host}}/Tables\n";

/** Starts a browser for a file of tests. Two files would share its clipboard. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    timeout: patience,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Without these the Chromium that has no windows sets text wider than the one that has, and lets frames
      // of other sites into the page's process.
      "--font-render-hinting=none",
      "--site-per-process",
    ],
  });
}

/** Starts the site, or what a test serves in its place, and a browser for the tests of a file. */
export function startReading(serving = serve): void {
  during(async () => {
    const served = await serving();
    origin = served.origin;
    const opened = await openBrowser();
    browser = opened;
    return async () => {
      await opened.close();
      stop(served.server);
    };
  });
}

/** The address of the site. */
export function site(): string {
  return origin;
}

/** An example that runs, and isn't folded, covered by a question, or part of a decision. */
export const ordinary =
  "rk-example:has(.ex-run):not(:is(.ex-setup, .decision, .fold, .langs) *, .is-first + *)";

/** A reader of pages. */
export interface Reader {
  readonly page: Page;
  /** Invisible problems: script errors, console errors and violations of the page's policy. */
  readonly complaints: string[];
  open(path: string): Promise<void>;
  /** Finds an example by its id, or by its index among the ordinary ones. */
  example(which: string | number): Locator;
}

/** A new profile of the browser, in which all pages have patience. */
async function profile(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  assert.ok(browser);
  const context = await browser.newContext({ ...plain, ...options });
  context.setDefaultTimeout(patience);
  return context;
}

/**
 * Lets a reader with a new browser profile use the site, and fails if there were invisible problems.
 * @param allowed - problems that a test provokes
 */
export async function reads(
  options: BrowserContextOptions,
  use: (reader: Reader) => Promise<void>,
  allowed = /^$/,
): Promise<void> {
  const context = await profile(options);
  try {
    await watched(await context.newPage(), use, allowed);
  } finally {
    await context.close();
  }
}

/** How many milliseconds a page has for anything: far more than it needs, since processors may be busy. */
export const patience = 300_000;

/** Pages of earlier readers without problems, to use again, by the options of their profiles. */
const idle = new Map<BrowserContextOptions, Page[]>();

/**
 * Does the same, but possibly with the page of an earlier reader with the same options, who changed nothing
 * that matters. That takes a fraction of the time.
 */
export async function readsOn(
  use: (reader: Reader) => Promise<void>,
  allowed = /^$/,
  options = plain,
): Promise<void> {
  const pages = idle.get(options) ?? [];
  idle.set(options, pages);
  const page = pages.pop() ?? (await (await profile(options)).newPage());
  try {
    await watched(page, use, allowed);
    pages.push(page);
  } catch (error) {
    await page.context().close();
    throw error;
  }
}

/** Does the same on a page that an earlier reader may have left as the tests after theirs can use it. */
export function readsFurther(
  path: string,
  use: (reader: Reader) => Promise<void>,
  allowed?: RegExp,
): Promise<void> {
  const there = async (reader: Reader) => {
    if (new URL(reader.page.url()).pathname !== path) {
      await reader.open(path);
    }
    await use(reader);
  };
  return readsOn(there, allowed);
}

async function watched(
  page: Page,
  use: (reader: Reader) => Promise<void>,
  allowed: RegExp,
): Promise<void> {
  const complaints: string[] = [];
  const failed = (error: Error) => complaints.push(`error: ${error.message}`);
  const said = (message: ConsoleMessage) => {
    const told = message.type() === "error" || message.type() === "warning";
    if (told && message.text() !== blocked) {
      complaints.push(`console: ${message.text()}`);
    }
  };
  page.on("pageerror", failed).on("console", said);
  const reader: Reader = {
    page,
    complaints,
    open: async (path) => {
      await page.goto(origin + path, { waitUntil: "load" });
    },
    example: (which) =>
      typeof which === "string"
        ? page.locator(`rk-example[id="${which}"]`)
        : page.locator(ordinary).nth(which),
  };
  await use(reader).catch((cause) => {
    throw new Error(`${cause}\nuntil then: ${complaints.join("\n") || "no complaints"}`, { cause });
  });
  page.off("pageerror", failed).off("console", said);
  assert.deepEqual(
    complaints.filter((complaint) => !allowed.test(complaint)),
    [],
  );
}

/**
 * Opens the editor of an example as a reader does, and returns its text area. A pointer that comes before the
 * page's script has to come again.
 */
export async function editor(example: Locator): Promise<Locator> {
  const area = example.locator("textarea").first();
  for (let tries = 0; tries < 20 && !(await area.isVisible()); tries++) {
    await example.page().mouse.move(0, 0);
    await example.locator(".ex-code").first().hover();
    await area.waitFor({ timeout: 3000 }).catch(() => {});
  }
  await area.waitFor();
  return area;
}

/** The result of an example, without the names that its tabs get once they are touched. */
export async function shown(example: Locator): Promise<string> {
  return (await example.locator(".ex-result").innerHTML()).replace(/ name="[^"]*"/g, "");
}

/** Waits until an example is in a state. */
export function becomes(example: Locator, state: string): Promise<void> {
  return example.and(example.page().locator(`[data-state=${state}]`)).waitFor();
}

/** Reads something of a page until it's what is expected, because it may come later than what led to it. */
export async function comes<T>(read: () => Promise<T>, expected: T): Promise<void> {
  for (const end = Date.now() + patience; ; ) {
    const found = await read();
    if (isDeepStrictEqual(found, expected)) {
      return;
    }
    if (Date.now() > end) {
      assert.deepEqual(found, expected);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Waits until the example has been run. */
export async function ran(example: Locator): Promise<string> {
  await example.and(example.page().locator("[data-state=done], [data-state=failed]")).waitFor();
  return (await example.locator(".ex-status").textContent()) ?? "";
}

/** The status of an example that has been run. */
export const finished = /ran here in \d+ ms$/;

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Elements of a page. */
export type Elements = JSHandle<Element[]>;

/**
 * Finds a visible element of each kind that isn't known yet, and makes these known; undefined if there are
 * none. The kind of an element is its name and class, and those of its parent, which determine its role, its
 * colours and its width.
 */
export async function newIn(
  page: Page,
  selector: string,
  known: Set<string>,
): Promise<Elements | undefined> {
  const found = await page.evaluateHandle(
    ({ selector, known }) => {
      const earlier = new Set(known);
      const name = (element: Element | null) =>
        `${element?.localName}.${element?.getAttribute("class") ?? ""}`;
      const found = new Map<string, Element>();
      for (const element of document.querySelectorAll(selector)) {
        const kind = `${name(element.parentElement)} > ${name(element)}`;
        if (!earlier.has(kind) && !found.has(kind) && element.checkVisibility()) {
          found.set(kind, element);
        }
      }
      return { elements: [...found.values()], kinds: [...found.keys()] };
    },
    { selector, known: [...known] },
  );
  for (const kind of await found.evaluate(({ kinds }) => kinds)) {
    known.add(kind);
  }
  const elements = await found.evaluateHandle(({ elements }) => elements);
  return (await elements.evaluate(({ length }) => length)) > 0 ? elements : undefined;
}

/** What axe looks at. */
export interface Scope {
  /** The elements to look at, or what selects them; all of the page otherwise. */
  readonly within?: Elements | string | undefined;
  /** Selects parts to leave out, because other tests look at them. */
  readonly without?: string;
  /** Whether the contrast of text and of links in it is all that is looked at, or all that isn't. */
  readonly contrast?: "only" | "no" | undefined;
}

/** Rules of axe that a theme decides, and that take it longest. */
const colours = ["color-contrast", "link-in-text-block"];

/** Returns the accessibility problems of the page in its current state. */
export async function violations(page: Page, scope: Scope = {}): Promise<string[]> {
  if (await page.evaluate(() => !("axe" in globalThis))) {
    await page.evaluate(axe);
  }
  return page.evaluate(
    async ({ within, without, contrast, colours }) => {
      type Found = { violations: { id: string; nodes: { target: unknown[] }[] }[] };
      type Axe = { run(context: object, options: object): Promise<Found> };
      const { axe } = globalThis as unknown as { axe: Axe };
      const exclude = without ? [...document.querySelectorAll(without)] : [];
      const context = { include: within ?? document, exclude };
      const found = await axe.run(context, {
        resultTypes: ["violations"],
        preload: false, // style sheets, which only a rule about turned screens needs
        ...(contrast === "only" && { runOnly: colours }),
        rules: Object.fromEntries(colours.map((rule) => [rule, { enabled: contrast !== "no" }])),
      });
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.target)}`);
    },
    { within: scope.within, without: scope.without, contrast: scope.contrast, colours },
  );
}
