/**
 * The editor of the playground: CodeMirror with the site's own colours, completion, and marks for errors.
 *
 * Tab moves on to the next control, as everywhere on the site, so nobody is caught in the editor.
 */
import "./adopted-styles.ts";
import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import { type Diagnostic, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Annotation, EditorState, type Extension, Prec } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
import type { CompleteReply } from "../protocol.ts";
import {
  addNotes,
  clearNotes,
  colours,
  type Note,
  notes,
  runGutter,
  setNext,
} from "./decorations.ts";
import { finding } from "./finding.ts";
import type { Edit } from "./fix.ts";
import { isRequests } from "./names.ts";

interface Options {
  readonly changed: (file: string, text: string) => void;
  /** Runs the requests of these lines. */
  readonly run: (from: number, to: number) => void;
  /** What could be written between two parts of the text, if that's known now. */
  readonly complete: (before: string, after: string) => Promise<CompleteReply | undefined>;
  /** What an editor of something else than a workspace says of its file. */
  readonly about?: { readonly label: string; readonly help: string; readonly hint: string };
}

/** A change that comes from elsewhere, and isn't told back. */
const foreign = Annotation.define<boolean>();

export class TextEditor {
  readonly element: HTMLElement;
  readonly #options: Options;
  readonly #view: EditorView;
  /** The state of each file that isn't in front: its text, its selection, and what can be undone. */
  readonly #states = new Map<string, EditorState>();
  #file = "";

  constructor(options: Options) {
    this.#options = options;
    this.#view = new EditorView();
    this.element = this.#view.dom;
  }

  get file(): string {
    return this.#file;
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Where the cursor is, in UTF-16 units. */
  get cursor(): number {
    return this.#view.state.selection.main.head;
  }

  /** Shows a file. Its text may have changed since it was last shown. */
  show(file: string, text: string): void {
    if (file === this.#file) {
      if (text !== this.text) {
        this.#replaceAll(text);
      }
      return;
    }
    this.#states.set(this.#file, this.#view.state);
    this.#file = file;
    const kept = this.#states.get(file);
    const same = kept?.doc.toString() === text;
    this.#view.coordsAtPos(0); // now, what waits to be measured is still of this text
    this.#view.setState(kept && same ? kept : this.#newState(file, text));
    this.#view.scrollDOM.scrollTop = 0;
    if (kept && same) {
      this.#view.dispatch({
        effects: EditorView.scrollIntoView(kept.selection.main.head, { y: "center" }),
      });
    }
  }

  /** Forgets a file that is gone or has another name. */
  forget(file: string): void {
    this.#states.delete(file);
    if (this.#file === file) {
      this.#file = "";
    }
  }

  /** A file has another name now; what can be undone in it stays. */
  renamed(from: string, to: string): void {
    const kept = this.#states.get(from);
    if (kept) {
      this.#states.set(to, kept);
      this.#states.delete(from);
    }
    if (this.#file === from) {
      this.#file = to;
    }
  }

  focus(): void {
    this.#view.focus();
  }

  /** The lines of the selection, or that of the cursor. Lines count from 1. */
  lines(): { from: number; to: number } {
    const { doc, selection } = this.#view.state;
    const { from, to, empty } = selection.main;
    const last = doc.lineAt(to);
    // A selection that ends before a line's first character doesn't reach that line.
    const end = !empty && last.from === to ? last.number - 1 : last.number;
    const first = doc.lineAt(from).number;
    return { from: first, to: Math.max(end, first) };
  }

  /** Puts the cursor on a line and shows it. */
  goTo(line: number, focus = true): void {
    const { doc } = this.#view.state;
    const { from } = doc.line(Math.max(1, Math.min(line, doc.lines)));
    this.#view.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: "center" }),
    });
    if (focus) {
      this.#view.focus();
    }
  }

  /** Changes the text, as an edit that can be undone. */
  change(make: (text: string) => readonly Edit[]): void {
    this.#view.dispatch({ changes: make(this.text) });
  }

  /** Underlines what there is to say. */
  mark(said: readonly Diagnostic[]): void {
    this.#view.dispatch(setDiagnostics(this.#view.state, said));
  }

  /** Shows beside the requests of a file what came of them, now or when it's in front. */
  note(file: string, text: string, list: readonly Note[]): void {
    const effects = addNotes.of(list);
    if (file === this.#file) {
      this.#view.dispatch({ effects });
      return;
    }
    const kept = this.#states.get(file);
    const state = kept?.doc.toString() === text ? kept : this.#newState(file, text);
    this.#states.set(file, state.update({ effects }).state);
  }

  /** Takes away what came of requests, in all files. */
  clearNotes(): void {
    this.#view.dispatch({ effects: clearNotes.of(null) });
    for (const [file, state] of this.#states) {
      this.#states.set(file, state.update({ effects: clearNotes.of(null) }).state);
    }
  }

  /** Marks the request that comes next, step by step; 0 for none. */
  next(line: number): void {
    this.#view.dispatch({ effects: setNext.of(line) });
  }

  /** Puts text in place of all, as one step that can be undone. */
  #replaceAll(text: string): void {
    this.#view.dispatch({
      changes: { from: 0, to: this.#view.state.doc.length, insert: text },
      annotations: [foreign.of(true), isolateHistory.of("full")],
    });
  }

  #newState(file: string, text: string): EditorState {
    return EditorState.create({ doc: text, extensions: this.#extensions(file) });
  }

  #extensions(file: string): Extension[] {
    const requests = isRequests(file);
    const { about } = this.#options;
    return [
      this.#runKeys(),
      typedOver,
      requests ? runGutter((from, to) => this.#options.run(from, to)) : [],
      lineNumbers(),
      highlightActiveLineGutter(),
      history(),
      drawSelection(),
      requests ? [colours, notes, closeBrackets()] : [],
      highlightActiveLine(),
      finding,
      autocompletion({
        override: requests || about ? [(context) => this.#complete(context)] : [],
        icons: false,
      }),
      keymap.of([
        { key: "Tab", run: acceptCompletion },
        ...closeBracketsKeymap,
        ...defaultKeymap.filter((binding) => binding.key !== "Mod-Enter"),
        ...historyKeymap,
        ...completionKeymap,
        ...lintKeymap,
      ]),
      placeholder(
        about?.hint ??
          (requests ? "### Write a request, such as\nGET {{host}}/Tables" : "PartitionKey,RowKey"),
      ),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        "aria-label": about?.label ?? (requests ? `Requests, ${file}` : `Data, ${file}`),
        "aria-describedby": about?.help ?? "pl-editor-help",
        tabindex: "0",
        autocorrect: "off",
        autocapitalize: "off",
        spellcheck: "false",
      }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !update.transactions.some((one) => one.annotation(foreign))) {
          this.#options.changed(this.#file, this.text);
        }
      }),
    ];
  }

  #runKeys(): Extension {
    const run = () => {
      const { from, to } = this.lines();
      this.#options.run(from, to);
      return true;
    };
    return Prec.highest(
      keymap.of([
        { key: "Mod-Enter", run, preventDefault: true },
        { key: "Shift-Enter", run, preventDefault: true },
      ]),
    );
  }

  async #complete(context: CompletionContext): Promise<CompletionResult | null> {
    const { state, pos, explicit } = context;
    if (!explicit && !/[\w$.@\-{/?&'"(,=\s]/.test(state.sliceDoc(pos - 1, pos))) {
      return null;
    }
    const after = state.sliceDoc(pos);
    const found = await this.#options.complete(state.sliceDoc(0, pos), after);
    if (!found || found.options.length === 0) {
      return null;
    }
    return {
      from: pos - found.typed.length,
      validFor: /^[\w$.@-]*$/,
      options: found.options.map(({ write, detail = "" }, i) => ({
        label: write.trimEnd(),
        apply: write,
        type: found.kind,
        boost: -i / 100,
        ...(detail && { detail }),
      })),
    };
  }
}

/**
 * Replaces a selection that is typed over. Chromium would give the new text the look of the old one as an
 * inline style, which the page's policy forbids and reports.
 */
const typedOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { main } = view.state.selection;
    const { data } = event;
    if (event.inputType !== "insertText" || main.empty || event.isComposing || data === null) {
      return false;
    }
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), {
        userEvent: "input.type",
        scrollIntoView: true,
      });
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, main.from, main.to, data, insert))) {
      view.dispatch(insert());
    }
    event.preventDefault();
    return true;
  },
});
