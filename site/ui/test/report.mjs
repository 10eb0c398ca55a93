// Prints of tests only what failed, and at the end how many there were. It's a reporter for `node --test`,
// and `go test -json ./... | node site/ui/test/report.mjs` does the same for Go. build.sh reads the lines
// that begin with FAILED, and the last one. Results that don't arrive are failures, too: a file whose program
// ends before its tests do says nothing of them, and Node.js takes its silence for success.
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

/**
 * Node.js has told `test:summary` since version 22.
 * @typedef {{ type: "test:summary", data: { file?: string, counts: { passed: number } } }} Summary
 * @typedef {import("node:test/reporters").TestEvent | Summary} Event
 */

/** Files whose own count hasn't come yet, which is the last thing that comes of a file. */
const open = new Set();
/** How many tests passed, by what the files say. */
let passed = 0;

/** @param {Event} event */
function follow({ type, data }) {
  if (type === "test:enqueue" && isFile.test(data.name)) {
    open.add(data.file);
  } else if (type === "test:summary" && data.file) {
    open.delete(data.file);
    passed += data.counts.passed;
  } else if (type === "test:fail") {
    open.delete(data.file);
  }
}

/** @param {Event} event */
function tell({ type, data }) {
  if (type === "test:stdout" || type === "test:stderr") {
    return data.message;
  }
  if (type === "test:pass" && data.details.type !== "suite" && !isFile.test(data.name)) {
    counts[data.skip === undefined || data.skip === false ? "passed" : "skipped"]++;
  } else if (type === "test:fail") {
    const { error } = data.details;
    if (!("failureType" in error && error.failureType === "subtestsFailed")) {
      const place = `${data.file ?? ""}:${data.line ?? ""}`;
      return failure(data.name, `${place}\n${inspect(error.cause ?? error)}`);
    }
  }
  return "";
}

/** @param {AsyncIterable<Event>} source */
// biome-ignore lint/style/noDefaultExport: that's how Node.js takes a reporter.
export default async function* report(source) {
  for await (const event of source) {
    follow(event);
    yield tell(event);
  }
  for (const file of open) {
    yield failure(file, "It ended before its tests did; their results are lost.");
  }
  if (passed !== counts.passed && counts.failed === 0) {
    yield failure("*.test.mjs", `Their files say that ${passed} passed, not ${counts.passed}.`);
  }
  if (passed + counts.failed + counts.skipped === 0) {
    yield failure("*.test.mjs", "No test has such a name.");
  }
  process.exitCode ||= counts.failed > 0 ? 1 : 0;
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
  for (const key of said.keys()) {
    const [name = "", test] = key.split(" ");
    if (!around.has(`${name} `)) {
      process.stdout.write(failure(test || name, `${name}\nIt began, and how it ended is lost.`));
    }
  }
  process.exitCode = counts.failed > 0 ? 1 : 0;
  process.stdout.write(total());
}
