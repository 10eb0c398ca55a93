import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { serveGrid, text } from "./grid-page.ts";
import { type Reader, readsOn, startReading, violations } from "./reader.ts";

startReading(serveGrid);

/** What the page of the test has for it. */
interface Hooks {
  readonly grid: {
    text(): string;
    mark(errors: object[]): void;
    reveal(row: number, column: string): void;
  };
  readonly changes: unknown[];
  open(text: string, more?: object): void;
}

/** Opens a page with a grid. */
async function withGrid(
  use: (page: Page) => Promise<void>,
  data = text,
  options?: BrowserContextOptions,
): Promise<void> {
  const opened = async ({ page, open }: Reader) => {
    await open("/");
    await page.evaluate((all) => (globalThis as unknown as Hooks).open(all), data);
    await use(page);
  };
  await readsOn(opened, undefined, options);
}

function textOf(page: Page): Promise<string> {
  return page.evaluate(() => (globalThis as unknown as Hooks).grid.text());
}

/** The rows of the grid's text, without its header. */
async function rowsOf(page: Page): Promise<string[]> {
  return (await textOf(page)).trimEnd().split("\n").slice(1);
}

/** A cell by its row, from 0, and its column; row -1 is the header. */
function cell(page: Page, row: number, column: number): Locator {
  return page.locator(`tr[aria-rowindex="${row + 2}"] > [aria-colindex="${column + 1}"]`);
}

/** What has the focus: the place of a cell, or the text of another element. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const cell = element?.closest("td, th");
    const field = element?.tagName === "TEXTAREA" ? " field" : "";
    return cell
      ? `${Number(cell.parentElement?.ariaRowIndex) - 2},${Number(cell.ariaColIndex) - 1}${field}`
      : (element !== document.body && element?.textContent) || "";
  });
}

function said(page: Page): Promise<string | null> {
  return page.locator(".grid > [role=status]").textContent();
}

async function note(page: Page, words: RegExp): Promise<void> {
  await page.locator(".grid-note", { hasText: words }).waitFor();
}

/** Pastes as the browser does after the reader has pressed the keys. */
async function paste(page: Page, pasted: string): Promise<void> {
  await page.evaluate((all) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", all);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true }),
    );
  }, pasted);
}

function copy(page: Page, kind = "copy"): Promise<string> {
  return page.evaluate((type) => {
    const clipboardData = new DataTransfer();
    document.activeElement?.dispatchEvent(
      new ClipboardEvent(type, { clipboardData, bubbles: true }),
    );
    return clipboardData.getData("text/plain");
  }, kind);
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
  }
}

/** Chooses a command of the menu. */
async function choose(page: Page, label: string): Promise<void> {
  await page.getByRole("button", { name: "More" }).click();
  await page.locator(".grid-menu button", { hasText: label }).click();
}

test("grid: nothing moves when a table becomes a grid", async () => {
  await readsOn(async ({ open, page }) => {
    await open("/");
    const places = () =>
      page.evaluate(() =>
        Array.from(
          document.querySelectorAll(".grid :is(th, td), .grid-title, .grid ~ p"),
          (element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            const cell = element.matches("th, td") ? width : "";
            return [element.textContent, x, y, cell, height].join(" ").replace(/\s+/g, " ");
          },
        ),
      );
    const before = await places();
    await page.evaluate((all) => (globalThis as unknown as Hooks).open(all), text);
    assert.deepEqual(await places(), before);
  });
});

test("grid: everything by keyboard", async () => {
  await withGrid(async (page) => {
    await page.getByText("Before").focus();
    await press(page, "Tab", "Tab", "Tab", "Tab");
    assert.equal(await focused(page), "0,0");
    await press(page, "Tab");
    assert.equal(await focused(page), "After");
    await press(page, "Shift+Tab", "ArrowRight", "ArrowRight", "Enter");
    assert.equal(await focused(page), "0,2 field");
    await page.keyboard.type("Martin");
    await press(page, "Tab");
    assert.equal(await focused(page), "0,3");
    await page.keyboard.type("53");
    await press(page, "Enter");
    assert.equal(await focused(page), "1,3");
    await page.keyboard.type("99");
    await press(page, "Escape", "F2", "Shift+Tab");
    assert.equal(await focused(page), "1,2");
    assert.deepEqual(await rowsOf(page), [
      "# The sales people",
      "Sales,000377,Martin,53",
      'Sales,000223,"Jones, jr.",34',
      'HR,000101,"",',
    ]);
    await press(page, "Escape", "Tab");
    assert.equal(await focused(page), "After");
    await press(page, "Shift+Tab", "Control+End");
    assert.equal(await focused(page), "2,3");
    await press(page, "Home", "Control+ArrowUp", "ArrowUp");
    assert.equal(await focused(page), "-1,0");
    assert.equal(await textOf(page), await textOf(page));
  });
});

test("grid: no value and the empty string look different, and both can be written", async () => {
  await withGrid(async (page) => {
    assert.deepEqual(
      await Promise.all([cell(page, 2, 2), cell(page, 2, 3)].map((each) => each.textContent())),
      ['""', ""],
    );
    assert.equal(await cell(page, 2, 2).getAttribute("aria-label"), "empty string");
    assert.equal(await cell(page, 2, 3).getAttribute("aria-label"), "no value");
    await cell(page, 2, 2).click();
    await press(page, "Delete");
    await cell(page, 0, 2).click();
    await page.keyboard.type("x");
    await press(page, "Backspace");
    await note(page, /Empty: no LastName/);
    await page.keyboard.type('""');
    await press(page, "Enter", "Enter", "Control+a", "Alt+Enter");
    await page.keyboard.type("two");
    await press(page, "Enter");
    assert.deepEqual(await rowsOf(page), [
      "# The sales people",
      'Sales,000377,"",52',
      'Sales,000223,"',
      'two",34',
      "HR,000101,,",
    ]);
    assert.equal(await cell(page, 1, 2).textContent(), "↵two");
  });
});

test("grid: what is wrong is said at the cell, with what would be right", async () => {
  await withGrid(async (page) => {
    await cell(page, 0, 3).click();
    await page.keyboard.type("5.5");
    await note(page, /Age: "5\.5" isn't an Int32\. ?Write a whole number/);
    await press(page, "Enter");
    await page
      .locator("[role=status]", { hasText: "isn't an Int32" })
      .waitFor({ state: "attached" });
    assert.equal(await cell(page, 0, 3).getAttribute("aria-invalid"), "true");
    await page.getByRole("button", { name: "1 to fix" }).click();
    assert.equal(await focused(page), "0,3");
    await page.locator(".grid-note button", { hasText: "Make Age Double" }).click();
    await page.waitForFunction(() =>
      (globalThis as unknown as Hooks).grid
        .text()
        .startsWith("PartitionKey,RowKey,LastName,Age:Double\n"),
    );
    await page.getByRole("button", { name: "to fix" }).waitFor({ state: "hidden" });
    assert.equal(await cell(page, 0, 3).getAttribute("aria-invalid"), null);
    await press(page, "Control+z", "Control+z");
    assert.equal(await textOf(page), text);
    await page.keyboard.type(" 1,005");
    await press(page, "Enter", "ArrowUp");
    await page.locator(".grid-note button", { hasText: "Write 1005" }).waitFor();
    await press(page, "Alt+Enter");
    assert.match(await textOf(page), /Marin,1005\n/);
    await cell(page, 1, 1).click();
    await page.keyboard.type("000377");
    await press(page, "Enter", "ArrowUp");
    await note(page, /Another row has the same PartitionKey and RowKey\..*in line 3/);
    const head =
      "PartitionKey,RowKey,LastName,Age:Int32\n# The sales people\nSales,000377,Marin,1005\n";
    const before = `${head}Sales,000223,"Jones, jr.",34\n`;
    const after = `${head}Sales,000377,"Jones, jr.",34\n`;
    assert.deepEqual(await page.evaluate(() => (globalThis as unknown as Hooks).changes.at(-1)), {
      before,
      after,
    });
  });
});

test("grid: errors of others are shown until their rows are edited", async () => {
  await withGrid(async (page) => {
    await page.evaluate(() =>
      (globalThis as unknown as Hooks).grid.mark([
        { line: 4, column: 14, message: "The name is taken.", hint: "Choose another one." },
      ]),
    );
    await page.evaluate(() => (globalThis as unknown as Hooks).grid.reveal(1, "LastName"));
    assert.equal(await focused(page), "");
    await cell(page, 1, 2).click();
    await note(page, /The name is taken\. ?Choose another one/);
    await page.keyboard.type("Jones");
    await press(page, "Enter");
    assert.equal(await cell(page, 1, 2).getAttribute("aria-invalid"), null);
  });
});

test("grid: cells are copied, cut and pasted as in a spreadsheet", async () => {
  await withGrid(async (page) => {
    await cell(page, 1, 2).click();
    await cell(page, 2, 3).click({ modifiers: ["Shift"] });
    assert.equal(await said(page), "2 rows by 2 columns selected.");
    assert.equal(await copy(page), 'Jones, jr.\t34\n""\t');
    await cell(page, 2, 1).click();
    await paste(page, '000102\t"two ""quoted""\nlines"\t7\n000103\tOsei\t8\n');
    await cell(page, 3, 3).waitFor();
    assert.deepEqual((await textOf(page)).split("\n").slice(4), [
      'HR,000102,"two ""quoted""',
      'lines",7',
      ",000103,Osei,8",
      "",
    ]);
    await press(page, "Control+z");
    assert.equal(await textOf(page), text);
    assert.equal(await said(page), "Undone: Paste 2 rows.");
    await press(page, "Control+Shift+z", "Control+z", "Control+y", "Control+z");
    assert.equal(await textOf(page), text);
    await cell(page, 0, 0).click();
    await press(page, "Control+a");
    assert.match(await copy(page), /^PartitionKey\tRowKey\tLastName\tAge\nSales\t000377/);
    await press(page, "Escape", "Shift+End");
    assert.equal(await copy(page, "cut"), "Sales\t000377\tMarin\t52");
    assert.equal((await rowsOf(page)).length, 2);
  });
});

test("grid: a header in what is pasted says where the cells go", async () => {
  await withGrid(async (page) => {
    await cell(page, 2, 0).click();
    await paste(page, "RowKey\tPartitionKey\tCity\tAge\r\n7\tIT\tOslo\t30\r\n");
    await cell(page, -1, 4).waitFor();
    assert.equal(await said(page), "Paste 1 row. The first line was the header.");
    assert.match(await textOf(page), /^PartitionKey,RowKey,LastName,Age:Int32,City\n/);
    assert.match(await textOf(page), /\nIT,7,"",30,Oslo\n$/);
  });
});

test("grid: rows are added, duplicated and deleted", async () => {
  await withGrid(async (page) => {
    await cell(page, 1, 2).click();
    await page.getByRole("button", { name: "Add row" }).click();
    assert.equal(await focused(page), "2,1 field");
    await page.keyboard.type("000224");
    await press(page, "Enter", "Shift+Alt+ArrowDown");
    await cell(page, 4, 0).waitFor();
    assert.equal(await focused(page), "4,1");
    assert.deepEqual(await rowsOf(page), [
      "# The sales people",
      "Sales,000377,Marin,52",
      'Sales,000223,"Jones, jr.",34',
      "Sales,000224,,",
      'HR,000101,"",',
      'HR,000102,"",',
    ]);
    await press(page, "Shift+Space", "Shift+ArrowUp", "Shift+Space");
    await press(page, "Delete");
    assert.equal(await said(page), "Delete 2 rows.");
    await cell(page, 0, 0).click();
    await choose(page, "Delete rows");
    assert.deepEqual(await rowsOf(page), ['Sales,000223,"Jones, jr.",34', "Sales,000224,,"]);
    await press(page, "Control+a", "Delete");
    assert.deepEqual(await rowsOf(page), []);
    assert.equal(await focused(page), "-1,0");
    await page.getByRole("button", { name: "Add row" }).click();
    assert.equal(await focused(page), "0,0 field");
  });
});

test("grid: columns are added, renamed, given another type and deleted", async () => {
  await withGrid(async (page) => {
    await choose(page, "Add property");
    await page.getByLabel("Name").fill("Age");
    await press(page, "Enter");
    await page.getByRole("alert").getByText("There are two columns Age.").waitFor();
    await page.getByLabel("Name").fill("Hired");
    await page.getByLabel("Type").selectOption("DateTime");
    await press(page, "Enter");
    await page.locator("dialog").waitFor({ state: "detached" });
    assert.equal(await focused(page), "-1,4");
    assert.match(
      await textOf(page),
      /^PartitionKey,RowKey,LastName,Age:Int32,Hired:DateTime\n# The sales people\nSales,000377,Marin,52,\n/,
    );
    await press(page, "ArrowLeft", "Enter");
    await page.getByLabel("Name").fill("Years");
    await page.getByLabel("Type").selectOption("Int64");
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await page.locator("dialog").waitFor({ state: "detached" });
    assert.match(await textOf(page), /,Years:Int64,Hired:DateTime\n/);
    await cell(page, -1, 4).click();
    await cell(page, -1, 4).click();
    await page.locator("dialog").getByRole("button", { name: "Delete" }).click();
    await page.locator("dialog").waitFor({ state: "detached" });
    await press(page, "Control+z", "Control+z", "Control+z");
    assert.equal(await textOf(page), text);
    await cell(page, -1, 1).click();
    await press(page, "Enter");
    await note(page, /Every entity has a RowKey/);
  });
});

test("grid: thousands of rows are generated from one", async () => {
  await withGrid(async (page) => {
    await cell(page, 1, 2).click();
    await choose(page, "Generate rows");
    assert.equal(await page.getByLabel("RowKey").inputValue(), "{{$pad $index+224 6}}");
    assert.equal(await page.getByLabel("Age").inputValue(), "{{$randomInt 34 53}}");
    await page.getByLabel("How many").fill("many");
    await press(page, "Enter");
    await page.getByRole("alert").getByText("Write a number").waitFor();
    await page.getByLabel("How many").fill("5,000");
    await page.getByLabel("LastName").fill("Generated");
    await page.getByRole("button", { name: "Generate" }).click();
    await page.locator("dialog").waitFor({ state: "detached" });
    assert.equal(await focused(page), "2,0");
    assert.equal(await page.locator(".grid-title span").textContent(), "5,003 entities");
    const template = "# 5000 times\nSales,{{$pad $index+224 6}},Generated,{{$randomInt 34 53}}\n";
    assert.ok((await textOf(page)).includes(template));
    await choose(page, "Generate rows");
    await page.getByLabel("How many").fill("20");
    await page.getByRole("button", { name: "Change" }).click();
    await page.locator("dialog").waitFor({ state: "detached" });
    assert.ok((await textOf(page)).includes(template.replace("5000", "20")));
    await press(page, "Control+z", "Control+z");
    assert.equal(await textOf(page), text);
  });
});

test("grid: of 100,000 rows, those in sight have elements", async () => {
  const many = Array.from(
    { length: 100_000 },
    (_, i) => `p${i % 10},${String(i).padStart(6, "0")},Name,${i}`,
  );
  await withGrid(
    async (page) => {
      const grid = page.locator("[role=grid]");
      assert.equal(await grid.getAttribute("aria-rowcount"), "100001");
      assert.ok((await page.locator("tbody tr").count()) < 40);
      await cell(page, 3, 1).click();
      await page.locator(".grid-scroll").evaluate((scroller) => {
        scroller.scrollTop = 1_000_000;
      });
      await page.waitForFunction(() =>
        Array.from(document.querySelectorAll("tbody tr"), (row) => Number(row.ariaRowIndex)).some(
          (row) => row > 25_000,
        ),
      );
      assert.equal(await focused(page), "3,1");
      await press(page, "ArrowDown");
      assert.equal(await focused(page), "4,1");
      assert.ok(await cell(page, 4, 1).isVisible());
      await press(page, "Control+End");
      assert.equal(await focused(page), "99999,3");
      await page.keyboard.type("x");
      await press(page, "Enter");
      await page.getByRole("button", { name: "1 to fix" }).waitFor();
      await press(page, "Control+Home", "PageDown");
      assert.match(await focused(page), /^1\d,0$/);
    },
    ["PartitionKey,RowKey,Name,Age:Int32", ...many, ""].join("\n"),
  );
});

test("grid: by touch at 390 px", async () => {
  await withGrid(
    async (page) => {
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
        false,
      );
      await cell(page, 1, 1).tap();
      assert.equal(await focused(page), "1,1");
      await cell(page, 1, 1).tap();
      assert.equal(await focused(page), "1,1 field");
      await page.keyboard.type("7");
      await cell(page, 0, 0).tap();
      assert.match(await textOf(page), /\nSales,7,"Jones, jr\.",34\n/);
      const handle = await page.locator(".grid-handle").boundingBox();
      const to = await cell(page, 2, 1).boundingBox();
      assert.ok(handle && to && handle.width >= 24);
      const pointer = {
        pointerId: 1,
        pointerType: "touch",
        isPrimary: true,
        bubbles: true,
        buttons: 1,
      };
      await page.locator(".grid-handle").evaluate(
        (element, { start, x, y }) => {
          element.setPointerCapture = () => undefined;
          element.hasPointerCapture = () => true;
          element.dispatchEvent(new PointerEvent("pointerdown", start));
          element.dispatchEvent(
            new PointerEvent("pointermove", { ...start, clientX: x, clientY: y }),
          );
        },
        { start: pointer, x: to.x + 5, y: to.y + 5 },
      );
      assert.equal(await page.locator("[aria-selected=true]").count(), 6);
    },
    text,
    { viewport: { width: 390, height: 800 }, hasTouch: true },
  );
});

test("grid: what is being written is kept when the reader turns to something else", async () => {
  await withGrid(async (page) => {
    await cell(page, 0, 2).click();
    await page.keyboard.type("one");
    await cell(page, 2, 3).click();
    await page.keyboard.type("2");
    await page.getByRole("button", { name: "Add row" }).click();
    await page.keyboard.type("3");
    await page.getByText("After").click();
    assert.deepEqual(await rowsOf(page), [
      "# The sales people",
      "Sales,000377,one,52",
      'Sales,000223,"Jones, jr.",34',
      'HR,000101,"",2',
      "HR,3,,",
    ]);
    assert.equal(await page.locator("textarea, .editing, :popover-open").count(), 0);
  });
});

test("grid: without the right to edit, cells can be read and copied", async () => {
  await withGrid(async (page) => {
    await page.evaluate(
      (all) => (globalThis as unknown as Hooks).open(all, { editable: false }),
      text,
    );
    await cell(page, 0, 2).click();
    await page.keyboard.type("x");
    await press(page, "Enter", "Delete", "Control+z");
    await paste(page, "y");
    assert.equal(await focused(page), "0,2");
    assert.equal(await copy(page), "Marin");
    assert.equal(await textOf(page), text);
    assert.equal(await page.locator(".grid-tools").count(), 0);
  });
});

test("grid: hostile text is text", async () => {
  const script = `<img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script>`;
  await withGrid(async (page) => {
    await cell(page, 0, 0).click();
    await paste(page, Array.from({ length: 3 }, () => Array(4).fill(script).join("\t")).join("\n"));
    await page.getByRole("button", { name: "3 to fix" }).waitFor();
    await cell(page, 0, 1).click();
    await note(page, /can't have/);
    assert.equal(await cell(page, 0, 2).textContent(), script);
    await paste(page, "PartitionKey\tRowKey\t__proto__\tconstructor\np\tr\t1\t2\n");
    await cell(page, -1, 5).waitFor();
    assert.match(await textOf(page), /,__proto__,constructor\n/);
    await paste(page, `a\0b\t${"x\t".repeat(1_000_000)}`);
    await page.locator("[role=status]", { hasText: "didn't fit" }).waitFor({ state: "attached" });
    assert.match(await textOf(page), /a\0b/);
    assert.equal(await page.evaluate(() => "hit" in globalThis || "polluted" in {}), false);
    assert.equal(await page.locator(".grid img, .grid script").count(), 0);
  });
});

test("grid: a header that isn't right is said above the rows", async () => {
  await withGrid(async (page) => {
    const list = page.locator(".grid .ex-errors");
    await list.getByText(/There is no such type, found "Number"\. ?Types: String/).waitFor();
    await cell(page, -1, 2).click();
    await press(page, "Enter");
    await page.getByLabel("Type").selectOption("Int32");
    await press(page, "Tab");
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await list.waitFor({ state: "hidden" });
  }, "PartitionKey,RowKey,Age:Number\np,1,5\n");
});

test("grid: accessible in every state, light and dark, wide and narrow, and at 200%", async () => {
  const states: ((page: Page) => Promise<void>)[] = [
    async () => undefined,
    async (page) => {
      await cell(page, 0, 3).click();
      await page.keyboard.type("x");
      await note(page, /isn't an Int32/);
    },
    async (page) => {
      await press(page, "Enter", "ArrowUp");
      await page.locator(".grid-note button").waitFor();
    },
    async (page) => {
      await page.getByRole("button", { name: "More" }).click();
      await page.locator(".grid-menu").waitFor();
    },
    async (page) => {
      await page.locator(".grid-menu button", { hasText: "Generate" }).click();
      await page.locator("dialog").waitFor();
    },
  ];
  for (const [width, colorScheme, all] of [
    [1280, "light", true],
    [390, "dark", true],
    [320, "light", false],
    [640, "dark", false],
  ] as const) {
    await withGrid(async (page) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      for (const [i, state] of states.entries()) {
        await state(page);
        const found = all ? await violations(page) : [];
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        assert.deepEqual([found, wide], [[], false], `state ${i}, ${width} px`);
      }
    });
  }
});
