/**
 * Runs the JavaScript examples of guides in Node, each in a thread of its own, as pages run them in
 * workers. What they print is stored beside the guide, so the site can show it without running them.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { MessageChannel, Worker } from "node:worker_threads";
import { transform } from "esbuild";
import type { Engine } from "../../../wasm/browser/host.mjs";
import { Session } from "../../../wasm/browser/session.mjs";
import type { GuideReply, ViewNode } from "../protocol.ts";
import { conduct, type Outcome, prepare, type Surroundings } from "./conduct.ts";
import type { Failure, FileName, Program } from "./protocol.ts";

/** How long an example may take, in milliseconds. */
const limit = 60_000;

type Port = Parameters<typeof conduct>[0];

/** What one example of a guide printed, as site/content reads it. */
export interface Baked {
  /** A hash of the example's code. */
  readonly of: string;
  readonly summary: string;
  readonly output: readonly string[];
  /** A view of each of its first requests, as a tree. */
  readonly requests: readonly ViewNode[];
}

/** A guide with JavaScript examples, and what they printed. */
export interface BakedGuide {
  /** The file for that and its contents; text is "" if there should be no such file. */
  readonly file: string;
  readonly text: string;
  /** Each problem, with its position. */
  readonly problems: readonly string[];
}

/** Runs examples on one engine. */
export class Oven {
  readonly #engine: Engine;
  readonly #thread: URL;
  #runs = 0;

  /** @param thread - the bundled thread.ts */
  constructor(engine: Engine, thread: URL) {
    this.#engine = engine;
    this.#thread = thread;
  }

  /** Runs an example in an account of its own. */
  async run(code: string, page: Surroundings): Promise<Outcome> {
    const session = new Session((call) => this.#engine.call(call), `run ${++this.#runs}`);
    try {
      const program = await prepare(code, page, session, (name) => this.#load(name));
      if (!("code" in program)) {
        return { output: [], requests: [], summary: "", failure: program, hint: "" };
      }
      const outcome = await this.#play(program, session);
      const failure = outcome.failure && (await placed(outcome.failure, code));
      return { ...outcome, ...(failure && { failure }) };
    } finally {
      await session.close();
    }
  }

  /** Reads a file that an example needs: it's bundled beside the thread. */
  async #load(name: FileName): Promise<string> {
    return readFileSync(new URL(`${name}.mjs`, this.#thread), "utf8");
  }

  async #play(program: Program, session: Session): Promise<Outcome> {
    const { port1, port2 } = new MessageChannel();
    const thread = new Worker(this.#thread);
    thread.postMessage({ program, port: port2 }, [port2]);
    const ended = new Promise<never>((_, reject) => {
      const late = () => reject(new Error(`still running after ${limit / 1000} seconds`));
      setTimeout(late, limit).unref();
      thread.once("error", reject);
    });
    try {
      return await Promise.race([conduct(port1 as unknown as Port, session), ended]);
    } finally {
      port1.close();
      await thread.terminate();
    }
  }

  /** Runs the examples of a guide. */
  async bake(guide: string, root: URL): Promise<BakedGuide> {
    const markdown = readFileSync(new URL(guide, root), "utf8");
    const { examples, programs } = this.#engine.call({ op: "guide", markdown }) as GuideReply;
    const baked: Baked[] = [];
    const problems: string[] = [];
    for (const { line, text } of programs) {
      const page = { file: guide, examples };
      const { output, requests, summary, failure, hint } = await this.run(text, page);
      baked.push({ of: hash(text), summary, output, requests });
      if (failure) {
        const at = `${guide}:${line + Math.max(failure.line, 1) - 1}:${Math.max(failure.column, 1)}`;
        const words = `${failure.name ? `${failure.name}: ` : ""}${failure.message}`;
        problems.push(`${at}: ${words}${hint && ` ${hint}`}`);
      }
    }
    const file = guide.replace(/guide\.md$/, "output.json");
    const text = baked.length > 0 ? textOf(baked) : "";
    return { file, text, problems };
  }
}

/** Returns the guides of the repository, or those with the given slugs. */
export function guides(root: URL, slugs: readonly string[] = []): string[] {
  const all = readdirSync(new URL("patterns", root)).filter((slug) =>
    existsSync(new URL(`patterns/${slug}/guide.md`, root)),
  );
  for (const slug of slugs) {
    if (!all.includes(slug)) {
      throw new Error(`There is no guide ${slug}. The guides are ${all.join(", ")}.`);
    }
  }
  return (slugs.length > 0 ? slugs : all).map((slug) => `patterns/${slug}/guide.md`);
}

/** Adds the position of a syntax error, which Node doesn't report. */
async function placed(failure: Failure, code: string): Promise<Failure> {
  if (failure.name !== "SyntaxError" || failure.line > 0) {
    return failure;
  }
  const errors = await transform(code, { logLevel: "silent" }).then(
    () => [],
    (cause: { errors: { location: { line: number; column: number } | null }[] }) => cause.errors,
  );
  const at = errors[0]?.location;
  return at ? { ...failure, line: at.line, column: at.column + 1 } : failure;
}

/** Writes what examples printed on lines of its own, and each view on one. */
function textOf(baked: readonly Baked[]): string {
  const examples = baked.map(({ requests, ...rest }) => {
    const lines = requests.map((view) => `\n      ${JSON.stringify(view)}`);
    const head = JSON.stringify(rest, null, 2).replace(/\n}$/, "").replaceAll("\n", "\n  ");
    return `  ${head},\n    "requests": [${lines.join(",")}${lines.length > 0 ? "\n    " : ""}]\n  }`;
  });
  return `[\n${examples.join(",\n")}\n]\n`;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
