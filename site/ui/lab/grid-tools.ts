/** The buttons above a grid. */
import { h } from "../element.ts";
import { count } from "../numbers.ts";

/** A command, as a button shows it. */
export interface Command {
  readonly label: string;
  /** The keys that do the same. */
  readonly keys?: string;
  /** Whether it can be used now. */
  enabled?(): boolean;
  run(button: HTMLElement): void;
}

export class Tools {
  readonly element = h("div.grid-tools");
  readonly #commands: readonly Command[];
  readonly #wrong: HTMLButtonElement;

  /** @param wrong - goes to the next row with a fault */
  constructor(commands: readonly Command[], wrong: () => void) {
    this.#commands = commands;
    this.#wrong = button({ label: "", run: wrong });
    this.#wrong.className = "grid-faults";
    this.element.append(this.#wrong, ...commands.map(button));
  }

  /** Shows which commands can be used, and how many rows have faults. */
  update(wrong: number): void {
    this.#wrong.hidden = wrong === 0;
    this.#wrong.textContent = `${count(wrong)} to fix`;
    for (const [i, { enabled }] of this.#commands.entries()) {
      (this.element.children[i + 1] as HTMLButtonElement).disabled = enabled?.() === false;
    }
  }
}

/** Makes the button of a command. */
export function button({ label, keys, run }: Command): HTMLButtonElement {
  const words = keys ? [label, " ", h("kbd", keys)] : [label];
  const element = h("button", { type: "button" }, ...words);
  element.addEventListener("click", () => run(element));
  return element;
}
