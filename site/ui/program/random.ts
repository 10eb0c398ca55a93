/** Random numbers from a seed, so that an example prints the same every time. */

/** Replaces the thread's random numbers by seeded ones. Keys from WebCrypto stay random. */
export function seedRandom(): void {
  const next = generator(1);
  Math.random = () => next() / 2 ** 32;
  const fill = <T extends ArrayBufferView>(view: T): T => {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    bytes.forEach((_, i) => {
      bytes[i] = next() >>> 24;
    });
    return view;
  };
  const values = { getRandomValues: fill, randomUUID: () => uuid(fill(new Uint8Array(16))) };
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis.crypto, name, { value, configurable: true });
  }
}

/** Returns 32-bit numbers: a counter whose bits are mixed with the constants of MurmurHash3. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return (z ^ (z >>> 16)) >>> 0;
  };
}

function uuid(bytes: Uint8Array): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
