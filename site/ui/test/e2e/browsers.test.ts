import assert from "node:assert/strict";
import { test } from "node:test";
import { during } from "../during.ts";
import { type Driver, kinds } from "./driver.ts";
import { finished, ordinary, patience } from "./reader.ts";
import { guide, need, pages, serve, stop } from "./server.ts";

let origin: string;
let down = false;
const path = guide();
/** A guide with JavaScript to run. */
const programs = pages().find(
  (path) => path !== "/no-such-page/" && need(`${path}index.html`).includes("data-js"),
);

during(async () => {
  const served = await serve({
    send: (response, body) => (down ? response.destroy() : response.end(body)),
  });
  origin = served.origin;
  return () => stop(served.server);
});

const first = `${ordinary}:not([data-js])`;
const program = "rk-example[data-js]:has(.ex-run)";

for (const { name, missing, start } of kinds) {
  test(`browsers: ${name} runs examples, keeps edits, and opens pages without a network`, {
    skip: missing ? `SKIPPED: ${missing}` : false,
    timeout: 3 * patience,
  }, async () => {
    down = false;
    const driver = await start();
    try {
      await driver.open(origin + path);
      await click(driver, `${first} .ex-run`);
      assert.match(await ran(driver, first), finished);

      await click(driver, `${first} .ex-code`);
      await until(driver, (first) => !!document.querySelector(`${first} textarea`), first);
      await click(driver, `${first} textarea`);
      await press(driver, [control, "a"]);
      for (const key of "### Tables\nGET {{host}}/Tables") {
        await press(driver, [key === "\n" ? enter : key]);
      }
      await press(driver, [control, enter]);
      await until(
        driver,
        (first) => document.querySelector<HTMLElement>(first)?.dataset["state"] !== "running",
        first,
      );
      assert.match(await ran(driver, first), finished);
      const result = (first: string) => document.querySelector(`${first} .ex-result`)?.textContent;
      assert.match(String(await driver.call(result, first)), /200 OK/);
      await driver.open(origin + path);
      const status = (first: string) =>
        /Your edit/.test(document.querySelector(`${first} .ex-status`)?.textContent ?? "");
      await until(driver, status, first);

      if (programs) {
        await driver.open(origin + programs);
        await click(driver, `${program} .ex-run`);
        assert.match(await ran(driver, program), finished);
      }

      await until(driver, () => navigator.serviceWorker?.controller !== null);
      down = true;
      await driver.open(`${origin}/docs/`);
      assert.equal(
        await driver.call(() => document.querySelector("h1")?.textContent),
        "Documentation",
      );
      await driver.open(origin + path);
      await click(driver, `${first} .ex-run`);
      assert.match(await ran(driver, first), finished);
    } finally {
      await driver.close();
    }
  });
}

for (const { name, missing, start } of kinds) {
  test(`browsers: ${name} opens the playground, runs a request and makes a link`, {
    skip: missing ? `SKIPPED: ${missing}` : false,
    timeout: 3 * patience,
  }, async () => {
    down = false;
    const driver = await start();
    try {
      await driver.open(`${origin}/play/`);
      await until(driver, () => !!document.querySelector(".cm-content .cm-line:nth-child(4)"));
      await click(driver, ".cm-content .cm-line:nth-child(2)");
      await press(driver, [control, enter]);
      const words = (pattern: string) =>
        new RegExp(pattern).test(document.querySelector(".pl-status-words")?.textContent ?? "");
      await until(driver, words, "· \\d+ ms");
      await press(driver, [control, "s"]);
      const toast = () => document.querySelector(".pl-toast")?.textContent ?? "";
      await until(driver, () => !!document.querySelector(".pl-toast"));
      assert.match(await driver.call(toast), /link/i);
    } finally {
      await driver.close();
    }
  });
}

// Names of keys in WebDriver.
const control = "\uE009";
const enter = "\uE007";

/** Waits until a function in the page answers true. */
async function until(
  driver: Driver,
  holds: (argument: string) => boolean,
  argument = "",
): Promise<void> {
  for (const end = Date.now() + patience; !(await driver.call(holds, argument)); ) {
    assert.ok(Date.now() < end, `not so in time: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Waits until an example has been run, and returns its status. */
async function ran(driver: Driver, example: string): Promise<string> {
  const ended = (example: string) =>
    /done|failed/.test(document.querySelector<HTMLElement>(example)?.dataset["state"] ?? "");
  await until(driver, ended, example);
  return driver.call(
    (example) => document.querySelector(`${example} .ex-status`)?.textContent ?? "",
    example,
  );
}

/** Moves the pointer to an element and presses it, once it is in view and no longer moves. */
async function click(driver: Driver, selector: string): Promise<void> {
  let place = "";
  for (let before = "-"; place !== before || place === ""; ) {
    before = place;
    await new Promise((resolve) => setTimeout(resolve, 200));
    place = await driver.call(placeOf, selector);
  }
  const [x, y] = place.split(" ").map(Number);
  await driver.act([
    {
      type: "pointer",
      id: "mouse",
      parameters: { pointerType: "mouse" },
      actions: [
        { type: "pointerMove", x, y, origin: "viewport" },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ],
    },
  ]);
}

/** Scrolls to an element and returns the place of its middle, or "" if it isn't there or not in view. */
function placeOf(selector: string): string {
  const element = document.querySelector(selector);
  element?.scrollIntoView({ block: "center", behavior: "instant" });
  const box = element?.getBoundingClientRect();
  const [x, y] = box ? [box.x + box.width / 2, box.y + box.height / 2] : [-1, -1];
  return element?.contains(document.elementFromPoint(x, y))
    ? `${Math.round(x)} ${Math.round(y)}`
    : "";
}

/** Presses keys together. */
async function press(driver: Driver, keys: readonly string[]): Promise<void> {
  await driver.act([
    {
      type: "key",
      id: "keys",
      actions: [
        ...keys.map((value) => ({ type: "keyDown", value })),
        ...keys.toReversed().map((value) => ({ type: "keyUp", value })),
      ],
    },
  ]);
}
