import type { Progress } from "./protocol.ts";

/** The bar below an example: its buttons, its status in words, and how much of the engine has loaded. */
export class Bar {
  readonly run: HTMLButtonElement;
  readonly reset: HTMLButtonElement | null;
  readonly copy: HTMLButtonElement | null;
  readonly #status: HTMLElement | null;
  readonly #progress = document.createElement("progress");

  constructor(run: HTMLButtonElement, bar: ParentNode) {
    this.run = run;
    run.title = "Press Control, Command or Shift with Enter in the editor";
    run.setAttribute("aria-keyshortcuts", "Control+Enter Meta+Enter Shift+Enter");
    this.reset = bar.querySelector(".ex-reset");
    this.copy = bar.querySelector(".ex-copy");
    this.#status = bar.querySelector(".ex-status");
    this.#progress.className = "ex-progress";
    this.#progress.setAttribute("aria-label", "Engine loaded");
  }

  get status(): string {
    return this.#status?.textContent ?? "";
  }

  /** Screen readers read each new status aloud, so setting the same one again does nothing. */
  set status(text: string) {
    if (this.#status && this.status !== text) {
      this.#status.textContent = text;
    }
  }

  /** Shows how much of the engine has loaded; in words, in steps of ten per cent. */
  loading({ part, megabytes }: Progress): void {
    this.#progress.value = part;
    if (this.#status && !this.#progress.isConnected) {
      this.#status.after(this.#progress);
    }
    const size = megabytes ? `, ${megabytes.toFixed(1)} MB` : "";
    this.status = `Loading the engine${size}: ${10 * Math.floor(10 * part)} %`;
  }

  loaded(): void {
    this.#progress.remove();
  }

  /** While an example runs, the Run button stops it. */
  set running(running: boolean) {
    this.run.textContent = running ? "Stop" : "Run";
    this.run.classList.toggle("stop", running);
    this.loaded();
  }

  set resettable(resettable: boolean) {
    if (!this.reset) {
      return;
    }
    if (!resettable && document.activeElement === this.reset) {
      this.run.focus();
    }
    this.reset.disabled = !resettable;
  }
}
