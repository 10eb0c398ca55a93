import type { Progress } from "./protocol.ts";

/** The line under an example: its buttons, its status in words, and how far the engine has loaded. */
export class Bar {
  readonly run: HTMLButtonElement;
  readonly reset: HTMLButtonElement | null;
  readonly copy: HTMLButtonElement | null;
  readonly #status: HTMLElement | null;
  readonly #progress = document.createElement("progress");

  constructor(run: HTMLButtonElement, bar: ParentNode) {
    this.run = run;
    run.title = "Control, Command or Shift with Enter in the text";
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

  /** Status lines are read out, so that the same one is not said twice. */
  set status(text: string) {
    if (this.#status && this.status !== text) {
      this.#status.textContent = text;
    }
  }

  /** Shows how far the engine has come; in words in steps of ten per cent. */
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

  /** While an example runs, Run is the button that stops it. */
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
