/**
 * The script of the frame around an example. The frame has an origin of its own, no network and
 * nothing to show; its worker, which has no document either, inherits all that. An endless loop there
 * does not keep the page from ending the frame.
 */
import type { Program } from "./protocol.ts";

/** A text to find the syntax error in. */
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
  // Traces of errors call it by this name, and not by its address, which is as long as itself.
  const script = `${document.querySelector("script")?.textContent}\n//# sourceURL=worker.js`;
  // An address that holds the script: a worker of one has what WebCrypto asks for, unlike a blob's.
  const worker = new Worker(`data:text/javascript;charset=utf-8,${encodeURIComponent(script)}`);
  worker.postMessage(data, [port]);
});

/** What an error says of its place, browsers tell of scripts in a page only. This one does nothing. */
const nothing = "throw 0;";

function findError(code: string, port: MessagePort): void {
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
