/** The design file as text, and what is wrong with it. Its editor loads after the page. */
import type { Client } from "../client.ts";
import { button, fill, h, plain } from "../element.ts";
import type { ScriptError } from "../protocol.ts";
import type { Editor } from "./editor.ts";

export class SourceView {
  /** The text until the editor is there. */
  readonly #area = h("textarea", {
    id: "ds-text",
    class: "ds-text",
    rows: 24,
    ...plain,
    wrap: "off",
    "aria-describedby": "ds-errors",
  });
  readonly #errors = h("div", { id: "ds-errors", class: "ds-errors", role: "status" });
  readonly element = h("div.ds-source.stack");
  readonly #changed: () => void;
  #editor: Editor | undefined;
  #wrong: readonly ScriptError[] = [];

  constructor(changed: () => void) {
    this.#changed = changed;
    this.element.append(h("label", { for: "ds-text" }, "Design file"), this.#area, this.#errors);
    this.#area.addEventListener("input", changed);
  }

  /** Puts the editor in place of the plain text. */
  async edit(client: Pick<Client, "run">): Promise<void> {
    const { editor } = await import("./editor.ts");
    const made = await editor(client, this.#changed);
    const focused = this.#area === document.activeElement;
    made.show(this.#area.value);
    this.#area.replaceWith(made.element);
    this.#editor = made;
    made.mark(this.#wrong);
    if (focused) {
      made.go(this.#area.value.slice(0, this.#area.selectionStart).split("\n").length);
    }
  }

  get text(): string {
    return this.#editor?.text ?? this.#area.value;
  }

  set text(text: string) {
    if (this.#editor) {
      this.#editor.show(text);
    } else {
      this.#area.value = text;
    }
  }

  /** Puts the cursor on a line. */
  go(line: number): void {
    if (this.#editor) {
      this.#editor.go(line);
    } else {
      this.#area.focus();
    }
  }

  show(errors: readonly ScriptError[]): void {
    this.#wrong = errors;
    this.#editor?.mark(errors);
    fill(
      this.#errors,
      errors.length > 0 &&
        h(
          "ul",
          ...errors.map((error) =>
            h(
              "li",
              button(`Line ${error.line}, column ${error.column}`, () => this.go(error.line), {
                class: "link",
              }),
              ` ${sentence(error.message)} ${error.hint}`,
            ),
          ),
        ),
    );
  }
}

/** A message as a sentence: "the file has no patterns" is "The file has no patterns." */
function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
