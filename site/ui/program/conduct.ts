/**
 * The other side of a running example: answers its requests with a session of an engine, and collects
 * what it prints.
 */
import type { Effect, Session } from "../../../wasm/browser/session.mjs";
import type { DataFence, ViewNode } from "../protocol.ts";
import { maxOpen, maxPrints, maxText } from "./credit.ts";
import type { Answer, Failure, Load, Program, Said } from "./protocol.ts";
import { filesOf, preparation, references } from "./text.ts";

/** How many of an example's requests are shown. */
const maxRequests = 40;

/** The part of a MessagePort that is needed. */
interface Port {
  postMessage(message: Answer): void;
  onmessage: ((event: MessageEvent<Said>) => void) | null;
  close(): void;
}

/** The outcome of an example. */
export interface Outcome {
  /** What it printed, one string for each call. */
  readonly output: readonly string[];
  /** What its requests did, in words. */
  readonly summary: string;
  /** A view of each of its first requests. */
  readonly requests: readonly ViewNode[];
  readonly failure?: Failure;
  /** The engine's hint on a failure, or "". */
  readonly hint: string;
}

/** The http examples of the page, to which an example can refer. */
export interface Surroundings {
  readonly file: string;
  readonly examples: readonly (readonly (string | DataFence)[])[];
}

/** Opens an example's account, runs the examples that it refers to there, and loads the files it needs. */
export async function prepare(
  code: string,
  page: Surroundings,
  session: Session,
  load: Load,
): Promise<Program | Failure> {
  await session.reset();
  const names = references(code);
  if (names.length > 0) {
    const examples = [...page.examples, [preparation(names)]];
    const index = page.examples.length;
    const { ok, status, errors } = await session.run({ file: page.file, examples, index });
    if (!ok) {
      const own = errors.find(({ fence }) => fence === page.examples.flat().length);
      const line = names[own ? own.line - 1 : 0]?.line ?? 0;
      return { ...failure(own?.message ?? `What this refers to: ${status}`), line };
    }
  }
  const files = await Promise.all(filesOf(code).map(async (name) => [name, await load(name)]));
  const { did } = await session.sleep(0);
  return { code, now: did[2], files: Object.fromEntries(files) };
}

/** Answers an example until it ends. */
export function conduct(port: Port, session: Session): Promise<Outcome> {
  return new Promise((resolve) => {
    const output: string[] = [];
    const requests: ViewNode[] = [];
    const done = { requests: 0, read: 0, written: 0 };
    let room = maxText;
    let refused = "";
    const end = (failure?: Failure) => {
      port.onmessage = null;
      port.close(); // drops what it still has
      // An error of the client nearly always comes from the last response that was a refusal.
      const hint = failure?.name === "RestError" ? refused : "";
      resolve({ output, requests, summary: summaryOf(done), ...(failure && { failure }), hint });
    };
    const answer = answerer(port, () => {
      end(failure("It sent more requests at once than a page can answer, and was stopped."));
    });
    const send = async (request: Parameters<Session["send"]>[0]) => {
      const shown = done.requests++ < maxRequests;
      const reply: Awaited<ReturnType<Session["send"]>> & { readonly view?: ViewNode } = shown
        ? await session.show(request)
        : await session.send(request);
      if (reply.view) {
        requests.push(reply.view);
      }
      done.read += reply.did[0];
      done.written += reply.did[1];
      refused = reply.hint ?? refused;
      return reply;
    };
    const print = (text: string) => {
      output.push(text.slice(0, room));
      room -= text.length;
      if (room <= 0 || output.length >= maxPrints) {
        end(failure("It printed more than a page can show, and was stopped."));
      }
    };
    port.onmessage = ({ data }) => {
      switch (data?.kind) {
        case "send":
          answer(data.id, () => send(data.request));
          break;
        case "sleep":
          answer(data.id, () => session.sleep(data.milliseconds));
          break;
        case "print":
          print(String(data.text)); // an example could send anything
          break;
        case "end":
          end(data.failure);
          break;
        default: // a flood of what nobody reads would keep the page from everything else
          data satisfies never;
          end(failure("It sent what a page doesn't know, and was stopped."));
      }
    };
  });
}

/** Returns a function that answers questions, and calls flood if an example ignores how many can be open. */
function answerer(port: Port, flood: () => void) {
  let open = 0;
  return (id: number, ask: () => Promise<Effect>) => {
    if (++open > maxOpen) {
      flood();
      return;
    }
    const reply = (message: Answer) => {
      open--;
      port.postMessage(message);
    };
    ask().then(
      (value) => reply({ id, now: value.did[2], value }),
      (cause) => reply({ id, now: 0, value: undefined, error: String(cause.message) }),
    );
  };
}

function failure(message: string): Failure {
  return { name: "", message, line: 0, column: 0 };
}

function summaryOf({ requests, read, written }: Record<"requests" | "read" | "written", number>) {
  return `${count(requests, "request")}, ${count(read, "entity")} read, ${written} written`;
}

function count(n: number, what: "request" | "entity"): string {
  const many = what === "entity" ? "entities" : `${what}s`;
  return `${n} ${n === 1 ? what : many}`;
}
