import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { pack } from "../../share/pack-v1.ts";
import { patience, type Reader, reads, readsOn, startReading, violations } from "./reader.ts";
import { buildRowkey } from "./rowkey.ts";

startReading();

const wide = {
  viewport: { width: 1280, height: 900 },
  permissions: ["clipboard-read", "clipboard-write"],
};
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const file = (keys: string) => `entities:
  Reading:
    count: 600
    properties:
      Device: {type: string, values: 3}
      At: {type: datetime, every: 1m, from: 2026-01-05T00:00:00Z}
patterns:
  latest: {of: Reading, where: "Device = ?", sort: At desc, limit: 10}
  write: {insert: Reading}
designs:
  here: {Reading: {PartitionKey: "${keys}", RowKey: "{At:inverted}_{Device}"}}
  by time: {Reading: {PartitionKey: "{At:yyyy-MM-dd}", RowKey: "{At:iso}_{Device}"}}
budgets:
  latest: {read: "<= 10"}
`;

/** The cell of a pattern under a design. */
function cell(page: Page, pattern: string, column: number): Locator {
  const row = page.locator(".ds-matrix tbody tr", {
    has: page.locator("th", { hasText: new RegExp(`^${pattern}$`) }),
  });
  return row.locator("td").nth(column).getByRole("button");
}

/** Opens the page with a text. If it's open already, nothing is left there of what it was used for. */
async function begin({ page, open }: Reader, text: string): Promise<void> {
  const link = `/design/#d1.${pack(text)}`;
  const isOpen = await page.evaluate((link) => {
    const scale = document.querySelector<HTMLSelectElement>("#ds-scale");
    if (!scale) {
      return false;
    }
    scale.value = "0";
    for (const said of document.querySelectorAll(".ds-status")) {
      said.textContent = "";
    }
    for (const door of document.querySelectorAll("details")) {
      door.open = false;
    }
    localStorage.clear();
    history.replaceState(null, "", "/design/");
    location.href = link;
    return true;
  }, link);
  if (!isOpen) {
    await open(link);
  }
  await page.locator(".ds-head .ds-status", { hasText: "Ran here" }).waitFor();
}

/** Lets a reader use the page with a text: the page of the test before, where the engine has started. */
function designs(
  text: string,
  use: (reader: Reader) => Promise<void>,
  device: BrowserContextOptions = wide,
): Promise<void> {
  const begun = async (reader: Reader) => {
    await begin(reader, text);
    await use(reader);
  };
  return readsOn(begun, undefined, device);
}

/** The design file as its editor has it. */
async function text(page: Page): Promise<string> {
  await page.locator(".ds-editor .cm-content").waitFor();
  return (await page.locator(".ds-editor .cm-line").allTextContents()).join("\n");
}

/** Opens one of the parts below the matrix. */
async function part(page: Page, name: RegExp): Promise<void> {
  await page.getByRole("tab", { name }).click();
}

async function write(page: Page, file: string): Promise<void> {
  await page.locator(".ds-editor .cm-content").fill(file);
}

test("other keys change what a question reads, and a cell says why", () =>
  designs(file("{Device}"), async ({ page }) => {
    const latest = cell(page, "latest", 0);
    await latest.filter({ hasText: /Range query.*reads 10 for 10.*best/ }).waitFor();
    await write(page, file("all"));
    await latest.filter({ hasText: /scan/ }).filter({ hasText: "over budget" }).waitFor();
    await latest.press("Enter");
    const detail = page.locator(".ds-detail");
    assert.match((await detail.textContent()) ?? "", /^latest under “here”/);
    await detail.locator("pre", { hasText: /^GET \{\{host\}\}\/Readings\(\)/ }).waitFor();
    assert.notEqual(await detail.locator("ol li").count(), 0);
    const lane = detail.locator(".ds-lanes li", { hasText: /Readings · all/ });
    await lane.filter({ hasText: /read \d+, sent 10 · RowKey \d+_Device-\d+ … \d+_/ }).waitFor();
    // The answer that also looks at larger sizes draws the lanes again, so they're looked at in one go.
    await page.waitForFunction(() => {
      const all = [...document.querySelectorAll(".ds-lanes li")];
      const bars = all.find((lane) => lane.textContent?.includes("Readings · all"))?.children[1];
      const [sent = 0, vain = 0] = Array.from(bars?.children ?? [], (bar) => bar.clientWidth);
      return sent > 0 && vain > sent;
    });
    assert.equal(await latest.getAttribute("aria-pressed"), "true");
    await cell(page, "write", 0)
      .filter({ hasText: /Write.*writes 1/ })
      .waitFor();
    assert.deepEqual(await violations(page), []);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await violations(page, { contrast: "only" }), []);
    await page.getByLabel("Entities", { exact: true }).selectOption("1000");
    await detail.filter({ hasText: "at 1,000 entities" }).waitFor();
    await page.reload();
    await latest.filter({ hasText: "over budget" }).waitFor();
    assert.equal(await text(page), file("all"));
  }));

test("an error has its line, where a press puts the cursor", () =>
  designs(file("{Device}"), async ({ page }) => {
    await write(page, file("{Devise}"));
    const error = page.locator(".ds-errors li");
    await error.filter({ hasText: /^Line 11, column \d+ .*Devise/ }).waitFor();
    await page.locator(".ds-status", { hasText: "The design file has an error." }).waitFor();
    await page.getByRole("button", { name: "Copy as Markdown" }).click();
    await page.locator(".ds-status", { hasText: "There's no matrix of this text yet." }).waitFor();
    assert.deepEqual(await violations(page), []);
    await error.getByRole("button").press("Enter");
    await page
      .locator(".ds-editor .cm-focused .cm-activeLineGutter", { hasText: /^11$/ })
      .waitFor();
    await page.locator(".ds-editor .cm-lintRange-error", { hasText: "Devise" }).waitFor();
    await write(page, file("{Device}"));
    await page.locator(".ds-status", { hasText: "Ran here" }).waitFor();
    assert.equal(await error.count(), 0);
  }));

test("a design goes along as a link, a file and Markdown", () =>
  reads(wide, async (reader) => {
    const { page } = reader;
    const own = file("{Device}");
    // Another text, so that the cell waited for is of the one that goes along.
    await begin(reader, file("all"));
    await write(page, own);
    await cell(page, "latest", 0).filter({ hasText: "reads 10 for 10" }).waitFor();
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.locator(".ds-status", { hasText: "copied" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /\/design\/#d1\.[\w-]+$/);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    const saved = await download;
    assert.equal(saved.suggestedFilename(), "design.rowkey.yaml");
    assert.equal(await readFile(await saved.path(), "utf8"), own);
    await page.getByRole("button", { name: "Copy as Markdown" }).click();
    await page.locator(".ds-status", { hasText: "The matrix is copied" }).waitFor();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /### latest/);
    await reads(wide, async ({ page: other }) => {
      await other.goto(link);
      await cell(other, "latest", 0).waitFor();
      assert.equal(await text(other), own);
    });
  }));

test("on a phone each pattern is a card", () =>
  designs(
    file("{Device}"),
    async ({ page }) => {
      await cell(page, "latest", 1).filter({ hasText: "by time" }).tap();
      await page.locator(".ds-detail", { hasText: "latest under “by time”" }).waitFor();
      const overflow = () => document.documentElement.scrollWidth - innerWidth;
      assert.ok((await page.evaluate(overflow)) <= 0);
      assert.deepEqual(await violations(page), []);
    },
    phone,
  ));

test("pasted rows become a design file, and the old one can come back", () =>
  designs(file("{Device}"), async ({ page }) => {
    await page.getByText("Start from your own data").click();
    await page.getByRole("button", { name: "Describe it" }).click();
    await page.locator(".ds-notes", { hasText: "Paste some rows first" }).waitFor();
    const rows = Array.from(
      { length: 60 },
      (_, i) => `${i}\tuser-${i % 6}\t2026-01-${10 + (i % 20)}`,
    );
    await page.getByLabel("Rows with their names").fill(["Id\tUser\tDay", ...rows].join("\n"));
    await page.getByRole("button", { name: "Describe it" }).click();
    await cell(page, "by user", 0)
      .filter({ hasText: /Partition scan.*reads \d/ })
      .waitFor();
    assert.match(await text(page), /User: \{type: string, values: 6\}/);
    assert.deepEqual(await violations(page), []);
    await page.getByRole("button", { name: "Back to your own text" }).click();
    assert.equal(await text(page), file("{Device}"));
  }));

const script = `### The seats of a row
# @name seats
GET {{host}}/Seats()?$filter=PartitionKey eq 'hall-1' and RowKey ge '04' and RowKey lt '05'

### Who sits where
# @name guest
GET {{host}}/Seats()?$filter=Guest eq 'guest-7'
`;

const seats = [
  "PartitionKey,RowKey,Guest",
  ...Array.from({ length: 90 }, (_, i) => {
    const row = String(Math.floor(i / 10)).padStart(2, "0");
    return `hall-${i % 2},${row}-${i % 10},guest-${i}`;
  }),
].join("\n");

test("requests become a design file, with the tables that come with them", () =>
  designs(file("{Device}"), async ({ page }) => {
    await page.getByText("Start from your own data").click();
    await page.getByLabel("Rows with their names").fill(script);
    await page.getByRole("button", { name: "Describe it" }).click();
    await page.locator(".ds-notes", { hasText: "There are no entities to describe." }).waitFor();
    await page.getByLabel("Files with data or requests").setInputFiles([
      { name: "seats.http", mimeType: "text/plain", buffer: Buffer.from(script) },
      { name: "Seats.csv", mimeType: "text/csv", buffer: Buffer.from(seats) },
    ]);
    await cell(page, "guest", 0)
      .filter({ hasText: /Table scan.*reads 90 for 1/ })
      .waitFor();
    await cell(page, "seats", 0)
      .filter({ hasText: /Range query/ })
      .waitFor();
    assert.match(
      await text(page),
      / {4}Seat: \{PartitionKey: "hall-\{Hall\}", RowKey: "\{Row\}"\}\n$/,
    );
    assert.deepEqual(await violations(page), []);
  }));

test("a file and a table of the playground open as designs", () =>
  reads(wide, async ({ page, open }) => {
    await open("/play/");
    await page.locator(".cm-content").waitFor();
    const opened = async (press: () => Promise<void>) => {
      const tab = page.context().waitForEvent("page");
      await press();
      return tab;
    };
    const menu = page.locator(".pl-menu:popover-open");
    await page.getByRole("button", { name: "More about queries.http" }).click();
    const design = await opened(() => menu.getByText("Open as a design").click());
    await cell(design, "both", 0)
      .filter({ hasText: /Point query/ })
      .waitFor();
    assert.deepEqual(await violations(design), []);
    await design.close();
    await page.getByRole("button", { name: "Run all" }).click();
    await page.locator(".pl-table", { hasText: "Employees" }).click();
    await page.getByRole("button", { name: "Save ▾" }).click();
    const other = await opened(() => menu.getByText("Open as a design").click());
    await cell(other, "a partition", 0).waitFor();
    await other.locator(".ds-notes", { hasText: "Described." }).waitFor();
    assert.match(await text(other), /count: 11\n/);
  }));

test("the page exports the bytes that the command prints", () =>
  designs(file("{Device}"), async ({ page }) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "rowkey-same-"));
    const command = buildRowkey();
    try {
      for (const starter of ["orders", "log-tail"]) {
        await page.getByLabel("Start from").selectOption(starter);
        await writeFile(path.join(folder, "design.rowkey.yaml"), await text(page));
        for (const [name, flag] of [
          ["Copy as Markdown", "--markdown"],
          ["Copy as JSON", "--json"],
        ] as const) {
          const { stdout } = spawnSync(command, ["design", flag, "design.rowkey.yaml"], {
            cwd: folder,
            encoding: "utf8",
          });
          assert.notEqual(stdout, "");
          // The first matrix of a text is measured with fewer entities than the last one.
          let copied = "";
          for (const end = Date.now() + patience; copied !== stdout && Date.now() < end; ) {
            await page.getByRole("button", { name }).click();
            copied = await page.evaluate(() => navigator.clipboard.readText());
            await page.waitForTimeout(200);
          }
          assert.equal(copied, stdout, `${starter} ${flag}`);
        }
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  }));

test("keys are suggested for a question that reads too much, and added by a press", () =>
  designs(file("all").replace("{At:inverted}", "{At:iso}"), async ({ page }) => {
    await cell(page, "latest", 0).filter({ hasText: "over budget" }).waitFor();
    await part(page, /Other keys/);
    await page.getByRole("button", { name: "Suggest keys" }).click();
    const suggested = page.locator("li", { hasText: "keys for latest" });
    await suggested.filter({ hasText: "It reads 10 instead of" }).waitFor();
    assert.deepEqual(await violations(page), []);
    await suggested.getByRole("button", { name: "Add and measure" }).click();
    await cell(page, "latest", 2)
      .filter({ hasText: /reads 10 for 10/ })
      .waitFor();
  }));

/** Inserts go to one partition, faster than it can take them. */
const busy = file("all")
  .replace("{insert: Reading}", "{insert: Reading, rate: 3000/s}")
  .replace("      At:", "      Id: guid\n      At:");

test("load in one place is spread by shards, which are added by a press", () =>
  designs(busy, async ({ page }) => {
    await cell(page, "write", 0).filter({ hasText: "! beyond a limit" }).waitFor();
    await part(page, /Other keys/);
    await page.getByRole("button", { name: "Suggest keys" }).click();
    const suggested = page.locator("li", { hasText: "shards for Reading" });
    await suggested.filter({ hasText: /over 4 parts of the table.*instead of/ }).waitFor();
    await suggested.getByRole("button", { name: "Add and measure" }).click();
    await cell(page, "write", 2).filter({ hasNotText: "! beyond a limit" }).waitFor();
    assert.match(await text(page), /\{Id:hash 4\}_all/);
  }));

/** The question is asked so often that it costs something. */
const rated = file("{Device}").replace("limit: 10}", "limit: 10, rate: 50/s}");

for (const device of [wide, phone]) {
  test(`the bill has storage, at the chosen size, by prices of one's own: ${device.viewport.width}`, () =>
    designs(
      rated,
      async ({ page }) => {
        const total = page.locator(".ds-total").first();
        await total.filter({ hasText: /reads [\d,]+ a second$/ }).waitFor();
        await part(page, /A month/);
        const bill = page.locator(".ds-bill");
        await bill.locator("tr", { hasText: /here131,000,000, USD .* KB, / }).waitFor();
        await bill.locator("p", { hasText: "The prices are examples" }).waitFor();
        await bill.locator("summary").click();
        await bill.getByLabel("Currency").fill("EUR");
        await bill.getByLabel("A GB stored for a month").fill("20");
        assert.deepEqual(await violations(page), []);
        await bill.getByRole("button", { name: "Write into the file" }).click();
        await bill.locator("tr", { hasText: /^here.*EUR / }).waitFor();
        await bill
          .locator("p", { hasText: /The prices are those of the file, of 20\d\d-/ })
          .waitFor();
        assert.match(
          await text(page),
          /\nprices: \{currency: EUR, transactions: 0.0004, storage: 20, date: /,
        );
        await page.getByLabel("Entities", { exact: true }).selectOption("1000000");
        await bill.locator("h2", { hasText: "at 1,000,000 entities" }).waitFor();
        await bill
          .locator("tr", { hasText: /0\.1 GB, EUR [1-9]/ })
          .first()
          .waitFor();
      },
      device,
    ));
}

test("a cell says from which size on it passes a limit", () =>
  designs(file("all").replace("limit: 10}", "rate: 1/h}"), async ({ page }) => {
    const latest = cell(page, "latest", 1);
    await latest.filter({ hasText: "! beyond a limit from 3,000" }).waitFor();
    await latest.press("Enter");
    const detail = page.locator(".ds-detail", { hasText: "From 3,000 entities on: 2 pages" });
    await detail.waitFor();
    await page.getByLabel("Entities", { exact: true }).selectOption("100000");
    await latest.filter({ hasText: /! beyond a limit(?! from)/ }).waitFor();
  }));

test("a starter replaces the text, which can come back", () =>
  designs(file("{Device}"), async ({ page, open }) => {
    const own = file("{Device}");
    const starter = page.getByLabel("Start from");
    const first = await starter.locator("option").nth(1).getAttribute("value");
    await starter.selectOption(first);
    await page.getByRole("button", { name: "Back to your own text" }).click();
    assert.equal(await text(page), own);
    await open("/guides/log-tail/");
    await page.getByRole("link", { name: "Open as a design" }).click();
    await cell(page, "newest ten", 0)
      .filter({ hasText: /reads 10 for 10/ })
      .waitFor();
    assert.equal(await starter.inputValue(), "log-tail");
    await page.getByRole("button", { name: "Back to your own text" }).waitFor();
    assert.notEqual(await text(page), own);
  }));

test("undo brings back the text before a starter, and another starter keeps it", () =>
  designs(file("{Device}"), async ({ page }) => {
    const area = page.locator(".ds-editor .cm-content");
    await write(page, file("{Device}"));
    await area.press("Control+End");
    await area.pressSequentially("# mine");
    const own = await text(page);
    const starter = page.getByLabel("Start from");
    for (const index of [1, 2]) {
      await starter.focus();
      await starter.selectOption({ index });
      await page.getByRole("button", { name: "Back to your own text" }).waitFor();
      assert.equal(await starter.evaluate((each) => each === document.activeElement), true);
    }
    await area.press("Control+End");
    await area.pressSequentially("# a try");
    await page.locator(".ds-status", { hasText: "Ran here" }).waitFor();
    await page.getByRole("button", { name: "Back to your own text" }).click();
    assert.equal(await text(page), own);
    await starter.selectOption({ index: 1 });
    await area.press("Control+z");
    assert.equal(await text(page), own);
  }));

test("a damaged link, or files that came before, leave the first starter, and the damage is said", () =>
  designs(file("{Device}"), async ({ page, open }) => {
    await open("/design/#d1.abc");
    const status = page.locator(".ds-head .ds-status");
    await status.filter({ hasText: /^This link is damaged.*Ran here in/ }).waitFor();
    const starter = page.getByLabel("Start from");
    assert.equal(await starter.evaluate((each: HTMLSelectElement) => each.selectedIndex), 1);
    await open("/design/#files");
    await status.filter({ hasText: /^Ran here in/ }).waitFor();
  }));

test("more entities are measured while the page answers, and can be stopped", () =>
  designs(file("{Device}"), async ({ page, open }) => {
    await open("/design/#logs");
    const more = page.locator(".ds-more");
    await cell(page, "minute", 0).waitFor();
    await page.getByLabel("Entities", { exact: true }).selectOption("1000000");
    await more.filter({ hasText: /Measuring more: \S+/ }).waitFor();
    assert.deepEqual(await violations(page), []);
    await cell(page, "minute", 0).press("Enter");
    await page.locator(".ds-detail", { hasText: "Computed at 1,000,000 entities" }).waitFor();
    await more.getByRole("button").press("Enter");
    await more.waitFor({ state: "hidden" });
    for (const [starter, at] of [
      ["documents", "1000000"],
      ["orders", "1000000"],
      ["documents", "100000"],
      ["bookings", "0"],
    ] as const) {
      await page.getByLabel("Start from").selectOption(starter);
      await page.getByLabel("Entities", { exact: true }).selectOption(at);
    }
    await cell(page, "calendar", 0).filter({ hasText: "Range query" }).waitFor();
    await more.waitFor({ state: "hidden" });
  }));

/** As many questions, designs and entities as a page has to measure. */
function large(): string {
  const questions = [1, 2, 3].flatMap((n) => [
    `  latest ${n}: {of: Reading, where: "Device = ?", sort: At desc, limit: ${10 + n}}`,
    `  day ${n}:    {of: Reading, where: "Device = ? and At in day ?", limit: ${500 + n}}`,
    `  all ${n}:    {of: Reading, where: "Device = ?", limit: ${100_000 + n}}`,
  ]);
  return `entities:
  Reading:
    count: 100000
    properties:
      Device:  {type: string, values: 3}
      At:      {type: datetime, every: 1m, from: 2026-01-05T00:00:00Z}
      Celsius: {type: double}
      Hall:    {type: string, values: 20}
      Number:  {type: int32}
patterns:
${questions.join("\n")}
  write: {insert: Reading}
designs:
  log tail:  {Reading: {PartitionKey: "{Device}", RowKey: "{At:inverted}"}}
  by time:   {Reading: {PartitionKey: "{Device}", RowKey: "{At:iso}"}}
  by minute: {Reading: {PartitionKey: "{At:yyyy-MM-dd-HH-mm}", RowKey: "{Device}"}}
  by hall:   {Reading: {PartitionKey: "{Hall}", RowKey: "{At:iso}_{Device}"}}
`;
}

test("ten questions under four designs are measured with 100,000 entities", () =>
  designs(large(), async ({ page }) => {
    await cell(page, "all 1", 2).filter({ hasText: "Table scan" }).press("Enter");
    await page.locator(".ds-detail", { hasText: "Measured at 100,000 entities" }).waitFor();
    await page.locator(".ds-more").waitFor({ state: "hidden" });
    await write(page, file("{Device}"));
    await cell(page, "latest", 0).filter({ hasText: "reads 10 for 10" }).waitFor();
  }));

test("the matrix of a guide opens as a design", () =>
  designs(file("{Device}"), async ({ page, open }) => {
    await open("/guides/choosing-a-partition-key/");
    await page.getByRole("link", { name: "Open this as a design" }).click();
    await cell(page, "my bookings", 0).filter({ hasText: "reads 21 for 21" }).waitFor();
    assert.match(await text(page), /^entities:\n {2}Booking:/);
  }));

for (const device of [wide, phone]) {
  test(`a blank page leads to keys by a form alone: ${device.viewport.width}`, () =>
    designs(
      file("{Device}"),
      async ({ page }) => {
        await page.getByRole("button", { name: "Start from nothing" }).click();
        const steps = page.locator(".ds-steps");
        await steps.locator("[aria-current]", { hasText: "Say what you store" }).waitFor();
        const add = async (label: RegExp, name: string) => {
          await page.getByLabel(label).fill(name);
          await page.getByLabel(label).press("Enter");
        };
        const group = (name: string) => page.getByRole("group", { name, exact: true });
        await add(/^One thing/, "Alarm");
        await page.getByLabel("Roughly how many").fill("5000");
        await add(/^One more property/, "Building");
        await page.getByLabel("Different values of Building").fill("40");
        await add(/^One more property/, "Raised");
        await page.getByLabel("Type of Raised").selectOption("datetime");
        await add(/^One question/, "newest");
        const newest = group("newest");
        await newest.getByLabel("Add a condition").selectOption("Building is …");
        await newest.getByLabel("In order").selectOption("Raised, newest first");
        await newest.getByLabel("At most").fill("10");
        await newest.getByLabel("How often").fill("often");
        await newest.locator(".ds-wrong", { hasText: "rate needs to say how often" }).waitFor();
        await newest.getByLabel("How often").fill("5/s");
        await add(/^One question/, "raise");
        await group("raise").getByLabel("Does").selectOption("inserts");
        await steps.locator("[aria-current]", { hasText: "Get keys" }).waitFor();
        assert.deepEqual(await violations(page), []);
        await page.getByRole("button", { name: "Suggest keys" }).click();
        const taken = page.locator("li.is-best", { hasText: "Take this one" });
        await taken.getByLabel("Keys", { exact: true }).filter({ hasText: "{Building}" }).waitFor();
        await taken.getByRole("button", { name: "Add and measure" }).click();
        const best = page.locator(".ds-matrix td.is-meant", { hasText: "reads 10 for 10" });
        await best.waitFor();
        const summary = page.locator(".ds-summary", { hasText: "★ yours" });
        await summary.waitFor();
        const hidden = (table: Element) =>
          table.scrollWidth - (table.parentElement?.clientWidth ?? 0);
        assert.ok((await summary.evaluate(hidden)) <= 0, "a column is out of sight");
        assert.deepEqual(await violations(page), []);
        await page.getByRole("button", { name: "Choose plain" }).click();
        await page.locator(".ds-summary .is-meant", { hasText: /^plain/ }).waitFor();
      },
      device,
    ));
}

test("the chosen design comes out as code, tests and steps", () =>
  designs(file("{Device}"), async ({ page }) => {
    await cell(page, "latest", 0).filter({ hasText: "reads 10 for 10" }).waitFor();
    await part(page, /Files/);
    await page.getByRole("button", { name: "Write the files" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download tests.http" }).click();
    const tests = await readFile(await (await download).path(), "utf8");
    assert.match(tests, /# @expect cost\.entitiesRead <= 10\nGET \{\{host\}\}\/Readings\(\)/);
    for (const name of ["entities.cs", "entities.py", "move-from-by-time.md", "Readings.csv"]) {
      await page.getByRole("button", { name: `Download ${name}` }).waitFor();
    }
    const written = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download requests.py" }).click();
    const code = await readFile(await (await written).path(), "utf8");
    assert.match(code, /query_entities\(/);
    assert.deepEqual(await violations(page), []);
  }));

test("the editor completes types, properties and keys, and wraps long lines", () =>
  designs(file("{Device}"), async ({ page }) => {
    await write(page, `${file("{Device}").split("budgets")[0]}  more: {Rea`);
    const area = page.locator(".ds-editor .cm-content");
    await area.press("Control+End");
    const offered = page.locator(".cm-tooltip-autocomplete");
    await area.pressSequentially("d");
    await offered.getByRole("option", { name: "Reading:" }).click(); // keys count only after 75 ms
    await area.pressSequentially('{PartitionKey: "{D');
    await offered.filter({ hasText: "Device:hash 16}" }).waitFor();
    assert.deepEqual(await violations(page), []);
    await area.press("Escape");
    assert.match(await text(page), /\n {2}more: \{Reading: \{PartitionKey: "\{D$/);
    const overflow = await area.evaluate((each) => each.scrollWidth - each.clientWidth);
    assert.ok(overflow <= 0);
  }));
