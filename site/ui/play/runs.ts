/** The runs of a workspace, newest last, and which of them is on the screen. */
import type { PlayReply, PlayStep, ScriptError } from "../protocol.ts";
import { blocks } from "./blocks.ts";
import type { EndpointReply } from "./endpoint.ts";
import { type Totals, totals } from "./words.ts";

export interface Run {
  readonly number: number;
  /** What ran, such as a request's title. */
  readonly title: string;
  readonly file: string;
  /** The lines that ran. */
  readonly from: number;
  readonly to: number;
  /** Their text. */
  readonly text: string;
  /** The whole script; "" if there were several. */
  readonly source: string;
  /** The account outside the page that it went to; "" for the page. */
  readonly where: string;
  readonly at: Date;
  readonly milliseconds: number;
  readonly reply: EndpointReply;
  readonly totals: Totals;
  /** The account before it; undefined if that isn't kept. */
  mark: number | undefined;
  /** Whether what it did has been undone. */
  undone: boolean;
}

/** The file that a step or an error is of: those of runs through several files know theirs. */
export function fileOf(part: PlayStep | ScriptError, run: Run): string {
  return (part as { file?: string }).file ?? run.file;
}

/**
 * The newest step of each request of a script that ran in the page as it's written now, with the line that it
 * has now.
 */
export function ranAsWritten(text: string, runs: readonly Run[]): PlayStep[] {
  const newest = new Map<string, PlayStep>();
  for (const { source, where, reply } of runs) {
    const written = where === "" && source !== "" ? requestsIn(source) : new Map<number, string>();
    for (const step of reply.steps) {
      newest.set(written.get(step.line) ?? "", step);
    }
  }
  return Array.from(requestsIn(text)).flatMap(([line, code]) => {
    const step = newest.get(code);
    return step ? [{ ...step, line }] : [];
  });
}

/** What each request of a script is made of, by its line: its own lines, and all variables. */
function requestsIn(script: string): Map<number, string> {
  const lines = script.split("\n");
  const variables = lines.filter((line) => /^\s*@/.test(line)).join("\n");
  return new Map(
    blocks(script).map(({ from, to, request }) => [
      request,
      `${lines.slice(from - 1, to).join("\n")}\n${variables}`,
    ]),
  );
}

/** So many runs are kept. */
const most = 50;

export class Runs {
  #runs: Run[] = [];
  #last = 0;
  #shown: Run | undefined;
  #step: PlayStep | undefined;
  #against: Run | undefined;
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get all(): readonly Run[] {
    return this.#runs;
  }

  /** The run on the screen. */
  get shown(): Run | undefined {
    return this.#shown;
  }

  /** The request of that run whose answer is on the screen: the first that failed, or else the last. */
  get step(): PlayStep | undefined {
    const steps = this.#shown?.reply.steps ?? [];
    return this.#step ?? steps.find(({ ok }) => !ok) ?? steps.at(-1);
  }

  /** The run that it's compared with. */
  get against(): Run | undefined {
    return this.#against;
  }

  get latest(): Run | undefined {
    return this.#runs.at(-1);
  }

  /** The run before the one on the screen that ran the same lines of the same file, or else any. */
  get earlier(): Run | undefined {
    const { shown } = this;
    const before = this.#runs.filter((run) => shown && run.number < shown.number);
    return (
      before.findLast((run) => run.file === shown?.file && run.title === shown.title) ??
      before.at(-1)
    );
  }

  add(run: Omit<Run, "number" | "totals" | "undone">): Run {
    const added = { ...run, number: ++this.#last, totals: totalsOf(run.reply), undone: false };
    this.#runs = [...this.#runs, added].slice(-most);
    this.show(added);
    return added;
  }

  /** Puts in those of earlier visits, unless something has run since the page opened. */
  restore(runs: readonly Run[]): void {
    if (this.#runs.length === 0) {
      this.#runs = [...runs];
      this.#last = runs.at(-1)?.number ?? 0;
      this.#changed();
    }
  }

  show(run: Run | undefined, step?: PlayStep): void {
    this.#shown = run;
    this.#step = step;
    this.#against = undefined;
    this.#changed();
  }

  compare(run: Run | undefined): void {
    this.#against = run;
    this.#changed();
  }

  /** Marks this run and all after it as undone. */
  undo(run: Run): void {
    for (const each of this.#runs) {
      if (each.number >= run.number) {
        each.undone = true;
      }
    }
    this.#changed();
  }

  /** The account has started over: nothing before can be undone. */
  cutMarks(): void {
    for (const run of this.#runs) {
      run.mark = undefined;
    }
    this.#changed();
  }

  clear(): void {
    this.#runs = [];
    this.show(undefined);
  }
}

/** The numbers of the requests that were asked for, without those that they refer to. */
function totalsOf({ steps }: PlayReply): Totals {
  return totals(steps.filter((step) => !step.before));
}
