/** Compares two runs: their numbers, and their answers line by line. */
import { count, span } from "../numbers.ts";
import type { Run } from "./runs.ts";
import { kindName, spread, type Totals } from "./words.ts";

/** A line of two texts: in both, only in the earlier one, or only in the later one. */
export type Line = readonly [sign: " " | "-" | "+", text: string];

/** One number of two runs. */
export interface Compared {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** How it changed, such as +3; "" if it didn't. */
  readonly change: string;
  /** Whether less of it is better, and it has changed. */
  readonly trend: "better" | "worse" | "";
}

export function numbers(before: Run, after: Run): Compared[] {
  const a = before.totals;
  const b = after.totals;
  const kindOf = (run: Run) =>
    kindName(run.totals.plan) || (run.totals.written > 0 ? "Write" : "No query");
  const waste = ({ read, returned }: Totals) => Math.max(0, read - returned);
  return [
    text("Kind", kindOf(before), kindOf(after)),
    text("Status", String(a.status), String(b.status)),
    number("Requests", a.requests, b.requests),
    number("Read", a.read, b.read),
    number("Returned", a.returned, b.returned, false),
    number("Read, not returned", waste(a), waste(b)),
    number("Written", a.written, b.written, false),
    number("Transactions", a.transactions, b.transactions),
    number("Bytes", a.bytes, b.bytes),
    { ...text("Time here", span(before.milliseconds), span(after.milliseconds)), change: "" },
  ];
}

function text(label: string, before: string, after: string): Compared {
  return { label, before, after, change: before === after ? "" : "changed", trend: "" };
}

function number(label: string, before: number, after: number, less = true): Compared {
  const by = after - before;
  const change = by === 0 ? "" : `${by > 0 ? "+" : "−"}${count(Math.abs(by))}`;
  const trend = by === 0 || !less ? "" : by < 0 ? "better" : "worse";
  return { label, before: count(before), after: count(after), change, trend };
}

/** The answers of a run as lines, with JSON spread out. */
export function answerOf(run: Run): string[] {
  const parts = run.reply.steps.map(({ method, target, status, response }) => {
    const head = run.reply.steps.length > 1 ? `${method} ${target}\n` : "";
    return `${head}${status}\n${spread(response.body)}`;
  });
  return parts.join("\n\n").split("\n");
}

/** More lines than this aren't compared one by one. */
const most = 3000;

/** Returns the lines of both texts; undefined if they are too long. */
export function lines(before: readonly string[], after: readonly string[]): Line[] | undefined {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) {
    start++;
  }
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end++;
  }
  const a = before.slice(start, before.length - end);
  const b = after.slice(start, after.length - end);
  if (a.length * b.length > most * most) {
    return undefined;
  }
  const same = (list: readonly string[]): Line[] => list.map((line) => [" ", line]);
  return [
    ...same(before.slice(0, start)),
    ...middle(a, b),
    ...same(before.slice(before.length - end)),
  ];
}

/** The longest common lines of two texts, and the rest. */
function middle(a: readonly string[], b: readonly string[]): Line[] {
  const common = commonLengths(a, b);
  const found: Line[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const left = a[i];
    const right = b[j];
    if (left !== undefined && left === right) {
      found.push([" ", left]);
      i++;
      j++;
    } else if (
      right === undefined ||
      (left !== undefined && common(i + 1, j) >= common(i, j + 1))
    ) {
      found.push(["-", left ?? ""]);
      i++;
    } else {
      found.push(["+", right]);
      j++;
    }
  }
  return found;
}

/** How many lines two texts have in common, from a line of each on. */
function commonLengths(
  a: readonly string[],
  b: readonly string[],
): (i: number, j: number) => number {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
}

/** Leaves only lines that differ and a few around them; a gap is a line of its own. */
export function near(all: readonly Line[], around = 2): (Line | undefined)[] {
  const keep = new Set<number>();
  all.forEach(([sign], i) => {
    if (sign !== " ") {
      for (let k = i - around; k <= i + around; k++) {
        keep.add(k);
      }
    }
  });
  const shown: (Line | undefined)[] = [];
  all.forEach((line, i) => {
    if (keep.has(i)) {
      shown.push(line);
    } else if (shown.length === 0 || shown.at(-1) !== undefined) {
      shown.push(undefined);
    }
  });
  return shown;
}
