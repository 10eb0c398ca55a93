/** Says in words and numbers what a run did. */

import { count, counted, span } from "../numbers.ts";
import type { PlayStep } from "../protocol.ts";
import { planNames, planSigns, plans } from "../vocabulary.ts";

/** The kinds of query, the costliest last. */
const kinds: readonly string[] = plans;

export interface Totals {
  /** The costliest kind of query; "" if there was none. */
  readonly plan: string;
  readonly requests: number;
  readonly read: number;
  readonly returned: number;
  readonly written: number;
  readonly transactions: number;
  /** Bytes of the response bodies. */
  readonly bytes: number;
  readonly failed: number;
  /** The status of the last response; 0 if there was none. */
  readonly status: number;
}

const utf8 = new TextEncoder();

export function bytesOf(text: string): number {
  return utf8.encode(text).length;
}

export function totals(steps: readonly PlayStep[]): Totals {
  const sum = (of: (step: PlayStep) => number) =>
    steps.reduce((total, step) => total + of(step), 0);
  const worst = Math.max(-1, ...steps.filter(isQuery).map((step) => kinds.indexOf(step.plan)));
  return {
    plan: kinds[worst] ?? "",
    requests: steps.length,
    read: sum((step) => step.read),
    returned: sum((step) => step.returned),
    written: sum((step) => step.written),
    transactions: sum((step) => step.transactions),
    bytes: sum((step) => bytesOf(step.response.body)),
    failed: steps.filter((step) => !step.ok).length,
    status: steps.at(-1)?.status ?? 0,
  };
}

/** Whether a request looks for entities. A write looks for one, too, but that isn't what it's for. */
export function isQuery({ method, plan }: PlayStep): boolean {
  return plan !== "" && method === "GET";
}

export function kindName(plan: string): string {
  const name = planNames[kinds.indexOf(plan)] ?? "";
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export function kindSign(plan: string): string {
  return planSigns[kinds.indexOf(plan)] ?? "";
}

/** One request in a line: Range query · read 4 → returned 4. */
export function wordsOf(step: PlayStep): string {
  const parts: string[] = [];
  if (step.status >= 400 || step.status === 0) {
    parts.push(step.status === 0 ? "not sent" : `${step.status} ${step.code ?? ""}`.trim());
  }
  if (isQuery(step)) {
    parts.push(kindName(step.plan), `read ${count(step.read)} → returned ${count(step.returned)}`);
  } else if (step.written > 0) {
    parts.push(`${counted(step.written, "entity", "entities")} written`);
  } else if (parts.length === 0) {
    parts.push(String(step.status));
  }
  if (!step.ok && step.status < 400 && step.status > 0) {
    parts.push("not as expected");
  }
  return parts.join(" · ");
}

/** A run in a line, with how long it took here. */
export function runWords(steps: readonly PlayStep[], milliseconds: number): string {
  const asked = steps.filter((step) => !step.before);
  const [only] = asked;
  if (!only) {
    return "";
  }
  if (asked.length === 1) {
    return `${wordsOf(only)} · ${span(milliseconds)}`;
  }
  const all = totals(asked);
  const parts = [counted(all.requests, "request")];
  if (all.plan !== "") {
    parts.push(`read ${count(all.read)} → returned ${count(all.returned)}`);
  }
  if (all.written > 0) {
    parts.push(`${count(all.written)} written`);
  }
  parts.push(counted(all.transactions, "transaction"));
  if (all.failed > 0) {
    parts.push(`${count(all.failed)} not as expected`);
  }
  return `${parts.join(" · ")} · ${span(milliseconds)}`;
}

/** Says where requests go: to an account outside the page, or nowhere. */
export function whereWords(where: string): string {
  return where === ""
    ? "The engine is in this page: nothing you type is sent anywhere."
    : `Requests go to ${where}: what they change there stays changed.`;
}

/** A body with its JSON spread out. */
export function spread(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
