/**
 * The thread in which recipes.test.ts has plans explored. In its own thread node:test follows every promise,
 * which takes a third of the time when there are this many.
 */
import { parentPort } from "node:worker_threads";
import { startEngine } from "../../../../wasm/browser/engine.mjs";
import { Session } from "../../../../wasm/browser/session.mjs";
import { explore, type Plan } from "../../explore/explore.ts";
import { plans } from "./recipes.plans.ts";

const engine = await startEngine();
const session = new Session((call) => engine.call(call), "plans");

parentPort?.on("message", async (name: string) => {
  parentPort?.postMessage(await explore(plans.get(name) as Plan, session));
});
