/** Compares the answers of an account outside the page with those of the page's engine. */
import type { PlayStep } from "../protocol.ts";

/** What a request got here and there. */
export interface Pair {
  readonly line: number;
  readonly request: string;
  readonly here: PlayStep | undefined;
  readonly there: PlayStep | undefined;
  /** Empty if nothing that a program would notice differs. */
  readonly differences: readonly Difference[];
}

export interface Difference {
  /** Such as "status", "error code", "header ETag", "entity 2, Total". */
  readonly what: string;
  readonly here: string;
  readonly there: string;
}

/** The steps of two runs of the same lines, side by side. */
export function pairs(here: readonly PlayStep[], there: readonly PlayStep[]): Pair[] {
  const rest = [...here];
  const found = there.map((step): Pair => {
    const at = rest.findIndex(({ line, method }) => line === step.line && method === step.method);
    const [own] = at < 0 ? [] : rest.splice(at, 1);
    return { ...pairOf(step), here: own, there: step, differences: own ? differ(own, step) : [] };
  });
  return [
    ...found,
    ...rest.map(
      (step): Pair => ({ ...pairOf(step), here: step, there: undefined, differences: [] }),
    ),
  ];
}

function pairOf({ line, method, target }: PlayStep): Pick<Pair, "line" | "request"> {
  return { line, request: `${method} ${target}` };
}

/** Headers that say something about the answer and not about the server, the time or the connection. */
const compared = [
  "content-type",
  "preference-applied",
  "x-ms-continuation-nextpartitionkey",
  "x-ms-continuation-nextrowkey",
  "x-ms-continuation-nexttablename",
];

function differ(here: PlayStep, there: PlayStep): Difference[] {
  const found: Difference[] = [];
  const note = (what: string, a: string, b: string) => {
    if (a !== b) {
      found.push({ what, here: a, there: b });
    }
  };
  note("status", String(here.status), String(there.status));
  const [a, b] = [parse(here.response.body), parse(there.response.body)];
  if (here.status >= 400 || there.status >= 400) {
    note("error code", codeIn(a), codeIn(b));
    return found;
  }
  for (const name of compared) {
    note(`header ${name}`, headerOf(here, name), headerOf(there, name));
  }
  if (a === undefined || b === undefined) {
    note("body", blurred(here.response.body), blurred(there.response.body));
    return found;
  }
  entities(a, b, note);
  return found;
}

function entities(
  a: unknown,
  b: unknown,
  note: (what: string, a: string, b: string) => void,
): void {
  const [left, right] = [listIn(a), listIn(b)];
  note("number of entities", String(left.length), String(right.length));
  for (let i = 0; i < Math.min(left.length, right.length, 100); i++) {
    const [one, other] = [left[i] ?? {}, right[i] ?? {}];
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      if (!/^(odata\.|Timestamp)/.test(name)) {
        note(`entity ${i + 1}, ${name}`, told(one[name]), told(other[name]));
      }
    }
  }
}

function told(value: unknown): string {
  return value === undefined ? "not there" : JSON.stringify(value);
}

type Entity = Readonly<Record<string, unknown>>;

function listIn(body: unknown): Entity[] {
  const { value } = body as { value?: unknown };
  const list: unknown[] = Array.isArray(value) ? value : [body];
  return list.filter((each): each is Entity => typeof each === "object" && each !== null);
}

function codeIn(body: unknown): string {
  const { "odata.error": error } = (body ?? {}) as { "odata.error"?: { code?: unknown } };
  return String(error?.code ?? "none");
}

function headerOf({ response }: PlayStep, wanted: string): string {
  const value = response.headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? "none";
  return value.toLowerCase().replaceAll(/\s/g, "");
}

function parse(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" ? (value ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

/** A body without what is different in every answer: identifiers, times and boundaries. */
function blurred(body: string): string {
  return body
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, "GUID")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d(:|%3A)\d\d(:|%3A)\d\d(\.\d+)?Z?/gi, "TIME")
    .replaceAll(/https?:\/\/[^/\s"<]+(\/[\w-]+)?(?=\/)/g, "ACCOUNT")
    .trim();
}
