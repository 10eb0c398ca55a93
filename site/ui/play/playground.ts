/** The playground's page: the views of a session, and what the reader's keys and buttons do. */
import type { Client } from "../client.ts";
import { type Child, fill, h } from "../element.ts";
import type { PlayStep } from "../protocol.ts";
import type { Offering } from "./better.ts";
import type { House } from "./doors.ts";
import { Elsewhere, showComparison } from "./elsewhere.ts";
import { FilesView } from "./files-view.ts";
import { Front } from "./front.ts";
import { Giving } from "./giving.ts";
import { ImportDoor } from "./import-door.ts";
import type { Keeping, News } from "./keeper.ts";
import { heardWords, keepOnLeaving, lostNotice, remember, remembered } from "./kept.ts";
import { type Act, actOf } from "./keys.ts";
import { isData } from "./names.ts";
import { ResultView } from "./result-view.ts";
import { fileOf, type Run } from "./runs.ts";
import { save } from "./saving.ts";
import { Session } from "./session.ts";
import { type Pane, Shell } from "./shell.ts";
import type { SpaceActs } from "./spaces-view.ts";
import { Status } from "./status.ts";
import { Stepper } from "./stepper.ts";
import { Store } from "./store.ts";
import { TablesView } from "./tables-view.ts";
import { Toasts } from "./toasts.ts";
import { Toolbar } from "./toolbar.ts";
import type { Watcher } from "./watcher.ts";
import { workspaceOf } from "./workspace.ts";

type Doors = typeof import("./doors.ts");

class Playground {
  readonly #session: Session;
  readonly #front: Front;
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

  constructor(root: HTMLElement, session: Session) {
    this.#session = session;
    const { workspace, account, undo } = session;
    this.#importer = new ImportDoor({
      workspace,
      account,
      undo,
      toasts: this.#toasts,
      open: (name, files) => void session.spaces.begin(workspaceOf(name, files)),
      done: () => session.refresh(),
    });
    this.#front = new Front(session, this.#importer.element, {
      add: (kind) => this.#add(kind),
      importData: () => this.#importer.open(),
    });
    this.#files = this.#newFiles();
    this.#result = this.#newResult();
    this.#elsewhere = new Elsewhere(session);
    this.#tables = this.#newTables();
    this.#stepper = new Stepper({
      next: () => this.#act("step"),
      back: () => this.#act("step-back"),
      leave: () => session.running.leaveSteps(),
      account,
      table: (name) => this.#showTable(name),
    });
    this.#giving = new Giving({
      workspace,
      account,
      runs: session.runs,
      toasts: this.#toasts,
      tables: () => session.tables.map(({ name }) => name),
      cursor: () => this.#front.editor.cursor,
      lines: () => this.#front.editor.lines(),
      connect: (settings) => session.connect(settings),
    });
    this.#toolbar = this.#newToolbar();
    this.#shell = this.#newShell(root);
    session.watch(this.#watcher());
    this.#listen(root);
  }

  #newFiles(): FilesView {
    const { workspace, account } = this.#session;
    const textOf = (name: string) => workspace.file(name)?.text ?? "";
    return new FilesView(workspace, {
      add: (kind) => this.#add(kind),
      remove: (name) => {
        this.#session.remove(name);
        this.#front.editor.forget(name);
        this.#front.show();
      },
      duplicate: (name) => workspace.add(name, textOf(name)),
      asDesign: (name) => this.#door((doors, house) => doors.fileAsDesign(house, name)),
      save: (name) => save(name, textOf(name), "text/plain"),
      renamed: (from, to) => this.#front.editor.renamed(from, to),
      importData: () => this.#importer.open(),
      refused: (name) => account.refused(name),
    });
  }

  #newResult(): ResultView {
    return new ResultView(this.#session.runs, {
      goTo: (file, line) => this.#goTo(file, line),
      offering: (run, step) => this.#offering(run, step),
      undo: (run) => void this.#session.running.undo(run),
      run: () => this.#act("run"),
      rows: ({ response }, part) => this.#session.account.rows(response, part),
      take: (step, how, text) => void this.#giving.answer(step, how, text),
      where: () => this.#session.endpoint?.where ?? "",
      refused: () => this.#session.refused,
      open: (file) => {
        this.#session.workspace.show(file);
        this.#shell.show("requests");
      },
      compareHere: (run, box) => void this.#session.attempt(() => this.#compareHere(run, box)),
    });
  }

  #newTables(): TablesView {
    const session = this.#session;
    const { account } = session;
    return new TablesView(
      account,
      {
        start: () => void session.fill(),
        startOver: () => void session.startOver(),
        keepAsFile: (table) => this.#door((doors, house) => doors.keepAsFile(house, table)),
        asDesign: (table) => this.#door((doors, house) => doors.tableAsDesign(house, table)),
        save: (table, format) => this.#door((doors) => doors.saveTable(account, table, format)),
      },
      (table) => this.#showTable(table),
    );
  }

  #newToolbar(): Toolbar {
    return new Toolbar(this.#elsewhere.elements, {
      run: () => this.#act("run"),
      stop: () => this.#session.running.stop(),
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

  #newShell(root: HTMLElement): Shell {
    const parts = {
      tools: this.#toolbar.elements,
      banner: this.#elsewhere.banner,
      files: this.#files.list,
      tableList: this.#tables.list,
      tabs: this.#files.tabs,
      editor: this.#front.element,
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

  /** The panel of workspaces. What is in it is loaded when it opens. */
  #spaces(close: () => void): Child[] {
    const session = this.#session;
    const { spaces } = session;
    const box = h("div");
    const acts: SpaceActs = {
      list: () => session.keeper.list(),
      current: () => session.workspace,
      open: (id) => void spaces.open(id),
      rename: (name) => session.workspace.rename(name),
      duplicate: () => void spaces.duplicate(),
      remove: (id, name) => void spaces.remove(id, name),
      begin: (what) => void spaces.beginNew(what),
      guide: (slug) => void spaces.guide(slug),
    };
    void session.attempt(async () => {
      const panel = await import("./spaces-view.ts");
      fill(box, ...panel.spaces(acts, close));
      box.querySelector("input")?.focus();
    });
    return [box];
  }

  #watcher(): Watcher {
    const session = this.#session;
    return {
      state: (state) => {
        this.#toolbar.running = state.kind !== "idle";
        this.#status.run(state);
      },
      stepped: (stepping) => {
        this.#front.stepped(stepping);
        void session.attempt(() => this.#stepper.draw(stepping));
      },
      undoes: (label) => {
        this.#toolbar.undoes = label;
      },
      runs: () => this.#result.draw(),
      ran: (run) => {
        this.#front.note(run);
        this.#result.draw();
        this.#shell.show("result");
      },
      filled: () => {
        this.#files.mark();
        this.#result.draw();
      },
      tables: async (tables) => {
        await this.#tables.update(tables);
        this.#tables.stale = session.stale;
      },
      changed: (change, file) => {
        this.#toolbar.name = session.workspace.name;
        this.#front.show();
        if (change === "all" || isData(file)) {
          this.#tables.stale = session.stale;
        }
      },
      arrived: () => this.#arrived(),
      cleared: () => this.#front.editor.clearNotes(),
      kept: (keeping) => this.#kept(keeping),
      heard: (news) => this.#heard(news),
      reviewed: (file, errors, findings) => void this.#front.mark(file, errors, findings),
      where: () => this.#elsewhere.show().then(() => this.#result.draw()),
      say: (words, undo) => this.#toasts.say(words, undo && { label: "Undo", press: undo }),
    };
  }

  #listen(root: HTMLElement): void {
    document.addEventListener("keydown", (event) => this.#key(event));
    keepOnLeaving(this.#session.keeper);
    addEventListener("hashchange", () => void this.#session.spaces.follow(location.hash));
    const warm = () => this.#warm();
    this.#front.editor.element.addEventListener("focusin", warm, { once: true });
    this.#toolbar.run.addEventListener("pointerover", warm, { once: true });
    this.#importer.listen(root);
    this.#importer.resume();
  }

  /** Loads the engine before it's needed, unless the reader saves data. */
  #warm(): void {
    const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
    if (connection?.saveData !== true) {
      this.#session.warm();
    }
  }

  #key(event: KeyboardEvent): void {
    const act = event.defaultPrevented || event.isComposing ? undefined : actOf(event);
    if (!act || document.querySelector(":popover-open, dialog[open]")) {
      return;
    }
    if (
      act === "leave" &&
      !this.#session.running.running &&
      !this.#front.editor.element.contains(document.activeElement)
    ) {
      return;
    }
    event.preventDefault();
    this.#act(act);
  }

  #act(act: Act): void {
    const { running, undo } = this.#session;
    const { from, to } = this.#front.editor.lines();
    const acts: Readonly<Record<Act, () => unknown>> = {
      run: () => running.lines(from, to),
      all: () => running.all(),
      step: () => running.step(from),
      "step-back": () => running.stepBack(),
      leave: () => (running.running ? running.stop() : this.#toolbar.run.focus()),
      undo: () => undo.undo(),
      requests: () => {
        this.#shell.show("requests");
        this.#front.editor.focus();
      },
      result: () => this.#shell.turn("result"),
      tables: () => this.#shell.turn("tables"),
      previous: () => this.#front.turn(-1),
      next: () => this.#front.turn(1),
      keys: () => this.#toolbar.showKeys(),
      share: () => this.#giving.share(),
    };
    void this.#session.attempt(async () => acts[act]());
  }

  /** Does what is seldom asked for, by a module that's loaded then. */
  #door(act: (doors: Doors, house: House) => Promise<void>): void {
    const { workspace, account } = this.#session;
    void this.#session.attempt(async () => {
      const doors = await import("./doors.ts");
      await act(doors, { workspace, account, toasts: this.#toasts });
    });
  }

  /** Runs here what ran elsewhere, and shows both answers. */
  async #compareHere(run: Run, box: HTMLElement): Promise<void> {
    const session = this.#session;
    await showComparison(box, await session.again(run), run.reply.steps, session.account);
    await session.refresh();
  }

  /** What it takes to offer changes of a request. */
  #offering(run: Run, step: PlayStep): Offering {
    const { workspace } = this.#session;
    const file = fileOf(step, run);
    return {
      text: workspace.file(file)?.text ?? "",
      edit: (make) => {
        this.#goTo(file, step.line);
        this.#front.editor.change(make);
      },
    };
  }

  #showTable(table: string): void {
    this.#shell.show("tables");
    void this.#session.attempt(() => this.#tables.show(table));
  }

  #goTo(file: string, line: number): void {
    this.#session.workspace.show(file);
    this.#shell.show("requests");
    this.#front.editor.goTo(line);
  }

  /** The reader has turned to a pane. */
  #turned(pane: Pane): void {
    if (pane === "tables") {
      void this.#session.attempt(() => this.#tables.drawPage());
    }
  }

  #add(kind: "http" | "csv"): void {
    this.#files.rename(this.#session.add(kind));
  }

  /** Another workspace is on the screen now. */
  #arrived(): void {
    remember(this.#session.workspace.id);
    this.#files.draw();
    this.#toolbar.name = this.#session.workspace.name;
    this.#front.show();
    this.#shell.show("requests");
    this.#front.begin();
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
    const notice = lostNotice(keeping, {
      save: () => void this.#giving.saveFolder(),
      again: () => void this.#session.keeper.retry(),
    });
    fill(this.#shell.notices, notice);
  }

  /** Another tab of the browser has changed this workspace. */
  #heard(news: News): void {
    this.#files.draw();
    this.#toasts.say(heardWords(news));
  }
}

/** Opens the playground in an element of the page, with what the address asks for or the reader had last. */
export async function open(root: HTMLElement, client: Client): Promise<void> {
  const session = new Session({
    client,
    open: () => Store.open(),
    channel: "BroadcastChannel" in globalThis ? new BroadcastChannel("rowkey:play") : undefined,
  });
  new Playground(root, session);
  await session.spaces.start(location.hash, remembered());
}
