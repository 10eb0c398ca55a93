// JavaScript examples run on the page as they do in Node, and can only reach their account.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator } from "playwright-core";
import { editor, finished, ran, reads, readsFurther, startReading, violations } from "./reader.ts";

startReading();

// A program without a play beside it, so that an edit replaces all of it.
const path = "/guides/query-kinds/";
const name = "inParallel";

/** What the console says when the policy of the frame blocks something. */
const blocked = /Content Security Policy|Failed to load resource|ERR_BLOCKED_BY_CSP/;

test("program: it prints on the page what it printed in the build", async () => {
  await readsFurther(path, async ({ example }) => {
    const one = example(name);
    const built = await one.locator(".rs-output").innerHTML();
    await one.locator(".rs-output").evaluate((output) => output.replaceChildren("old"));
    await one.locator(".ex-run").click();
    assert.match(await ran(one), /^3 requests, 2 entities read, 0 written · ran here/);
    assert.equal(await one.locator(".rs-output").innerHTML(), built);
  });
});

test("program: timers wait for bodies that are sent and read, as they do in Node", async () => {
  await readsFurther(path, async ({ example }) => {
    const code = `import { queues } from "rowkey";
      const tick = setInterval(() => console.log("tick"), 1000);
      await fetch(queues + "/jobs", { method: "PUT" });
      const body = "<QueueMessage><MessageText>aGk=</MessageText></QueueMessage>";
      for (let i = 0; i < 3; i++) {
        const put = await fetch(queues + "/jobs/messages", { method: "POST", body });
        console.log((await put.text()).includes("<MessageId>"));
      }
      clearInterval(tick);`;
    assert.match(await run(example(name), code), /^4 requests/);
    assert.equal(await example(name).locator(".rs-output").textContent(), "true\ntrue\ntrue");
  });
});

test("program: clients of queues and blobs are loaded when an example imports one", async () => {
  await readsFurther(path, async ({ page, example }) => {
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    const later = () => loaded.filter((url) => /\/a\/storage-/.test(url)).length;
    await run(example(name), "console.log(1);");
    assert.equal(later(), 0);
    const code = `import { QueueServiceClient } from "@azure/storage-queue";
      const connection = process.env.AZURE_STORAGE_CONNECTION_STRING;
      const jobs = QueueServiceClient.fromConnectionString(connection).getQueueClient("jobs");
      await jobs.create();
      await jobs.sendMessage("hello");
      console.log((await jobs.receiveMessages()).receivedMessageItems[0].messageText);`;
    assert.match(await run(example(name), code), /^3 requests/);
    assert.equal(await example(name).locator(".rs-output").textContent(), "hello");
    assert.equal(later(), 1);
  });
});

test("program: without scripts the page shows its code and its output", async () => {
  await reads({ javaScriptEnabled: false }, async ({ open, example }) => {
    await open(path);
    assert.match((await example(name).locator(".ex-status").textContent()) ?? "", / requests?/);
    assert.equal(await example(name).locator(".rs-output").isVisible(), true);
    assert.equal(await example(name).locator(".tk-k").first().textContent(), "import");
    assert.equal(await example(name).locator(".ex-run").isVisible(), false);
  });
});

test("program: nothing is loaded for it before it runs", async () => {
  await reads({}, async ({ page, open, example }) => {
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    await open(path);
    await editor(example(name));
    assert.deepEqual(
      loaded.filter((url) => /\/a\/frame-/.test(url)),
      [],
    );
  });
});

test("program: an edit is coloured, runs with Control Enter, and survives a reload", async () => {
  await readsFurther(path, async ({ page, example }) => {
    const one = example(name);
    const area = await editor(one);
    await area.fill("// Mine\nconsole.log({ a: [1, 2n], at: new Date() });\n");
    assert.equal(await one.locator(".tk-n").first().textContent(), "log");
    await area.press("Control+Enter");
    assert.match(await ran(one), /^0 requests/);
    const expected = /^\{ a: \[1, 2n\], at: 2026-01-05T09:00:00\.\d{3}Z \}$/;
    assert.match((await one.locator(".rs-output").textContent()) ?? "", expected);
    assert.deepEqual(await violations(page, { within: `#${name}` }), []);
    await page.reload();
    assert.match((await one.locator(".ex-code code").textContent()) ?? "", /^\/\/ Mine/);
  });
});

const errors = [
  {
    what: "one of syntax",
    code: "const a = 1;\nconst b = ;\n",
    line: 2,
    message: /^Line 2, column 11: SyntaxError: /,
  },
  {
    what: "one in the first line",
    code: "const = 7;\n",
    line: 1,
    message: /^Line 1, column 7: SyntaxError: /,
  },
  {
    what: "one that is thrown",
    code: "await 0;\nfunction f() {\n  throw new TypeError('no such luck');\n}\nf();\n",
    line: 3,
    message: /^Line 3, column 9: TypeError: no such luck$/,
  },
  {
    what: "one of the service",
    code: "import { table } from 'rowkey';\nconst t = table('Orders');\nawait t.getEntity('a', 'b');\n",
    line: 3,
    message: /^Line 3, column \d+: RestError: TableNotFound: The table specified does not exist\.$/,
  },
  {
    what: "one that nobody waits for",
    code: "void Promise.reject(new Error('lost'));\nawait new Promise(() => {});\n",
    line: 1,
    message: /^Line 1, column 21: Error: lost$/,
  },
  {
    what: "one of the service, in a list",
    code:
      "import { table } from 'rowkey';\nconst list = table('Orders').listEntities();\n\n" +
      "for await (const entity of list) console.log(entity);",
    line: 4,
    message: /^Line 4, column \d+: RestError: TableNotFound/,
  },
  {
    what: "what cannot be imported",
    code: "import { table } from 'rowkey';\nimport fs from 'node:fs';",
    line: 2,
    message: /^Line 2, column \d+: Import: Examples can only import @azure\/data-tables, .*\.$/,
  },
  {
    what: "a member that a module lacks",
    code: "import {\n  table,\n  Nothing,\n} from 'rowkey';",
    line: 3,
    message: /^Line 3, column 3: Import: There is no Nothing to import\.$/,
  },
  {
    what: "a reference to nothing",
    code: "// @ref Employees\n// @ref nowhere\n",
    line: 2,
    message: /^Line 2: No request is called nowhere/,
  },
];

test("program: an error is shown at its line", async () => {
  await readsFurther(path, async ({ example }) => {
    for (const { what, code, message } of errors) {
      const said = await run(example(name), code);
      assert.match(said, /^(Stopped at the marked line|Failed)/, what);
      const error = await example(name).locator(".ex-errors li").textContent();
      assert.match(error ?? "", message, what);
      assert.equal(await example(name).locator(".line-error").count(), 1, what);
    }
  });
});

test("program: an endless loop doesn't freeze the page, and Stop ends it", async () => {
  await readsFurther(path, async ({ page, example }) => {
    const one = example(name);
    const area = await editor(one);
    await area.fill("console.log(1);\nfor (;;) {}\n");
    await area.press("Control+Enter");
    await one.locator(".ex-status", { hasText: /^(Running|Still)/ }).waitFor();
    await one.locator(".ex-run", { hasText: "Stop" }).click();
    await one.locator(".ex-status", { hasText: /^Stopped/ }).waitFor();
    assert.equal(await page.locator("iframe").count(), 0);
    assert.match(await run(one, "console.log(2);"), finished);
  });
});

test("program: one that never stops printing is stopped", async () => {
  await readsFurther(path, async ({ page, example }) => {
    const status = await run(example(name), "for (;;) console.log('x'.repeat(1000));");
    assert.match(status, /^Failed: It printed more than a page can show/);
    assert.equal(await page.locator("iframe").count(), 0);
  });
});

test("program: timers fire at once, and in order", async () => {
  await readsFurther(path, async ({ example }) => {
    const code = `
      import { setTimeout as sleep } from "node:timers/promises";
      import { table } from "rowkey";
      const start = Date.now();
      const worker = async (name, pause) => {
        for (let i = 0; i < 2; i++) {
          await sleep(pause);
          console.log(name, (Date.now() - start) / 60_000);
        }
      };
      await Promise.all([worker("slow", 45 * 60_000), worker("quick", 10 * 60_000)]);
      await table("Orders").createTable();
      console.log(Date.now() - start, Math.random(), crypto.randomUUID());
    `;
    const first = await run(example(name), code);
    assert.match(first, finished);
    const output = (await example(name).locator(".rs-output").textContent()) ?? "";
    const lines = output.split("\n");
    assert.deepEqual(lines.slice(0, 4), ["quick 10", "quick 20", "slow 45", "slow 90"]);
    assert.match(lines[4] ?? "", /^5400012 0\.\d+ [0-9a-f]{8}-[0-9a-f]{4}-4/);
    await example(name).locator(".ex-run").click();
    await ran(example(name));
    assert.equal(await example(name).locator(".rs-output").textContent(), output);
  });
});

test("program: it has no network, no page, no storage and no window", async () => {
  const code = `
    const tried = async (what, attempt) => {
      const got = await Promise.resolve().then(attempt).then((v) => "got " + v, (e) => e.name);
      console.log(what, got);
    };
    const { origin } = new URL(PAGE);
    await tried("fetch", () => fetch(origin).then((r) => r.status));
    await tried("import", () => import(origin + "/a/main.js"));
    await tried("importScripts", () => importScripts(origin + "/a/main.js"));
    await tried("request", () => new Promise((done, failed) => {
      const x = new XMLHttpRequest();
      x.onload = () => done(x.status);
      x.onerror = () => failed(new TypeError());
      x.open("GET", origin);
      x.send();
    }));
    await tried("socket", () => new Promise((done, failed) => {
      const s = new WebSocket(origin.replace("http", "ws"));
      s.onopen = done;
      s.onerror = () => failed(new TypeError());
    }));
    await tried("beacon", () => navigator.sendBeacon?.(origin, "x"));
    await tried("storage", () => new Promise((done, failed) => {
      const r = indexedDB.open("x");
      r.onsuccess = done;
      r.onerror = () => failed(r.error);
    }));
    await tried("nested", () => new Promise((done, failed) => {
      const text = "fetch(" + JSON.stringify(origin) + ").then(() => postMessage(1), () => postMessage(2))";
      const w = new Worker("data:text/javascript," + encodeURIComponent(text));
      w.onmessage = ({ data }) => data === 1 ? done() : failed(new TypeError());
    }));
    console.log(self.origin, typeof window, typeof document, typeof parent, typeof localStorage);
    self.postMessage({ code: "parent.document" });
    postMessage("anything");
  `;
  await readsFurther(
    path,
    async ({ page, example }) => {
      const asked: string[] = [];
      const answered: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      page.on("response", (response) => answered.push(response.url()));
      const text = code.replace("PAGE", JSON.stringify(page.url()));
      assert.match(await run(example(name), text), finished);
      const printed = await example(name).locator(".rs-output").textContent();
      assert.deepEqual((printed ?? "").split("\n"), [
        "fetch TypeError",
        "import TypeError",
        "importScripts NetworkError",
        "request TypeError",
        "socket TypeError",
        "beacon got undefined",
        "storage SecurityError",
        "nested TypeError",
        "null undefined undefined undefined undefined",
      ]);
      const tried = asked.filter(
        (url) => new URL(url).pathname === "/" || url.endsWith("/a/main.js"),
      );
      assert.deepEqual(
        tried.filter((url) => answered.includes(url)),
        [],
      );
    },
    blocked,
  );
});

test("program: code with a syntax error imports nothing into the frame's document", async () => {
  // A document reaches what its policy doesn't cover, such as WebRTC. A worker has no parent.
  const leak = `if (globalThis.document) {
    parent.postMessage("in the document", "*");
    await new Promise((done) => setTimeout(done, 900));
  }`;
  const code = `import/**/"data:text/javascript,${encodeURIComponent(leak)}";
    throw Object.assign(new SyntaxError("mine"), { stack: "" });`;
  await readsFurther(
    path,
    async ({ page, example }) => {
      await page.evaluate(() => {
        addEventListener("message", ({ data }) => {
          document.title = `heard: ${data}`;
        });
      });
      await run(example(name), code);
      assert.doesNotMatch(await page.title(), /heard/);
    },
    blocked,
  );
});

test("program: the frame has its policy on hosts that send none", async () => {
  await reads(
    {},
    async ({ page, open, example }) => {
      await page.route(/\/a\/frame-/, async (route) => {
        const response = await route.fetch();
        const headers = { ...response.headers() };
        delete headers["content-security-policy"];
        await route.fulfill({ response, headers });
      });
      await open(path);
      const code = `console.log(await import(${JSON.stringify(page.url())}).catch((e) => e.name));`;
      assert.match(await run(example(name), code), finished);
      assert.equal(await example(name).locator(".rs-output").textContent(), "TypeError");
    },
    blocked,
  );
});

/** Replaces the code of an example, runs it, and returns the outcome in words. */
async function run(example: Locator, code: string): Promise<string> {
  const area = await editor(example);
  await area.fill(code);
  await area.press("Control+Enter");
  return ran(example);
}
