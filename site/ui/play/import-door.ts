/** Where imports begin. What reads files is loaded when there is something to read. */
import { h } from "../element.ts";
import { keep, recall } from "../stored.ts";
import type { House } from "./house.ts";
import type { Importer } from "./import.ts";

export class ImportDoor {
  readonly element = h("section.pl-import", { "aria-label": "Import" });
  readonly #house: House;
  #importer: Promise<Importer> | undefined;

  constructor(house: House) {
    this.#house = house;
    this.element.hidden = true;
  }

  /** Asks what to bring in. */
  open(): void {
    void this.#then((importer) => importer.open());
  }

  /** Says so if a reload has cut off an import. */
  resume(): void {
    const words = recall("rowkey:import", "sessionStorage");
    keep("rowkey:import", null, "sessionStorage");
    if (words) {
      void this.#then((importer) => importer.cutOff(words));
    }
  }

  /** Lets files be dropped anywhere on the page. */
  listen(root: HTMLElement): void {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) {
        event.preventDefault();
        root.classList.toggle("is-target", event.type === "dragover");
      }
    };
    root.addEventListener("dragover", over);
    root.addEventListener("dragleave", over);
    root.addEventListener("drop", (event) => {
      over(event);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) {
        void this.#then((importer) => importer.files(files));
      }
    });
  }

  async #then(act: (importer: Importer) => void | Promise<void>): Promise<void> {
    try {
      this.#importer ??= import("./import.ts").then(
        ({ Importer }) => new Importer(this.#house, this.element),
      );
      await act(await this.#importer);
    } catch {
      this.#importer = undefined;
      this.#house.toasts.say("The import could not be loaded. Try again.");
    }
  }
}
