// Measures a grid of 100,000 rows and 10 columns, and prints what it finds: `npm run measure`. Times depend
// on the machine and on what else it does, so nothing is asserted. CPU times depend on it least.
import { test } from "node:test";
import { serveGrid } from "../e2e/grid-page.ts";
import { type Reader, reads, startReading } from "../e2e/reader.ts";

startReading(serveGrid);

interface Event {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Prints the longest tasks of the page while something is done. */
async function traced({ page }: Reader, what: string, act: () => Promise<unknown>): Promise<void> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ["toplevel"] });
  await act();
  const trace = JSON.parse((await browser?.stopTracing())?.toString() ?? "{}");
  const events: Event[] = trace.traceEvents ?? [];
  const main = new Set(
    events
      .filter(({ args }) => args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = events
    .filter(
      ({ name, ph, pid, tid }) => ph === "X" && /RunTask$/.test(name) && main.has(`${pid} ${tid}`),
    )
    .map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, cpu: tdur / 1000 }));
  const longest = (of: "wall" | "cpu") => Math.max(0, ...tasks.map((task) => task[of])).toFixed(1);
  const total = tasks.reduce((sum, { cpu }) => sum + cpu, 0).toFixed(0);
  console.log(
    `${what}: longest task ${longest("cpu")} ms CPU, ${longest("wall")} ms wall; ${total} ms CPU in all`,
  );
}

test("measure: a grid of 100,000 rows", async () => {
  await reads({}, async (reader) => {
    const { page, open } = reader;
    await open("/");
    await page.evaluate(() => {
      const types =
        "Name,Age:Int32,City,Salary:Double,Joined:DateTime,Manager:Boolean,Note,Count:Int64";
      const names = `PartitionKey,RowKey,${types}`;
      const rows = Array.from({ length: 100_000 }, (_, i) => {
        const key = String(i).padStart(6, "0");
        const note = i % 5 ? "" : '"a, b"';
        return `p${i % 100},${key},Name ${i},${i % 60},City ${i % 7},${i / 4},2020-01-01,true,${note},${i}`;
      });
      Object.assign(globalThis, { text: [names, ...rows, ""].join("\n") });
    });
    type Page = {
      text: string;
      open(text: string): void;
      grid: { text(): string; data: { check(): boolean } };
    };
    const run = (act: (page: Page) => void) => page.evaluate(`(${act})(globalThis)`);
    await traced(reader, "show", () => run((globals) => globals.open(globals.text)));
    await traced(reader, "check all rows in the background", () => page.waitForTimeout(4000));
    for (const by of [40, 900, 30_000]) {
      await traced(reader, `scroll by ${by} px, 100 times`, () =>
        page.locator(".grid-scroll").evaluate(async (scroller, step) => {
          for (let i = 0; i < 100; i++) {
            scroller.scrollTop += step;
            await new Promise(requestAnimationFrame);
          }
        }, by),
      );
    }
    await page.locator("tbody td").first().click();
    await traced(reader, "100 arrow keys", async () => {
      for (let i = 0; i < 100; i++) {
        await page.keyboard.press("ArrowDown");
      }
    });
    await traced(reader, "edit a cell", async () => {
      await page.keyboard.type("x");
      await page.keyboard.press("Enter");
    });
    await traced(reader, "write the text", () => run((globals) => void globals.grid.text()));
  });
});
