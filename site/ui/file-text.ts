/** The text of a file: unpacked, decoded, and never more than there's room for. */
import { count } from "./numbers.ts";

/** Why a file can't be read at all, and what to do about it. */
export class Refusal extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.name = "Refusal";
    this.hint = hint;
  }
}

/** A text in parts, because it can be longer than a page should handle at a time. */
export interface FileText {
  readonly parts: readonly string[];
  /** What was assumed, if anything was. */
  readonly notes: readonly string[];
}

/** The text isn't in the encoding that it was read in. */
class Undecodable extends Error {}

interface Coding {
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
  readonly gzip: boolean;
}

/** The most bytes of a file, unpacked. */
const maxBytes = 200_000_000;
/** About so many characters are in a part. */
const partSize = 1_000_000;

const split = "Divide it into smaller files, or take the rows that you need.";

/** Reads a file. It rejects with a Refusal if it isn't text. */
export async function textOf(blob: Blob): Promise<FileText> {
  const coding = await codingOf(blob);
  try {
    return { parts: await decoded(blob, coding), notes: [] };
  } catch (cause) {
    if (!(cause instanceof Undecodable) || coding.encoding !== "utf-8") {
      throw cause;
    }
    const parts = await decoded(blob, { ...coding, encoding: "windows-1252" });
    return {
      parts,
      notes: ["The text isn't UTF-8, so it's read as Windows-1252, which Excel uses."],
    };
  }
}

/** Looks at the first bytes of a file. */
async function codingOf(blob: Blob): Promise<Coding> {
  const [a, b, c, d] = new Uint8Array(await blob.slice(0, 4).arrayBuffer());
  const excel = 'In Excel, choose Save As and "CSV UTF-8".';
  if (a === 0x50 && b === 0x4b) {
    throw new Refusal(
      "This is an Excel workbook or another ZIP file.",
      `${excel} Unpack any other ZIP file first.`,
    );
  }
  if (a === 0xd0 && b === 0xcf) {
    throw new Refusal("This is an old Excel workbook.", excel);
  }
  if ((a === 0xff && b === 0xfe) || (b === 0 && a !== 0 && d === 0)) {
    return { encoding: "utf-16le", gzip: false };
  }
  return {
    encoding: a === 0xfe && b === 0xff ? "utf-16be" : "utf-8",
    gzip: a === 0x1f && b === 0x8b && c === 8,
  };
}

async function decoded(blob: Blob, { encoding, gzip }: Coding): Promise<string[]> {
  if (blob.size > maxBytes) {
    throw new Refusal(
      `The file has ${megabytes(blob.size)}, more than ${megabytes(maxBytes)}.`,
      split,
    );
  }
  const decoder = new TextDecoder(encoding, { fatal: encoding !== "windows-1252" });
  const parts: string[] = [];
  let part = "";
  let read = 0;
  for await (const bytes of bytesOf(blob, gzip)) {
    read += bytes?.length ?? 0;
    if (read > maxBytes) {
      throw new Refusal(`Unpacked, the file has more than ${megabytes(maxBytes)}.`, split);
    }
    part += decode(decoder, bytes);
    if (part.length >= partSize) {
      parts.push(part);
      part = "";
    }
  }
  return [...parts, part];
}

function decode(decoder: TextDecoder, bytes: Uint8Array | undefined): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    throw new Undecodable();
  }
}

/** Yields the bytes of a file, unpacked, and undefined at the end. */
async function* bytesOf(blob: Blob, gzip: boolean): AsyncGenerator<Uint8Array | undefined> {
  const packed = blob.stream();
  const reader = (gzip ? packed.pipeThrough(new DecompressionStream("gzip")) : packed).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new Refusal(
          "The file can't be read to its end.",
          "Pack it again, or choose it again.",
        );
      });
      yield value;
      if (done) {
        return;
      }
    }
  } finally {
    reader.releaseLock();
  }
}

function megabytes(bytes: number): string {
  return `${count(bytes / 1e6, 0)} MB`;
}
