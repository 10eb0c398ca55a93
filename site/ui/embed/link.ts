/** The link from a frame to the playground, with the reader's code in it. */
import type { Example } from "../example.ts";
import type { Setting } from "./messages.ts";

/** Adds the link, if there is a playground. */
export async function playground(_example: Example, _setting: Setting): Promise<void> {}
