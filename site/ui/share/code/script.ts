/**
 * The source of a script as far as code made from it needs it: its requests with what is written around
 * them. The engine has parsed the script before, so what is wrong in it doesn't matter here.
 */

/** One request as it's written. */
export interface Block {
  /** The number of its first line and of the line after its last one, from 1. */
  readonly from: number;
  readonly to: number;
  readonly title: string;
  /** Its directives in order, such as ["expect", "status == 200"]. */
  readonly directives: readonly (readonly [name: string, value: string])[];
  readonly variables: readonly (readonly [name: string, value: string])[];
  readonly method: string;
  /** The URL in one line. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** The blocks of a script. One that only defines variables has no method. */
export function blocksOf(text: string): Block[] {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const starts = lines.flatMap((line, i) => (line.startsWith("###") ? [i] : []));
  if (starts[0] !== 0) {
    starts.unshift(0);
  }
  return starts.map((from, i) => blockOf(lines, from, starts[i + 1] ?? lines.length));
}

const comment = /^\s*(?:#|\/\/)/;
const directive = /^\s*(?:#|\/\/)\s*@(\w+)(?:\s+(.*?))?\s*$/;
const variable = /^\s*@(\w+)\s*=\s*(.*?)\s*$/;
const requestLine = /^\s*([A-Z]+)\s+(.*?)(?:\s+HTTP\/[\d.]+)?\s*$/;

function blockOf(lines: readonly string[], from: number, to: number): Block {
  const title = /^#{3,}\s*(.*?)\s*$/.exec(lines[from] ?? "")?.[1] ?? "";
  const directives: [string, string][] = [];
  const variables: [string, string][] = [];
  let at = from;
  let request: RegExpExecArray | null = null;
  for (; at < to && !request; at++) {
    const line = lines[at] ?? "";
    const [, word, value = ""] = directive.exec(line) ?? [];
    const [, name, text = ""] = variable.exec(line) ?? [];
    if (word !== undefined) {
      directives.push([word, value]);
    } else if (name !== undefined) {
      variables.push([name, text]);
    } else if (!comment.test(line)) {
      request = requestLine.exec(line);
    }
  }
  const rest = lines.slice(at, to).filter((line) => !comment.test(line));
  const end = rest.findIndex((line) => line.trim() === "");
  const head = end < 0 ? rest : rest.slice(0, end);
  const query = head.filter((line) => /^\s*[?&]/.test(line));
  const headers = head.filter((line) => !query.includes(line) && line.includes(":"));
  return {
    from: from + 1,
    to: to + 1,
    title,
    directives,
    variables,
    method: request?.[1] ?? "",
    url: [
      request?.[2] ?? "",
      ...query.map((line) => line.trim().replace(/\s+HTTP\/[\d.]+$/, "")),
    ].join(""),
    headers: headers.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
    body: end < 0 ? "" : trimLines(rest.slice(end)),
  };
}

/** A text without the blank lines around it. */
function trimLines(lines: readonly string[]): string {
  const filled = (line: string) => line.trim() !== "";
  const first = lines.findIndex(filled);
  return first < 0 ? "" : lines.slice(first, lines.findLastIndex(filled) + 1).join("\n");
}

/** The value of a directive, or undefined if the block doesn't have it. */
export function directiveOf(block: Block, name: string): string | undefined {
  return block.directives.find(([word]) => word === name)?.[1];
}

/** A whole number that grows with the rounds of a loop. */
export interface Count {
  /** What is done with the number of the round, one after another. */
  readonly steps: readonly (readonly [operator: "*" | "/" | "%" | "+", number: number])[];
  /** The fewest digits, with zeros in front. */
  readonly width: number;
}

const count = /^\$index((?:[*/%]\d+)*)((?:\+\d+)?)$/;

/** What {{$index…}} or {{$pad $index… N}} stands for, if it's one of these. */
export function countOf(expression: string): Count | undefined {
  const [, padded, width] = /^\$pad\s+(\S+)\s+(\d+)$/.exec(expression) ?? [];
  const [whole, factors = "", sum = ""] = count.exec(padded ?? expression) ?? [];
  if (whole === undefined) {
    return undefined;
  }
  const steps = Array.from(
    `${factors}${sum}`.matchAll(/([*/%+])(\d+)/g),
    (found): ["*" | "/" | "%" | "+", number] => [
      found[1] as "*" | "/" | "%" | "+",
      Number(found[2]),
    ],
  );
  return { steps, width: Number(width ?? 0) };
}

/** The value of a count in one round. */
export function countAt({ steps, width }: Count, round: number): string {
  let value = round;
  for (const [operator, number] of steps) {
    if (operator === "*") {
      value *= number;
    } else if (operator === "/") {
      value = Math.floor(value / number);
    } else if (operator === "%") {
      value %= number;
    } else {
      value += number;
    }
  }
  return String(value).padStart(width, "0");
}
