/**
 * Runs the JavaScript examples of a page, each in a frame of its own (frame.ts) that ends with it.
 *
 * The frame can only communicate through its port. JavaScript examples don't share the engine of the http
 * examples, because stopping one of those ends its engine.
 */
import { Session } from "../../../wasm/browser/session.mjs";
import { Client, Stopped, type Watch } from "../client.ts";
import type { Call, ExampleReply, ViewNode } from "../protocol.ts";
import { conduct, type Outcome, prepare, type Surroundings } from "./conduct.ts";
import type { Failure, FileName, Program } from "./protocol.ts";

/** How long one request and one example may each take, in milliseconds. */
const limit = 60_000;

/** What ends the worker's address when a full account is needed, as Page has it; or "". */
type Account = string;

const engines = new Map<Account, Client>();
let runs = 0;

/** Runs an example in an account of its own. */
export async function run(
  code: string,
  page: Surroundings & { readonly account: Account },
  watch: Watch,
): Promise<ExampleReply> {
  const frame = new Frame();
  const full = /\b(queues|blobs)\b|@azure\/storage-/.test(code);
  const engine = engineFor(full ? "full" : page.account);
  // Calls aren't stopped, because the other sessions of the engine would lose their tables.
  const followed = { ...watch, signal: new AbortController().signal, started: () => {} };
  const call = (call: Call) => engine.run(call, followed);
  const session = new Session(call, `run ${++runs}`);
  try {
    const program = await until(watch, prepare(code, page, session, load));
    if (!("code" in program)) {
      return replyOf({ output: [], requests: [], summary: "", failure: program, hint: "" });
    }
    watch.started();
    const outcome = await until(watch, inTime(frame.play(program, session)));
    return replyOf(await placed(outcome, frame, code));
  } finally {
    frame.remove();
    session.close().catch(() => {});
  }
}

const addresses: Readonly<Record<FileName, string>> = { storage: STORAGE_URL };

async function load(name: FileName): Promise<string> {
  const answer = await fetch(addresses[name]);
  if (!answer.ok) {
    throw new Error(`${addresses[name]} could not be loaded: ${answer.status}`);
  }
  return answer.text();
}

/** The engine that examples of a kind share. */
export function engineFor(account: Account): Client {
  const engine =
    engines.get(account) ??
    new Client({ spawn: () => new Worker(WORKER_URL, { name: account }), limit });
  engines.set(account, engine);
  return engine;
}

/** Waits for work until the reader stops the run. */
function until<T>({ signal }: Watch, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Stopped("Stopped."));
    signal.addEventListener("abort", stop);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Waits for work as long as an example may take. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const words = `Stopped: it was still running after ${limit / 1000} seconds.`;
    const timer = setTimeout(() => reject(new Error(words)), limit);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

class Frame {
  readonly #element = document.createElement("iframe");
  readonly #loaded: Promise<unknown>;
  readonly #ports: MessagePort[] = [];

  constructor() {
    this.#element.setAttribute("sandbox", "allow-scripts");
    this.#element.hidden = true;
    this.#element.title = "Where a JavaScript example runs";
    this.#element.src = FRAME_URL;
    this.#loaded = new Promise((loaded) => this.#element.addEventListener("load", loaded));
    document.body.append(this.#element);
  }

  async play(program: Program, session: Session): Promise<Outcome> {
    return conduct(await this.#open(program), session);
  }

  /** Finds the position of a syntax error. */
  async placeOf(code: string): Promise<{ line: number; column: number }> {
    const port = await this.#open({ check: code });
    return new Promise((resolve) => {
      port.onmessage = ({ data }) => resolve(data);
    });
  }

  /** Ends what runs in it. The page doesn't have to deal with what that has still posted. */
  remove(): void {
    this.#element.remove();
    for (const port of this.#ports) {
      port.close();
    }
  }

  /** Sends a message to the frame and returns the port for its answers. */
  async #open(message: object): Promise<MessagePort> {
    await this.#loaded;
    const { port1, port2 } = new MessageChannel();
    this.#ports.push(port1);
    // A sandboxed frame has an opaque origin, which can't be named.
    this.#element.contentWindow?.postMessage(message, "*", [port2]);
    return port1;
  }
}

/** Adds the position to an outcome that is a syntax error. */
async function placed(outcome: Outcome, frame: Frame, code: string): Promise<Outcome> {
  const { failure } = outcome;
  if (failure?.name !== "SyntaxError" || failure.line > 0) {
    return outcome;
  }
  const unknown = new Promise<object>((resolve) => setTimeout(resolve, 1000, {}));
  const place = await Promise.race([frame.placeOf(code), unknown]);
  return { ...outcome, failure: { ...failure, ...place } };
}

function replyOf(outcome: Outcome): ExampleReply {
  const { summary, failure, hint } = outcome;
  if (!failure) {
    return { ok: true, status: summary, view: viewOf(outcome), errors: [] };
  }
  const error = errorOf(failure, hint);
  const view = summary === "" ? "" : viewOf(outcome);
  if (error.line > 0) {
    return { ok: false, status: "Stopped at the marked line", view, errors: [error] };
  }
  const words = hint === "" ? error.message : `${error.message} ${hint}`;
  return { ok: false, status: `Failed: ${words}`, view, errors: [] };
}

function errorOf({ name, message, line, column }: Failure, hint: string) {
  const text = name === "" ? message : `${name}: ${message}`;
  return { fence: 0, line, column, message: text, hint };
}

/** The result below an example. site/render writes the same at build time. */
function viewOf({ output, requests, summary }: Outcome): ViewNode {
  const label = { class: "rs-output", tabindex: "0", role: "group", "aria-label": "Output" };
  const printed: ViewNode =
    output.length > 0
      ? ["pre", label, output.join("\n")]
      : ["p", { class: "rs-brief" }, "Nothing was printed."];
  if (requests.length === 0) {
    return ["div", { class: "result" }, printed];
  }
  const [sent] = summary.split(" ");
  const shown = `${requests.length}`;
  const count = shown === sent ? shown : `${shown} of ${sent}`;
  const tab: ViewNode = [
    "details",
    { class: "rs-tab tab-requests" },
    ["summary", {}, "Requests ", ["span", { class: "rs-note" }, count]],
    ["div", { class: "rs-panel" }, ...requests],
  ];
  return ["div", { class: "result" }, printed, ["div", { class: "rs-tabs" }, tab]];
}
