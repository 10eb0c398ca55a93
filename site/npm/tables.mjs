// Serves tables with the engine as WebAssembly, where there's no program for the system.
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import process from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** Where each account stands in the engine. */
const inside = "http://127.0.0.1:10002/devstoreaccount1";

/**
 * Serves accounts at a port of this machine; 0 lets the system choose. Each has a session of its own.
 * @param {number} port
 */
export async function serveTables(port) {
  const packed = fileURLToPath(new URL("./engine/engine.wasm", import.meta.url));
  if (existsSync(packed)) {
    process.env["ROWKEY_WASM"] ??= packed;
  }
  const { startEngine } = await import("../../wasm/browser/engine.mjs");
  const { Session } = await import("../../wasm/browser/session.mjs");
  const engine = await startEngine();
  /** @type {Map<string, import("../../wasm/browser/session.mjs").Session>} */
  const sessions = new Map();
  const server = createServer(async (request, response) => {
    const [, name = "", rest = ""] = /^\/([^/?]*)(.*)$/.exec(request.url ?? "") ?? [];
    const session =
      sessions.get(name) ?? new Session((/** @type {any} */ call) => engine.call(call), name);
    sessions.set(name, session);
    const outside = `http://${request.headers.host}/${name}`;
    try {
      const answer = await session.send({
        method: request.method ?? "GET",
        url: inside + rest,
        headers: Object.entries(request.headersDistinct).map(([key, values = []]) => [
          key,
          values.join(),
        ]),
        body: await text(request),
      });
      const headers = answer.headers.map(([key, value]) => [
        key,
        value.replaceAll(inside, outside),
      ]);
      response.writeHead(
        answer.status,
        headers.filter(([key]) => !/^content-length$/i.test(key ?? "")).flat(),
      );
      response.end(answer.body.replaceAll(inside, outside));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", () => resolve(undefined));
  });
  const address = server.address();
  const own = typeof address === "object" ? address?.port : port;
  return { url: `http://127.0.0.1:${own}`, stop: () => server.close() };
}
