/** Which workspace is here: opens, begins, copies and deletes them, each with its runs. */
import { emptyFiles, firstFiles, firstName } from "./first.ts";
import type { Keeper } from "./keeper.ts";
import { free } from "./names.ts";
import type { Runs } from "./runs.ts";
import { shared } from "./sharing.ts";
import { starter } from "./starters.ts";
import type { Undoable } from "./undo.ts";
import { type Snapshot, type Workspace, workspaceOf } from "./workspace.ts";

/** Does something that may fail, and then says so. */
export type Attempt = <T>(act: () => Promise<T>) => Promise<T | undefined>;

interface Options {
  readonly workspace: Workspace;
  readonly keeper: Keeper;
  readonly runs: Runs;
  /** Another workspace is here now. */
  readonly arrived: () => void;
  readonly attempt: Attempt;
  /** Tells of something that has been done and can be undone. */
  readonly undoable: (words: string, undoable: Undoable) => void;
}

export class Spaces {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Opens what an address asks for, or else the workspace that the reader had last. */
  async start(fragment: string, last: string | undefined): Promise<void> {
    if (await this.follow(fragment)) {
      return;
    }
    const { keeper, workspace } = this.#options;
    const list = await keeper.list();
    const id = list.find((each) => each.id === last)?.id ?? list[0]?.id;
    if (!(id && (await this.open(id)))) {
      await this.begin(workspace.state);
    }
  }

  /** Opens the workspace that an address asks for, and runs nothing. Returns whether it asks for one. */
  async follow(fragment: string): Promise<boolean> {
    const guide = /^#guide=([\w-]+)$/.exec(fragment)?.[1];
    const asked = await this.#options.attempt(async () =>
      guide ? snapshotOf(guide) : fragment.length > 1 ? shared(fragment) : undefined,
    );
    if (asked) {
      await this.begin(asked);
    }
    return asked !== undefined;
  }

  /** Opens a kept workspace. Returns whether it's still kept. */
  async open(id: string): Promise<boolean> {
    const found = await this.#options.attempt(() => this.#options.keeper.load(id));
    if (found) {
      this.#arrived();
    }
    return found === true;
  }

  /** Begins a new workspace; the one before stays as it is kept. */
  async begin(state: Snapshot): Promise<void> {
    await this.#options.keeper.adopt(state);
    this.#arrived();
  }

  /** Begins with the first example, or with nothing. */
  async beginNew(what: "first" | "empty"): Promise<void> {
    await this.begin(
      what === "first" ? workspaceOf(firstName, firstFiles) : workspaceOf("Untitled", emptyFiles),
    );
  }

  /** Begins with the examples of a guide. */
  async guide(slug: string): Promise<void> {
    await this.#options.attempt(async () => this.begin(await snapshotOf(slug)));
  }

  async duplicate(): Promise<void> {
    const { workspace, keeper } = this.#options;
    const names = (await keeper.list()).map((each) => each.name);
    await this.begin(workspaceOf(free(workspace.name, names), workspace.files));
  }

  /** Deletes a kept workspace. */
  async remove(id: string, name: string): Promise<void> {
    const { workspace, keeper, attempt, undoable } = this.#options;
    await attempt(async () => {
      const here = id === workspace.id;
      await keeper.flush();
      const back = await keeper.remove(id);
      const backRuns = await (await import("./history.ts")).dropRuns(id);
      if (here) {
        const [next] = await keeper.list();
        if (!(next && (await this.open(next.id)))) {
          await this.beginNew("empty");
        }
      }
      const undo = async () => {
        await back();
        await backRuns();
        if (here) {
          await this.open(id);
        }
      };
      undoable(`The workspace ${name} is deleted.`, { label: `delete workspace ${name}`, undo });
    });
  }

  /** Keeps the runs for the next visit. */
  async keepRuns(): Promise<void> {
    const { workspace, keeper, runs, attempt } = this.#options;
    const { id } = workspace;
    const { all } = runs;
    if (all.some((run) => run.where === "")) {
      keeper.keep();
      await attempt(async () => (await import("./history.ts")).keepRuns(id, all));
    }
  }

  #arrived(): void {
    this.#options.arrived();
    void this.#options.attempt(() => this.#restoreRuns());
  }

  /** Brings back the runs of earlier visits. */
  async #restoreRuns(): Promise<void> {
    const { workspace, runs } = this.#options;
    const { id } = workspace;
    const kept = await (await import("./history.ts")).keptRuns(id);
    if (id === workspace.id) {
      runs.restore(kept);
    }
  }
}

/** The workspace of a guide. */
async function snapshotOf(guide: string): Promise<Snapshot> {
  const { name, files } = await starter(guide);
  return workspaceOf(name, files);
}
