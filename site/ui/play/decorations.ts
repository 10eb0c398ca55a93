/** What the editor draws into a script: colours, a run button beside each request, and what came of it. */
import {
  type EditorState,
  type Extension,
  type Range,
  RangeSet,
  StateEffect,
  StateField,
  type Text,
  type Transaction,
} from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import { h } from "../element.ts";
import { highlight } from "../highlight.ts";
import { type Block, blocks } from "./blocks.ts";

/** A word beside the first line of a request. */
export interface Note {
  readonly line: number;
  readonly words: string;
  /** The kind of its query; "" for others. */
  readonly kind: string;
  readonly failed: boolean;
}

/** Writes notes, each in place of the one at its request. */
export const addNotes = StateEffect.define<readonly Note[]>();
/** Takes all notes away. */
export const clearNotes = StateEffect.define();
/** Marks the request at a line as the next one; 0 for none. */
export const setNext = StateEffect.define<number>();

/** Colours tokens as the rest of the site does. Only the requests on the screen are cut into tokens. */
export const colours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = coloured(view);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) {
        this.decorations = coloured(update.view);
      }
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const kinds = new Map<string, Decoration>();
const titleLine = Decoration.line({ class: "pl-title" });

function coloured({ state, viewport }: EditorView): DecorationSet {
  const from = requestStart(state.doc, viewport.from);
  const ranges: Range<Decoration>[] = [];
  for (let at = viewport.from; at <= viewport.to; ) {
    const line = state.doc.lineAt(at);
    if (line.text.startsWith("###")) {
      ranges.push(titleLine.range(line.from));
    }
    at = line.to + 1;
  }
  let at = from;
  for (const [kind, text] of highlight(`${state.sliceDoc(from, viewport.to)}\n`)) {
    const end = Math.min(at + text.length, viewport.to);
    if (kind !== "" && end > at) {
      const mark = kinds.get(kind) ?? Decoration.mark({ class: kind });
      kinds.set(kind, mark);
      ranges.push(mark.range(at, end));
    }
    at += text.length;
  }
  return Decoration.set(ranges, true);
}

/** Where the request begins that a position is in: there the rules of colour begin anew. */
function requestStart(doc: Text, position: number): number {
  for (let line = doc.lineAt(position); line.number > 1; line = doc.line(line.number - 1)) {
    if (line.text.startsWith("###")) {
      return line.from;
    }
  }
  return 0;
}

const blocksField = StateField.define<readonly Block[]>({
  create: (state) => blocks(state.doc.toString()),
  update: (value, transaction) =>
    transaction.docChanged ? blocks(transaction.newDoc.toString()) : value,
});

class RunMarker extends GutterMarker {
  override toDOM(): Node {
    return document.createTextNode("▶");
  }
}

const marker = new RunMarker();

/** A button beside each request that runs it. The keyboard has Ctrl+Enter for that. */
export function runGutter(run: (from: number, to: number) => void): Extension {
  const blockOf = (state: EditorState, position: number) => {
    const line = state.doc.lineAt(position).number;
    return state.field(blocksField).find((block) => block.request === line);
  };
  return [
    blocksField,
    gutter({
      class: "pl-runs",
      markers: ({ state }) =>
        RangeSet.of(
          state.field(blocksField).map((block) => marker.range(state.doc.line(block.request).from)),
        ),
      initialSpacer: () => marker,
      domEventHandlers: {
        click: (view, line) => {
          const block = blockOf(view.state, line.from);
          if (block) {
            run(block.request, block.request);
          }
          return block !== undefined;
        },
      },
    }),
  ];
}

class NoteWidget extends WidgetType {
  readonly note: Note;

  constructor(note: Note) {
    super();
    this.note = note;
  }

  override eq(other: NoteWidget): boolean {
    return other.note.words === this.note.words && other.note.kind === this.note.kind;
  }

  toDOM(): HTMLElement {
    const { kind, failed, words } = this.note;
    const look = failed ? " is-failed" : kind ? ` kind-${kind}` : "";
    return h("span", { class: `pl-note${look}` }, words);
  }
}

/** Decorations that move with the text, and that each change makes what `update` says. */
function drawn(update: (set: DecorationSet, change: Transaction) => DecorationSet): Extension {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update: (set, change) => update(set.map(change.changes), change),
    provide: (field) => EditorView.decorations.from(field),
  });
}

/** The notes, and the mark of the next request. A note goes when its line changes. */
export const notes: Extension = [
  drawn((moved, { changes, effects, newDoc, state }) => {
    let set = moved;
    changes.iterChangedRanges((_a, _b, from, to) => {
      const first = newDoc.lineAt(from).from;
      const last = newDoc.lineAt(to).to;
      set = set.update({ filterFrom: first, filterTo: last, filter: () => false });
    });
    for (const effect of effects) {
      if (effect.is(clearNotes)) {
        set = Decoration.none;
      } else if (effect.is(addNotes)) {
        const add = placed(state.doc, effect.value);
        const places = new Set(add.map((range) => range.from));
        set = set.update({ filter: (from) => !places.has(from), add, sort: true });
      }
    }
    return set;
  }),
  drawn((moved, { effects, state }) => {
    const next = effects.findLast((effect) => effect.is(setNext));
    return next ? nextAt(state, next.value) : moved;
  }),
];

/** The widgets of notes, each at the end of its request's first line. */
function placed(doc: Text, list: readonly Note[]): Range<Decoration>[] {
  const all = blocks(doc.toString());
  return list.flatMap((note) => {
    const block = all.find(({ from, to }) => from <= note.line && note.line <= to);
    const line = block && doc.line(block.request);
    return line
      ? [Decoration.widget({ widget: new NoteWidget(note), side: 1 }).range(line.to)]
      : [];
  });
}

const nextLine = Decoration.line({ class: "pl-next" });

function nextAt({ doc }: EditorState, number: number): DecorationSet {
  const block = blocks(doc.toString()).find(({ from, to }) => from <= number && number <= to);
  if (!block || number === 0) {
    return Decoration.none;
  }
  const lines = Array.from({ length: block.to - block.from + 1 }, (_, i) =>
    doc.line(block.from + i),
  );
  return Decoration.set(lines.map((line) => nextLine.range(line.from)));
}
