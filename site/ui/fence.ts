import type { Editor, Mark } from "./editor.ts";

/** Opens an editor. Its module is loaded only when needed. */
export type OpenEditor = typeof import("./editor.ts").open;

/**
 * One code block of a page: a request without what the file says about it, or a program. The page's code
 * and the reader's.
 */
export class Block {
  readonly element: HTMLElement;
  /** The page's code. */
  readonly original: string;
  /** The lines above it in the file: its title, directives and comments. */
  readonly about: string;
  #text: string;
  #code: HTMLElement;
  #editor: Editor | undefined;

  /**
   * @param element - an element with <pre><code>
   * @param about - the lines above the request, which the page shows elsewhere
   */
  constructor(element: HTMLElement, about = "") {
    this.element = element;
    this.about = about;
    this.#code = element.querySelector("code") ?? element;
    this.original = this.#code.textContent ?? "";
    this.#text = this.original;
  }

  /** The code that is visible. */
  get text(): string {
    return this.#text;
  }

  /** The lines above the code that still hold: a reader's code can begin with a ### of its own. */
  get above(): string {
    return this.#text.startsWith("###") ? "" : this.about;
  }

  /** The code as the file has it. */
  get source(): string {
    return this.above === "" ? this.#text : `${this.above}\n${this.#text}`;
  }

  get edited(): boolean {
    return this.#text !== this.original;
  }

  /** Replaces the code while there is no editor. */
  restore(text: string): void {
    this.#text = text;
    this.#code.textContent = text;
  }

  /** Replaces the code, as what was edited elsewhere. */
  write(text: string): void {
    this.restore(text);
    this.#editor?.write(text);
  }

  /** Opens an editor on the block, which calls `changed` after each change. */
  edit(open: OpenEditor, changed: () => void): void {
    this.#editor ??= open(this.element, (text) => {
      this.#text = text;
      changed();
    });
  }

  focus(): void {
    this.#editor?.focus();
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
    const folded = this.element.closest("details");
    if (folded && marks.length > 0) {
      folded.open = true;
    }
  }
}

/** A fence of the page's file: one block, or several that the file divides by ###. */
export class Fence {
  readonly blocks: readonly Block[];

  constructor(blocks: readonly Block[]) {
    this.blocks = blocks;
  }

  /** The code as the file has it. The Go side is Join in engine/language/script. */
  get text(): string {
    return this.blocks.map((block) => block.source).join("\n\n");
  }

  get edited(): boolean {
    return this.blocks.some((block) => block.edited);
  }

  /** Shows errors, whose lines count in the whole fence, in its blocks. */
  mark(marks: readonly Mark[]): void {
    let line = 1;
    for (const block of this.blocks) {
      const first = line + lineCount(block.above);
      const next = first + lineCount(block.text) + 1;
      const own = marks.filter((mark) => mark.line >= line && mark.line < next);
      block.mark(own.map((mark) => ({ ...mark, line: Math.max(0, mark.line - first + 1) })));
      line = next;
    }
  }
}

function lineCount(text: string): number {
  return text === "" ? 0 : text.split("\n").length;
}
