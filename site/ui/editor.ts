/**
 * The editor: a plain <textarea> on top of the highlighted code that it edits.
 *
 * The text area provides what browsers do well (undo, input methods, selection, screen readers). The
 * <pre> below it shows the colours and determines the size of both. Opening an editor moves nothing.
 *
 * Tab moves to the next control, as everywhere on the page: if it indented, readers who navigate by
 * keyboard couldn't leave the editor, and examples need hardly any indentation.
 */
import { highlight, javascript, type Token } from "./highlight.ts";

/**
 * A message to show at a line of the code. Lines and columns count from 1. Column 0 is unknown, and line 0
 * is above the code, in lines that the page doesn't show here.
 */
export interface Mark {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint: string;
}

/** One fence of an example, being edited. */
export interface Editor {
  focus(): void;
  /** Replaces the whole code, as one step that can be undone. */
  replace(text: string): void;
  /** Replaces the whole code by what was edited elsewhere, where it can be undone. */
  write(text: string): void;
  /** Shows errors in the code; without marks, removes them. */
  mark(marks: readonly Mark[]): void;
}

let opened = 0;

/** Opens an editor on a block with <pre><code>, and calls `edited` after each change. */
export function open(block: HTMLElement, edited: (text: string) => void): Editor {
  const code = block.querySelector("code");
  const pre = block.querySelector("pre");
  if (!code || !pre) {
    throw new Error("An editor needs a block with <pre><code>.");
  }
  const caret = caretIn(code);
  const cut = cutterFor(block);
  const area = textArea(pre, code.textContent ?? "");
  const draw = (marks: readonly Mark[]) => {
    // In a <pre>, an empty last line only has a height if it ends with a newline.
    code.replaceChildren(...lines(cut(`${area.value}\n`), new Set(marks.map((mark) => mark.line))));
  };
  const list = document.createElement("ul");
  list.className = "ex-errors";
  list.id = `ex-errors-${++opened}`;
  const mark = (marks: readonly Mark[]) => {
    draw(marks);
    describe(area, list, marks);
    if (marks.length > 0) {
      block.after(list);
    } else {
      list.remove();
    }
  };
  area.addEventListener("input", () => {
    mark([]);
    edited(area.value);
  });
  draw([]);
  takeOver(block, pre, area, caret);
  return {
    focus: () => area.focus(),
    replace: (text) => replace(area, text),
    write: (text) => {
      area.value = text;
      mark([]);
    },
    mark,
  };
}

/** Data has no colours. */
function cutterFor(block: HTMLElement): (text: string) => readonly Token[] {
  if (block.closest("[data-table]")) {
    return (text) => [["", text]];
  }
  return block.closest("[data-js]") ? javascript : highlight;
}

function textArea(pre: HTMLElement, text: string): HTMLTextAreaElement {
  const area = document.createElement("textarea");
  area.value = text;
  area.setAttribute("aria-label", pre.getAttribute("aria-label") ?? "Request");
  area.setAttribute("aria-describedby", keysHelp());
  area.setAttribute("autocomplete", "off");
  area.setAttribute("autocapitalize", "off");
  area.setAttribute("autocorrect", "off");
  area.spellcheck = false;
  area.wrap = "off";
  area.rows = 1;
  return area;
}

/** Puts the text area on top of the code, with the caret where the reader's selection was. */
function takeOver(
  block: HTMLElement,
  pre: HTMLElement,
  area: HTMLTextAreaElement,
  caret: [number, number] | undefined,
): void {
  const focused = block.contains(document.activeElement);
  pre.setAttribute("aria-hidden", "true");
  pre.removeAttribute("tabindex");
  pre.removeAttribute("role");
  pre.removeAttribute("aria-label");
  block.classList.add("editing");
  block.append(area);
  area.setSelectionRange(...(caret ?? [0, 0]));
  if (focused) {
    area.focus();
  }
}

/** Returns the selected range of the code as offsets. */
function caretIn(code: HTMLElement): [number, number] | undefined {
  const selection = document.getSelection();
  const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined;
  if (!range || !code.contains(range.startContainer) || !code.contains(range.endContainer)) {
    return undefined;
  }
  const before = range.cloneRange();
  before.selectNodeContents(code);
  before.setEnd(range.startContainer, range.startOffset);
  const start = before.toString().length;
  return [start, start + range.toString().length];
}

/** Returns the coloured code, with each line that has an error in an element of its own. */
function lines(tokens: readonly Token[], wrong: ReadonlySet<number>): Node[] {
  const nodes: Node[] = [];
  let number = 1;
  let line: HTMLElement | undefined;
  const put = (node: Node) => {
    if (!wrong.has(number)) {
      nodes.push(node);
      return;
    }
    if (!line) {
      line = span("line-error", "");
      nodes.push(line);
    }
    line.append(node);
  };
  for (const [kind, tokenText] of tokens) {
    for (const piece of tokenText.split(/(\n)/)) {
      if (piece === "\n") {
        nodes.push(document.createTextNode(piece));
        line = undefined;
        number++;
      } else if (piece !== "") {
        put(kind === "" ? document.createTextNode(piece) : span(kind, piece));
      }
    }
  }
  return nodes;
}

function describe(area: HTMLTextAreaElement, list: HTMLElement, marks: readonly Mark[]): void {
  list.replaceChildren(...marks.map(item));
  const wrong = marks.length > 0;
  area.setAttribute("aria-invalid", String(wrong));
  area.setAttribute("aria-describedby", wrong ? `${list.id} ${keysHelp()}` : keysHelp());
}

function item({ line, column, message, hint }: Mark): HTMLElement {
  const entry = document.createElement("li");
  entry.append(placeOf(line, column), message);
  if (hint !== "") {
    entry.append(" ", span("hint", hint));
  }
  return entry;
}

function placeOf(line: number, column: number): string {
  if (line === 0) {
    return "Above the request (see Source): ";
  }
  return column > 0 ? `Line ${line}, column ${column}: ` : `Line ${line}: `;
}

function span(kind: string, text: string): HTMLElement {
  const element = document.createElement("span");
  element.className = kind;
  element.textContent = text;
  return element;
}

/** Adds a description of the keys for all editors of the page, once, and returns its id. */
function keysHelp(): string {
  const id = "ex-keys";
  if (!document.getElementById(id)) {
    const help = document.createElement("p");
    help.id = id;
    help.hidden = true;
    help.textContent = "Control or Shift Enter runs it. Tab leaves the editor.";
    document.body.append(help);
  }
  return id;
}

/** Replaces the code as if it were typed, because that is the only way that can be undone. */
function replace(area: HTMLTextAreaElement, text: string): void {
  area.focus();
  area.select();
  if (!document.execCommand("insertText", false, text)) {
    area.value = text;
    area.dispatchEvent(new InputEvent("input"));
  }
}
