/** The playground's editor for a design file: the engine says what could be written. */
import { addStyle } from "../add-style.ts";
import { type Client, unwatched } from "../client.ts";
import { h } from "../element.ts";
import { TextEditor } from "../play/editor.ts";
import { said } from "../play/review.ts";
import type { ScriptError } from "../protocol.ts";

const file = "design.rowkey.yaml";

export interface Editor {
  readonly element: HTMLElement;
  readonly text: string;
  /** Puts a text in place of all, which can be undone. */
  readonly show: (text: string) => void;
  readonly go: (line: number) => void;
  readonly mark: (errors: readonly ScriptError[]) => void;
}

export async function editor(client: Pick<Client, "run">, changed: () => void): Promise<Editor> {
  await addStyle(SOURCE_STYLE);
  const inside = new TextEditor({
    changed,
    run: () => {},
    complete: (before, after) =>
      client.run({ op: "complete", session: "", before, after }, unwatched()),
    about: { label: "Design file", help: "ds-errors", hint: "entities:" },
  });
  const element = h("div.pl-editor.ds-editor", inside.element);
  return {
    element,
    get text() {
      return inside.text;
    },
    show: (text) => inside.show(file, text),
    go: (line) => inside.goTo(line),
    mark: (errors) => {
      element.toggleAttribute("data-wrong", errors.length > 0);
      inside.mark(said(inside.text, errors));
    },
  };
}
