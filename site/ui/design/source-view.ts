/** The design file as text, and what is wrong with it. */
import { button, fill, h } from "../element.ts";
import type { ScriptError } from "../protocol.ts";

export class SourceView {
  readonly #area = h("textarea", {
    id: "ds-text",
    class: "ds-text",
    rows: 24,
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    wrap: "off",
    "aria-describedby": "ds-errors",
  });
  readonly #errors = h("div", { id: "ds-errors", class: "ds-errors", role: "status" });
  readonly element = h("div", { class: "ds-source" });

  #taking = false;

  constructor(changed: () => void) {
    this.element.append(h("label", { for: "ds-text" }, "Design file"), this.#area, this.#errors);
    this.#area.addEventListener("input", () => {
      if (!this.#taking) {
        changed();
      }
    });
  }

  get text(): string {
    return this.#area.value;
  }

  /** Replaces the text as typing does, so that undo brings the old one back instead of mixing both. */
  set text(text: string) {
    const focused = document.activeElement;
    if (this.#area.value !== "" && this.#area.isConnected) {
      this.#taking = true;
      this.#area.focus({ preventScroll: true });
      this.#area.select();
      document.execCommand("insertText", false, text);
      this.#area.blur();
      this.#taking = false;
    }
    if (this.#area.value !== text) {
      this.#area.value = text;
    }
    if (focused instanceof HTMLElement) {
      focused.focus({ preventScroll: true });
    }
    this.#area.scrollTop = 0;
  }

  /** Selects a line, or puts the cursor at a column of it. */
  go(line: number, column = 0): void {
    const lines = this.text.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    const end = start + (lines[line - 1]?.length ?? 0);
    this.#area.focus();
    if (column > 1) {
      this.#area.setSelectionRange(Math.min(start + column - 1, end), end);
    } else {
      this.#area.setSelectionRange(start, end);
    }
    const height = this.#area.scrollHeight / lines.length;
    this.#area.scrollTop = Math.max(0, (line - 6) * height);
  }

  show(errors: readonly ScriptError[]): void {
    this.#area.setAttribute("aria-invalid", String(errors.length > 0));
    fill(
      this.#errors,
      errors.length > 0 &&
        h(
          "ul",
          {},
          ...errors.map((error) =>
            h(
              "li",
              {},
              button(
                `Line ${error.line}, column ${error.column}`,
                () => this.go(error.line, error.column),
                { class: "ds-link" },
              ),
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
