// Runs the Worker in workerd, the runtime of Cloudflare, for tests.
import { spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** Packages that only tests use. */
export const requireForTests = createRequire(
  new URL("../../../engine/enginetest/package.json", import.meta.url),
);

/** Why workerd cannot run here, for a test's `skip`; false if it can. */
export const noWorkerd = findWorkerd() === undefined && "workerd is not installed for this platform";

function findWorkerd() {
  const { platform, arch } = process;
  const name = `@cloudflare/workerd-${platform}-${arch === "x64" ? "64" : arch}/bin/workerd`;
  try {
    return requireForTests.resolve(name);
  } catch {
    return undefined;
  }
}

/**
 * Starts workerd with a configuration beside this folder or in it.
 * @param {string} config
 * @param {Record<string, string>} [environment]
 */
export async function startWorkerd(config, environment = {}) {
  const file = fileURLToPath(new URL(`../${config}`, import.meta.url));
  const args = ["serve", file, "--socket-addr=http=127.0.0.1:0", "--control-fd=3"];
  const workerd = spawn(/** @type {string} */ (findWorkerd()), args, {
    env: environment,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  let log = "";
  for (const stream of [workerd.stdout, workerd.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk) => {
      log += chunk;
    });
  }
  const port = await new Promise((resolve, reject) => {
    workerd.once("exit", () => reject(new Error(`workerd did not start:\n${log}`)));
    workerd.stdio[3]?.on("data", (event) => resolve(JSON.parse(event).port));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    log: () => log,
    stop: () => workerd.kill("SIGKILL"),
    /**
     * Sends a request as it is given: no part of the target is changed on its way.
     * @param {string} target
     * @param {{method?: string, headers?: Record<string, string>, body?: string | Uint8Array}} [options]
     */
    async ask(target, { body, ...options } = {}) {
      const request = http.request({ host: "127.0.0.1", port, path: target, agent: false, ...options });
      /** @type {Promise<http.IncomingMessage>} */
      const response = new Promise((resolve, reject) => {
        request.once("response", resolve).once("error", reject);
      });
      request.end(body);
      const { statusCode: status, headers } = await response;
      return { status, headers, text: await text(await response) };
    },
  };
}
