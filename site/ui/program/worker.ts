/** The script of the worker in which an example runs. It hears once what to run, and where from. */
import { play } from "./play.ts";
import type { Program } from "./protocol.ts";

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
