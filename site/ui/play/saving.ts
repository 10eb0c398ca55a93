/** Gives the reader a file. */

import type { PlayStep } from "../protocol.ts";

/** Lets the browser save a file. */
export function save(name: string, contents: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([contents], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The file that an answer is saved as. */
export function fileOfAnswer({ title, response }: PlayStep): { name: string; type: string } {
  const sent = response.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  const [type = ""] = sent.split(";");
  const ending = /json|xml/.exec(type)?.[0] ?? "txt";
  return { name: `${folderName(title || "answer")}.${ending}`, type: type || "text/plain" };
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
