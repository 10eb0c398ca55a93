/** The playground's page: the views of a session, and what the reader's keys and buttons do. */
import type { Client } from "../client.ts";
import { fill } from "../element.ts";
import type { TextEditor } from "./editor.ts";
import { Elsewhere } from "./elsewhere.ts";
import { FilesView } from "./files-view.ts";
import { Front } from "./front.ts";
import { Giving } from "./giving.ts";
import type { House } from "./house.ts";
import { ImportDoor } from "./import-door.ts";
import type { Keeping } from "./keeper.ts";
import { heardWords, keepOnLeaving, lostNotice, remember, remembered } from "./kept.ts";
import { type Act, actOf } from "./keys.ts";
import { isData } from "./names.ts";
import { ResultView } from "./result-view.ts";
import { Session } from "./session.ts";
import { type Pane, Shell } from "./shell.ts";
import { Status } from "./status.ts";
import { Stepper } from "./stepper.ts";
import { Store } from "./store.ts";
import { TablesView } from "./tables-view.ts";
import { Toasts } from "./toasts.ts";
import { Toolbar } from "./toolbar.ts";
import type { Watcher } from "./watcher.ts";

class Playground implements House {
  readonly session: Session;
  readonly toasts = new Toasts();
  readonly #importer = new ImportDoor(this);
  readonly #giving = new Giving(this);
  readonly #status = new Status();
  readonly #stepper = new Stepper(this);
  readonly #front: Front;
  readonly #files: FilesView;
  readonly #tables: TablesView;
  readonly #result: ResultView;
  readonly #toolbar: Toolbar;
  readonly #shell: Shell;
  readonly #elsewhere: Elsewhere;

  constructor(root: HTMLElement, session: Session) {
    this.session = session;
    this.#front = new Front(this, this.#importer.element);
    this.#files = new FilesView(this);
    this.#result = new ResultView(this, this.#giving);
    this.#elsewhere = new Elsewhere(session);
    this.#tables = new TablesView(this);
    this.#toolbar = new Toolbar(this, this.#giving, this.#elsewhere.elements);
    this.#shell = this.#newShell(root);
    session.watch(this.#watcher());
    this.#listen(root);
  }

  get editor(): TextEditor {
    return this.#front.editor;
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
      toasts: this.toasts.element,
    };
    return new Shell(root, parts, (pane) => this.#turned(pane));
  }

  #watcher(): Watcher {
    const session = this.session;
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
      cleared: () => this.editor.clearNotes(),
      kept: (keeping) => this.#kept(keeping),
      heard: (clashes) => {
        this.#files.draw();
        this.toasts.say(heardWords(clashes));
      },
      reviewed: (file, errors, findings) => void this.#front.mark(file, errors, findings),
      where: () => this.#elsewhere.show().then(() => this.#result.draw()),
      say: (words, undo) => this.toasts.say(words, undo && { label: "Undo", press: undo }),
    };
  }

  #listen(root: HTMLElement): void {
    document.addEventListener("keydown", (event) => this.#key(event));
    keepOnLeaving(this.session.keeper);
    addEventListener("hashchange", () => void this.session.spaces.follow(location.hash));
    const warm = () => this.#warm();
    this.editor.element.addEventListener("focusin", warm, { once: true });
    this.#toolbar.run.addEventListener("pointerover", warm, { once: true });
    this.#importer.listen(root);
    this.#importer.resume();
  }

  /** Loads the engine before it's needed, unless the reader saves data. */
  #warm(): void {
    const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
    if (connection?.saveData !== true) {
      this.session.warm();
    }
  }

  #key(event: KeyboardEvent): void {
    const act = event.defaultPrevented || event.isComposing ? undefined : actOf(event);
    if (!act || document.querySelector(":popover-open, dialog[open]")) {
      return;
    }
    if (
      act === "leave" &&
      !this.session.running.running &&
      !this.editor.element.contains(document.activeElement)
    ) {
      return;
    }
    event.preventDefault();
    this.act(act);
  }

  act(act: Act): void {
    const { running, undo } = this.session;
    const { from, to } = this.editor.lines();
    const acts: Readonly<Record<Act, () => unknown>> = {
      run: () => running.lines(from, to),
      all: () => running.all(),
      step: () => running.step(from),
      "step-back": () => running.stepBack(),
      leave: () => (running.running ? running.stop() : this.#toolbar.run.focus()),
      undo: () => undo.undo(),
      requests: () => {
        this.#shell.show("requests");
        this.editor.focus();
      },
      result: () => this.#shell.turn("result"),
      tables: () => this.#shell.turn("tables"),
      previous: () => this.#front.turn(-1),
      next: () => this.#front.turn(1),
      keys: () => this.#toolbar.showKeys(),
      share: () => this.#giving.share(),
    };
    void this.session.attempt(async () => acts[act]());
  }

  showTable(table: string): void {
    this.#shell.show("tables");
    void this.session.attempt(() => this.#tables.show(table));
  }

  goTo(file: string, line?: number): void {
    this.session.workspace.show(file);
    this.#shell.show("requests");
    if (line !== undefined) {
      this.editor.goTo(line);
    }
  }

  /** The reader has turned to a pane. */
  #turned(pane: Pane): void {
    if (pane === "tables") {
      void this.session.attempt(() => this.#tables.drawPage());
    }
  }

  add(kind: "http" | "csv"): void {
    this.#files.rename(this.session.add(kind));
  }

  importData(): void {
    this.#importer.open();
  }

  /** Another workspace is on the screen now. */
  #arrived(): void {
    remember(this.session.workspace.id);
    this.#files.draw();
    this.#toolbar.name = this.session.workspace.name;
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
      again: () => void this.session.keeper.retry(),
    });
    fill(this.#shell.notices, notice);
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
