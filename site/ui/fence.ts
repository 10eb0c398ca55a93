import type { Editor, Mark } from "./editor.ts";

/** Opens an editor. Its module is loaded only when needed. */
export type OpenEditor = typeof import("./editor.ts").open;

/** One code block of an example: the page's code and the reader's. */
export class Fence {
  readonly block: HTMLElement;
  /** The page's code. */
  readonly original: string;
  #text: string;
  #code: HTMLElement;
  #editor: Editor | undefined;

  /** @param block - an element with <pre><code>. */
  constructor(block: HTMLElement) {
    this.block = block;
    this.#code = block.querySelector("code") ?? block;
    this.original = this.#code.textContent ?? "";
    this.#text = this.original;
  }

  get text(): string {
    return this.#text;
  }

  get edited(): boolean {
    return this.#text !== this.original;
  }

  /** Replaces the code while there is no editor. */
  restore(text: string): void {
    this.#text = text;
    this.#code.textContent = text;
  }

  /** Opens an editor on the block, which calls `changed` after each change. */
  edit(open: OpenEditor, changed: () => void): void {
    this.#editor ??= open(this.block, (text) => {
      this.#text = text;
      changed();
    });
  }

  /** Restores the page's code. */
  reset(): void {
    if (!this.edited) {
      return;
    }
    if (this.#editor) {
      this.#editor.replace(this.original);
    } else {
      this.restore(this.original);
    }
  }

  /** Shows errors in the code, and unfolds the block if there are any. */
  mark(marks: readonly Mark[]): void {
    this.#editor?.mark(marks);
    const folded = this.block.closest("details");
    if (folded && marks.length > 0) {
      folded.open = true;
    }
  }
}
