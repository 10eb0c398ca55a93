/**
 * A workspace: named files in an order, some of them open in tabs.
 *
 * Every act that takes something away returns how to undo it. Those who show the workspace hear of each
 * change; it doesn't know how it is kept or shown.
 */
import { free, isData, isRequests, problem } from "./names.ts";

export interface File {
  readonly name: string;
  readonly text: string;
}

/** What is kept of a workspace. */
export interface Snapshot {
  readonly id: string;
  readonly name: string;
  readonly files: readonly File[];
  /** The names of the files in tabs. */
  readonly open: readonly string[];
  /** The file in front; "" for none. */
  readonly current: string;
}

/** What a change was about. */
export type Change = "text" | "files" | "tabs" | "name" | "all";

export type Undo = () => void;

export class Workspace {
  #state: Snapshot;
  readonly #listeners = new Set<(change: Change, file: string) => void>();

  constructor(state: Snapshot) {
    this.#state = state;
  }

  get state(): Snapshot {
    return this.#state;
  }

  get id(): string {
    return this.#state.id;
  }

  get name(): string {
    return this.#state.name;
  }

  get files(): readonly File[] {
    return this.#state.files;
  }

  get names(): readonly string[] {
    return this.files.map((file) => file.name);
  }

  get open(): readonly string[] {
    return this.#state.open;
  }

  get current(): File | undefined {
    return this.file(this.#state.current);
  }

  get requests(): readonly File[] {
    return this.files.filter((file) => isRequests(file.name));
  }

  get data(): readonly File[] {
    return this.files.filter((file) => isData(file.name));
  }

  file(name: string): File | undefined {
    return this.files.find((file) => file.name === name);
  }

  /** Calls `heard` after each change, with the file that it was about, if it was one. */
  listen(heard: (change: Change, file: string) => void): void {
    this.#listeners.add(heard);
  }

  /** Takes another workspace's place, or another version's. */
  replace(state: Snapshot): void {
    this.#set(state, "all", "");
  }

  rename(name: string): void {
    this.#set({ ...this.#state, name }, "name", "");
  }

  /** Opens a file in a tab and brings it to the front. */
  show(name: string): void {
    if (!this.file(name) || this.#state.current === name) {
      return;
    }
    const open = this.open.includes(name) ? this.open : [...this.open, name];
    this.#set({ ...this.#state, open, current: name }, "tabs", name);
  }

  /** Closes a tab; the file stays. */
  close(name: string): void {
    const at = this.open.indexOf(name);
    if (at < 0) {
      return;
    }
    const open = this.open.filter((each) => each !== name);
    const current =
      this.#state.current === name
        ? (open[Math.min(at, open.length - 1)] ?? "")
        : this.#state.current;
    this.#set({ ...this.#state, open, current }, "tabs", name);
  }

  write(name: string, text: string): void {
    if (this.file(name)?.text === text) {
      return;
    }
    const files = this.files.map((file) => (file.name === name ? { name, text } : file));
    this.#set({ ...this.#state, files }, "text", name);
  }

  /** Adds a file, under a free name like the given one, and brings it to the front. */
  add(like: string, text: string): string {
    const name = free(like, this.names);
    const files = [...this.files, { name, text }];
    this.#set({ ...this.#state, files, open: [...this.open, name], current: name }, "files", name);
    return name;
  }

  remove(name: string): Undo {
    const before = this.#state;
    const at = this.names.indexOf(name);
    const removed = this.file(name);
    if (!removed) {
      return () => {};
    }
    this.close(name);
    this.#set(
      { ...this.#state, files: this.files.filter((file) => file !== removed) },
      "files",
      name,
    );
    return () => {
      const files = [...this.files];
      files.splice(Math.min(at, files.length), 0, { ...removed, name: free(name, this.names) });
      const back = files[Math.min(at, files.length - 1)]?.name ?? name;
      const open = before.open.includes(name) ? [...this.open, back] : this.open;
      this.#set({ ...this.#state, files, open, current: back }, "files", back);
    };
  }

  /** Gives a file another name. Returns what is wrong with it; "" if nothing is. */
  renameFile(from: string, to: string): string {
    if (from === to) {
      return "";
    }
    const wrong = problem(
      to,
      this.names.filter((name) => name !== from),
    );
    if (wrong !== "") {
      return wrong;
    }
    const swap = (name: string) => (name === from ? to : name);
    const files = this.files.map((file) => ({ ...file, name: swap(file.name) }));
    const { open, current } = this.#state;
    this.#set({ ...this.#state, files, open: open.map(swap), current: swap(current) }, "files", to);
    return "";
  }

  /** Moves a file up or down by so many places among the files of its kind. */
  move(name: string, by: number): void {
    const kind = isData(name) ? this.data : this.requests;
    const other = isData(name) ? this.requests : this.data;
    const at = kind.findIndex((file) => file.name === name);
    const to = at + by;
    const moved = kind[at];
    if (!moved || to < 0 || to >= kind.length) {
      return;
    }
    const sorted = kind.filter((file) => file !== moved);
    sorted.splice(to, 0, moved);
    const files = isData(name) ? [...other, ...sorted] : [...sorted, ...other];
    this.#set({ ...this.#state, files }, "files", name);
  }

  #set(state: Snapshot, change: Change, file: string): void {
    this.#state = state;
    for (const heard of this.#listeners) {
      heard(change, file);
    }
  }
}

/** Makes a new workspace of files; the first one is in front. */
export function workspaceOf(name: string, files: readonly File[]): Snapshot {
  const first = files.find((file) => isRequests(file.name)) ?? files[0];
  return {
    id: crypto.randomUUID(),
    name,
    files,
    open: files.slice(0, 6).map((file) => file.name),
    current: first?.name ?? "",
  };
}
