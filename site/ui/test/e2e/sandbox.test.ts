import assert from "node:assert/strict";
import { resolve } from "node:path";
import { after, test } from "node:test";
import { TableClient } from "@azure/data-tables";
import type { Page } from "playwright-core";
import { encode } from "../../share/link.ts";
import { reads, startReading, violations } from "./reader.ts";
import { serve } from "./server.ts";

type Runtime = typeof import("../../../../wasm/worker/workertest/workerd.mjs");
const { Workerd }: Runtime = await import(resolve("../../wasm/worker/workertest/workerd.mjs"));

const workerd = new Workerd();
startReading(async () => {
  const { origin, server } = await serve();
  const site = `--external-addr=site=${new URL(origin).host}`;
  const environment = { SANDBOXES: "a secret of this test, which is long enough" };
  await workerd.start("workertest/site.capnp", environment, [site]);
  return { origin: workerd.url, server };
});
after(() => workerd.stop());

const wide = { viewport: { width: 1280, height: 900 } };

async function openDialog(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "Keep this at an address" }).click();
}

const field = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("group", { name, exact: true });

/** Makes the dialog narrow and dark, then as before, and returns what isn't accessible. */
async function flaws(page: Page): Promise<string[]> {
  const found = await violations(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  found.push(...(await violations(page)));
  const wider = () => {
    const body = document.querySelector(".sb-body");
    return (
      document.documentElement.scrollWidth > innerWidth ||
      !body ||
      body.scrollWidth > body.clientWidth
    );
  };
  if (await page.evaluate(wider)) {
    found.push("wider than the window");
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

const orders = `PartitionKey,RowKey,Total:Double,Number:Int64,Text
# 250 times
p,{{$pad $index 4}},5,{{$index}},"it's é % / ""quoted"""
q' é+,x,1.5,9007199254740993,
`;
const files = [
  { name: "requests.http", text: "### One\nGET {{host}}/Orders(PartitionKey='p',RowKey='0002')\n" },
  { name: "Orders.csv", text: orders },
];

/** Keeps the workspace of the tests at an address. */
async function keep(page: Page, open: (path: string) => Promise<void>): Promise<void> {
  await open(`/play/${encode({ name: "Shop", files })}`);
  await page.locator(".cm-content").waitFor();
  await openDialog(page);
  await page.getByText("1 table with 251 entities").waitFor();
  assert.deepEqual(await flaws(page), []);
  await page.getByRole("button", { name: "Keep at an address" }).click();
  await page.getByRole("heading", { name: "Kept at an address" }).waitFor();
}

const text = async (page: Page, name: string) => (await field(page, name).textContent()) ?? "";

/** The official client, by what the dialog shows. */
async function client(page: Page): Promise<TableClient> {
  const connection = await text(page, "Connection string");
  return TableClient.fromConnectionString(connection, "Orders", { allowInsecureConnection: true });
}

test("a workspace is kept at an address, and the log shows what clients do there", () =>
  reads(wide, async ({ page, open }) => {
    await keep(page, open);
    assert.deepEqual(await flaws(page), []);
    const program = page.getByRole("group", { name: "Program", exact: true });
    await program
      .filter({ hasText: /allowInsecureConnection: true.*"Orders".*listEntities/s })
      .waitFor();
    await page.getByRole("button", { name: "Python" }).click();
    await program.filter({ hasText: 'get_table_client("Orders")' }).waitFor();
    const table = await client(page);
    const odd = await table.getEntity("q' é+", "x", { disableTypeConversion: true });
    assert.deepEqual(odd["Number"], { type: "Int64", value: "9007199254740993" });
    const found = new Set<unknown>();
    for await (const { rowKey, Text } of table.listEntities()) {
      found.add(`${rowKey} ${Text}`);
    }
    assert.equal(found.size, 251);
    assert.ok(found.has(`0001 it's é % / "quoted"`));
    await table.deleteEntity("p", "0001");
    const line = page.locator(".rq-list > li", { hasText: "DELETE" });
    await line.locator("summary").first().click();
    await line.locator(".result").waitFor();
    await page.locator(".rq-list .kind-point").first().waitFor();
    assert.deepEqual(await flaws(page), []);

    await page.getByRole("button", { name: "Undo to the mark" }).click();
    await page.getByText("It's as it was at the mark.").waitFor();
    assert.equal((await table.getEntity("p", "0001"))["rowKey"], "0001");

    const parent = await text(page, "Account name");
    await page.getByRole("button", { name: "Fork" }).click();
    await page.waitForFunction(
      (parent) => !document.querySelector(".sb-fields")?.textContent.includes(parent),
      parent,
    );
    const name = await text(page, "Account name");
    await table.deleteEntity("p", "0002");
    await page.getByRole("button", { name: "Run requests there" }).click();
    await page.locator(".en-banner", { hasText: name }).waitFor();
    await page.locator(".cm-line", { hasText: "### One" }).click();
    await page.keyboard.press("Control+Enter");
    await page.locator(".pl-status-words", { hasText: "Point query" }).waitFor();
  }));

test("a key is gone after a reload, and whoever has it goes on", () =>
  reads(
    wide,
    async ({ page, open }) => {
      await keep(page, open);
      const table = await client(page);
      const [key, name] = [await text(page, "Key"), await text(page, "Account name")];
      const stored = await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
      );
      assert.ok(stored.includes(name) && !stored.includes(key), stored);
      assert.ok(!workerd.log.includes(key));
      await page.reload();
      await page.locator(".cm-content").waitFor();
      await openDialog(page);
      const secret = page.getByLabel("Its key or connection string");
      await secret.fill("d3Jvbmc=");
      await page.getByRole("button", { name: "Open", exact: true }).click();
      await page.getByText("There's no sandbox with this name and key").waitFor();
      assert.deepEqual(await flaws(page), []);
      await secret.fill(`AccountName=${name};AccountKey=${key};`);
      await page.getByRole("button", { name: "Open", exact: true }).click();
      await page.getByRole("heading", { name: "Kept at an address" }).waitFor();
      await page.getByRole("button", { name: "Delete…" }).click();
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByRole("button", { name: "Keep at an address" }).waitFor();
      await assert.rejects(table.getEntity("p", "0001"), { statusCode: 404 });
    },
    /status of 404/,
  ));

test("copying can be cancelled, and leaves nothing", () =>
  reads(wide, async ({ page, open }) => {
    const rows = "PartitionKey,RowKey\n# 5000 times\n{{$index}},r\n";
    await open(`/play/${encode({ name: "Many", files: [{ name: "Many.csv", text: rows }] })}`);
    await page.locator(".pl-file").waitFor();
    await openDialog(page);
    await page.getByText("1 table with 5,000 entities").waitFor();
    const making = page.waitForResponse((response) => response.url().endsWith("/s"));
    await page.getByRole("button", { name: "Keep at an address" }).click();
    const { name, key } = await (await making).json();
    await page.getByText(/^[1-9]\d* of 5,000 entities copied/).waitFor();
    assert.deepEqual(await flaws(page), []);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Cancelled. Nothing is kept.").waitFor();
    const headers = { authorization: `Bearer ${key}` };
    assert.equal((await workerd.ask(`/s/${name}`, { headers })).status, 404);
  }));

test("where there are no accounts, the dialog says how to get them", () =>
  reads(
    wide,
    async ({ page, open }) => {
      await page.route("**/s", (route) => route.fulfill({ status: 404, body: "nothing" }));
      await open("/play/");
      await page.locator(".cm-content").waitFor();
      await openDialog(page);
      await page.getByText("That needs Rowkey's Worker").waitFor();
      assert.equal(await page.getByRole("button", { name: "Keep at an address" }).count(), 0);
      assert.deepEqual(await flaws(page), []);
    },
    /status of 404/,
  ));
