import { build } from "./dom.ts";
import type { ViewNode } from "./protocol.ts";

/** One request and what came of it, as site/endpoint/log.go writes it. */
export interface Entry {
  readonly id: string;
  readonly time: string;
  readonly method: string;
  /** What the service has that was asked: tables, queues or blobs. */
  readonly service: string;
  readonly url: string;
  readonly status: number;
  /** The service's code of what went wrong, or "". */
  readonly error: string;
  /** The kind of a query, or "". */
  readonly kind: string;
  readonly read: number;
  readonly returned: number;
  readonly written: number;
  readonly transactions: number;
  readonly label: ViewNode;
  readonly detail: ViewNode;
}

/** A request as a line of the list, which opens to all that is known of it. */
export class Row {
  readonly element = document.createElement("li");
  readonly entry: Entry;
  readonly #text: string;

  constructor(entry: Entry) {
    this.entry = entry;
    const summary = document.createElement("summary");
    summary.append(
      clock(entry.time),
      " ",
      cell("rq-method", entry.method),
      " ",
      cell(entry.status < 400 ? "rs-status" : "rs-status is-fault", `${entry.status}`),
      " ",
      cell("rq-service", entry.service),
      " ",
      address(entry.url),
      " ",
      what(entry),
      " ",
      cell("rq-counts", counts(entry)),
    );
    const details = document.createElement("details");
    details.append(summary);
    details.addEventListener("toggle", () => details.append(build(entry.detail)), { once: true });
    if (entry.kind || entry.written > 0) {
      this.element.className = entry.kind ? `kind-${entry.kind}` : "is-write";
    }
    this.element.append(details);
    this.#text = (summary.textContent ?? "").toLowerCase();
  }

  /** Whether each of the words stands in the line. */
  matches(words: readonly string[]): boolean {
    return words.every((word) => this.#text.includes(word));
  }
}

function cell(name: string, ...content: (string | Node)[]): HTMLElement {
  const span = document.createElement("span");
  span.className = name;
  span.append(...content);
  return span;
}

function clock(time: string): HTMLElement {
  const element = document.createElement("time");
  const at = new Date(time);
  element.dateTime = time;
  element.textContent = `${at.toLocaleTimeString("en-GB")}.${`${at.getMilliseconds()}`.padStart(3, "0")}`;
  return element;
}

/** The URL, its account less loud: it is the same from line to line. */
function address(url: string): HTMLElement {
  const account = /^\/[^/?]*(?=\/)/.exec(url)?.[0] ?? "";
  return cell("rq-url", cell("rq-account", account), url.slice(account.length));
}

/** What the request was and, if it was refused, why. */
function what({ label, error }: Entry): HTMLElement {
  return error
    ? cell("rq-what", build(label), " ", cell("rq-error", error))
    : cell("rq-what", build(label));
}

function counts({ kind, read, returned, written }: Entry): string {
  if (written > 0) {
    return `wrote ${number(written)}`;
  }
  return kind ? `read ${number(read)} → ${number(returned)}` : "";
}

/** Writes a count with commas. */
export function number(n: number): string {
  return n.toLocaleString("en-GB");
}
