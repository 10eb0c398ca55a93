import assert from "node:assert/strict";
import { test } from "node:test";
import { pack } from "../../share/pack-v1.ts";
import { reads, startReading, violations } from "./reader.ts";

startReading();

const wide = { viewport: { width: 1280, height: 900 } };

test("a guide's load opens in the load lab, and its play head shows each moment", () =>
  reads(wide, async ({ page, open }) => {
    await open("/guides/partitions-and-scale/");
    await page.getByRole("link", { name: "Play this load" }).click();
    await page.getByRole("heading", { name: "What does this load do?", level: 1 }).waitFor();
    assert.equal(await page.locator(".lp-map").count(), 0, "it ran by itself");
    await page
      .getByLabel("Load", { exact: true })
      .fill("rate: 3000/s\nfor: 2 min\nOne: one key\nTen: 10 keys\n");
    await page.getByRole("button", { name: "Put it under load" }).click();
    await page.locator(".lp-map").nth(1).waitFor();
    const ranges = page.locator(".lp-moment tr", { hasText: "Ranges on servers" });
    assert.match((await ranges.textContent()) ?? "", /1 on 1.*2 on 2/);
    const head = page.getByLabel("Time of the play head");
    await head.press("Home");
    assert.match((await ranges.textContent()) ?? "", /1 on 1.*1 on 1/);
    await head.press("ArrowRight");
    assert.equal(await head.getAttribute("aria-valuetext"), "0:02 of 2:00");
    await page
      .locator(".lp-map")
      .first()
      .click({ position: { x: 200, y: 60 } });
    assert.notEqual(await head.getAttribute("aria-valuetext"), "0:02 of 2:00");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.locator("summary", { hasText: "What the model assumes" }).click();
    await page.getByLabel("partition cap").fill("4000");
    await page.getByLabel("partition cap").press("Tab");
    await page.locator(".lp .ds-status", { hasText: "has changed" }).waitFor();
    await page.getByRole("button", { name: "Put it under load" }).click();
    await page.locator(".lp .ds-status", { hasText: "Simulated" }).waitFor();
    const refused = page.locator(".lp-moment tr", { hasText: "over the whole time" });
    assert.match((await refused.textContent()) ?? "", /time0%0%/);
    assert.deepEqual(await violations(page), []);
  }));

const design = `entities:
  Reading: {count: 600, properties: {Device: {type: string, values: 3}, Id: guid}}
patterns:
  all: {of: Reading, where: "Device = ?", rate: 50/s}
  write: {insert: Reading, rate: 200/s}
designs:
  by device: {Reading: {PartitionKey: "{Device}", RowKey: "{Id}"}}
  by id: {Reading: {PartitionKey: "{Id}", RowKey: "{Device}"}}
`;

test("a design goes under load at its rates, or says that it has none", () =>
  reads({ ...wide, colorScheme: "dark" }, async ({ page, open }) => {
    await open(`/design/#d1.${pack(design)}`);
    await page.locator(".ds-matrix").waitFor();
    await page.getByRole("tab", { name: "Under load" }).click();
    await page.getByRole("button", { name: "Put it under load" }).click();
    await page.locator(".lp-map").nth(1).waitFor();
    await page.getByText("Reads go to the same PartitionKeys").waitFor();
    assert.deepEqual(await violations(page), []);
    await page.locator(".ds-editor .cm-content").fill(design.replace(/, rate: .*\}/g, "}"));
    await page.locator(".ds-status", { hasText: "Ran here" }).waitFor();
    await page.locator(".lp .ds-status", { hasText: "The design file has changed" }).waitFor();
    await page.getByRole("button", { name: "Take the file's rates again" }).click();
    await page
      .locator(".lp .ds-status", { hasText: "No pattern of this file has a rate" })
      .waitFor();
  }));
