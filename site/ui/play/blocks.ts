/**
 * Finds where the requests of a script begin and end, for the editor's buttons and marks: as often as a key
 * is pressed, and before there's an engine. A test holds that against the engine's reading.
 */

/** One request. Lines count from 1. */
export interface Block {
  /** The line that begins it: ### or what comes first. */
  readonly from: number;
  /** Its last line with text. */
  readonly to: number;
  /** The line that has the method. */
  readonly request: number;
  readonly title: string;
  readonly method: string;
  readonly target: string;
}

const requestLine = /^\s*([A-Z]+)\s+(\S.*)$/;

/** Returns the requests of a script in order. */
export function blocks(text: string): Block[] {
  const found: Block[] = [];
  const lines = text.split("\n");
  let from = 0;
  for (let i = 1; i <= lines.length; i++) {
    if (i === lines.length || lines[i]?.startsWith("###")) {
      const block = blockOf(lines, from, i);
      if (block) {
        found.push(block);
      }
      from = i;
    }
  }
  return found;
}

/** The request in the lines from `from` up to `to`, if there is one. */
function blockOf(lines: readonly string[], from: number, to: number): Block | undefined {
  let first = 0;
  for (let i = from; i < to; i++) {
    const line = lines[i] ?? "";
    first ||= line.trim() === "" ? 0 : i + 1;
    if (/^\s*$|^\s*#|^\s*\/\/|^\s*@/.test(line)) {
      continue;
    }
    const [, method = "", target = ""] = requestLine.exec(line) ?? [];
    if (method === "") {
      return undefined;
    }
    let last = to;
    while (last > i + 1 && (lines[last - 1] ?? "").trim() === "") {
      last--;
    }
    const title = /^###\s*(.*)$/.exec(lines[from] ?? "")?.[1]?.trim() ?? "";
    return { from: first, to: last, request: i + 1, title, method, target: short(target) };
  }
  return undefined;
}

/** The target without the address of the account. */
function short(target: string): string {
  return target.replace(/^\{\{\w+\}\}\//, "").replace(/\s+HTTP\/[\d.]+$/, "");
}

/** The request that a line belongs to; between two, the one above. */
export function blockAt(all: readonly Block[], line: number): Block | undefined {
  let found: Block | undefined;
  for (const block of all) {
    if (block.from > line) {
      break;
    }
    found = block;
  }
  return found ?? all[0];
}
