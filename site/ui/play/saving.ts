/** Gives the reader files: one, or the whole workspace as a folder. */
import type { Zippable } from "fflate";
import type { File } from "./workspace.ts";

/** Lets the browser save a file. */
export function save(name: string, contents: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([contents], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** All zip files have this date, so that the same workspace gives the same bytes. */
const date = new Date(2026, 0, 1);

/** The workspace as a folder in a zip file, which `rowkey run` runs once it's unpacked. */
export async function folder(
  name: string,
  files: readonly File[],
): Promise<Uint8Array<ArrayBuffer>> {
  const { zip } = await import("fflate");
  const root = folderName(name);
  const contents: Zippable = {};
  for (const file of files) {
    contents[`${root}/${file.name}`] = [new TextEncoder().encode(file.text), { mtime: date }];
  }
  return new Promise((resolve, reject) => {
    zip(contents, (error, data) =>
      error ? reject(error) : resolve(data as Uint8Array<ArrayBuffer>),
    );
  });
}

/** A name for the folder that every system allows. */
export function folderName(name: string): string {
  return (
    name
      .replace(/[^\p{L}\p{N} ._-]+/gu, "")
      .trim()
      .replace(/\s+/g, "-")
      .toLowerCase() || "workspace"
  );
}
