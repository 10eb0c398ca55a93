/** The way from a design to its load. What plays it loads when it's asked for. */
import type { Client } from "../client.ts";
import { button, fill, h } from "../element.ts";
import type { DesignFile, LoadLab } from "../load/lab.ts";

/** A button that opens the load lab in its place. */
export class UnderLoad {
  readonly element = h("div.ds-load.stack");
  #lab: LoadLab | undefined;

  constructor(client: Client, file: () => DesignFile) {
    const open = async () => {
      this.#lab ??= await (await import("../load/lab.ts")).lab(client, file);
      fill(this.element, this.#lab.element);
      await this.#lab.begin();
    };
    this.element.append(
      h("h2", "Under load"),
      h("p", "What would partition servers do with these rates? That's simulated for two designs."),
      button("Put it under load", () => void open()),
    );
  }

  /** Hears that the design file isn't the one any more that was put under load. */
  changed(): void {
    this.#lab?.changed();
  }
}

/** Shows the load in the page's address alone, without a design. */
export async function openLoad(root: HTMLElement, client: Client): Promise<void> {
  const [{ lab }, { loadOf }] = await Promise.all([
    import("../load/lab.ts"),
    import("../load/text.ts"),
  ]);
  const heading = document.querySelector("h1");
  fill(
    document.querySelector(".page-head") ?? root,
    heading,
    h(
      "p.lead",
      "Partition servers take a load, in a simulation. Change the text, the designs or the numbers, and " +
        "play it again. ",
      h("a", { href: "/docs/load-model/" }, "What the model assumes"),
    ),
  );
  if (heading) {
    heading.id = "page-title";
    heading.textContent = "What does this load do?";
    document.title = `${heading.textContent} · Rowkey`;
  }
  const shown = await lab(client);
  shown.text = loadOf(location.hash);
  fill(root, shown.element, h("p", h("a", { href: "/design/" }, "Put your own keys under load")));
}
