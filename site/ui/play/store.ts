/**
 * Keeps workspaces in the browser's database, IndexedDB.
 *
 * Each workspace has a version, which every write raises. A write says which version it began with, and
 * fails if another tab has written since: then the caller merges and writes again. So no tab overwrites
 * another one without knowing.
 */
import type { File, Snapshot } from "./workspace.ts";

/** A workspace as a list shows it. */
export interface Listed {
  readonly id: string;
  readonly name: string;
  /** When it was last written, in milliseconds since 1970. */
  readonly changed: number;
  readonly version: number;
}

interface Kept extends Listed {
  /** The names of its files, in order. */
  readonly order: readonly string[];
  readonly open: readonly string[];
  readonly current: string;
}

interface KeptFile extends File {
  readonly workspace: string;
}

/** A workspace and its version. */
export interface Loaded {
  readonly state: Snapshot;
  readonly version: number;
}

/** What to write: the workspace, and which of its files have changed or are gone. */
export interface Write {
  readonly state: Snapshot;
  readonly base: number;
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

const name = "rowkey";

export class Store {
  readonly #database: IDBDatabase;

  private constructor(database: IDBDatabase) {
    this.#database = database;
  }

  /** Opens the database. Fails if the browser refuses storage. */
  static async open(): Promise<Store> {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("workspaces", { keyPath: "id" });
      request.result.createObjectStore("files", { keyPath: ["workspace", "name"] });
    };
    const database = await result(request);
    // A newer version of this page may change the database, and must not wait for this tab.
    database.onversionchange = () => database.close();
    return new Store(database);
  }

  /** The workspaces, the last written first. */
  async list(): Promise<Listed[]> {
    const all = this.#begin("readonly").objectStore("workspaces").getAll();
    const kept = (await result(all)) as Kept[];
    return kept.sort((a, b) => b.changed - a.changed);
  }

  async load(id: string): Promise<Loaded | undefined> {
    const transaction = this.#begin("readonly");
    const [kept, files] = await Promise.all([
      result(transaction.objectStore("workspaces").get(id)) as Promise<Kept | undefined>,
      result(transaction.objectStore("files").getAll(filesOf(id))) as Promise<KeptFile[]>,
    ]);
    return kept && { state: snapshotOf(kept, files), version: kept.version };
  }

  /** Writes a workspace. Returns its new version, or nothing if another tab has written another one. */
  async write({ state, base, changed, removed }: Write): Promise<number | undefined> {
    const transaction = this.#begin("readwrite");
    const done = finished(transaction);
    const workspaces = transaction.objectStore("workspaces");
    const files = transaction.objectStore("files");
    const kept = (await result(workspaces.get(state.id))) as Kept | undefined;
    if (kept && kept.version !== base) {
      transaction.abort();
      await done.catch(() => {});
      return undefined;
    }
    for (const gone of removed) {
      files.delete([state.id, gone]);
    }
    for (const each of changed) {
      const text = state.files.find((file) => file.name === each)?.text;
      if (text !== undefined) {
        files.put({ workspace: state.id, name: each, text });
      }
    }
    const version = base + 1;
    const { id, name, open, current } = state;
    const order = state.files.map((file) => file.name);
    workspaces.put({ id, name, open, current, order, version, changed: Date.now() });
    await done;
    return version;
  }

  async remove(id: string): Promise<void> {
    const transaction = this.#begin("readwrite");
    transaction.objectStore("workspaces").delete(id);
    transaction.objectStore("files").delete(filesOf(id));
    await finished(transaction);
  }

  #begin(mode: IDBTransactionMode): IDBTransaction {
    return this.#database.transaction(["workspaces", "files"], mode);
  }
}

/** The keys of all files of a workspace. */
function filesOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, []]);
}

function snapshotOf(kept: Kept, files: readonly KeptFile[]): Snapshot {
  const place = new Map(kept.order.map((name, i) => [name, i]));
  const sorted = files
    .map(({ name, text }) => ({ name, text }))
    .sort((a, b) => (place.get(a.name) ?? 1e9) - (place.get(b.name) ?? 1e9));
  return { id: kept.id, name: kept.name, files: sorted, open: kept.open, current: kept.current };
}

export function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The database failed."));
  });
}

export function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("The write was refused."));
  });
}
