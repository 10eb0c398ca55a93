/** What schedules come to: their endings, counted by what they say, each with the simplest schedule. */

/** What became of a request of a schedule. */
export type Fate =
  | "answered"
  | "lost answer" // the service did it, and the client sees a broken connection
  | "crash before" // the client is gone, and the request never arrived
  | "crash after" // the service did it, and the client is gone
  | "crash at the end"; // all is done, but the message isn't deleted

/** One step of a schedule. */
export interface Step {
  readonly worker: string;
  readonly fate: Fate;
  /** Method and path, or "" at the end. */
  readonly request: string;
  /** The status of the answer, or 0 if there was none. */
  readonly status: number;
}

/** A schedule after which something doesn't hold. */
export interface Failure {
  readonly steps: readonly Step[];
  readonly message: string;
}

/** Schedules that ended alike. */
export interface Ending {
  /** What the check returned, or why it failed. */
  readonly says: string;
  readonly failed: boolean;
  readonly schedules: number;
  /** The simplest schedule: with the fewest faults, then changes between workers, then steps. */
  readonly steps: readonly Step[];
}

export interface Outcome {
  readonly schedules: number;
  /** How many of them failed. */
  readonly failures: number;
  /** The simplest of these. */
  readonly failure?: Failure | undefined;
  readonly endings: readonly Ending[];
}

/** Endings by what they say. */
export type Endings = readonly Ending[];

export const nothing: Endings = [];

export function sum(a: Endings, b: Endings): Endings {
  const all = [...a];
  for (const ending of b) {
    const at = all.findIndex(
      ({ says, failed }) => says === ending.says && failed === ending.failed,
    );
    const had = all[at];
    if (had) {
      const { steps } = simpler(had, ending) ? had : ending;
      all[at] = { ...had, schedules: had.schedules + ending.schedules, steps };
    } else {
      all.push(ending);
    }
  }
  return all;
}

/** Endings without their first steps, which another schedule may have had instead. */
export function after(endings: Endings, count: number): Endings {
  return endings.map((ending) => ({ ...ending, steps: ending.steps.slice(count) }));
}

export function outcomeOf(endings: Endings): Outcome {
  const count = (some: Endings) => some.reduce((n, { schedules }) => n + schedules, 0);
  const failed = endings.filter((ending) => ending.failed);
  const first = failed.reduce<Ending | undefined>(
    (best, one) => (best && simpler(best, one) ? best : one),
    undefined,
  );
  return {
    schedules: count(endings),
    failures: count(failed),
    failure: first && { steps: first.steps, message: first.says },
    endings,
  };
}

/** Writes a schedule for a reader, one line for each step. */
export function describe({ steps, message }: Failure): string {
  const lines = steps.map(({ worker, fate, request, status }, i) => {
    const answer = status === 0 ? "" : ` → ${status}`;
    const told = fate === "answered" ? "" : `, ${fate}`;
    return `${`${i + 1}`.padStart(3)}. ${worker}: ${request}${answer}${told}`;
  });
  return [...lines, `     ${message}`].join("\n");
}

/** Whether the first schedule is simpler than the second, or as simple. */
function simpler(a: Pick<Ending, "steps">, b: Pick<Ending, "steps">): boolean {
  const [first, second] = [a, b].map(({ steps }) => [
    steps.filter(({ fate }) => fate !== "answered").length,
    steps.filter(({ worker }, i) => i > 0 && worker !== steps[i - 1]?.worker).length,
    steps.length,
  ]);
  for (const [i, value] of first?.entries() ?? []) {
    const other = second?.[i] ?? 0;
    if (value !== other) {
      return value < other;
    }
  }
  return true;
}
