/** What the languages share: texts with counts in them, names, comments, and lines with their indentation. */
import { type Job, type Jobs, markedBy, tablesOf } from "./model.ts";
import type { Count } from "./script.ts";

/** A text in pieces: as it is, or a count that a loop changes. */
export function piecesOf(jobs: Pick<Jobs, "counts">, text: string): (string | Count)[] {
  const pieces: (string | Count)[] = [];
  for (const character of text) {
    const count = markedBy(jobs, character);
    const last = pieces.at(-1);
    if (count) {
      pieces.push(count);
    } else if (typeof last === "string") {
      pieces[pieces.length - 1] = last + character;
    } else {
      pieces.push(character);
    }
  }
  return pieces;
}

/** Whether a text has no count in it. */
export function isPlain(jobs: Pick<Jobs, "counts">, text: string): boolean {
  return !Array.from(text).some((character) => markedBy(jobs, character));
}

/** A text in double quotes, as JavaScript, Go, C# and Python read it. */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}

/** Lines of code. Each language indents in its own way. */
export class Lines {
  readonly #lines: string[] = [];
  readonly #step: string;
  #depth = 0;

  constructor(step: string) {
    this.#step = step;
  }

  /** Adds lines. */
  add(...lines: readonly string[]): this {
    for (const line of lines.flatMap((line) => line.split("\n"))) {
      this.#lines.push(line === "" ? "" : this.#step.repeat(this.#depth) + line);
    }
    return this;
  }

  /** Adds what `inside` adds, one step further in. */
  indent(inside: () => void): this {
    this.#depth++;
    inside();
    this.#depth--;
    return this;
  }

  /** How many columns are left in a line of a hundred. */
  get room(): number {
    return 100 - this.#step.replace("\t", "    ").length * this.#depth;
  }

  toString(): string {
    return `${this.#lines
      .join("\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trimEnd()}\n`;
  }
}

/** A title and notes as comment lines. */
export function remarks(job: Job, mark: string): string[] {
  return [job.title, ...job.notes]
    .filter((text) => text !== "")
    .flatMap((text) => wrap(text.replaceAll(/\s+/g, " "), 96))
    .map((line) => `${mark} ${line}`);
}

/** Says how tables that the code uses but doesn't create come to where it goes. */
export function arriving(jobs: Jobs, mark: string): string[] {
  const created = new Set(
    jobs.list.flatMap(({ operation }) =>
      operation.kind === "createTable" ? [operation.table] : [],
    ),
  );
  return tablesOf(jobs).every((table) => created.has(table))
    ? []
    : [
        `${mark} Save the workspace as a folder to have its tables there:`,
        `${mark} rowkey run FOLDER --target http://127.0.0.1:10002/devstoreaccount1`,
      ];
}

/** A text in lines of at most so many characters, where blanks allow. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

/** A name for each table and each needed answer that no other thing of the program has. */
export function namesOf(jobs: Jobs, taken: readonly string[]): (wanted: string) => string {
  const used = new Set(taken);
  const names = new Map<string, string>();
  const answers = jobs.list.flatMap(({ name }) => (name === "" ? [] : [`answer ${name}`]));
  for (const key of [...tablesOf(jobs).map((table) => `table ${table}`), ...answers]) {
    const [kind = "", word = ""] = key.split(" ");
    const lower = word.replace(/^[A-Z]+(?=[A-Z][a-z]|$)|^[A-Z]/, (start) => start.toLowerCase());
    const candidates = [lower, `${lower}${kind === "table" ? "Table" : "Answer"}`, `${lower}Of`];
    const name = candidates.find((candidate) => !used.has(candidate)) ?? `${lower}${used.size}`;
    used.add(name);
    names.set(key, name);
  }
  return (wanted) => names.get(wanted) ?? wanted;
}

/** Whether a job is one that plain HTTP does. */
export function isPlainHttp({ operation }: Job): boolean {
  return operation.kind === "plain";
}

/** Where the emulators' well-known account is, whose key everybody knows. */
export const emulator = {
  tables: "http://127.0.0.1:10002/devstoreaccount1",
  queues: "http://127.0.0.1:10001/devstoreaccount1",
  blobs: "http://127.0.0.1:10000/devstoreaccount1",
  connection:
    "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;" +
    "AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==;" +
    "TableEndpoint=http://127.0.0.1:10002/devstoreaccount1;",
};
