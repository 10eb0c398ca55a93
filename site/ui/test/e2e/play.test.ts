import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { unzipSync } from "fflate";
import type {
  BrowserContext,
  BrowserContextOptions,
  Download,
  Locator,
  Page,
} from "playwright-core";
import { comes, type Reader, reads, readsOn, runaway, startReading, violations } from "./reader.ts";

startReading();

const wide = {
  viewport: { width: 1280, height: 800 },
  permissions: ["clipboard-read", "clipboard-write"],
};
const phone = { ...wide, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Begins with the first workspace, as a reader can at any time: on the page of the test before, if any. */
async function begin({ page, open }: Reader): Promise<void> {
  const spaces = page.locator(".pl-space-name");
  if ((await spaces.count()) === 0) {
    await open("/play/");
    return;
  }
  const before = await page.evaluate(() => {
    document.querySelector(".pl-toast")?.remove(); // what the test before was told
    document.querySelector(".pl-status-words")?.replaceChildren();
    return sessionStorage["rowkey:play"];
  });
  await page.keyboard.press("Escape"); // what may be open
  await spaces.click();
  const panel = page.locator(".pl-panel:popover-open");
  await panel.getByRole("button", { name: "Four queries", exact: true }).click();
  await page.waitForFunction((before) => sessionStorage["rowkey:play"] !== before, before);
}

/** Lets a reader use the first workspace, on a page with an engine that other tests have used. */
function plays(
  use: (page: Page) => Promise<void>,
  options: BrowserContextOptions = wide,
): Promise<void> {
  const begun = async (reader: Reader) => {
    await begin(reader);
    await use(reader.page);
  };
  return readsOn(begun, undefined, options);
}

/** Waits until the playground is there, and puts the cursor on a line of the file in front. */
async function at(page: Page, line = "### Both keys"): Promise<void> {
  await page.locator(".cm-line", { hasText: line }).first().click();
}

/** Waits for what the last run came to. */
async function status(page: Page, words: string | RegExp): Promise<void> {
  await page.locator(".pl-status-words").filter({ hasText: words }).waitFor();
}

/** Runs the request at the cursor. */
async function run(page: Page, words: string | RegExp): Promise<void> {
  await page.keyboard.press("Control+Enter");
  await status(page, words);
}

/** Replaces the text of the file in front. */
async function write(page: Page, text: string): Promise<void> {
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

async function kept(page: Page): Promise<void> {
  await page.locator(".pl-kept", { hasText: "Files kept in this browser" }).waitFor();
}

function downloaded(page: Page): Promise<Download> {
  return page.waitForEvent("download");
}

/** Brings a file in by the panel. */
async function bring(page: Page, name: string, text: string | Buffer): Promise<void> {
  if (!(await page.locator(".pl-import").isVisible())) {
    await page.getByRole("button", { name: "Import", exact: true }).first().click();
  }
  const buffer = typeof text === "string" ? Buffer.from(text) : text;
  await page
    .locator(".pl-import input[type=file]")
    .setInputFiles({ name, mimeType: "text/plain", buffer });
}

function table(name: string, size: string): RegExp {
  return new RegExp(`${name}\\s*${size}`);
}

test("the keyboard alone runs, reads and leaves, and nothing is inaccessible", () =>
  plays(async (page) => {
    const accessible = async () => {
      assert.deepEqual(await violations(page), []);
      await page.emulateMedia({ colorScheme: "dark" });
      assert.deepEqual(await violations(page, { contrast: "only" }), []);
      await page.emulateMedia({ colorScheme: "light" });
    };
    await page.locator(".cm-content").waitFor();
    await accessible();
    await at(page);
    await run(page, /Point query · read 1 → returned 1 · \d+ ms/);
    assert.ok(await page.locator(".cm-content").evaluate((e) => e === document.activeElement));
    await page.locator(".pl-result .lanes").waitFor();
    await page.locator(".pl-note.kind-point", { hasText: "Point query" }).waitFor();
    await accessible();
    await page.keyboard.press("Escape");
    await comes(() => page.evaluate(() => document.activeElement?.textContent), "Run");
    await page.keyboard.press("Alt+3");
    await page.locator(".pl-grid").waitFor();
    await accessible();
    await page.keyboard.press("?");
    await page.locator(".pl-panel:popover-open", { hasText: "Run the request" }).waitFor();
    await accessible();
    await page.keyboard.press("Escape");
    await page.locator(".pl-space-name").press("Enter");
    await page.locator(".pl-guide").nth(38).waitFor();
    await accessible();
  }));

for (const screen of [wide, phone]) {
  test(`requests at the cursor are copied as code, as they are now: ${screen.viewport.width}`, () =>
    plays(async (page) => {
      const menu = page.getByRole("button", { name: screen === wide ? "Copy as" : "More" });
      const copied = async (form: string) => {
        await menu.click();
        await page.getByRole("menuitem", { name: form, exact: true }).click();
        await page.getByText(`copied as ${form}.`).first().waitFor();
        return await page.evaluate(() => navigator.clipboard.readText());
      };
      await at(page);
      await menu.click();
      await page.getByText("Run this request first").waitFor();
      await page.keyboard.press("Escape");
      await write(
        page,
        `### Make\nPOST {{host}}/Tables\n\n{"TableName": "Made"}\n\n### Read\nGET {{host}}/Made\n`,
      );
      await page.keyboard.press("Control+a");
      await run(page, "2 requests");
      if (screen === phone) {
        await page.locator(".pl-phone [data-pane=requests]").tap();
      }
      await at(page, "### Read");
      assert.match(
        await copied("Python"),
        /# Read\nfor entity in made\.list_entities\(\):\n {4}print\(entity\)\n$/,
      );
      assert.doesNotMatch(await copied("curl"), /# Make/);
      await page.locator(".cm-content").focus();
      await page.keyboard.press("Control+a");
      assert.match(await copied("Go"), /Make.*CreateTable.*Read.*NewListEntitiesPager/s);
      await at(page, "GET {{host}}/Made");
      await page.keyboard.press("End");
      await page.keyboard.type("()");
      await menu.click();
      await page.getByText("Run this request first").waitFor();
      assert.deepEqual(await violations(page), []);
    }, screen));
}

test("on a phone the result comes first after a run", () =>
  plays(async (page) => {
    await page.locator(".cm-content").waitFor();
    assert.deepEqual(await violations(page), []);
    await page.locator(".pl-runs .cm-gutterElement:visible", { hasText: "▶" }).first().tap();
    await status(page, "Point query");
    await page.locator(".pl-result .lanes").waitFor();
    await page.locator(".cm-editor").waitFor({ state: "hidden" });
    assert.deepEqual(await violations(page), []);
    await page.locator(".pl-phone [data-pane=tables]").tap();
    await page.locator(".pl-grid").waitFor();
    assert.deepEqual(await violations(page), []);
    await page.locator(".pl-phone [data-pane=requests]").tap();
    await page.locator(".pl-show-files").tap();
    await page.locator(".pl-file", { hasText: "Employees.csv" }).tap();
    await page.locator(".pl-tabs .is-current", { hasText: "Employees.csv" }).waitFor();
    const overflow = () => document.documentElement.scrollWidth - innerWidth;
    assert.ok((await page.evaluate(overflow)) <= 0);
    const more = await page.locator(".pl-all-tools").boundingBox();
    assert.ok(more && more.x + more.width <= 390);
  }, phone));

test("work survives a reload and a crash, and two tabs don't overwrite each other", () =>
  reads(wide, async ({ page, open }) => {
    await open("/play/");
    await at(page, "# Four ways");
    await write(page, "### Mine\nGET {{host}}/Tables\n");
    await kept(page);
    await page.reload();
    await page.locator(".cm-line", { hasText: "### Mine" }).waitFor();
    const context: BrowserContext = page.context();
    const other = await context.newPage();
    await other.goto(page.url());
    await other.locator(".cm-line", { hasText: "### Mine" }).waitFor();
    await write(page, "### Ours\nGET {{host}}/Tables\n");
    await other.locator(".cm-line", { hasText: "### Ours" }).waitFor();
    // Without a goodbye.
    await other.close({ runBeforeUnload: false });
    await kept(page);
    const later = await context.newPage();
    await later.goto(page.url());
    await later.locator(".cm-line", { hasText: "### Ours" }).waitFor();
  }));

test("runs are there after a reload, and two of them can be compared", () =>
  plays(async (page) => {
    await at(page);
    await run(page, "Point query");
    await at(page, "### Without");
    await run(page, "Table scan");
    await kept(page);
    await page.reload();
    await page.locator(".pl-chip", { hasText: "Run 2: Without" }).click();
    await page.locator(".pl-run-head", { hasText: "Run 2 of queries.http" }).waitFor();
    await page.locator(".pl-result .lanes").waitFor();
    assert.equal(await page.getByRole("button", { name: "Undo run 2" }).count(), 0);
    await page.getByRole("button", { name: "Compare" }).click();
    await page.locator(".pl-run-head", { hasText: "Run 1 and run 2" }).waitFor();
    await page.locator(".pl-diff .is-after", { hasText: "Without" }).waitFor();
    await at(page);
    await run(page, "Point query");
    await comes(() => page.locator(".pl-chip").count(), 3);
  }));

test("an import that a reload cuts off says so afterwards", () =>
  plays(async (page) => {
    await at(page);
    const rows = Array.from({ length: 100_000 }, (_, i) => `p,${i}`);
    await bring(page, "Readings.csv", `PartitionKey,RowKey\n${rows.join("\n")}\n`);
    await page.locator(".pl-import progress").waitFor();
    await page.reload();
    const said = page.locator(".pl-import", { hasText: "An import was cut off" });
    await said
      .locator("p", { hasText: /stopped at row [\d,]+ of.*None of its rows were kept/ })
      .waitFor();
    assert.deepEqual(await violations(page), []);
    await said.getByRole("button", { name: "Import again" }).click();
    await page.locator(".pl-import input[type=file]").waitFor();
    await page.reload();
    await page.locator(".cm-line").first().waitFor(); // of the workspace that's kept, if any is
    assert.equal(await page.locator(".pl-import").isVisible(), false);
  }));

/** More than the library that packs a folder does without a worker, if it's asked to use any. */
const large = `${`# ${"long ".repeat(20)}\n`.repeat(1700)}### Mine\nGET {{host}}/Tables\n`;

/** Writes what can't be kept, and saves it as a folder. */
async function saves(page: Page, why: string): Promise<void> {
  await at(page, "# Four ways");
  await write(page, large);
  await page.locator(".pl-notice", { hasText: why }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.locator(".cm-line", { hasText: "### Mine" }).waitFor();
  const saved = downloaded(page);
  await page.getByRole("button", { name: "Save as a folder" }).click();
  const files = unzipSync(await readFile(await (await saved).path()));
  assert.equal(Buffer.from(files["four-queries/queries.http"] ?? []).toString(), large);
}

test("nothing is lost where storage is full", () =>
  plays(async (page) => {
    const put = await page.evaluateHandle(() => IDBObjectStore.prototype.put);
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await saves(page, "full");
    await put.evaluate((put) => {
      IDBObjectStore.prototype.put = put;
    });
    await page.getByRole("button", { name: "Try again" }).click();
    await kept(page);
  }));

test("nothing is lost where storage is refused", () =>
  reads(wide, async ({ page, open }) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("no", "SecurityError");
      };
    });
    await open("/play/");
    await saves(page, "refuses storage");
  }));

test("a run that is stopped, or whose engine dies, leaves the tables as they were", () =>
  plays(async (page) => {
    await page.evaluate(() => {
      const { Worker: Original } = globalThis;
      Object.assign(globalThis, {
        Worker: class extends Original {
          constructor(url: string, options: WorkerOptions) {
            super(url, options);
            Object.assign(globalThis, { lastWorker: this });
          }
        },
      });
    });
    await at(page, "### One more");
    await run(page, "1 entity written");
    await page.locator(".pl-table", { hasText: table("Employees", "11 entities") }).waitFor();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText(`\n### Long\n${runaway}`);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Stop" }).click();
    await status(page, "Stopped.");
    await at(page, "### Without");
    await run(page, "Table scan · read 11 → returned 2");
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await page.evaluate(() => {
      const { lastWorker } = globalThis as unknown as { lastWorker: Worker };
      lastWorker.dispatchEvent(new ErrorEvent("error"));
    });
    await status(page, "The engine stopped.");
    await at(page, "### Without");
    await run(page, "Table scan · read 11 → returned 2");
  }));

test("an engine that can't be loaded is told, and loaded later", () =>
  reads(
    wide,
    async ({ page, open }) => {
      await page.context().route("**/*.wasm", (route) => route.abort());
      await open("/play/");
      await at(page);
      await run(page, "could not be loaded");
      await page.context().unroute("**/*.wasm");
      await run(page, "Point query");
    },
    /ERR_FAILED/,
  ));

test("runs can be compared, looked at again, and undone", () =>
  plays(async (page) => {
    await at(page, "### Another");
    await run(page, "Partition scan · read 5 → returned 1");
    await at(page, "### One more");
    await run(page, "1 entity written");
    await at(page, "### Another");
    await run(page, "Partition scan · read 6 → returned 1");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByRole("row", { name: "Read 5 6 +1", exact: true }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.getByRole("button", { name: "Back to the result" }).click();
    await page.locator(".pl-chip").nth(1).click();
    await page.getByRole("button", { name: "Undo run 2" }).click();
    await status(page, "as they were before run 2");
    await page.locator(".pl-table", { hasText: table("Employees", "10 entities") }).waitFor();
    await comes(() => page.locator(".pl-chip.is-undone").count(), 2);
  }));

test("step by step there and back, and everything at once", () =>
  plays(async (page) => {
    await at(page, "### Without");
    await page.keyboard.press("Alt+Enter");
    await page.locator(".pl-step-bar", { hasText: "Step 4 of 6" }).waitFor();
    await page.keyboard.press("Alt+Enter");
    await page.locator(".pl-step-bar", { hasText: "Step 5 of 6" }).waitFor();
    await page.locator(".pl-after tr", { hasText: "Okafor" }).waitFor();
    await page.locator(".pl-next", { hasText: "PATCH" }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await page.locator(".pl-step-bar", { hasText: "Step 4 of 6" }).waitFor();
    await page.locator(".pl-table", { hasText: table("Employees", "10 entities") }).waitFor();
    await page.keyboard.press("Control+Shift+Enter");
    await status(page, "6 requests");
    await comes(() => page.locator(".pl-steps > li").count(), 6);
    assert.equal(await page.locator(".pl-steps > .is-failed").count(), 0);
  }));

test("what all files came to is in the order of their requests, and at each of them", () =>
  plays(async (page) => {
    await at(page, "# Four ways");
    const first = "### First\n# @ref later\nGET {{host}}/Tables\n\n### Later\n# @name later\n";
    await write(page, `${first}GET {{host}}/Employees()\n`);
    await bring(page, "zoo.http", "### Other\nGET {{host}}/Employees()\n");
    await page.locator(".pl-tabs .is-current", { hasText: "zoo.http" }).waitFor();
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Control+Shift+Enter");
    await status(page, "3 requests");
    const steps = page.locator(".pl-steps > li .link");
    await comes(() => steps.allTextContents(), ["First", "Later", "Other"]);
    await comes(() => page.locator(".pl-note").count(), 1);
    await steps.first().click();
    await page.locator(".pl-last", { hasText: "First queries.http, line 3" }).waitFor();
    await page.locator(".rs-table caption", { hasText: "1 table" }).waitFor();
    await page.getByRole("button", { name: "queries.http, line 3" }).click();
    await page.locator(".pl-tabs .is-current", { hasText: "queries.http" }).waitFor();
    await page.locator(".pl-note", { hasText: "Table scan" }).waitFor();
    await comes(() => page.locator(".pl-note").count(), 2);
  }));

test("a misspelt table brings up the one that was meant, as an edit that can be undone", () =>
  plays(async (page) => {
    await at(page, "# Four ways");
    await write(page, "### One\nGET {{host}}/Employes()\n");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowUp");
    await run(page, "404 TableNotFound");
    await page.getByRole("button", { name: "Write Employees" }).click();
    await page.locator(".cm-line", { hasText: "GET {{host}}/Employees()" }).waitFor();
    await run(page, "Table scan");
    await page.keyboard.press("Control+z");
    await page.locator(".cm-line", { hasText: "GET {{host}}/Employes()" }).waitFor();
  }));

test("a misspelt property brings up the one that was meant, as an edit that can be undone", () =>
  plays(async (page) => {
    await at(page, "# Four ways");
    const line = "GET {{host}}/Employees()?$filter=PartitionKey eq 'Sales' and LsatName eq 'Jones'";
    await write(page, `### One\n${line}\n`);
    await page.keyboard.press("Control+Home");
    await run(page, "read 5 → returned 0");
    await page.locator(".rs-hint", { hasText: "No entity of Employees has LsatName." }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.getByRole("button", { name: "Write LastName" }).click();
    await page.locator(".cm-line", { hasText: line.replace("Lsat", "Last") }).waitFor();
    await run(page, "read 5 → returned 1");
    await page.getByRole("button", { name: "Write LastName" }).waitFor({ state: "detached" });
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Control+z");
    await page.locator(".cm-line", { hasText: line }).waitFor();
  }));

test("an or over keys becomes a request for each alternative, from the result or from the editor", () =>
  plays(async (page) => {
    await at(page, "# Four ways");
    const or = "PartitionKey eq 'Sales' or PartitionKey eq 'Support'";
    await write(page, `### Two\nGET {{host}}/Employees()?$filter=${or}\n`);
    await page.keyboard.press("Control+Home");
    await run(page, "Table scan · read 10 → returned 7");
    await page.locator("summary", { hasText: "Why" }).click();
    const offer = page.getByRole("button", { name: "Write 2 requests" });
    await offer.click();
    await page.locator(".cm-line", { hasText: "### Two, 2 of 2" }).waitFor();
    await page.keyboard.press("Control+Shift+Enter");
    await status(page, "2 requests · read 7 → returned 7");
    assert.deepEqual(await violations(page), []);
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Control+z");
    await page.locator(".cm-lintRange-warning", { hasText: or }).hover();
    await page.locator(".cm-diagnosticAction", { hasText: "Write 2 requests" }).click();
    await page.locator(".cm-line", { hasText: "### Two, 1 of 2" }).waitFor();
  }));

test("what is written gets suggestions, and errors their repair", () =>
  plays(async (page) => {
    await at(page, "# Four ways");
    await write(page, "### New\n# @expct status == 200\n");
    await page.keyboard.type("GET {{host}}/Emp");
    await page.locator(".cm-tooltip-autocomplete li", { hasText: "Employees()" }).click();
    await page.keyboard.type("?$filter=");
    await page.locator(".cm-tooltip-autocomplete li", { hasText: "LastName" }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Escape");
    await page.locator(".cm-lintRange-error").hover();
    await page.locator(".cm-diagnosticAction", { hasText: "Write @expect" }).click();
    await page.locator(".cm-line", { hasText: "# @expect status" }).waitFor();
  }));

test("what a reviewer would say is underlined, with its guide, and written as it should be", () =>
  plays(async (page) => {
    await at(page, "# Four ways");
    await write(page, "### New\nGET {{host}}/Employees()\n?$filter=partitionKey eq 'Sales'\n");
    await page.locator(".cm-lintRange-error", { hasText: "partitionKey eq 'Sales'" }).hover();
    await page.locator(".cm-diagnostic a[href='/guides/data-model/']").waitFor();
    assert.deepEqual(await violations(page), []);
    await page.locator(".cm-diagnosticAction", { hasText: "Write PartitionKey eq" }).click();
    await page.locator(".cm-line", { hasText: "?$filter=PartitionKey eq 'Sales'" }).waitFor();
    await page.locator(".cm-lintRange-error").waitFor({ state: "detached" });
    await write(page, "### New\nGET {{host}}/Employees()\n?$filter=LastName eq 'Jones'\n");
    await page.locator(".cm-lintRange-warning", { hasText: "LastName eq 'Jones'" }).hover();
    await page.locator(".cm-diagnostic", { hasText: "The whole table is in range" }).waitFor();
    await page.locator(".cm-diagnostic a[href='/guides/query-kinds/']").waitFor();
    assert.deepEqual(await violations(page), []);
  }));

test("text is found in a file, and replaced", () =>
  plays(async (page) => {
    await at(page, "# Four ways");
    await page.keyboard.press("Control+f");
    await page.locator(".cm-search input[name=search]").pressSequentially("Jones");
    await page.keyboard.press("Enter");
    await page.locator(".cm-searchMatch-selected", { hasText: "Jones" }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.locator(".cm-search input[name=replace]").pressSequentially("Sato");
    await page.keyboard.press("Enter");
    await page.locator(".cm-line", { hasText: "Sato" }).waitFor();
  }));

/** Cancels the next import from within the page: it can be over before a click from outside arrives. */
function cancelNext(): void {
  const observer = new MutationObserver(() => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>(".pl-import button")];
    const cancel = buttons.find(({ textContent }) => textContent === "Cancel");
    if (cancel && document.querySelector(".pl-import progress")) {
      observer.disconnect();
      cancel.click();
    }
  });
  observer.observe(document, { subtree: true, childList: true });
}

test("100,000 entities come in, can be cancelled, paged through, and undone", () =>
  plays(async (page) => {
    await at(page);
    const rows = Array.from(
      { length: 100_000 },
      (_, i) => `device-${i % 50},${String(i).padStart(7, "0")},${i},${i % 2 === 0}`,
    );
    const text = `PartitionKey,RowKey,Number:Int32,Even:Boolean\n${rows.join("\n")}\n`;
    await page.evaluate(cancelNext);
    await bring(page, "Readings.csv", text);
    await page.locator(".pl-toast", { hasText: "cancelled" }).waitFor();
    assert.equal(await page.locator(".pl-file", { hasText: "Readings.csv" }).count(), 0);
    await bring(page, "Readings.csv", text);
    await page.locator(".pl-toast", { hasText: "100,000 entities are in Readings" }).waitFor();
    await page.locator(".pl-table", { hasText: table("Readings", "100,000 entities") }).click();
    await page.locator(".pl-paging", { hasText: "1 to 100" }).waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.locator(".pl-paging", { hasText: "101 to 200" }).waitFor();
    await kept(page);
    await page.getByRole("button", { name: /^Undo: import/ }).click();
    await page.locator(".pl-file", { hasText: "Readings.csv" }).waitFor({ state: "detached" });
    await page.locator(".pl-table", { hasText: "Readings" }).waitFor({ state: "detached" });
  }));

const numbers = Array.from({ length: 250 }, (_, i) => `p-${i % 9},${i},${(i * 7) % 250}`);

/** Runs a query for 250 rows in nine partitions, and returns the button that sorts them. */
async function askMany(page: Page): Promise<Locator> {
  await at(page);
  await bring(page, "Many.csv", `PartitionKey,RowKey,Number:Int32\n${numbers.join("\n")}\n`);
  await page.locator(".pl-toast", { hasText: "250 entities are in Many" }).waitFor();
  await page.locator(".pl-file", { hasText: ".http" }).first().click();
  await write(page, "### All\nGET {{host}}/Many()\n");
  await page.keyboard.press("Control+Enter");
  const caption = page.locator(".pl-rows caption", { hasText: "1 to 100 of 250 entities" });
  await caption.waitFor({ state: "attached" });
  if (!(await caption.isVisible())) {
    await page.locator("details:has(.pl-rows) > summary").click(); // another tab was chosen last
  }
  await caption.waitFor();
  return page.getByRole("button", { name: "Number", exact: true });
}

async function sorted(page: Page, way: string): Promise<void> {
  await page.locator(`.pl-rows th[aria-sort="${way}"]`, { hasText: "Number" }).waitFor();
}

test("every row of an answer is there, a page at a time, before the picture, sorted as one likes", () =>
  plays(async (page) => {
    const sort = await askMany(page);
    const first = page.locator(".pl-rows tbody tr").first();
    await page.locator(".rs-tabs ~ figure").waitFor();
    await sort.click();
    await sorted(page, "ascending");
    await sort.press("Enter");
    await sorted(page, "descending");
    await first.locator("td", { hasText: "249" }).first().waitFor();
    await page.locator(".pl-rows th button:focus", { hasText: "Number" }).waitFor();
    await page.locator(".pl-rows").getByRole("button", { name: "Next" }).click();
    await page.locator(".pl-rows caption", { hasText: "101 to 200 of 250 entities" }).waitFor();
    await first.locator("td", { hasText: "149" }).first().waitFor();
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize(phone.viewport);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize(wide.viewport);
    await page.emulateMedia({ colorScheme: "light" });
  }));

test("the rows of an answer are copied as CSV and TSV and saved, as they're sorted", () =>
  plays(async (page) => {
    await (await askMany(page)).click();
    await sorted(page, "ascending");
    await page.getByRole("button", { name: "Copy TSV" }).click();
    await page.locator(".pl-toast", { hasText: "All rows are copied." }).waitFor();
    const tsv = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(
      tsv,
      /^PartitionKey\tRowKey\tNumber\tTimestamp\r?\np-0\t0\t0\t.*\r?\np-8\t143\t1\t/,
    );
    const save = page.getByRole("button", { name: "Save CSV" });
    const saved = downloaded(page);
    await save.click();
    assert.equal((await saved).suggestedFilename(), "all.csv");
    const csv = await readFile(await (await saved).path(), "utf8");
    assert.equal(csv.trimEnd().split("\r\n").length, 251);
    assert.match(csv, /^PartitionKey,RowKey,Number,Timestamp\r\np-0,0,0,.*\r\np-8,143,1,/);
    const create = await page.evaluateHandle(() => URL.createObjectURL);
    await page.evaluate(() => {
      URL.createObjectURL = () => {
        throw new Error("The disk is full.");
      };
    });
    await save.click();
    await page.locator(".pl-toast", { hasText: "The disk is full." }).waitFor();
    await create.evaluate((create) => {
      URL.createObjectURL = create;
    });
  }));

/** Rows that are hardly smaller when they're packed. */
function noise(bytes: number): string {
  let [text, state] = ["PartitionKey,RowKey,Noise:String\n", 7];
  for (let i = 0; text.length < bytes; i++) {
    text += `p,${i},`;
    for (let at = 0; at < 200; at++) {
      state = (Math.imul(state, 48271) >>> 0) % 2147483647;
      text += String.fromCharCode(48 + (state % 75)).replace(/\W/, "x");
    }
    text += "\n";
  }
  return text;
}

/** Brings in so much, and shares the workspace. */
async function share(page: Page, bytes: number): Promise<void> {
  await at(page);
  await bring(page, "Noise.csv", noise(bytes));
  await page.locator(".pl-file", { hasText: "Noise.csv" }).waitFor();
  await page.getByRole("button", { name: "Share" }).first().click();
}

test("64 KB of data are shared as a link", () =>
  plays(async (page) => {
    await share(page, 62_000);
    await page.locator(".pl-toast", { hasText: "Chats and mail may cut one so long" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await page.context().newPage();
    await other.goto(link);
    await other.locator(".pl-file", { hasText: "Noise.csv" }).waitFor();
    await other.close();
  }));

test("more than a link can carry is shared as a folder", () =>
  plays(async (page) => {
    await share(page, 130_000);
    const refused = page.locator(".pl-toast", { hasText: "too large for a link" });
    const saved = downloaded(page);
    await refused.getByRole("button", { name: "Save as a folder" }).click();
    await (await saved).delete();
  }));

test("bad rows are told by line, and the reader chooses", () =>
  plays(async (page) => {
    await at(page);
    const text = "PartitionKey,RowKey,Age:Int32\na,1,5\na,2,old\na,3,7\n";
    await bring(page, "People.csv", text);
    await page.locator(".pl-import li", { hasText: "Line 3" }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.getByRole("button", { name: "Keep none" }).click();
    await page.locator(".pl-toast", { hasText: "Nothing was kept" }).waitFor();
    assert.equal(await page.locator(".pl-table", { hasText: "People" }).count(), 0);
    await bring(page, "People.csv", text);
    await page.getByRole("button", { name: "Keep the 2 good rows" }).click();
    await page.locator(".pl-table", { hasText: table("People", "2 entities") }).waitFor();
    await page.locator(".pl-file", { hasText: "People.csv" }).waitFor();
    await bring(page, "Sums.csv", "PartitionKey,RowKey,Total,Paid\na,1,9.5,true\n");
    assert.equal(await page.getByLabel("Paid").inputValue(), "Boolean");
    await page.getByLabel("Total").selectOption("String");
    assert.deepEqual(await violations(page), []);
    await page.getByRole("button", { name: "Import", exact: true }).last().press("Enter");
    await page.locator(".pl-toast", { hasText: "1 entity is in Sums" }).waitFor();
    await page.locator(".pl-file", { hasText: "Sums.csv" }).click();
    await page.getByRole("button", { name: "Text", exact: true }).click();
    await page.locator(".cm-line", { hasText: "RowKey,Total,Paid:Boolean" }).waitFor();
  }));

test("a row that can't be stored shows beside its file and with the result", () =>
  plays(async (page) => {
    await page.locator(".pl-file", { hasText: "Employees.csv" }).click();
    await page.getByRole("button", { name: "Text", exact: true }).click();
    await write(page, "PartitionKey,RowKey,Age:Int32\nMarketing,1,old\nSales,Jones,34\n");
    await page.locator(".pl-file", { hasText: "queries.http" }).click();
    await at(page);
    await page.keyboard.press("Control+Enter");
    const told = page.getByRole("button", { name: "1 row of Employees.csv isn't loaded" });
    await told.waitFor();
    await page.getByRole("button", { name: "Employees.csv, 1 row not loaded" }).waitFor();
    assert.deepEqual(await violations(page), []);
    await told.click();
    await page.locator(".pl-tabs .is-current", { hasText: "Employees.csv" }).waitFor();
    await write(page, "PartitionKey,RowKey,Age:Int32\nMarketing,1,40\nSales,Jones,34\n");
    await page.getByRole("button", { name: "Run all" }).click();
    await status(page, "requests");
    await page.locator(".pl-refused").first().waitFor({ state: "detached" });
  }));

test("a run of everything is undone as one", () =>
  plays(async (page) => {
    await at(page);
    await run(page, "Point query");
    await page.getByRole("button", { name: "Run all" }).click();
    await page.locator(".pl-table", { hasText: table("Employees", "11 entities") }).waitFor();
    await page.getByRole("button", { name: "Undo: run 2" }).click();
    await status(page, "The tables are as they were before run 2.");
    await page.locator(".pl-table", { hasText: table("Employees", "10 entities") }).waitFor();
  }));

test("an edit of the grid changes the table, and only rows that can't be stored are told", () =>
  plays(async (page) => {
    await at(page);
    await run(page, "Point query");
    await page.locator(".pl-file", { hasText: "Employees.csv" }).click();
    await page.getByRole("button", { name: "Grid", exact: true }).click();
    const ages = page.locator(".pl-data .grid-table tbody td:nth-child(4)");
    const edit = async (value: string) => {
      await ages.first().dblclick();
      await page.keyboard.press("Control+a");
      await page.keyboard.type(value);
      await page.keyboard.press("Enter");
    };
    await edit("old");
    await page.locator(".pl-refused", { hasText: "1 row of Employees.csv isn't loaded" }).waitFor();
    await edit("77");
    await page.locator(".pl-refused").first().waitFor({ state: "detached" });
    await page.locator(".pl-file", { hasText: "queries.http" }).click();
    await write(page, "### One\nGET {{host}}/Employees()?$filter=Age eq 77\n");
    await page.keyboard.press("Control+Home");
    await run(page, "returned 1");
  }));

test("a folder, a link and a guide make workspaces, and the reader's own stay", () =>
  reads(wide, async ({ page, open }) => {
    await open("/play/");
    await at(page, "# Four ways");
    await write(page, "### Mine\nGET {{host}}/Tables\n");
    await kept(page);
    await page.keyboard.press("Control+s");
    await page.locator(".pl-toast", { hasText: "is copied" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /\/play\/#v1\./);
    await open("/play/#guide=query-kinds");
    await page.locator(".pl-file", { hasText: "query-kinds.http" }).waitFor();
    await page.goto("about:blank");
    await page.goto(link);
    await page.locator(".cm-line", { hasText: "### Mine" }).waitFor();
    assert.equal(await page.locator(".pl-status-words").textContent(), "");
    await page.locator(".pl-space-name").click();
    await page.locator(".pl-space", { hasText: "Four queries" }).waitFor();
  }));

test("files are added, renamed, moved and deleted by keyboard, and deletion is undone", () =>
  plays(async (page) => {
    await page.getByRole("button", { name: "New file of requests" }).click();
    const field = page.locator(".pl-naming input");
    await field.fill("queries.http");
    await field.press("Enter");
    await page.locator(".pl-naming .pl-wrong", { hasText: "already" }).waitFor();
    await field.fill("more.http");
    await field.press("Enter");
    const file = page.locator("[data-file='more.http']");
    await file.waitFor();
    await file.press("Alt+ArrowUp");
    const names = ["more.http", "queries.http", "Employees.csv"];
    await comes(() => page.locator(".pl-file").allInnerTexts(), names);
    await file.press("Delete");
    await page.locator(".pl-toast", { hasText: "more.http is deleted" }).waitFor();
    await file.waitFor({ state: "detached" });
    await page.keyboard.press("Control+Alt+z");
    await file.waitFor();
  }));
