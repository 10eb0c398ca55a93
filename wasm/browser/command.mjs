// What the commands of this folder have in common: they ask an engine, print its reply, end with its code.
import process from "node:process";
import { NoEngine } from "./engine.mjs";
import { EngineDied } from "./host.mjs";

/** The command makes no sense as it was given. */
export class Refused extends Error {}

/** @typedef {{stdout: string, stderr: string, exit: number}} Printed */

/**
 * Runs a command with the arguments of the process.
 * @param {string} name
 * @param {(args: string[]) => Promise<Printed>} run
 */
export async function command(name, run) {
  const { stdout, stderr, exit } = await run(process.argv.slice(2)).catch((cause) => {
    if (cause instanceof Refused || cause instanceof NoEngine || cause instanceof EngineDied) {
      return { stdout: "", stderr: `${name}: ${cause.message}\n`, exit: 2 };
    }
    throw cause;
  });
  process.stderr.write(stderr);
  // Timers that Go has set would keep the process alive. A pipe takes its bytes when it can.
  process.stdout.write(stdout, () => process.exit(exit));
}
