/**
 * The text of links of version 1: three bytes that check it and then the text, deflated with a preset
 * dictionary, all of it as base64url.
 */
import { deflateSync, Inflate } from "fflate";
import { dictionary } from "./dictionary-v1.ts";

/** A text that is too long to be packed, or becomes too long when it's unpacked. */
export class TooMuch extends Error {}

/** What isn't a packed text, or isn't one any more. */
export class Damaged extends Error {}

/** The most text, in bytes: a short link must not become gigabytes. */
const most = 1 << 20;

/** The longest fragment of a link, in characters: 64 KiB of text fit, even if they can't be deflated. */
export const longest = 88_000;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const preset = encoder.encode(dictionary);

/** Packs a text. Half a character, which UTF-8 doesn't have, becomes U+FFFD. */
export function pack(text: string): string {
  const bytes = encoder.encode(text);
  if (bytes.length > most) {
    throw new TooMuch();
  }
  const deflated = deflateSync(bytes, { dictionary: preset, level: 9 });
  const packed = new Uint8Array(3 + deflated.length);
  packed.set(checksum(bytes));
  packed.set(deflated, 3);
  return base64(packed);
}

/** Unpacks a text. Fails with Damaged or TooMuch. */
export function unpack(packed: string): string {
  const bytes = unbase64(packed);
  const text = inflate(bytes.subarray(3));
  if (checksum(text).some((byte, i) => byte !== bytes[i])) {
    throw new Damaged();
  }
  try {
    return decoder.decode(text);
  } catch (cause) {
    throw new Damaged("", { cause });
  }
}

/** Inflates bytes piece by piece, and stops as soon as there is more text than allowed. */
function inflate(packed: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let total = 0;
  let ended = false;
  const stream = new Inflate({ dictionary: preset }, (part, last) => {
    parts.push(part);
    total += part.length;
    ended = last;
    if (total > most) {
      throw new TooMuch();
    }
  });
  try {
    const piece = 256;
    for (let at = 0; at < packed.length; at += piece) {
      stream.push(packed.subarray(at, at + piece), at + piece >= packed.length);
    }
  } catch (cause) {
    throw cause instanceof TooMuch ? cause : new Damaged("", { cause });
  }
  if (!ended) {
    throw new Damaged();
  }
  const text = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    text.set(part, at);
    at += part.length;
  }
  return text;
}

/** Three bytes of the FNV-1a hash, so that a link with a wrong character isn't opened as something else. */
function checksum(bytes: Uint8Array): Uint8Array {
  let hash = 0x811c9dc5;
  for (const byte of bytes) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  hash ^= hash >>> 24;
  return Uint8Array.of(hash, hash >>> 8, hash >>> 16);
}

function base64(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function unbase64(text: string): Uint8Array {
  if (!/^[\w-]*$/.test(text)) {
    throw new Damaged();
  }
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  } catch {
    throw new Damaged();
  }
}
