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
 * that of the code at this moment. If the code can't go along, the link says so before it's followed.
 */
export function linkTo(playground: Playground, files: () => readonly OpenedFile[]): HTMLElement {
  const link = document.createElement("a");
  link.className = "ex-open";
  link.target = "_blank";
  link.rel = "noopener";
  const show = (fragment: string, words: string, title: string) => {
    link.href = playground.address + fragment;
    link.textContent = words;
    link.title = title;
  };
  show("", "Playground", "Open in the playground");
  /** Whether the address is that of the code, or the link says that it isn't. */
  let ready = false;
  const point = async () => {
    let taken = true;
    try {
      show(await playground.encode(files()), "Playground", "Open in the playground");
    } catch (cause) {
      show(
        "",
        "Playground, without this code",
        String(cause instanceof Error ? cause.message : cause),
      );
      taken = false;
    }
    ready = true;
    return taken;
  };
  link.addEventListener("pointerover", () => void point());
  link.addEventListener("focus", () => void point());
  link.addEventListener("click", (event) => {
    if (!ready) {
      event.preventDefault();
      void point().then((taken) => taken && link.click());
    }
  });
  return link;
}
