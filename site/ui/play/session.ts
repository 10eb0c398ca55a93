/**
 * What the playground knows and does, without a page: a workspace's files and how they are kept, the account
 * with its tables, runs and the marks before them, and what can be undone.
 *
 * It shows nothing. Whoever shows it watches, is told what has changed, and looks here for the rest.
 */
import type { Client } from "../client.ts";
import type { Change as Edit } from "../lab/data.ts";
import { messageOf } from "../message-of.ts";
import type { Call, CompleteReply, ConnectCall, PlayStep, TablesReply } from "../protocol.ts";
import { Account, type Filled } from "./account.ts";
import type { Endpoint } from "./endpoint.ts";
import { firstFiles, firstName } from "./first.ts";
import { Keeper, type Shelf } from "./keeper.ts";
import { isData, isRequests, tableOf } from "./names.ts";
import { Running } from "./running.ts";
import { type Run, Runs } from "./runs.ts";
import { type Attempt, Spaces } from "./spaces.ts";
import { type Undoable, UndoList } from "./undo.ts";
import type { Watcher } from "./watcher.ts";
import { type Change, Workspace, workspaceOf } from "./workspace.ts";

/** After the last change of a script, its errors are looked for in so many milliseconds. */
const pause = 300;

interface Options {
  readonly client: Client;
  /** Opens the store of workspaces; fails if the browser refuses storage. */
  readonly open: () => Promise<Shelf>;
  /** Where tabs tell each other about writes. */
  readonly channel: BroadcastChannel | undefined;
}

export class Session {
  readonly workspace = new Workspace(workspaceOf(firstName, firstFiles));
  readonly account: Account;
  readonly runs: Runs;
  readonly undo: UndoList;
  readonly running: Running;
  readonly keeper: Keeper;
  readonly spaces: Spaces;
  readonly #client: Client;
  #watcher: Watcher | undefined;
  #tables: TablesReply["tables"] = [];
  #endpoint: Endpoint | undefined;
  #review: ReturnType<typeof setTimeout> | undefined;

  constructor({ client, open, channel }: Options) {
    const { workspace } = this;
    this.#client = client;
    this.account = new Account(client, () => workspace.data);
    this.undo = new UndoList(() => this.#watcher?.undoes(this.undo.next?.label ?? ""));
    this.runs = new Runs(() => this.#watcher?.runs());
    this.running = new Running({
      account: this.account,
      workspace,
      runs: this.runs,
      undo: this.undo,
      changed: (state) => this.#watcher?.state(state),
      done: (run) => this.#done(run),
      stepped: (stepping) => this.#watcher?.stepped(stepping),
      elsewhere: () => this.#endpoint,
    });
    this.keeper = new Keeper({
      workspace,
      open,
      channel,
      changed: (keeping) => this.#watcher?.kept(keeping),
      heard: (clashes) => this.#watcher?.heard(clashes),
    });
    this.spaces = new Spaces({
      workspace,
      keeper: this.keeper,
      runs: this.runs,
      arrived: () => this.#arrived(),
      attempt: this.attempt,
      undoable: this.undoable,
    });
    workspace.listen((change, file) => this.#changed(change, file));
  }

  /** Tells of everything from now on. */
  watch(watcher: Watcher): void {
    this.#watcher = watcher;
    watcher.undoes("");
  }

  /** The tables as they were last seen. */
  get tables(): TablesReply["tables"] {
    return this.#tables;
  }

  /** Whether the data files have changed since they went into tables that runs have changed, too. */
  get stale(): boolean {
    return this.account.stale && !this.account.untouched;
  }

  /** The data files with rows that aren't in their tables. */
  get refused(): readonly Filled[] {
    return this.account.filled.filter(
      ({ file, refused }) => refused > 0 && this.workspace.file(file),
    );
  }

  /** The account outside the page that runs go to, if the reader has connected one. */
  get endpoint(): Endpoint | undefined {
    return this.#endpoint;
  }

  /** Adds a file, and returns its name. */
  add(kind: "http" | "csv"): string {
    return kind === "http"
      ? this.workspace.add("requests.http", "")
      : this.workspace.add("Table.csv", "PartitionKey,RowKey\n");
  }

  /** Deletes a file. */
  remove(name: string): void {
    const undo = this.workspace.remove(name);
    this.undoable(`${name} is deleted.`, { label: `delete ${name}`, undo });
  }

  /** An edit of a data file's grid changes the tables, too, if they are as the data files are. */
  async edited(name: string, text: string, change: Pick<Edit, "rows">): Promise<void> {
    const { account, workspace } = this;
    const rows = account.started && !account.stale ? change.rows() : undefined;
    if (rows) {
      account.accept({ name, text });
    }
    workspace.write(name, text);
    if (rows) {
      await account.amend(tableOf(name), rows);
      await account.check({ name, text });
      this.#watcher?.filled();
      await this.refresh();
    }
  }

  /** Fills the tables with the data files, unless that's done. */
  async fill(): Promise<void> {
    await this.attempt(async () => {
      this.#watcher?.state({ kind: "running", words: "Filling the tables" });
      await this.account.tables();
      await this.refresh();
    });
    this.#watcher?.filled();
    const refused = this.account.filled.reduce((sum, each) => sum + each.refused, 0);
    const words =
      refused > 0 ? `${refused} rows of the data couldn't be stored.` : "The tables are filled.";
    this.#watcher?.state({ kind: "idle", words, failed: refused > 0 });
  }

  /** Makes the tables what the data files say. */
  async startOver(): Promise<void> {
    const back = this.account.reset();
    this.runs.cutMarks();
    this.running.leaveSteps();
    this.#watcher?.cleared();
    const undo = async () => {
      back();
      await this.refresh();
    };
    const undoable = { label: "start over", undo };
    this.undo.push(undoable);
    await this.fill();
    this.#offer("The tables have started over with the data files.", undoable);
  }

  /** Asks the engine for the tables. */
  async refresh(): Promise<void> {
    const tables = this.account.started ? await this.account.tables() : undefined;
    this.#tables = tables ?? [];
    await this.#watcher?.tables(tables);
  }

  /** Sends what ran elsewhere to this page's account, too, and returns its steps. */
  async again({ file, source, from, to }: Run): Promise<readonly PlayStep[]> {
    const { reply } = await this.account.play({ file, text: source, from, to });
    return reply.steps;
  }

  /** Sends requests to an account outside the page from now on. Fails if what was typed isn't right. */
  async connect(typed: Omit<ConnectCall, "op">): Promise<void> {
    const { Endpoint } = await import("./endpoint.ts");
    const settings = await this.#client.run({ op: "connect", ...typed });
    if (settings.wrong !== undefined) {
      throw new Error(settings.wrong);
    }
    this.#endpoint = new Endpoint(settings, (call) => this.#client.run(call as Call));
    this.running.leaveSteps();
    await this.#watcher?.where();
  }

  /** Sends requests to this page's account again, and forgets the one outside. */
  async disconnect(): Promise<void> {
    const endpoint = this.#endpoint;
    this.#endpoint = undefined;
    this.running.leaveSteps();
    await this.#watcher?.where();
    await endpoint?.forget();
  }

  /** Loads the engine before it's needed. */
  warm(): void {
    this.account.warm();
    this.#reviewSoon();
  }

  /** Says what could be written between two parts of the file in front: nothing while something runs. */
  async complete(before: string, after: string): Promise<CompleteReply | undefined> {
    const { account, running, workspace } = this;
    if (running.running) {
      return undefined;
    }
    const begun = account.started;
    const others = workspace.requests.filter((file) => file !== workspace.current);
    try {
      const scripts = others.map(({ text }) => text);
      return await account.here("complete", { before, after, scripts });
    } catch {
      return undefined; // the next run says what is wrong with the engine
    } finally {
      if (!begun) {
        void this.attempt(() => this.refresh());
      }
    }
  }

  /** Does something that may fail, and says so. */
  readonly attempt: Attempt = async (act) => {
    try {
      return await act();
    } catch (cause) {
      this.#watcher?.say(messageOf(cause));
      return undefined;
    }
  };

  /** Tells of something that has been done and can be undone. */
  readonly undoable = (words: string, undoable: Undoable): void => {
    this.undo.push(undoable);
    this.#offer(words, undoable);
  };

  #offer(words: string, undoable: Undoable): void {
    this.#watcher?.say(words, () => void this.attempt(() => this.undo.undoThis(undoable)));
  }

  #changed(change: Change, file: string): void {
    this.#watcher?.changed(change, file);
    if (change === "all" || change === "name" || isData(file) || isRequests(file)) {
      this.#reviewSoon();
    }
  }

  #reviewSoon(): void {
    clearTimeout(this.#review);
    this.#review = setTimeout(() => void this.#reviewNow(), pause);
  }

  async #reviewNow(): Promise<void> {
    const file = this.workspace.current;
    if (!file || !isRequests(file.name) || this.running.running) {
      return;
    }
    try {
      const { errors, findings } = await this.account.parse(file.name, file.text);
      this.#watcher?.reviewed(file, errors, findings);
    } catch {
      // The next run says what is wrong with the engine.
    }
  }

  /** A run has ended, or tables have changed otherwise. */
  async #done(run: Run | undefined): Promise<void> {
    this.#watcher?.filled();
    void this.spaces.keepRuns();
    if (run) {
      this.#watcher?.ran(run);
    }
    await this.attempt(() => this.refresh());
  }

  /** Another workspace is here now. */
  #arrived(): void {
    this.running.stop();
    this.running.leaveSteps();
    this.account.reset();
    this.runs.clear();
    this.undo.drop((one) => !one.label.startsWith("delete workspace"));
    this.#watcher?.cleared();
    this.#watcher?.arrived();
    this.#watcher?.state({ kind: "idle", words: "", failed: false });
    void this.refresh();
  }
}
