/**
 * The script of the frame around an example. The frame has an origin of its own, no network and nothing
 * to show. Its worker inherits that and has no document, either. The page can remove the frame even
 * while the worker is in an endless loop.
 */
import type { Program } from "./protocol.ts";

/** Code with a syntax error to locate. */
interface Check {
  readonly check: string;
}

addEventListener("message", ({ source, data, ports: [port] }: MessageEvent<Program | Check>) => {
  if (source !== parent || !port) {
    return;
  }
  if ("check" in data) {
    findError(data.check, port);
    return;
  }
  // Stack traces use this name instead of the address, which contains the whole script.
  const script = `${document.querySelector("script")?.textContent}\n//# sourceURL=worker.js`;
  // Workers from data: addresses can use WebCrypto; those from blob: addresses can't.
  const worker = new Worker(`data:text/javascript;charset=utf-8,${encodeURIComponent(script)}`);
  worker.postMessage(data, [port]);
});

/** Precedes the code so that it never runs. Browsers report positions only for scripts in a page. */
const nothing = "throw 0;";

function findError(code: string, port: MessagePort): void {
  // What the code imports would run here first, in a document, which reaches what no policy covers.
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = "script-src 'unsafe-inline'";
  document.head.append(policy);
  addEventListener("error", (event) => {
    event.preventDefault();
    const shift = event.lineno === 1 ? nothing.length : 0;
    port.postMessage({ line: event.lineno, column: event.colno - shift });
  });
  const script = document.createElement("script");
  script.type = "module";
  script.textContent = nothing + code;
  document.head.append(script);
}
