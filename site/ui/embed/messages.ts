/**
 * The messages between a page and the frames of its examples.
 *
 * A frame says to its parent that it's there. The page answers windows that it has made itself, and only at
 * the origin of its own script: it sends the setting, with a port. The frame takes that from its parent
 * alone, once. Everything after that goes through the port, so no third party can hear it or join in. Both
 * sides check the shape of what they get: a page can't make a frame do more than show and run code, and a
 * frame can't make a page do more than resize it, label it and dispatch an event.
 */

/** Data of a table, as csv. */
export interface Data {
  readonly table: string;
  readonly text: string;
}

/** What a page shows of itself around an example, as computed styles have it. */
export interface Seen {
  /** The element's attribute. */
  readonly theme: string;
  /** Classes and attributes by which tools say whether a page is dark. */
  readonly words: string;
  readonly scheme: string;
  /** Families of fonts, of text and of code. */
  readonly font: string;
  readonly code: string;
  readonly color: string;
  /** The background that the page wants for examples, those from the block outward, and likewise below. */
  readonly set: string;
  readonly backgrounds: readonly string[];
  readonly accent: string;
  readonly link: string;
  readonly radii: readonly string[];
}

/** What an example takes from the page around it. */
export interface Look {
  readonly font?: string;
  readonly code?: string;
  readonly color?: string;
  readonly background?: string;
  readonly accent?: string;
  readonly radius?: string;
}

/** All that a frame needs to know. The page sends it again, whole, when any of it changes. */
export interface Setting {
  /** The code of the page's live examples. */
  readonly texts: readonly string[];
  /** The index of the frame's own. */
  readonly index: number;
  readonly data: readonly Data[];
  /** The result to show before the first run; "" for none. */
  readonly baked: string;
  readonly editable: boolean;
  readonly seen: Seen;
  /** A name for the page, random: its frames share an engine. */
  readonly page: string;
  /** Why there is no code; "" if there is some. */
  readonly error: string;
}

/** The states of an example. */
export const states = ["idle", "loading", "running", "done", "failed", "stopped"] as const;
export type State = (typeof states)[number];

/** From the frame to the page. Each message has one or more of these. */
export interface Report {
  /** The height of the frame's content, in pixels. */
  readonly size?: number;
  readonly state?: State;
  /** How the last request was answered, such as "point" or "partition-scan". */
  readonly plan?: string;
  /** How many entities it read. */
  readonly read?: number;
  /** The outcome of a run, as `rowkey run --json` prints it. */
  readonly report?: object;
  /** The reader pressed Escape. */
  readonly leave?: true;
  /**
   * The frame needs the engine, and comes with a port. The page passes that on to the first frame that
   * asked, and says "lost" to all frames if that one goes away.
   */
  readonly reach?: true;
}
