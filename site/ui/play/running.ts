/** Runs requests: one, some, all, or step by step; stops them, and undoes what they did. */
import { Stopped, type Watch } from "../client.ts";
import { messageOf } from "../message-of.ts";
import type { Progress } from "../messages.ts";
import { counted } from "../numbers.ts";
import type { PlayReply } from "../protocol.ts";
import type { Account } from "./account.ts";
import { type Block, blockAt, blocks } from "./blocks.ts";
import type { Endpoint, EndpointReply } from "./endpoint.ts";
import type { Run, Runs } from "./runs.ts";
import type { UndoList } from "./undo.ts";
import { runWords } from "./words.ts";
import type { File, Workspace } from "./workspace.ts";

/** How the runner is doing, for all who show it. */
export type State =
  | { readonly kind: "idle"; readonly words: string; readonly failed: boolean }
  | { readonly kind: "loading"; readonly progress: Progress }
  | { readonly kind: "running"; readonly words: string };

/** Where stepping is in a file. */
export interface Stepping {
  readonly file: string;
  /** The index of the request that ran last. */
  readonly at: number;
  readonly total: number;
  readonly run: Run;
}

interface Options {
  readonly account: Account;
  readonly workspace: Workspace;
  readonly runs: Runs;
  readonly undo: UndoList;
  readonly changed: (state: State) => void;
  /** After a run, or after tables have changed otherwise. */
  readonly done: (run: Run | undefined) => Promise<void>;
  readonly stepped: (stepping: Stepping | undefined) => void;
  /** The account outside the page that runs go to, if the reader has connected one. */
  readonly elsewhere: () => Endpoint | undefined;
}

/** A piece of a run: lines of a file. */
interface Piece {
  readonly file: File;
  readonly from: number;
  readonly to: number;
}

interface Played {
  readonly reply: EndpointReply;
  /** The account before it, if it ran here. */
  readonly mark: number | undefined;
}

export class Running {
  readonly #options: Options;
  #controller: AbortController | undefined;
  #stepping: Stepping | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  get running(): boolean {
    return this.#controller !== undefined;
  }

  /** Runs the requests of lines of the file in front. Of one line, the request that it belongs to. */
  async lines(from: number, to: number): Promise<void> {
    const file = this.#options.workspace.current;
    const all = file ? blocks(file.text) : [];
    const first = blockAt(all, from);
    if (!file || !first) {
      this.#say("There is no request here. Write one, such as GET {{host}}/Tables.", true);
      return;
    }
    this.leaveSteps();
    const last = blockAt(all, to) ?? first;
    const chosen = all.filter((block) => block.from >= first.from && block.to <= last.to);
    const title = chosen.length === 1 ? titleOf(first) : counted(chosen.length, "request");
    await this.#run(title, [{ file, from: first.request, to: last.request }]);
  }

  /** Starts over, and runs every file in the order of names, as rowkey run does with the folder. */
  async all(): Promise<void> {
    const { workspace, account, runs } = this.#options;
    const files = [...workspace.requests].sort((a, b) => (a.name < b.name ? -1 : 1));
    if (files.length === 0) {
      this.#say("There are no requests yet.", true);
      return;
    }
    if (this.running) {
      return;
    }
    this.leaveSteps();
    const outside = this.#options.elsewhere() !== undefined;
    const back = outside ? undefined : account.reset();
    if (!outside) {
      runs.cutMarks();
    }
    const pieces = files.map((file) => ({ file, from: 1, to: file.text.split("\n").length }));
    await this.#run("All requests", pieces, back);
  }

  /** Runs the next request of the file, or the one at the line if stepping begins. */
  async step(line: number): Promise<void> {
    const file = this.#options.workspace.current;
    const all = file ? blocks(file.text) : [];
    const begun = this.#stepping?.file === file?.name ? this.#stepping : undefined;
    const here = blockAt(all, line);
    const at = begun ? begun.at + 1 : here ? all.indexOf(here) : 0;
    const block = all[at];
    if (!file || !block) {
      this.#say(begun ? "That was the last request." : "There is no request here.", !begun);
      return;
    }
    const piece = { file, from: block.request, to: block.request };
    const run = await this.#run(titleOf(block), [piece]);
    if (run) {
      this.#stepping = { file: file.name, at, total: all.length, run };
      this.#options.stepped(this.#stepping);
    }
  }

  /** Undoes the last step, so that its request comes next again. */
  async stepBack(): Promise<void> {
    const begun = this.#stepping;
    if (!begun) {
      return;
    }
    await this.undo(begun.run);
    const before = this.#options.runs.all.findLast(
      (run) => run.number < begun.run.number && !run.undone,
    );
    this.#stepping =
      begun.at > 0 && before ? { ...begun, at: begun.at - 1, run: before } : undefined;
    this.#options.runs.show(this.#stepping?.run);
    this.#options.stepped(this.#stepping);
  }

  /** Stops what is running. The tables stay what they were before. */
  stop(): void {
    this.#controller?.abort();
  }

  /** Makes the tables what they were before a run. */
  async undo(run: Run): Promise<void> {
    const { account } = this.#options;
    if (run.mark === undefined || this.running) {
      return;
    }
    try {
      await account.back(run.mark);
    } catch (cause) {
      this.#say(messageOf(cause), true);
      return;
    }
    await this.#undone(run);
  }

  async #undone(run: Run): Promise<void> {
    const { runs, undo, done } = this.#options;
    runs.undo(run);
    undo.drop((one) => runs.all.some((each) => each.undone && one.label === labelOf(each)));
    this.#say(`The tables are as they were before run ${run.number}.`, false);
    await done(undefined);
  }

  async #run(title: string, pieces: readonly Piece[], back?: () => void): Promise<Run | undefined> {
    if (this.running) {
      return undefined;
    }
    const controller = new AbortController();
    this.#controller = controller;
    const watch = this.#watch(controller.signal);
    const since = performance.now();
    try {
      const played = await this.#play(pieces, watch);
      const milliseconds = performance.now() - this.#began;
      this.#controller = undefined;
      return await this.#ran(title, pieces, { ...played, milliseconds }, back);
    } catch (cause) {
      this.#controller = undefined;
      back?.();
      const stopped = cause instanceof Stopped;
      const after = performance.now() - since > 200 ? " The tables are as they were before." : "";
      this.#say(stopped ? `Stopped.${after}` : messageOf(cause), !stopped);
      return undefined;
    }
  }

  #began = 0;

  #watch(signal: AbortSignal): Watch {
    this.#began = performance.now();
    return {
      signal,
      loading: (progress) => this.#options.changed({ kind: "loading", progress }),
      started: () => {
        this.#began = performance.now();
        this.#options.changed({ kind: "running", words: "Running" });
      },
    };
  }

  /** Runs one piece after another. Several come out as one reply. */
  async #play(pieces: readonly Piece[], watch: Watch): Promise<Played> {
    const played: Played[] = [];
    for (const piece of pieces) {
      played.push(await this.#one(piece, watch));
    }
    const [first] = played;
    const last = played.at(-1);
    if (!first || !last) {
      throw new Error("There is nothing to run.");
    }
    const all = <T>(of: (reply: PlayReply) => readonly T[]) =>
      played.flatMap(({ reply }, i) =>
        of(reply).map((each) => ({ ...each, file: pieces[i]?.file.name })),
      );
    const ok = played.every(({ reply }) => reply.ok);
    const [errors, steps] = [all((reply) => reply.errors), all((reply) => reply.steps)];
    return { reply: { ...last.reply, ok, errors, steps }, mark: first.mark };
  }

  /** Runs a piece here or elsewhere. */
  async #one({ file, from, to }: Piece, watch: Watch): Promise<Played> {
    const { account, elsewhere, changed } = this.#options;
    const call = { file: file.name, text: file.text, from, to };
    const endpoint = elsewhere();
    if (!endpoint) {
      return account.play(call, watch);
    }
    watch.started();
    const reply = await endpoint.run(call, {
      signal: watch.signal,
      sending: (number, request) =>
        changed({ kind: "running", words: `Sending request ${number}, ${request}` }),
    });
    return { reply, mark: undefined };
  }

  async #ran(
    title: string,
    pieces: readonly Piece[],
    { reply, mark, milliseconds }: Played & { readonly milliseconds: number },
    back: (() => void) | undefined,
  ): Promise<Run> {
    const { runs, undo, done } = this.#options;
    const [piece] = pieces;
    const last = pieces.at(-1);
    const text = pieces.map(({ file, from, to }) => textOf(file, from, to)).join("\n\n");
    const run = runs.add({
      title,
      file: pieces.length > 1 ? "all files" : (piece?.file.name ?? ""),
      from: piece?.from ?? 1,
      to: last?.to ?? 1,
      text,
      source: pieces.length === 1 ? (piece?.file.text ?? "") : "",
      where: this.#options.elsewhere()?.where ?? "",
      at: new Date(),
      milliseconds,
      reply,
      mark: back ? undefined : mark,
    });
    if (reply.steps.length > 0 && (back || mark !== undefined)) {
      undo.push({
        label: labelOf(run),
        undo: () => {
          back?.();
          return back ? this.#undone(run) : this.undo(run);
        },
      });
    }
    const words = runWords(reply.steps, milliseconds) || reply.status;
    const wrong = reply.errors.length > 0 ? ` · ${counted(reply.errors.length, "error")}` : "";
    this.#say(words + wrong, !reply.ok);
    await done(run);
    return run;
  }

  leaveSteps(): void {
    if (this.#stepping) {
      this.#stepping = undefined;
      this.#options.stepped(undefined);
    }
  }

  #say(words: string, failed: boolean): void {
    this.#options.changed({ kind: "idle", words, failed });
  }
}

function labelOf(run: Run): string {
  return `run ${run.number}`;
}

function titleOf(block: Block): string {
  return block.title || `${block.method} ${block.target}`;
}

/** The text of the requests in these lines. */
function textOf(file: File, from: number, to: number): string {
  const chosen = blocks(file.text).filter((block) => block.to >= from && block.from <= to);
  const first = chosen[0]?.from ?? from;
  const last = chosen.at(-1)?.to ?? to;
  return file.text
    .split("\n")
    .slice(first - 1, last)
    .join("\n");
}
