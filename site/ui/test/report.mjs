// Prints of tests only what failed, and at the end how many there were. It's a reporter for `node --test`,
// and `go test -json ./... | node site/ui/test/report.mjs` does the same for Go. build.sh reads the lines
// that begin with FAILED, and the last one.
import process from "node:process";
import { createInterface } from "node:readline";
import { inspect } from "node:util";

const counts = { passed: 0, failed: 0, skipped: 0 };

const total = () => `passed ${counts.passed} failed ${counts.failed} skipped ${counts.skipped}\n`;

/**
 * @param {string} name
 * @param {string} text
 */
function failure(name, text) {
  counts.failed++;
  return `FAILED ${name}\n${text.trimEnd().replaceAll(/^/gm, "    ")}\n`;
}

/** Node.js reports a file in which no test was asked for as a test. */
const isFile = /\.mjs$/;

/** @param {AsyncIterable<import("node:test/reporters").TestEvent>} source */
// biome-ignore lint/style/noDefaultExport: that's how Node.js takes a reporter.
export default async function* report(source) {
  for await (const { type, data } of source) {
    if (type === "test:stdout" || type === "test:stderr") {
      yield data.message;
    } else if (type === "test:pass" && data.details.type !== "suite" && !isFile.test(data.name)) {
      counts[data.skip === undefined || data.skip === false ? "passed" : "skipped"]++;
    } else if (type === "test:fail") {
      const { error } = data.details;
      if (!("failureType" in error && error.failureType === "subtestsFailed")) {
        const place = `${data.file ?? ""}:${data.line ?? ""}`;
        yield failure(data.name, `${place}\n${inspect(error.cause ?? error)}`);
      }
    }
  }
  yield total();
}

/** @type {Map<string, string>} What Go's tests said, by package and name; that of a package has no name. */
const said = new Map();
/** Tests and packages of which a part failed, which they say again. */
const around = new Set();

/**
 * Takes one event of `go test -json`.
 * @param {{ Action: string, Package: string, Test?: string, Output?: string }} event
 */
function take({ Action, Package, Test = "", Output = "" }) {
  const key = `${Package} ${Test}`;
  if (Action === "build-output") {
    process.stdout.write(Output);
  } else if (Action === "output") {
    said.set(key, (said.get(key) ?? "") + Output);
  } else if (Action === "pass" || Action === "skip") {
    said.delete(key);
    counts[Action === "pass" ? "passed" : "skipped"] += Test ? 1 : 0;
  } else if (Action === "fail") {
    if (!around.has(key)) {
      process.stdout.write(failure(Test || Package, `${Package}\n${said.get(key) ?? ""}`));
    }
    around
      .add(`${Package} ${Test.slice(0, Math.max(0, Test.lastIndexOf("/")))}`)
      .add(`${Package} `);
  }
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.startsWith("{")) {
      take(JSON.parse(line));
    } else {
      console.log(line);
    }
  }
  process.stdout.write(total());
}
