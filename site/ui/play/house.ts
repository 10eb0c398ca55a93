/** What the views of the playground ask of one another. */
import type { TextEditor } from "./editor.ts";
import type { Act } from "./keys.ts";
import type { Session } from "./session.ts";
import type { Toasts } from "./toasts.ts";

export interface House {
  readonly session: Session;
  readonly toasts: Toasts;
  readonly editor: TextEditor;
  /** Does what a key or a button asks for. */
  act(act: Act): void;
  /** Begins a file, which the reader names. */
  add(kind: "http" | "csv"): void;
  /** Asks what to bring in. */
  importData(): void;
  /** Shows a file in the editor, and the cursor on a line of it. */
  goTo(file: string, line?: number): void;
  /** Shows a table page by page. */
  showTable(name: string): void;
}
