// The engine for httpyac where there is no copy of the repository: site/assets bundles this file with
// the loader as rowkey.mjs, which stands beside httpyac.config.cjs and rowkey.wasm.
import "wasm_exec";
import fs from "node:fs";
import { Engine } from "./host.mjs";
import { Relay } from "./relay.mjs";

/** Starts the engine of the folder. */
export async function startRelay() {
  const wasm = new Uint8Array(fs.readFileSync(new URL("rowkey.wasm", import.meta.url)));
  return new Relay(
    await Engine.start(async (imports) => (await WebAssembly.instantiate(wasm, imports)).instance),
  );
}
