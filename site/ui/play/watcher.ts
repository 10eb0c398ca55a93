/** What a session tells whoever shows it. */
import type { ScriptError, ScriptFinding, TablesReply } from "../protocol.ts";
import type { Clashes, Keeping } from "./keeper.ts";
import type { State, Stepping } from "./running.ts";
import type { Run } from "./runs.ts";
import type { Change, File } from "./workspace.ts";

/** Whoever shows a session. */
export interface Watcher {
  /** How the runner is doing. */
  readonly state: (state: State) => void;
  readonly stepped: (stepping: Stepping | undefined) => void;
  /** What the next undo would undo; "" for nothing. */
  readonly undoes: (label: string) => void;
  /** There is another run, or another one is shown. */
  readonly runs: () => void;
  /** A run has ended. */
  readonly ran: (run: Run) => void;
  /** The rows that data files have stored have changed, or how many were refused. */
  readonly filled: () => void;
  /** The tables may have changed; undefined if there is no account. */
  readonly tables: (tables: TablesReply["tables"] | undefined) => Promise<void>;
  /** The workspace has changed. */
  readonly changed: (change: Change, file: string) => void;
  /** Another workspace is here now. */
  readonly arrived: () => void;
  /** What came of requests earlier doesn't hold any more. */
  readonly cleared: () => void;
  readonly kept: (keeping: Keeping) => void;
  /** Another tab of the browser has changed this workspace. */
  readonly heard: (clashes: Clashes) => void;
  /** A script has been read. It may have changed since. */
  readonly reviewed: (
    file: File,
    errors: readonly ScriptError[],
    findings: readonly ScriptFinding[],
  ) => void;
  /** Runs go to another account now. */
  readonly where: () => Promise<void>;
  /** There is something to say, and perhaps to undo. */
  readonly say: (words: string, undo?: () => void) => void;
}
