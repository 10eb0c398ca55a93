/** The text of a file, a piece at a time: unpacked, decoded, and never more than there's room for. */

/** Why a file can't be read at all, and what to do about it. */
export class Refusal extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.name = "Refusal";
    this.hint = hint;
  }
}

/** The text isn't in the encoding that it was read in. */
export class Undecodable extends Error {}

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** How a file is packed and written. */
export interface Coding {
  readonly encoding: Encoding;
  readonly gzip: boolean;
}

/** The most bytes of a file, unpacked. */
export const maxBytes = 200_000_000;

const split = "Divide it into smaller files, or take the rows that you need.";

/** Looks at the first bytes of a file. */
export async function codingOf(blob: Blob): Promise<Coding> {
  const bytes = new Uint8Array(await blob.slice(0, 512).arrayBuffer());
  const [a, b, c] = bytes;
  if (a === 0x50 && b === 0x4b) {
    throw new Refusal(
      "This is an Excel workbook or another ZIP file.",
      'In Excel, choose Save As and "CSV UTF-8". Unpack any other ZIP file first.',
    );
  }
  if (a === 0xd0 && b === 0xcf) {
    throw new Refusal(
      "This is an old Excel workbook.",
      'In Excel, choose Save As and "CSV UTF-8".',
    );
  }
  if ((a === 0xff && b === 0xfe) || (b === 0 && a !== 0 && bytes[3] === 0)) {
    return { encoding: "utf-16le", gzip: false };
  }
  return {
    encoding: a === 0xfe && b === 0xff ? "utf-16be" : "utf-8",
    gzip: a === 0x1f && b === 0x8b && c === 8,
  };
}

/** Yields the text of a file. It rejects with Undecodable if the text isn't in the encoding. */
export async function* textOf(blob: Blob, { encoding, gzip }: Coding): AsyncGenerator<string> {
  if (blob.size > maxBytes) {
    throw new Refusal(
      `The file has ${megabytes(blob.size)}, more than ${megabytes(maxBytes)}.`,
      split,
    );
  }
  const decoder = new TextDecoder(encoding, { fatal: encoding !== "windows-1252" });
  let read = 0;
  for await (const bytes of bytesOf(blob, gzip)) {
    read += bytes?.length ?? 0;
    if (read > maxBytes) {
      throw new Refusal(`Unpacked, the file has more than ${megabytes(maxBytes)}.`, split);
    }
    const text = decode(decoder, bytes);
    if (text !== "") {
      yield text;
    }
  }
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
  return `${Math.round(bytes / 1e6).toLocaleString("en")} MB`;
}

/** Returns the beginning of a file's text. */
export async function headOf(blob: Blob, coding: Coding, most: number): Promise<string> {
  let head = "";
  for await (const text of textOf(blob, coding)) {
    head += text;
    if (head.length >= most) {
      break;
    }
  }
  return head.slice(0, most);
}

/** Returns a function that lets the page do other things if some time has passed since it did. */
export function breather(milliseconds = 12): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last > milliseconds) {
      await new Promise((resolve) => setTimeout(resolve));
      last = performance.now();
    }
  };
}
