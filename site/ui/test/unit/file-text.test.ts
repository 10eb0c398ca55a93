import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { Refusal, textOf } from "../../file-text.ts";

function blobOf(content: string | Uint8Array): Blob {
  return new Blob([typeof content === "string" ? content : new Uint8Array(content)]);
}

async function read(content: string | Uint8Array): Promise<{ text: string; notes: string }> {
  const { parts, notes } = await textOf(blobOf(content));
  return { text: parts.join(""), notes: notes.join() };
}

test("file: text in other encodings, packed", async () => {
  assert.deepEqual(await read("Näme,Age\n"), { text: "Näme,Age\n", notes: "" });
  for (const encoding of ["utf16le", "utf16be"]) {
    const bytes = Buffer.from("\ufeffNäme\tAge\nÉva\t5\n", "utf16le");
    const { text } = await read(encoding === "utf16le" ? bytes : bytes.swap16());
    assert.equal(text, "Näme\tAge\nÉva\t5\n");
  }
  const western = await read(Buffer.from("N\u00e4me,Age\nZo\u00eb,5\n", "latin1"));
  assert.match(western.notes, /Windows-1252/);
  assert.equal(western.text, "Näme,Age\nZoë,5\n");
  assert.equal((await read(gzipSync("a;b\n"))).text, "a;b\n");
});

test("file: a long text comes in parts, whatever the pieces of the file are", async () => {
  const all = "é😀,x\n".repeat(500_000);
  const { parts } = await textOf(blobOf(all));
  assert.ok(parts.length > 1);
  assert.equal(parts.join(""), all);
});

test("file: what isn't text is refused in clear words", async () => {
  for (const [content, words] of [
    [new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), /Excel workbook/],
    [new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), /old Excel workbook/],
    [gzipSync("a;b\n".repeat(100)).subarray(0, 20), /can't be read to its end/],
    [gzipSync(Buffer.alloc(201_000_000), { level: 1 }), /Unpacked, the file has more than 200 MB/],
  ] as const) {
    await assert.rejects(
      () => read(content),
      (error) => error instanceof Refusal && words.test(error.message) && error.hint !== "",
    );
  }
});
