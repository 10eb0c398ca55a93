/** A workspace as a folder in a zip file. */
import { type Zippable, zipSync } from "fflate";
import { folderName } from "./saving.ts";
import type { File } from "./workspace.ts";

/** All zip files have this date, so that the same workspace gives the same bytes. */
const date = new Date(2026, 0, 1);

/**
 * The workspace as a folder in a zip file, which `rowkey run` runs once it's unpacked. It's made without the
 * workers that the library has for this: they begin at a `blob:` address, which the page's policy refuses.
 */
export function folder(name: string, files: readonly File[]): Uint8Array<ArrayBuffer> {
  const root = folderName(name);
  const contents: Zippable = {};
  for (const file of files) {
    contents[`${root}/${file.name}`] = [new TextEncoder().encode(file.text), { mtime: date }];
  }
  return zipSync(contents) as Uint8Array<ArrayBuffer>;
}
