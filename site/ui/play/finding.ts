/** Finding and replacing in the editor, loaded when a reader first presses one of its keys. */
import { type Extension, Prec, StateEffect } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";

const keys = ["Mod-f", "F3", "Mod-g", "Mod-Shift-l", "Mod-Alt-g", "Mod-d"];

/** Once loaded, the library's own bindings come before these. */
export const finding: Extension = keymap.of(
  keys.map((key) => ({
    key,
    preventDefault: true,
    run: (view) => {
      void find(view, key);
      return true;
    },
  })),
);

async function find(view: EditorView, key: string): Promise<void> {
  const { highlightSelectionMatches, searchKeymap } = await import("@codemirror/search");
  const late = [Prec.high(keymap.of(searchKeymap)), highlightSelectionMatches()];
  view.dispatch({ effects: StateEffect.appendConfig.of(late) });
  searchKeymap.find((binding) => binding.key === key)?.run?.(view);
}
