/** What the parts of the playground have in common, and how they hear of each other. */
import type { Client } from "../client.ts";
import type { Change } from "../lab/data.ts";
import type { BrowseReply, Call, PlayStep, ScriptError, ScriptFinding } from "../protocol.ts";
import { Account, silent } from "./account.ts";
import type { Offering } from "./better.ts";
import { blocks } from "./blocks.ts";
import type { Lexicon } from "./complete.ts";
import { DataPane } from "./data-pane.ts";
import type { House } from "./doors.ts";
import { TextEditor } from "./editor.ts";
import { button, type Child, fill, h } from "./element.ts";
import { Elsewhere, showComparison } from "./elsewhere.ts";
import { requestOf } from "./entity-requests.ts";
import { FilesView } from "./files-view.ts";
import { emptyFiles, firstFiles, firstName } from "./first.ts";
import { Giving } from "./giving.ts";
import { ImportDoor } from "./import-door.ts";
import { Keeper, type Keeping, type News } from "./keeper.ts";
import { type Act, actOf } from "./keys.ts";
import { Learner } from "./lexicon.ts";
import { free, isData, isRequests, tableOf } from "./names.ts";
import { ResultView } from "./result-view.ts";
import { Running, type State, type Stepping } from "./running.ts";
import { fileOf, type Run, Runs } from "./runs.ts";
import { save } from "./saving.ts";
import { shared } from "./sharing.ts";
import { type Pane, Shell } from "./shell.ts";
import type { SpaceActs } from "./spaces.ts";
import { starter } from "./starters.ts";
import { Status } from "./status.ts";
import { Stepper } from "./stepper.ts";
import { Store } from "./store.ts";
import { TablesView } from "./tables-view.ts";
import { Toasts } from "./toasts.ts";
import { Toolbar } from "./toolbar.ts";
import { UndoList } from "./undo.ts";
import { isQuery, wordsOf } from "./words.ts";
import { type File, type Snapshot, Workspace, workspaceOf } from "./workspace.ts";

/** After the last change of a script, its errors are looked for in so many milliseconds. */
const pause = 300;

type Doors = typeof import("./doors.ts");

export class Playground {
  readonly #workspace = new Workspace(workspaceOf(firstName, firstFiles));
  readonly #account: Account;
  readonly #keeper: Keeper;
  readonly #undo: UndoList;
  readonly #runs: Runs;
  readonly #running: Running;
  readonly #editor: TextEditor;
  readonly #files: FilesView;
  readonly #tables: TablesView;
  readonly #result: ResultView;
  readonly #stepper: Stepper;
  readonly #status = new Status();
  readonly #toasts = new Toasts();
  readonly #toolbar: Toolbar;
  readonly #shell: Shell;
  readonly #importer: ImportDoor;
  readonly #giving: Giving;
  readonly #elsewhere: Elsewhere;
  readonly #data: DataPane;
  readonly #blank = h("div", { class: "pl-blank" });
  /** What the reader has browsed, by table. */
  readonly #pages = new Map<string, BrowseReply>();
  #lint: ReturnType<typeof setTimeout> | undefined;

  constructor(root: HTMLElement, client: Client) {
    this.#account = new Account(client, () => this.#workspace.data);
    this.#undo = new UndoList(() => {
      this.#toolbar.undoes = this.#undo.next?.label ?? "";
    });
    this.#runs = new Runs(() => this.#result.draw());
    this.#running = this.#newRunning();
    this.#editor = new TextEditor({
      changed: (file, text) => this.#workspace.write(file, text),
      run: (from, to) => void this.#running.lines(from, to),
      lexicon: () => this.#lexicon(),
    });
    this.#data = new DataPane({
      text: this.#editor.element,
      changed: (file, text, change) => void this.#attempt(() => this.#edited(file, text, change)),
    });
    this.#files = this.#newFiles();
    this.#result = new ResultView(this.#runs, {
      goTo: (file, line) => this.#goTo(file, line),
      offering: (run, step) => this.#offering(run, step),
      undo: (run) => void this.#running.undo(run),
      run: () => this.#act("run"),
      refused: () => this.#refused(),
      open: (file) => this.#openFile(file),
      compareHere: (run, box) => void this.#attempt(() => this.#compareHere(run, box)),
    });
    this.#elsewhere = new Elsewhere({
      ask: (call) => client.run(call as Call, silent()),
      changed: () => this.#running.leaveSteps(),
    });
    this.#tables = this.#newTables();
    this.#stepper = new Stepper({
      next: () => this.#act("step"),
      back: () => this.#act("step-back"),
      leave: () => this.#running.leaveSteps(),
      account: this.#account,
      table: (name) => this.#showTable(name),
    });
    this.#importer = new ImportDoor({
      workspace: this.#workspace,
      account: this.#account,
      undo: this.#undo,
      toasts: this.#toasts,
      open: (name, files) => void this.#begin(workspaceOf(name, files)),
      done: () => this.#tables.refresh(),
    });
    this.#giving = this.#newGiving();
    this.#toolbar = this.#newToolbar();
    this.#shell = this.#newShell(root);
    this.#keeper = new Keeper({
      workspace: this.#workspace,
      open: () => Store.open(),
      channel: "BroadcastChannel" in globalThis ? new BroadcastChannel("rowkey:play") : undefined,
      changed: (keeping) => this.#kept(keeping),
      heard: (news) => this.#heard(news),
    });
    this.#listen(root);
  }

  #newRunning(): Running {
    return new Running({
      account: this.#account,
      workspace: this.#workspace,
      runs: this.#runs,
      undo: this.#undo,
      changed: (state) => this.#show(state),
      done: (run) => this.#done(run),
      stepped: (stepping) => this.#stepped(stepping),
      elsewhere: () => this.#elsewhere.endpoint,
    });
  }

  #newGiving(): Giving {
    return new Giving({
      workspace: this.#workspace,
      account: this.#account,
      runs: this.#runs,
      toasts: this.#toasts,
      tables: () => this.#tables.names,
      cursor: () => this.#editor.cursor,
      connect: (settings) => this.#elsewhere.connect(settings),
    });
  }

  #newFiles(): FilesView {
    return new FilesView(this.#workspace, {
      add: (kind) => this.#add(kind),
      remove: (name) => this.#remove(name),
      duplicate: (name) => this.#workspace.add(name, this.#workspace.file(name)?.text ?? ""),
      asDesign: (name) => this.#door((doors, house) => doors.fileAsDesign(house, name)),
      save: (name) => save(name, this.#workspace.file(name)?.text ?? "", "text/plain"),
      renamed: (from, to) => this.#editor.renamed(from, to),
      importData: () => this.#importer.open(),
      refused: (name) => this.#account.refused(name),
    });
  }

  #newShell(root: HTMLElement): Shell {
    const editor = h(
      "div",
      { class: "pl-editor" },
      this.#importer.element,
      this.#data.element,
      this.#editor.element,
      this.#blank,
    );
    const parts = {
      tools: this.#toolbar.elements,
      banner: this.#elsewhere.banner,
      files: this.#files.list,
      tableList: this.#tables.list,
      tabs: this.#files.tabs,
      editor,
      strip: this.#result.strip,
      result: this.#result.element,
      stepper: this.#stepper.element,
      after: this.#stepper.after,
      tables: this.#tables.element,
      status: this.#status.element,
      toasts: this.#toasts.element,
    };
    return new Shell(root, parts, (pane) => this.#turned(pane));
  }

  /** Shows what the address asks for, or what the reader had last. */
  async start(): Promise<void> {
    this.#toolbar.undoes = "";
    const asked = await this.#asked();
    if (asked) {
      await this.#begin(asked);
      return;
    }
    const list = await this.#keeper.list();
    const last = remembered();
    const id = list.find((each) => each.id === last)?.id ?? list[0]?.id;
    if (!(id && (await this.#open(id)))) {
      await this.#begin(this.#workspace.state);
    }
  }

  /** The workspace that the address asks for. Opening it runs nothing. */
  async #asked(): Promise<Snapshot | undefined> {
    const guide = /^#guide=([\w-]+)$/.exec(location.hash)?.[1];
    try {
      if (guide) {
        const { name, files } = await starter(guide);
        return workspaceOf(name, files);
      }
      return location.hash.length > 1 ? await shared(location.hash) : undefined;
    } catch (cause) {
      this.#toasts.say(messageOf(cause));
      return undefined;
    }
  }

  #newTables(): TablesView {
    return new TablesView(
      this.#account,
      {
        start: () => void this.#fillNow(),
        startOver: () => void this.#startOver(),
        keepAsFile: (table) => this.#door((doors, house) => doors.keepAsFile(house, table)),
        asDesign: (table) => this.#door((doors, house) => doors.tableAsDesign(house, table)),
        save: (table, format) =>
          this.#door((doors) => doors.saveTable(this.#account, table, format)),
        learnt: (table, page) => this.#pages.set(table, page),
      },
      (table) => this.#showTable(table),
    );
  }

  #newToolbar(): Toolbar {
    return new Toolbar(this.#elsewhere.elements, {
      run: () => this.#act("run"),
      stop: () => this.#running.stop(),
      all: () => this.#act("all"),
      step: () => this.#act("step"),
      undo: () => this.#act("undo"),
      importData: () => this.#importer.open(),
      exports: () => this.#giving.exports(),
      copies: () => this.#giving.copies(),
      share: () => this.#act("share"),
      spaces: (close) => this.#spaces(close),
    });
  }

  /** The panel of workspaces. What is in it is loaded when it opens. */
  #spaces(close: () => void): Child[] {
    const box = h("div", {});
    const acts: SpaceActs = {
      list: () => this.#keeper.list(),
      current: () => this.#workspace,
      open: (id) => void this.#open(id),
      rename: (name) => this.#workspace.rename(name),
      duplicate: () => void this.#duplicate(),
      remove: (id, name) => void this.#removeSpace(id, name),
      begin: (what) =>
        void this.#begin(
          what === "first"
            ? workspaceOf(firstName, firstFiles)
            : workspaceOf("Untitled", emptyFiles),
        ),
      guide: (slug) => void this.#guide(slug),
    };
    void this.#attempt(async () => {
      const { spaces } = await import("./spaces.ts");
      fill(box, ...spaces(acts, close));
      box.querySelector("input")?.focus();
    });
    return [box];
  }

  #listen(root: HTMLElement): void {
    this.#workspace.listen((change, file) => {
      this.#changed(change === "all" || change === "name", file);
    });
    document.addEventListener("keydown", (event) => this.#key(event));
    addEventListener("pagehide", () => void this.#keeper.flush());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") {
        void this.#keeper.flush();
      }
    });
    addEventListener("beforeunload", (event) => {
      // Only where work would be lost.
      if (this.#keeper.keeping.kind === "lost" && this.#keeper.owes) {
        event.preventDefault();
      }
    });
    addEventListener("hashchange", () => {
      void this.#asked().then((asked) => asked && this.#begin(asked));
    });
    const warm = () => this.#warm();
    this.#editor.element.addEventListener("focusin", warm, { once: true });
    this.#toolbar.run.addEventListener("pointerover", warm, { once: true });
    this.#importer.listen(root);
    this.#importer.resume();
  }

  /** Loads the engine before it's needed, unless the reader saves data. */
  #warm(): void {
    const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
    if (connection?.saveData !== true) {
      this.#account.warm();
      this.#lintSoon();
    }
  }

  #key(event: KeyboardEvent): void {
    const act = event.defaultPrevented || event.isComposing ? undefined : actOf(event);
    if (!act || document.querySelector(":popover-open, dialog[open]")) {
      return;
    }
    if (
      act === "leave" &&
      !this.#running.running &&
      !this.#editor.element.contains(document.activeElement)
    ) {
      return;
    }
    event.preventDefault();
    this.#act(act);
  }

  #act(act: Act): void {
    const { from, to } = this.#editor.lines();
    const acts: Readonly<Record<Act, () => unknown>> = {
      run: () => this.#running.lines(from, to),
      all: () => this.#running.all(),
      step: () => this.#running.step(from),
      "step-back": () => this.#running.stepBack(),
      leave: () => (this.#running.running ? this.#running.stop() : this.#toolbar.run.focus()),
      undo: () => this.#undo.undo(),
      requests: () => {
        this.#shell.show("requests");
        this.#editor.focus();
      },
      result: () => this.#shell.turn("result"),
      tables: () => this.#shell.turn("tables"),
      previous: () => this.#turn(-1),
      next: () => this.#turn(1),
      keys: () => this.#toolbar.showKeys(),
      share: () => this.#giving.share(),
    };
    void this.#attempt(async () => acts[act]());
  }

  /** Something about the workspace has changed. */
  #changed(all: boolean, file: string): void {
    const { state } = this.#workspace;
    this.#toolbar.name = state.name;
    this.#showFile();
    if (all || isData(file)) {
      this.#tables.stale = this.#account.stale && !this.#account.untouched;
    }
    if (all || isData(file) || isRequests(file)) {
      this.#lintSoon();
    }
  }

  /** Shows the file in front, or what to do where there is none. */
  #showFile(): void {
    const { current } = this.#workspace;
    this.#blank.hidden = current !== undefined;
    if (current) {
      this.#editor.show(current.name, current.text);
      if (isData(current.name)) {
        this.#data.show(current);
      } else {
        this.#data.hide();
      }
      return;
    }
    this.#data.hide();
    this.#editor.element.hidden = true;
    const none = this.#workspace.files.length === 0;
    fill(
      this.#blank,
      h("h2", {}, none ? "An empty workspace" : "No file is open"),
      h(
        "p",
        {},
        none
          ? "Write requests, or begin with a table's data: drop a CSV or JSON file here."
          : "Choose one from the list, or begin a new one.",
      ),
      h(
        "div",
        { class: "pl-row" },
        button("New requests", () => this.#add("http"), { class: "primary-quiet" }),
        button("New data", () => this.#add("csv")),
        button("Import", () => this.#importer.open()),
      ),
    );
  }

  #lintSoon(): void {
    clearTimeout(this.#lint);
    this.#lint = setTimeout(() => void this.#lintNow(), pause);
  }

  async #lintNow(): Promise<void> {
    const file = this.#workspace.current;
    if (!file || !isRequests(file.name) || this.#running.running) {
      return;
    }
    try {
      const { errors, findings } = await this.#account.parse(file.name, file.text);
      await this.#mark(file, errors, findings);
    } catch {
      // The next run says what is wrong with the engine.
    }
  }

  /** Underlines what there is to say of a file, if it's still in front and as it was. */
  async #mark(
    { name, text }: File,
    errors: readonly ScriptError[],
    findings: readonly ScriptFinding[],
  ): Promise<void> {
    const some = errors.length + findings.length > 0;
    const { said } = some ? await import("./review.ts") : { said: () => [] };
    if (this.#workspace.current?.text === text && this.#editor.file === name) {
      this.#editor.mark(said(this.#editor.text, errors, findings));
    }
  }

  /** What suggestions are made of, as it is when they are asked for: that may be at the first key. */
  #lexicon(): Lexicon {
    const learner = new Learner();
    for (const file of this.#workspace.data) {
      learner.data(file);
    }
    for (const table of this.#tables.names) {
      learner.named(table);
    }
    for (const [table, page] of this.#pages) {
      learner.page(table, page);
    }
    for (const file of this.#workspace.requests) {
      learner.script(file.text);
    }
    return learner.lexicon;
  }

  #show(state: State): void {
    this.#toolbar.running = state.kind !== "idle";
    this.#status.run(state);
  }

  /** A run has ended, or tables have changed otherwise. */
  async #done(run: Run | undefined): Promise<void> {
    this.#files.mark();
    void this.#keepRuns();
    if (run) {
      this.#note(run);
      this.#result.draw();
      this.#shell.show("result");
    }
    await this.#attempt(() => this.#tables.refresh());
    this.#tables.stale = this.#account.stale && !this.#account.untouched;
  }

  /** Keeps the runs for the next visit. */
  async #keepRuns(): Promise<void> {
    const { id } = this.#workspace;
    const { all } = this.#runs;
    if (all.some((run) => run.where === "")) {
      this.#keeper.keep();
      await this.#attempt(async () => (await import("./history.ts")).keepRuns(id, all));
    }
  }

  /** Shows the runs of earlier visits. */
  async #restoreRuns(): Promise<void> {
    const { id } = this.#workspace;
    const runs = await (await import("./history.ts")).keptRuns(id);
    if (id === this.#workspace.id) {
      this.#runs.restore(runs);
    }
  }

  /** Writes beside the requests what came of them. */
  #note(run: Run): void {
    for (const { name, text } of this.#workspace.requests) {
      const here = run.reply.steps.filter((step) => fileOf(step, run) === name);
      if (here.length > 0) {
        this.#editor.note(
          name,
          text,
          here.map((step) => ({
            line: step.line,
            words: wordsOf(step),
            kind: isQuery(step) ? step.plan : "",
            failed: !step.ok,
          })),
        );
      }
    }
    const { current } = this.#workspace;
    if (current && run.reply.errors.length > 0) {
      void this.#mark(current, run.reply.errors, []);
    }
  }

  #stepped(stepping: Stepping | undefined): void {
    const file = this.#workspace.current;
    const next = stepping && file ? blocks(file.text)[stepping.at + 1] : undefined;
    this.#editor.next(next?.request ?? 0);
    if (next) {
      this.#editor.goTo(next.request, false);
    }
    void this.#attempt(() => this.#stepper.draw(stepping));
  }

  async #fillNow(): Promise<void> {
    await this.#attempt(async () => {
      this.#status.run({ kind: "running", words: "Filling the tables" });
      await this.#account.tables();
      await this.#tables.refresh();
    });
    this.#files.mark();
    const refused = this.#account.filled.reduce((sum, each) => sum + each.refused, 0);
    const words =
      refused > 0 ? `${refused} rows of the data couldn't be stored.` : "The tables are filled.";
    this.#status.run({ kind: "idle", words, failed: refused > 0 });
  }

  async #startOver(): Promise<void> {
    const back = this.#account.reset();
    this.#runs.cutMarks();
    this.#running.leaveSteps();
    this.#editor.clearNotes();
    const undo = {
      label: "start over",
      undo: async () => {
        back();
        await this.#tables.refresh();
      },
    };
    this.#undo.push(undo);
    await this.#fillNow();
    this.#toasts.say("The tables have started over with the data files.", {
      label: "Undo",
      press: () => void this.#attempt(() => this.#undo.undoThis(undo)),
    });
  }

  /** Does what is seldom asked for, by a module that's loaded then. */
  #door(act: (doors: Doors, house: House) => Promise<void>): void {
    void this.#attempt(async () => {
      const doors = await import("./doors.ts");
      await act(doors, {
        workspace: this.#workspace,
        account: this.#account,
        toasts: this.#toasts,
      });
    });
  }

  /** An edit of a data file's grid changes the tables, too, if they are as the data files are. */
  async #edited(name: string, text: string, change: Change): Promise<void> {
    const followed = this.#account.started && !this.#account.stale;
    if (followed && change.entities) {
      this.#account.accept({ name, text });
    }
    this.#workspace.write(name, text);
    if (followed && change.entities) {
      for (const each of change.entities) {
        await this.#account.send(requestOf(tableOf(name), each));
      }
      await this.#account.check({ name, text });
      this.#files.mark();
      this.#result.draw();
      await this.#tables.refresh();
    }
  }

  /** Runs here what ran elsewhere, and shows both answers. */
  async #compareHere({ file, source, from, to, reply }: Run, box: HTMLElement): Promise<void> {
    const { reply: here } = await this.#account.play({ file, text: source, from, to }, silent());
    await showComparison(box, here.steps, reply.steps);
    await this.#tables.refresh();
  }

  /** What it takes to offer changes of a request. The tables of another account aren't here to look at. */
  #offering(run: Run, step: PlayStep): Offering {
    const file = fileOf(step, run);
    return {
      text: this.#workspace.file(file)?.text ?? "",
      edit: (make) => {
        this.#goTo(file, step.line);
        this.#editor.change(make);
      },
      browse:
        run.where === "" && this.#account.started
          ? (table, filter) => this.#account.browse(table, filter, null, 1000)
          : undefined,
    };
  }

  #showTable(table: string): void {
    this.#shell.show("tables");
    void this.#tables.show(table);
  }

  /** The data files with rows that aren't in their tables. */
  #refused() {
    return this.#account.filled.filter(
      ({ file, refused }) => refused > 0 && this.#workspace.file(file),
    );
  }

  #openFile(file: string): void {
    this.#workspace.show(file);
    this.#shell.show("requests");
  }

  #goTo(file: string, line: number): void {
    this.#workspace.show(file);
    this.#shell.show("requests");
    this.#editor.goTo(line);
  }

  /** The reader has turned to a pane. */
  #turned(pane: Pane): void {
    if (pane === "tables") {
      void this.#attempt(() => this.#tables.drawPage());
    }
  }

  /** Shows the tab before or after the one in front. */
  #turn(by: number): void {
    const { open, state } = this.#workspace;
    const at = open.indexOf(state.current) + by;
    const name = open[(at + open.length) % open.length];
    if (name) {
      this.#workspace.show(name);
      this.#editor.focus();
    }
  }

  #add(kind: "http" | "csv"): void {
    const name =
      kind === "http"
        ? this.#workspace.add("requests.http", "")
        : this.#workspace.add("Table.csv", "PartitionKey,RowKey\n");
    this.#files.rename(name);
  }

  #remove(name: string): void {
    const undo = { label: `delete ${name}`, undo: this.#workspace.remove(name) };
    this.#editor.forget(name);
    this.#showFile();
    this.#undo.push(undo);
    this.#toasts.say(`${name} is deleted.`, {
      label: "Undo",
      press: () => void this.#attempt(() => this.#undo.undoThis(undo)),
    });
  }

  /** Opens a kept workspace. */
  async #open(id: string): Promise<boolean> {
    try {
      const found = await this.#keeper.load(id);
      if (found) {
        this.#arrived();
      }
      return found;
    } catch (cause) {
      this.#toasts.say(messageOf(cause));
      return false;
    }
  }

  /** Begins a new workspace; the one before stays as it is kept. */
  async #begin(state: Snapshot): Promise<void> {
    await this.#keeper.adopt(state);
    this.#arrived();
  }

  async #guide(slug: string): Promise<void> {
    await this.#attempt(async () => {
      const { name, files } = await starter(slug);
      await this.#begin(workspaceOf(name, files));
    });
  }

  async #duplicate(): Promise<void> {
    const { name, files } = this.#workspace;
    const list = await this.#keeper.list();
    const copy = free(
      name,
      list.map((each) => each.name),
    );
    await this.#begin(workspaceOf(copy, files));
  }

  async #removeSpace(id: string, name: string): Promise<void> {
    await this.#attempt(async () => {
      const { state } = this.#workspace;
      await this.#keeper.flush();
      const back = await this.#keeper.remove(id);
      const backRuns = await (await import("./history.ts")).dropRuns(id);
      if (id === state.id) {
        const [next] = await this.#keeper.list();
        if (!(next && (await this.#open(next.id)))) {
          await this.#begin(workspaceOf("Untitled", emptyFiles));
        }
      }
      const undo = {
        label: `delete workspace ${name}`,
        undo: async () => {
          await back();
          await backRuns();
          if (id === state.id) {
            await this.#open(id);
          }
        },
      };
      this.#undo.push(undo);
      this.#toasts.say(`The workspace ${name} is deleted.`, {
        label: "Undo",
        press: () => void this.#attempt(() => this.#undo.undoThis(undo)),
      });
    });
  }

  /** Another workspace is on the screen now. */
  #arrived(): void {
    remember(this.#workspace.id);
    this.#running.stop();
    this.#running.leaveSteps();
    this.#account.reset();
    this.#pages.clear();
    this.#runs.clear();
    void this.#attempt(() => this.#restoreRuns());
    this.#undo.drop((one) => !one.label.startsWith("delete workspace"));
    this.#editor.clearNotes();
    this.#files.draw();
    this.#changed(true, "");
    this.#shell.show("requests");
    this.#status.run({ kind: "idle", words: "", failed: false });
    void this.#tables.refresh();
    const [first] = blocks(this.#workspace.current?.text ?? "");
    if (first) {
      this.#editor.goTo(first.request, false);
    }
  }

  #kept(keeping: Keeping): void {
    this.#status.kept(keeping);
    if (keeping.kind === "kept" && location.hash !== "") {
      history.replaceState(null, "", location.pathname);
    }
    if (keeping.kind !== "lost") {
      fill(this.#shell.notices);
      return;
    }
    if (this.#shell.notices.childElementCount > 0) {
      return;
    }
    fill(
      this.#shell.notices,
      h(
        "div",
        { class: "pl-notice", role: "alert" },
        h(
          "p",
          {},
          keeping.why,
          " Save it as a folder to keep it",
          keeping.full && ", or delete a workspace",
          ".",
        ),
        button("Save as a folder", () => void this.#giving.saveFolder()),
        button("Try again", () => void this.#keeper.retry()),
      ),
    );
  }

  /** Another tab of the browser has changed this workspace. */
  #heard({ clashes }: News): void {
    this.#files.draw();
    const [first] = clashes;
    this.#toasts.say(
      first
        ? `Another tab changed ${first[0]}, too. Your version is ${first[1]}.`
        : "Another tab changed this workspace, and so it has changed here.",
    );
  }

  /** Does something that may fail, and says so. */
  async #attempt(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (cause) {
      this.#toasts.say(messageOf(cause));
    }
  }
}

const key = "rowkey:play";

/** The workspace that this tab had last. */
function remembered(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function remember(id: string): void {
  try {
    sessionStorage.setItem(key, id);
    localStorage.setItem(key, id);
  } catch {
    // Without storage, the next visit begins with another workspace.
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
