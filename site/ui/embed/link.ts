/** The link from a frame to the playground, with the reader's code and the data in it. */

/** A file of what the playground opens. */
export interface OpenedFile {
  /** Ends in .http or .csv. */
  readonly name: string;
  readonly text: string;
}

/** Where the playground is, and how to put files into its address. */
export interface Playground {
  readonly address: string;
  /** Returns the fragment that opens files. Fails if they are too long for a link. */
  readonly encode: (files: readonly OpenedFile[]) => Promise<string>;
}

/**
 * Returns the link. What makes addresses is loaded when the reader turns to the link, and the address is
 * that of the code at this moment.
 */
export function linkTo(playground: Playground, files: () => readonly OpenedFile[]): HTMLElement {
  const link = document.createElement("a");
  link.className = "ex-open";
  link.href = playground.address;
  link.target = "_blank";
  link.rel = "noopener";
  link.textContent = "Playground";
  link.title = "Open in the playground";
  let ready = false;
  const point = async () => {
    try {
      link.href = playground.address + (await playground.encode(files()));
    } catch {
      // Too long for a link: the playground opens without it.
    }
    ready = true;
  };
  link.addEventListener("pointerover", () => void point());
  link.addEventListener("focus", () => void point());
  link.addEventListener("click", (event) => {
    if (!ready) {
      event.preventDefault();
      void point().then(() => link.click());
    }
  });
  return link;
}
