/** How the schedules ended: each ending with its simplest schedule, client A on the left, B on the right. */

import { button, h, row, scrolling, table } from "../element.ts";
import type { Ending, Fate, Outcome } from "../explore/endings.ts";
import { counted } from "../numbers.ts";
import { endOf } from "./program.ts";

/** What is said of a step beside its status. */
const fates: Readonly<Record<Fate, string>> = {
  answered: "",
  "lost answer": "the answer gets lost",
  "crash before": "crashes before it's sent, and starts again",
  "crash after": "crashes before the answer, and starts again",
  "crash at the end": "crashes at the end, and starts again",
};

/** @param holds - what must hold, as the reader wrote it */
export function summaryOf({ schedules, failures, endings }: Outcome, holds: string): string {
  const ways = counted(endings.length, "ending");
  const kept =
    holds.trim() === "true"
      ? "Write down what must hold, to see which of them are wrong"
      : "What must hold holds in all";
  const wrong = failures === 0 ? kept : `It doesn't hold in ${failures}`;
  return `${counted(schedules, "order")} of the requests, ${ways}. ${wrong}.`;
}

/** The endings, those that break what must hold first. */
export function endingsOf({ endings }: Outcome): readonly Ending[] {
  return [...endings].sort(
    (a, b) => Number(b.failed) - Number(a.failed) || a.steps.length - b.steps.length,
  );
}

/**
 * Draws an ending.
 * @param holds - what must hold, as the reader wrote it
 * @param share - copies a link to it
 */
export function ending(one: Ending, holds: string, share: () => void): HTMLElement {
  const end = endOf(one.says);
  const problems = Object.entries(end?.ended ?? {}).filter(([, why]) => why);
  return h(
    "section",
    { class: `tc-ending stack ${one.failed ? "is-broken" : "is-kept"}` },
    h("h2", one.failed ? "✗ Broken" : "✓ Holds", ` in ${counted(one.schedules, "order")}`),
    end ? entities(end.entities) : h("p", one.says),
    end?.wrong !== undefined &&
      h(
        "p",
        h("code", holds.trim()),
        ` can't be answered for ${end.entities.length === 0 ? "no entities" : "these"}: ${end.wrong}. `,
        "Write it so that it's false then, for example with ",
        h("code", "entities[0]?.Count"),
        ".",
      ),
    ...problems.map(([name, why]) => h("p", `Client ${name} fails: ${why}`)),
    lanes(one),
    button("Copy link", share),
  );
}

/** The entities, each with its keys and then its properties. */
function entities(all: readonly Readonly<Record<string, unknown>>[]): HTMLElement {
  if (all.length === 0) {
    return h("p", "No entities are left at the end.");
  }
  const lines = all.map(({ table, partitionKey, rowKey, ...properties }) => {
    const key = `${table === undefined ? "" : `${table}: `}${partitionKey} / ${rowKey}`;
    const values = Object.entries(properties).map(
      ([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`,
    );
    return h("li", h("code", key), values.length > 0 && `: ${values.join(", ")}`);
  });
  return h("div", h("p", "At the end:"), h("ul", ...lines));
}

/** A request as few words as tell it: the keys of an entity instead of its address. */
function words(request: string): string {
  const plain = decoded(request);
  const [, method = "", rest = ""] = /^(\S+) (.*)$/.exec(plain) ?? [];
  const keys = /^\/\w+\(PartitionKey='((?:[^']|'')*)',RowKey='((?:[^']|'')*)'\)/.exec(rest);
  return keys ? `${method} ${keys[1]} / ${keys[2]}` : plain;
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

function lanes({ steps }: Ending): HTMLElement {
  const names = ["A", "B"];
  const rows = steps.map(({ worker, request, status, fate }, i) => {
    const step = h(
      "td",
      { class: `tc-step tc-${worker.toLowerCase()}` },
      request && h("code", { title: request }, words(request)),
      status > 0 && h("span", { class: status >= 400 && "tc-refused" }, ` → ${status}`),
      fates[fate] && h("em", ` ${fates[fate]}`),
    );
    return row(`${i + 1}`, ...names.map((name) => name === worker && step));
  });
  const order = table(["", ...names.map((name) => `Client ${name}`)], rows);
  order.createCaption().textContent = "The simplest order that ends so";
  return scrolling("The simplest order", order);
}
