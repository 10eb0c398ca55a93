/**
 * Keeps a workspace in the browser while it changes, and takes over what another tab changes.
 *
 * It writes at most 300 ms after a change, and when the page goes away. If storage is refused or full it
 * says so and tries again at each change; what is on the screen stays.
 */
import { free } from "./names.ts";
import type { Listed, Store } from "./store.ts";
import type { File, Snapshot, Workspace } from "./workspace.ts";

/** The part of a store that the keeper needs. */
export type Shelf = Pick<Store, "list" | "load" | "write" | "remove">;

/** How the workspace is kept. */
export type Keeping =
  /** There is nothing to keep yet. */
  | { readonly kind: "new" }
  | { readonly kind: "kept" }
  | { readonly kind: "writing" }
  /** Nothing is kept; `why` is one sentence. */
  | { readonly kind: "lost"; readonly why: string; readonly full: boolean };

/** Files that another tab and this one had changed: ours, and the name that it has now. */
export type Clashes = readonly (readonly [name: string, ours: string])[];

interface Options {
  readonly workspace: Workspace;
  /** Opens the store; fails if the browser refuses storage. */
  readonly open: () => Promise<Shelf>;
  /** Where tabs tell each other about writes. */
  readonly channel: BroadcastChannel | undefined;
  readonly changed: (keeping: Keeping) => void;
  /** Another tab has changed the workspace on the screen. */
  readonly heard: (clashes: Clashes) => void;
}

const delay = 300;

export class Keeper {
  readonly #options: Options;
  #shelf: Promise<Shelf> | undefined;
  /** The files as they were last written or read, by name. */
  #base = new Map<string, string>();
  /** Its name and the order of its files as they were then. */
  #outline = "";
  /** Its tabs, which each browser tab has for itself. */
  #tabs = "";
  #version = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #keeping: Keeping = { kind: "new" };

  constructor(options: Options) {
    this.#options = options;
    this.#begin(options.workspace.state, 0);
    options.workspace.listen(() => this.#later());
    options.channel?.addEventListener("message", ({ data }) => {
      if (data === options.workspace.id) {
        void this.#take();
      }
    });
  }

  get keeping(): Keeping {
    return this.#keeping;
  }

  /** Whether something on the screen isn't kept. */
  get owes(): boolean {
    const { state } = this.#options.workspace;
    return tabsOf(state) !== this.#tabs || this.#filesDiffer(state);
  }

  /** The kept workspaces; none without storage. */
  async list(): Promise<Listed[]> {
    try {
      return await (await this.#open()).list();
    } catch {
      return [];
    }
  }

  /** Puts a kept workspace on the screen. */
  async load(id: string): Promise<boolean> {
    await this.flush();
    const found = await (await this.#open()).load(id);
    if (found) {
      this.#begin(found.state, found.version);
      this.#options.workspace.replace(found.state);
      this.#say({ kind: "kept" });
    }
    return found !== undefined;
  }

  /** Puts a new workspace on the screen, which isn't kept until it changes. */
  async adopt(state: Snapshot): Promise<void> {
    await this.flush();
    this.#begin(state, 0);
    this.#options.workspace.replace(state);
    this.#say({ kind: "new" });
  }

  /** Deletes a kept workspace. Returns how to undo that. */
  async remove(id: string): Promise<() => Promise<void>> {
    const shelf = await this.#open();
    const found = await shelf.load(id);
    await shelf.remove(id);
    return async () => {
      if (found) {
        const changed = found.state.files.map((file) => file.name);
        await shelf.write({ state: found.state, base: found.version, changed, removed: [] });
      }
    };
  }

  /** Writes at once what hasn't been written. */
  flush(): Promise<void> {
    return this.#next(() => this.#write());
  }

  /** Does something after the writes that are under way, in place of the one that waits. */
  #next(work: () => Promise<void>): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(work);
    return this.#writing;
  }

  /** Keeps the workspace even if it hasn't changed, because its runs are kept. */
  keep(): void {
    if (this.#version === 0) {
      this.#tabs = "";
      this.#later();
    }
  }

  /** Tries again after storage was refused. */
  async retry(): Promise<void> {
    this.#shelf = undefined;
    await this.flush();
  }

  #open(): Promise<Shelf> {
    this.#shelf ??= this.#options.open();
    return this.#shelf;
  }

  #begin(state: Snapshot, version: number): void {
    this.#base = new Map(state.files.map((file) => [file.name, file.text]));
    this.#outline = outlineOf(state);
    this.#tabs = tabsOf(state);
    this.#version = version;
  }

  #later(): void {
    if (this.#timer !== undefined || !this.owes) {
      return;
    }
    if (this.#keeping.kind !== "lost") {
      this.#say({ kind: "writing" });
    }
    this.#timer = setTimeout(() => void this.flush(), delay);
  }

  #filesDiffer(state: Snapshot): boolean {
    return (
      outlineOf(state) !== this.#outline ||
      state.files.length !== this.#base.size ||
      state.files.some((file) => this.#base.get(file.name) !== file.text)
    );
  }

  async #write(): Promise<void> {
    if (!this.owes) {
      return;
    }
    try {
      const shelf = await this.#open();
      for (let tries = 0; tries < 3; tries++) {
        const { state } = this.#options.workspace;
        const changed = state.files
          .filter((file) => this.#version === 0 || this.#base.get(file.name) !== file.text)
          .map((file) => file.name);
        const news = this.#filesDiffer(state);
        const removed = [...this.#base.keys()].filter(
          (name) => !state.files.some((file) => file.name === name),
        );
        const version = await shelf.write({ state, base: this.#version, changed, removed });
        if (version !== undefined) {
          this.#begin(state, version);
          this.#say({ kind: "kept" });
          if (news) {
            this.#options.channel?.postMessage(state.id);
          }
          return;
        }
        await this.#merge(shelf);
      }
    } catch (cause) {
      this.#shelf = undefined;
      this.#say(lossOf(cause));
    }
  }

  /** Another tab has written: take over its version unless this tab has changes, else merge them. */
  #take(): Promise<void> {
    return this.#next(async () => {
      try {
        await this.#merge(await this.#open());
      } catch {
        // The next write will find out.
      }
      await this.#write();
    });
  }

  /** Brings the stored version and the one on the screen together. */
  async #merge(shelf: Shelf): Promise<void> {
    const { workspace, heard } = this.#options;
    const theirs = await shelf.load(workspace.id);
    if (!theirs || theirs.version === this.#version) {
      return;
    }
    const { files, clashes } = merge(this.#base, workspace.files, theirs.state.files);
    const names = new Set(files.map((file) => file.name));
    const open = workspace.open.filter((name) => names.has(name));
    const current = names.has(workspace.state.current) ? workspace.state.current : (open[0] ?? "");
    this.#begin(theirs.state, theirs.version);
    workspace.replace({ ...theirs.state, files, open, current });
    this.#tabs = tabsOf(workspace.state);
    heard(clashes);
  }

  #say(keeping: Keeping): void {
    this.#keeping = keeping;
    this.#options.changed(keeping);
  }
}

function outlineOf({ name, files }: Snapshot): string {
  return JSON.stringify([name, files.map((file) => file.name)]);
}

function tabsOf({ open, current }: Snapshot): string {
  return JSON.stringify([open, current]);
}

/**
 * Merges two versions of a workspace's files that come from one base. A file that both have changed stays as
 * theirs, and ours gets a name of its own.
 */
export function merge(
  base: ReadonlyMap<string, string>,
  ours: readonly File[],
  theirs: readonly File[],
): { files: File[]; clashes: [string, string][] } {
  const files = [...theirs];
  const clashes: [string, string][] = [];
  for (const file of ours) {
    const before = base.get(file.name);
    const at = files.findIndex((each) => each.name === file.name);
    const their = files[at];
    if (file.text === before || file.text === their?.text) {
      continue; // not changed here, or in the same way
    }
    if (their && their.text === before) {
      files[at] = file;
      continue;
    }
    const name = free(
      file.name,
      files.map((each) => each.name),
    );
    files.push({ name, text: file.text });
    if (their) {
      clashes.push([file.name, name]);
    }
  }
  const kept = new Set(ours.map((file) => file.name));
  return {
    // What was deleted here and not changed there stays deleted.
    files: files.filter((file) => kept.has(file.name) || base.get(file.name) !== file.text),
    clashes,
  };
}

function lossOf(cause: unknown): Keeping {
  const full = cause instanceof DOMException && cause.name === "QuotaExceededError";
  return {
    kind: "lost",
    full,
    why: full
      ? "The browser's storage is full, so your latest changes aren't kept."
      : "This browser refuses storage, so your work lasts only until you close the page.",
  };
}
