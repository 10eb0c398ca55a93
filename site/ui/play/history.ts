/**
 * Keeps the runs of workspaces from visit to visit, in a database of their own: if the browser refuses it,
 * nothing else is lost.
 *
 * Of a workspace, the last 20 runs are kept. A run with more than 1,000,000 characters isn't, and neither is
 * one that went to an account outside the page.
 */
import type { Run } from "./runs.ts";
import { finished, result } from "./store.ts";

const most = 20;
const longest = 1_000_000;

/** Keeps these runs in place of those that were kept. */
export async function keepRuns(workspace: string, runs: readonly Run[]): Promise<void> {
  const kept = runs
    .filter((run) => run.where === "" && JSON.stringify(run).length <= longest)
    .slice(-most)
    .map((run) => ({ ...run, mark: undefined }));
  await within((store) => store.put(kept, workspace));
}

/** The kept runs of a workspace, the newest last. */
export async function keptRuns(workspace: string): Promise<Run[]> {
  return ((await within((store) => store.get(workspace))) as Run[] | undefined) ?? [];
}

/** Deletes the kept runs of a workspace. Returns how to undo that. */
export async function dropRuns(workspace: string): Promise<() => Promise<void>> {
  const runs = await keptRuns(workspace);
  await within((store) => store.delete(workspace));
  return () => keepRuns(workspace, runs);
}

/** Does one thing in the database. Returns undefined if the browser refuses it. */
async function within(act: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  try {
    const opening = indexedDB.open("rowkey-runs", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("runs");
    const database = await result(opening);
    try {
      const transaction = database.transaction("runs", "readwrite");
      const done = finished(transaction);
      const found = await result(act(transaction.objectStore("runs")));
      await done;
      return found;
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}
