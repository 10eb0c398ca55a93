// The engine in this process, as WebAssembly and without HTTP. ROWKEY_HTTP_CLIENT can name this module.
import { startEngine } from "../../wasm/browser/engine.mjs";
import { httpClient as httpClientFor } from "../../wasm/browser/http-client.mjs";
import { Session } from "../../wasm/browser/session.mjs";

const engine = await startEngine();
const session = new Session((call) => engine.call(call), "suite");

export const httpClient = httpClientFor(session.send);

export const close = () => session.close();
