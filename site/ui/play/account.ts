/**
 * The workspace's account: a session of the engine with the tables of the data files, in which runs add up.
 *
 * It starts when it's first needed. Each act is recorded, so that an engine that dies or is stopped in the
 * middle of a run can be replaced by one with the same tables as before that run.
 */
import { type Client, Stopped, unwatched, type Watch } from "../client.ts";
import type {
  AccountResponse,
  AmendCall,
  Call,
  FillReply,
  InspectReply,
  ParseReply,
  PlayCall,
  PlayReply,
  Replies,
  RowsCall,
  RowsReply,
  TablesReply,
} from "../protocol.ts";
import { chunks } from "./chunks.ts";
import { tableOf } from "./names.ts";
import type { File } from "./workspace.ts";

const session = "play";

/** The calls that an account answers, each without its name and its session. */
type Here = Extract<Call, { readonly session: string }>;
type Asked<Op> = Omit<Extract<Here, { readonly op: Op }>, "op" | "session">;

/** So many rows of an answer are shown at a time. */
export const pageSize = 100;

/** Where a page of rows begins, and how they're sorted. */
type RowsPart = Pick<RowsCall, "first" | "sort" | "descending" | "as">;

/** How far a long job is, in rows. */
export type Progress = (rows: number) => void;

/** An act on the account that can be done again. */
type Act =
  | { readonly kind: "fill"; readonly file: File }
  | { readonly kind: "call"; readonly call: Call };

/** What the rows of a file came to. */
export interface Filled extends FillReply {
  readonly file: string;
}

export class Account {
  readonly #client: Client;
  readonly #data: () => readonly File[];
  /** What made the account what it is; nothing if there is no account yet. */
  #acts: Act[] | undefined;
  /** The data files as they are in the account, by name. */
  #basis = new Map<string, string>();
  /** How many acts there were at each mark, and which engine has the mark. */
  readonly #marks = new Map<
    number,
    { readonly acts: number; readonly home: number; readonly mark: number }
  >();
  #lastMark = 0;
  /** The generation of the engine that has the account; -1 for none. */
  #home = -1;
  #starting: Promise<void> | undefined;
  /** What is wrong with the data files, as of the last start. */
  filled: readonly Filled[] = [];

  /** @param data - the data files to start with */
  constructor(client: Client, data: () => readonly File[]) {
    this.#client = client;
    this.#data = data;
  }

  /** Whether the account has been started, so that there are tables to show. */
  get started(): boolean {
    return this.#acts !== undefined;
  }

  /** Loads the engine, in case it's needed soon. */
  warm(): void {
    this.#client.warm();
  }

  /** Reads a script. It may refer to the tables of the data files, and to those that are there. */
  parse(file: string, text: string): Promise<ParseReply> {
    const here = this.#alive() ? { session } : {};
    return this.run({ op: "parse", file, text, tables: this.#names(), ...here });
  }

  /** Asks something of the account, which starts if it hasn't been. */
  async here<Op extends Here["op"]>(
    op: Op,
    call: Asked<Op>,
    watch = unwatched(),
  ): Promise<Replies[Op]> {
    await this.#ready(watch);
    const whole = { op, session, ...call } as unknown as Here & { readonly op: Op };
    return this.run(whole, watch);
  }

  /** Asks the engine what has nothing to do with the account. */
  run<C extends Call>(call: C, watch = unwatched()): Promise<Replies[C["op"]]> {
    if (watch.signal.aborted) {
      return Promise.reject(new Stopped("Stopped."));
    }
    return this.#client.run(call, watch);
  }

  /**
   * Forgets everything; the next call starts with the data files as they are then. Returns how to undo that:
   * the same acts make the same tables again.
   */
  reset(): () => void {
    const [acts, basis] = [this.#acts, this.#basis];
    this.#begin(undefined, new Map());
    return () => this.#begin(acts, basis);
  }

  #begin(acts: Act[] | undefined, basis: Map<string, string>): void {
    this.#acts = acts;
    this.#basis = basis;
    this.#home = -1;
    this.#marks.clear();
  }

  /** Whether the data files have changed since the account was filled with them. */
  get stale(): boolean {
    const data = this.#data();
    return (
      this.started &&
      (data.length !== this.#basis.size ||
        data.some((file) => this.#basis.get(file.name) !== file.text))
    );
  }

  /** Whether nothing but data files has gone into the account. */
  get untouched(): boolean {
    return this.#acts?.every((act) => act.kind === "fill") ?? true;
  }

  /** How many rows of a data file aren't in its table because they can't be stored. */
  refused(name: string): number {
    return this.filled.find(({ file }) => file === name)?.refused ?? 0;
  }

  /** Looks again which rows of a data file can't be stored. In this account their keys are taken. */
  async check(file: File): Promise<void> {
    const other = "check";
    await this.run({ op: "open", session: other });
    const checked = await this.#fill(file, other);
    await this.run({ op: "close", session: other });
    this.filled = [...this.filled.filter((each) => each.file !== file.name), checked];
  }

  /** A data file is gone, and its table with it. */
  drop(name: string): void {
    this.#basis.delete(name);
  }

  /** A data file is new or has changed, and the account with it. */
  accept({ name, text }: File): void {
    this.#basis.set(name, text);
  }

  /** Runs requests of a script. Returns the reply, and a mark to go back to from before it. */
  async play(
    call: Omit<PlayCall, "op" | "session">,
    watch = unwatched(),
  ): Promise<{ reply: PlayReply; mark: number }> {
    await this.#ready(watch);
    const mark = await this.mark();
    const whole = { op: "play", session, tables: this.#names(), ...call } as const;
    const reply = await this.run(whole, watch);
    this.#acts?.push({ kind: "call", call: whole });
    return { reply, mark };
  }

  /** Changes entities of a table as rows of its data file have changed. */
  async amend(table: string, rows: Pick<AmendCall, "before" | "after">): Promise<void> {
    await this.#ready(unwatched());
    const call = { op: "amend", session, table, ...rows } as const;
    await this.run(call);
    this.#acts?.push({ kind: "call", call });
  }

  /**
   * Stores the rows of a data file, and tells what is wrong with the others. The caller accepts the file, or
   * goes back.
   */
  async fill(file: File, watch: Watch, progress: Progress): Promise<Filled> {
    await this.#ready(watch);
    const between = { ...unwatched(), loading: watch.loading };
    const filled = await this.#fill(file, session, between, (rows) => {
      progress(rows);
      if (watch.signal.aborted) {
        throw new Stopped("Stopped.");
      }
    });
    this.#acts?.push({ kind: "fill", file });
    return filled;
  }

  /** Says what a file is, which comes in parts, and what would become of it. */
  async inspect(name: string, parts: readonly string[]): Promise<InspectReply> {
    for (const [i, text] of parts.entries()) {
      await this.run({ op: "receive", text, first: i === 0 });
    }
    return this.run({ op: "inspect", name });
  }

  /** Shows a page of the rows that an answer holds, or writes all of them as text. */
  rows(response: AccountResponse, part: RowsPart): Promise<RowsReply> {
    return this.run({ op: "rows", response, limit: pageSize, ...part });
  }

  async tables(): Promise<TablesReply["tables"]> {
    return (await this.here("tables", {})).tables;
  }

  async mark(): Promise<number> {
    const { mark } = await this.here("mark", {});
    const number = ++this.#lastMark;
    this.#marks.set(number, { acts: this.#acts?.length ?? 0, home: this.#home, mark });
    return number;
  }

  /** Makes the account what it was at a mark. If the engine has lost it, the acts up to there do that. */
  async back(number: number): Promise<void> {
    const kept = this.#marks.get(number);
    if (!kept) {
      throw new Error("The tables of that moment aren't kept any more.");
    }
    this.#acts?.splice(kept.acts);
    if (this.#alive() && kept.home === this.#home) {
      await this.run({ op: "back", session, mark: kept.mark }).catch(() => {
        this.#home = -1;
      });
    } else {
      this.#home = -1;
    }
  }

  #names(): readonly string[] {
    return this.#data().map((file) => tableOf(file.name));
  }

  #alive(): boolean {
    return this.#home === this.#client.generation;
  }

  /** Starts the account if the engine doesn't have it. */
  async #ready(watch: Watch): Promise<void> {
    if (this.#starting === undefined && this.untouched && this.stale) {
      this.reset();
    }
    if (this.#alive()) {
      return;
    }
    this.#starting ??= this.#start(watch).finally(() => {
      this.#starting = undefined;
    });
    await this.#starting;
  }

  async #start(watch: Watch): Promise<void> {
    await this.#client.run({ op: "open", session }, watch);
    const files = this.#data();
    const acts = this.#acts ?? files.map((file): Act => ({ kind: "fill", file }));
    const filled: Filled[] = [];
    for (const act of acts) {
      if (act.kind === "fill") {
        filled.push(await this.#fill(act.file, session, watch));
      } else {
        await this.#client.run(act.call, watch);
      }
    }
    if (!this.#acts) {
      this.filled = filled;
      this.#basis = new Map(files.map((file) => [file.name, file.text]));
      this.#acts = acts;
    }
    this.#home = this.#client.generation;
  }

  /** Stores a file piece by piece. Between two pieces it can be stopped without ending the engine. */
  async #fill(
    file: File,
    into: string,
    watch = unwatched(),
    progress: Progress = () => {},
  ): Promise<Filled> {
    const table = tableOf(file.name);
    let stored = 0;
    let refused = 0;
    const errors: FillReply["errors"][number][] = [];
    for (const { text, line, rows } of chunks(file.text)) {
      const call = { op: "fill", session: into, table, text, line } as const;
      const reply = await this.run(call, watch);
      stored += reply.stored;
      refused += reply.refused;
      errors.push(...reply.errors.slice(0, Math.max(0, 1000 - errors.length)));
      progress(rows);
    }
    return { file: file.name, stored, refused, errors };
  }
}
