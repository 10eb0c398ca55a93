/** What can be undone, newest last. The editor undoes typing by itself. */

export interface Undoable {
  /** What it undoes, such as "delete orders.http". */
  readonly label: string;
  readonly undo: () => void | Promise<void>;
}

const most = 50;

export class UndoList {
  #list: Undoable[] = [];
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get next(): Undoable | undefined {
    return this.#list.at(-1);
  }

  push(one: Undoable): void {
    this.#list = [...this.#list, one].slice(-most);
    this.#changed();
  }

  /** Undoes the last act. */
  async undo(): Promise<void> {
    const one = this.#list.pop();
    await one?.undo();
    this.#changed();
  }

  /** Undoes an act that may not be the last one, if it hasn't been undone. */
  async undoThis(one: Undoable): Promise<void> {
    if (this.#list.includes(one)) {
      this.#list = this.#list.filter((each) => each !== one);
      await one.undo();
      this.#changed();
    }
  }

  /** Forgets acts that can't be undone any more. */
  drop(which: (one: Undoable) => boolean): void {
    this.#list = this.#list.filter((one) => !which(one));
    this.#changed();
  }
}
