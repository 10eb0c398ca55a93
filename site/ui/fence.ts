import type { Editor, Mark } from "./editor.ts";

/** How an editor is opened: the one function of a module that is loaded late. */
export type OpenEditor = typeof import("./editor.ts").open;

/** One code block of an example: the text that the page came with and the one the reader made. */
export class Fence {
  readonly block: HTMLElement;
  /** The text that the page came with. */
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

  /** Puts a text in while there is no editor. */
  restore(text: string): void {
    this.#text = text;
    this.#code.textContent = text;
  }

  /** Makes the block an editor that tells when its text has changed. */
  edit(open: OpenEditor, changed: () => void): void {
    this.#editor ??= open(this.block, (text) => {
      this.#text = text;
      changed();
    });
  }

  /** Puts the page's text back. */
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

  /** Shows what is wrong with the text, unfolding what hides it. */
  mark(marks: readonly Mark[]): void {
    this.#editor?.mark(marks);
    const folded = this.block.closest("details");
    if (folded && marks.length > 0) {
      folded.open = true;
    }
  }
}
