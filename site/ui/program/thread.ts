/** The script of the thread in which an example runs in Node: worker.ts for Node. */
import process from "node:process";
import { type MessagePort, parentPort } from "node:worker_threads";
import { play } from "./play.ts";
import type { Program } from "./protocol.ts";

parentPort?.once("message", ({ program, port }: { program: Program; port: MessagePort }) => {
  const heard: ((cause: unknown) => void)[] = [];
  process.on("unhandledRejection", (cause) => heard.map((hear) => hear(cause)));
  process.on("uncaughtException", (cause) => heard.map((hear) => hear(cause)));
  play(program, port as unknown as Parameters<typeof play>[1], (hear) => heard.push(hear));
});
