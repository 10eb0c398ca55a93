import type { Progress } from "./messages.ts";

/** The bar below an example's code: its buttons, its outcome, and how much of the engine has loaded. */
export class Bar {
  /** Data has none. */
  readonly run: HTMLButtonElement | null;
  readonly edit: HTMLButtonElement | null;
  readonly reset: HTMLButtonElement | null;
  readonly copy: HTMLButtonElement | null;
  readonly #status: HTMLElement | null;
  readonly #name: string;
  readonly #progress = document.createElement("progress");
  #late: ReturnType<typeof setTimeout> | undefined;

  constructor(bar: ParentNode) {
    this.run = bar.querySelector(".ex-run");
    this.#name = this.run?.getAttribute("aria-label")?.replace(/^Run/, "") ?? "";
    if (this.run) {
      this.run.title = "Control, Command or Shift with Enter, in the editor";
      this.run.setAttribute("aria-keyshortcuts", "Control+Enter Meta+Enter Shift+Enter");
    }
    this.edit = bar.querySelector(".ex-edit");
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
    clearTimeout(this.#late);
    this.#offer(true);
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

  /**
   * Says that an example runs, when the Run button stops it, or how its run has ended. Most runs are over
   * at once, so only what takes a while changes the button and the status.
   */
  tell(running: boolean, status: string): void {
    clearTimeout(this.#late);
    const tell = () => {
      this.#offer(running);
      this.loaded();
      this.status = status;
    };
    if (running && !this.run?.classList.contains("stop")) {
      this.#late = setTimeout(tell, 300);
    } else {
      tell();
    }
  }

  /** Makes the button one that stops a run, or starts one. */
  #offer(stop: boolean): void {
    if (this.run) {
      const word = stop ? "Stop" : "Run";
      this.run.textContent = word;
      this.run.setAttribute("aria-label", word + this.#name);
      this.run.classList.toggle("stop", stop);
    }
  }

  /** An edited example has Reset in place of Edit. */
  set edited(edited: boolean) {
    if (!this.reset || !this.edit) {
      return;
    }
    if (!edited && document.activeElement === this.reset) {
      (this.run ?? this.edit).focus();
    }
    this.reset.hidden = !edited;
    this.edit.hidden = edited;
  }
}
