// Runs the Worker in workerd, Cloudflare's runtime, for tests.
import { spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { test as testAnywhere } from "node:test";
import { fileURLToPath } from "node:url";

/** The program, or undefined where it isn't installed. */
export const workerdFile = findWorkerd();

function findWorkerd() {
  const { platform, arch } = process;
  const name = `@cloudflare/workerd-${platform}-${arch === "x64" ? "64" : arch}/bin/workerd`;
  const { resolve } = createRequire(
    new URL("../../../engine/suites/package.json", import.meta.url),
  );
  try {
    return resolve(name);
  } catch {
    return undefined;
  }
}

/**
 * A test that needs workerd, and is skipped with a reason where it isn't installed.
 * @param {string} name
 * @param {() => Promise<void>} run
 */
export function test(name, run) {
  const skip =
    workerdFile === undefined &&
    "workerd is not installed for this platform: run npm ci in engine/suites";
  return testAnywhere(name, { skip }, run);
}

const json = { accept: "application/json;odata=nometadata", "content-type": "application/json" };

/** workerd ends a connection after five seconds without a request: one that waited for long isn't used. */
const newAgent = () => new http.Agent({ keepAlive: true, timeout: 2000 });

/** A workerd process. Where workerd isn't installed, start does nothing and all tests are skipped. */
export class Workerd {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #process;
  #port = 0;
  /** @type {Promise<void> | undefined} */
  #starting;
  #agent = newAgent();
  /** Where it keeps accounts. */
  #folder;
  #removes;
  /** The output of workerd and the Worker. */
  log = "";

  /** @param {string} [folder] keeps accounts here, and doesn't remove it at the end */
  constructor(folder) {
    this.#removes = folder === undefined;
    this.#folder = folder ?? fs.mkdtempSync(path.join(os.tmpdir(), "rowkey-worker-"));
  }

  /**
   * @param {string} config its file, relative to wasm/worker
   * @param {Record<string, string>} [environment]
   * @param {string[]} [options] of workerd
   */
  start(config, environment = {}, options = []) {
    this.#starting =
      workerdFile === undefined
        ? undefined
        : this.#start(workerdFile, config, environment, options);
    return this.#starting;
  }

  /**
   * @param {string} program
   * @param {string} config
   * @param {Record<string, string>} environment
   * @param {string[]} options
   */
  async #start(program, config, environment, options) {
    const file = fileURLToPath(new URL(`../${config}`, import.meta.url));
    const storage = `--directory-path=storage=${this.#folder}`;
    const socket = "--socket-addr=http=127.0.0.1:0";
    const args = ["serve", file, storage, socket, "--control-fd=3", ...options];
    const stdio = /** @type {const} */ (["ignore", "pipe", "pipe", "pipe"]);
    const workerd = spawn(program, args, { env: environment, stdio: [...stdio] });
    this.#process = workerd;
    for (const stream of [workerd.stdout, workerd.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk) => {
        this.log += chunk;
      });
    }
    this.#port = await new Promise((resolve, reject) => {
      workerd.once("exit", () => reject(new Error(`workerd did not start:\n${this.log}`)));
      workerd.stdio[3]?.on("data", (event) => resolve(JSON.parse(event).port));
    });
  }

  /** Kills it in the middle of whatever it does. It can be started again, with what it has kept. */
  async kill() {
    const ended = new Promise((resolve) => this.#process?.once("exit", resolve));
    this.#agent.destroy();
    this.#agent = newAgent();
    if (this.#process?.kill("SIGKILL")) {
      await ended;
    }
  }

  /** Ends it for good. Node.js doesn't wait until it has started if no test of a file was asked for. */
  async stop() {
    await this.#starting;
    await this.kill();
    if (this.#removes) {
      fs.rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  /**
   * Whether what it has kept contains a text.
   * @param {string} text
   */
  keeps(text) {
    const files = fs.readdirSync(this.#folder, { recursive: true, withFileTypes: true });
    return files
      .filter((file) => file.isFile())
      .some((file) => fs.readFileSync(path.join(file.parentPath, file.name)).includes(text));
  }

  /**
   * Waits until something is in the log after so many characters.
   * @param {RegExp} what
   * @param {number} after
   */
  async says(what, after) {
    for (;;) {
      const found = what.exec(this.log.slice(after));
      if (found !== null) {
        return found;
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  get pid() {
    return this.#process?.pid;
  }

  get url() {
    return `http://127.0.0.1:${this.#port}`;
  }

  /**
   * Sends a request. The target is sent unchanged.
   * @param {string} target
   * @param {{method?: string, headers?: Record<string, string>, body?: string | Uint8Array}} [options]
   */
  async ask(target, { body, ...options } = {}) {
    const where = { host: "127.0.0.1", port: this.#port, path: target, agent: this.#agent };
    const request = http.request({ ...where, ...options });
    /** @type {Promise<http.IncomingMessage>} */
    const response = new Promise((resolve, reject) => {
      request.once("response", resolve).once("error", reject);
    });
    request.end(body);
    const { statusCode: status, headers } = await response;
    return { status, headers, text: await text(await response) };
  }

  /**
   * Sends a request for tables, whose body is JSON.
   * @param {string} path
   * @param {string} method
   * @param {object} [body]
   * @param {Record<string, string>} [headers]
   */
  askTables(path, method, body, headers = {}) {
    return this.ask(path, {
      method,
      headers: { ...json, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  }
}
