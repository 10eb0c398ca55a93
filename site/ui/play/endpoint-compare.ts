/** Compares the answers of an account outside the page with those of the page's engine. */
import type { CompareCall, CompareReply, Difference, PlayStep } from "../protocol.ts";

/** What a request got here and there. */
export interface Pair {
  readonly line: number;
  readonly request: string;
  readonly here: PlayStep | undefined;
  readonly there: PlayStep | undefined;
  /** Empty if nothing that a program would notice differs. */
  readonly differences: readonly Difference[];
}

/** Asks the engine in what two answers differ. */
export type Compare = (answers: Omit<CompareCall, "op">) => Promise<CompareReply>;

/** The steps of two runs of the same lines, side by side. */
export async function pairs(
  here: readonly PlayStep[],
  there: readonly PlayStep[],
  compare: Compare,
): Promise<Pair[]> {
  const rest = [...here];
  const found: Pair[] = [];
  for (const step of there) {
    const at = rest.findIndex(({ line, method }) => line === step.line && method === step.method);
    const [own] = at < 0 ? [] : rest.splice(at, 1);
    const answers = own && { mine: own.response, theirs: step.response };
    const { differences } = answers ? await compare(answers) : { differences: [] };
    found.push({ ...pairOf(step), here: own, there: step, differences });
  }
  const alone = (step: PlayStep): Pair => ({
    ...pairOf(step),
    here: step,
    there: undefined,
    differences: [],
  });
  return [...found, ...rest.map(alone)];
}

function pairOf({ line, method, target }: PlayStep): Pick<Pair, "line" | "request"> {
  return { line, request: `${method} ${target}` };
}
