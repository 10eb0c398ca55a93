import { build } from "./dom.ts";
import { type Child, h } from "./element.ts";
import { count } from "./numbers.ts";
import type { ViewNode } from "./protocol.ts";

/** One request and its outcome, as site/logged/entry.go writes it. */
export interface Entry {
  readonly id: string;
  readonly time: string;
  readonly method: string;
  /** The service that received it: tables, queues or blobs. */
  readonly service: string;
  readonly url: string;
  readonly status: number;
  /** The service's error code, or "". */
  readonly error: string;
  /** The kind of a query, or "". */
  readonly kind: string;
  readonly read: number;
  readonly returned: number;
  readonly written: number;
  readonly transactions: number;
  readonly label: ViewNode;
  readonly detail: ViewNode;
  /** What it has in common with requests that differ only in constants. */
  readonly shape?: string;
  /** What went to and fro; only the local endpoint shows it. */
  readonly sent?: Sent;
}

/** A request, its answer, and the request in the example language. */
export interface Sent {
  readonly url: string;
  readonly request: Message;
  readonly answer: Message;
  readonly script: string;
}

/** Headers, and the beginning of a body. `size` is that of the whole body, in bytes. */
export interface Message {
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  readonly size: number;
  readonly cut: boolean;
  readonly binary: boolean;
}

/** A status; 0 for a request that got no answer. */
function status(of: number): HTMLElement {
  const fine = of > 0 && of < 400;
  return cell(fine ? "rs-status" : "rs-status is-fault", of ? `${of}` : "lost");
}

/** A line of the list, which opens to show everything known about its request. */
export class Row {
  readonly element: HTMLElement;
  readonly entry: Entry;
  readonly #text: string;

  /** `opened` adds to what the line shows when it's open. */
  constructor(entry: Entry, opened?: (entry: Entry) => Node | undefined) {
    this.entry = entry;
    const summary = h(
      "summary",
      clock(entry.time),
      " ",
      cell("rq-method", entry.method),
      " ",
      status(entry.status),
      " ",
      cell("rq-service", entry.service),
      " ",
      address(entry.url),
      " ",
      what(entry),
      " ",
      cell("rq-counts", counts(entry)),
    );
    const details = h("details", summary);
    const open = () => details.append(build(entry.detail), opened?.(entry) ?? "");
    details.addEventListener("toggle", open, { once: true });
    this.element = h("li", { class: lookOf(entry) }, details);
    this.#text = (summary.textContent ?? "").toLowerCase();
  }

  /** Whether the line contains all words. */
  matches(words: readonly string[]): boolean {
    return words.every((word) => this.#text.includes(word));
  }
}

/** The class of what a line shows: the kind of a query, or that something was written. */
export function lookOf({ kind, written }: Pick<Entry, "kind" | "written">): string | undefined {
  return kind ? `kind-${kind}` : written > 0 ? "is-write" : undefined;
}

export function cell(name: string, ...content: readonly Child[]): HTMLElement {
  return h("span", { class: name }, ...content);
}

function clock(time: string): HTMLElement {
  const at = new Date(time);
  const part = `${at.getMilliseconds()}`.padStart(3, "0");
  return h("time", { datetime: time }, `${at.toLocaleTimeString("en-GB")}.${part}`);
}

/** The URL, with its account in a quieter colour, because it is the same in every line. */
function address(url: string): HTMLElement {
  const account = /^\/[^/?]*(?=\/)/.exec(url)?.[0] ?? "";
  return cell("rq-url", cell("rq-account", account), url.slice(account.length));
}

/** The kind of the request and, if it was refused, the error code. */
function what({ label, error }: Entry): HTMLElement {
  return cell("rq-what", build(label), ...(error ? [" ", cell("rq-error", error)] : []));
}

function counts({ kind, read, returned, written }: Entry): string {
  if (written > 0) {
    return `wrote ${count(written)}`;
  }
  return kind ? `read ${count(read)} → ${count(returned)}` : "";
}
