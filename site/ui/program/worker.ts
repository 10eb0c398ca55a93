/** The script of the worker in which an example runs. Its first message has the program and the port. */
import { play } from "./play.ts";
import type { Program } from "./protocol.ts";

// The page's thread would have to drop what an example posts to the frame.
for (let scope: object | null = globalThis; scope; scope = Object.getPrototypeOf(scope)) {
  Reflect.deleteProperty(scope, "postMessage");
}

addEventListener(
  "message",
  ({ data, ports: [port] }: MessageEvent<Program>) => {
    if (port) {
      play(data, port, overhear);
    }
  },
  { once: true },
);

function overhear(hear: (cause: unknown) => void): void {
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    hear(event.reason);
  });
  addEventListener("error", (event) => {
    event.preventDefault();
    hear(event.error);
  });
}
