/**
 * The boxes of a list: the checklist, or the path for newcomers. What's ticked stays in the browser, and a
 * reader can take it along as Markdown.
 */
import { keep } from "./stored.ts";
import { keyOfTicks, ticked } from "./ticked.ts";

export class Ticks {
  readonly #bar: HTMLElement;
  readonly #count: HTMLElement | null;
  readonly #progress: HTMLProgressElement | null;
  readonly #boxes: readonly HTMLInputElement[];
  readonly #key = keyOfTicks(location.pathname);

  constructor(bar: HTMLElement) {
    this.#bar = bar;
    this.#count = bar.querySelector(".ticks-count");
    this.#progress = bar.querySelector("progress");
    this.#boxes = [...document.querySelectorAll<HTMLInputElement>("input.tick")];
    const kept = ticked(this.#key);
    for (const box of this.#boxes) {
      box.disabled = false;
      box.checked = kept.has(box.value);
      box.addEventListener("change", () => this.#keep());
    }
    if (this.#boxes.some(critical)) {
      this.#button("Copy as Markdown", (button) => void this.#copy(button));
      this.#button("Download", () => this.#download());
    }
    this.#button("Clear", () => {
      for (const box of this.#boxes) {
        box.checked = false;
      }
      this.#keep();
    });
    this.#tell();
  }

  #button(words: string, press: (button: HTMLButtonElement) => void): void {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words;
    button.addEventListener("click", () => press(button));
    this.#bar.append(button);
  }

  #tell(): void {
    const open = this.#boxes.filter(({ checked }) => !checked);
    const done = this.#boxes.length - open.length;
    const left = open.filter(critical).length;
    const rest = left === 0 ? "" : `, ${left} critical open`;
    if (this.#count) {
      this.#count.textContent = `${done} of ${this.#boxes.length}${rest}`;
    }
    if (this.#progress) {
      this.#progress.value = done;
    }
  }

  #keep(): void {
    const values = this.#boxes.filter(({ checked }) => checked).map(({ value }) => value);
    keep(this.#key, JSON.stringify(values));
    this.#tell();
  }

  async #copy(button: HTMLButtonElement): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.#markdown());
      button.textContent = "Copied";
    } catch {
      button.textContent = "Not copied; download it instead";
    }
  }

  #download(): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([this.#markdown()], { type: "text/markdown" }));
    link.download = `${this.#bar.dataset["file"] ?? "checklist"}.md`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  /** The list as Markdown, with room for an answer below what is open. */
  #markdown(): string {
    const lines = [`# ${this.#bar.dataset["title"] ?? ""}`, ""];
    lines.push(`${new Date().toISOString().slice(0, 10)} · ${this.#count?.textContent ?? ""}`);
    let heading: Element | null = null;
    for (const box of this.#boxes) {
      const section = headingOf(box);
      if (section && section !== heading) {
        heading = section;
        lines.push("", `## ${section.textContent?.trim() ?? ""}`, "");
      }
      const item = box.closest("li");
      const name = item?.querySelector("strong")?.textContent?.trim() ?? "";
      lines.push(`- [${box.checked ? "x" : " "}] ${name}${critical(box) ? " **(critical)**" : ""}`);
      for (const link of box.checked ? [] : (item?.querySelectorAll("a") ?? [])) {
        lines.push(`  - ${link.textContent?.replace(/\s+/g, " ").trim()}: ${link.href}`);
      }
    }
    return `${lines.join("\n")}\n`;
  }
}

function critical(box: HTMLInputElement): boolean {
  return box.hasAttribute("data-critical");
}

/** The heading above a box. */
function headingOf(box: Element): Element | null {
  let found: Element | null = box.closest(".prose > *");
  while (found && found.tagName !== "H2") {
    found = found.previousElementSibling;
  }
  return found;
}
