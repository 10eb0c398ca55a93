/** Makes the worker load its engine from the compressed bytes whose address is the worker's name. */
const source: EngineSource = { url: self.name, bytes: ENGINE_BYTES, transfer: 0 };
const load = globalThis.fetch;

Object.assign(globalThis, {
  ENGINE: source,
  fetch: async (url: string) => {
    const { body } = await load(url);
    const plain = body?.pipeThrough(new DecompressionStream("gzip"));
    return new Response(plain ?? null, { headers: { "content-type": "application/wasm" } });
  },
});
