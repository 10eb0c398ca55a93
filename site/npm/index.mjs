// Starts the endpoint for tests.
import { spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import { findProgram } from "./program.mjs";

const key =
  "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
const first = "devstoreaccount1";
const naming = "a name has 3 to 24 lower-case letters, digits and hyphens, such as test1";
const settings = { tables: "TableEndpoint", queues: "QueueEndpoint", blobs: "BlobEndpoint" };

/**
 * @typedef {import("./index.d.ts").Options} Options
 * @typedef {import("./index.d.ts").Rowkey} Rowkey
 * @typedef {import("./index.d.ts").Account} Account
 * @typedef {{ urls: Record<string, string>, control: string, environment: Record<string, string> }} Started
 */

/**
 * Starts an endpoint on ports that the system chooses. It ends with stop, or with this process.
 * @param {Options} [options]
 * @returns {Promise<Rowkey>}
 */
export async function start({ seed, forks = 200, args = [] } = {}) {
  const program = findProgram();
  if (!program) {
    return startTables(seed);
  }
  const anywhere = "127.0.0.1:0";
  const all = ["serve", "-addr", "", "-until-input-ends", "-forks", `${forks}`, "-accounts", first];
  for (const flag of ["tables", "queues", "blobs", "control"]) {
    all.push(`-${flag}`, anywhere);
  }
  for (const each of seed === undefined ? [] : [seed].flat()) {
    all.push("-seed", each);
  }
  const child = spawn(program, [...all, ...args], { stdio: ["pipe", "pipe", "pipe"] });
  const { urls, control, environment } = await ready(child);
  // It doesn't keep the tests' process alive, and ends with its own input when that process does.
  child.stderr.pipe(process.stderr); // why it refused an account, for example
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) {
    /** @type {import("node:net").Socket} */ (/** @type {unknown} */ (stream)).unref();
  }
  return fixture(urls, control, environment, async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    if (child.exitCode === null) {
      child.ref();
      child.stdin.end();
      await ended;
    }
  });
}

/**
 * Waits until the endpoint has said where everything is.
 * @param {import("node:child_process").ChildProcessWithoutNullStreams} child
 */
function ready(child) {
  return new Promise((/** @type {(at: Started) => void} */ resolve, reject) => {
    let complaints = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      complaints += text;
    });
    child.once("error", reject);
    child.once("close", (code) => {
      reject(new Error(complaints.trim() || `rowkey serve ended with ${code}`));
    });
    /** @type {Record<string, string>} */
    const urls = {};
    /** @type {Record<string, string>} */
    const environment = {};
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [, service = "", url = ""] = /^ {2}(\w+) at (\S+)$/.exec(line) ?? [];
      if (service) {
        urls[service] ??= new URL(url).origin;
      }
      const [, name = "", value = ""] = /^ {2}(\w+)=(.+)$/.exec(line) ?? [];
      if (name) {
        environment[name] = value;
      }
      const [, control] = /^control interface at (\S+)$/.exec(line) ?? [];
      if (control) {
        resolve({ urls, control, environment });
      }
    });
  });
}

/** @param {Options["seed"]} seed */
async function startTables(seed) {
  if (seed !== undefined) {
    throw new Error(
      `a seed needs the program for ${process.platform} on ${process.arch}, which isn't installed: ` +
        "npm leaves it out with --omit=optional",
    );
  }
  const { serveTables } = await import("./tables.mjs");
  const { url, stop } = await serveTables(0);
  console.warn("rowkey: the program for this system isn't installed: tables alone are served");
  return fixture({ tables: url }, "", {}, async () => {
    stop();
  });
}

/**
 * @param {Record<string, string>} origins of the services
 * @param {string} at the control interface; "" for none
 * @param {Record<string, string>} environment
 * @param {() => Promise<void>} stop
 * @returns {Rowkey}
 */
function fixture(origins, at, environment, stop) {
  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   */
  const control = async (method, path, body) => {
    if (!at) {
      throw new Error("there's no control interface without the program for this system");
    }
    const response = await fetch(at + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) {
      throw new Error(answer.error);
    }
    return answer;
  };
  const account = (/** @type {string} */ name) => {
    if (!/^(?!-)(?!.*-secondary$)[a-z\d-]{3,24}$/.test(name)) {
      throw new Error(`account ${JSON.stringify(name)}: ${naming}`);
    }
    return accountOf(name, origins, control);
  };
  return { ...account(first), account, control, environment, stop };
}

/**
 * @param {string} name
 * @param {Record<string, string>} origins
 * @param {Rowkey["control"]} control
 * @returns {Account}
 */
function accountOf(name, origins, control) {
  /** @type {Record<string, string>} */
  const urls = {};
  const protocol = origins["tables"]?.split(":")[0];
  let connectionString = `DefaultEndpointsProtocol=${protocol};AccountName=${name};AccountKey=${key};`;
  for (const [service, setting] of Object.entries(settings)) {
    if (origins[service]) {
      urls[service] = `${origins[service]}/${name}`;
      connectionString += `${setting}=${urls[service]};`;
    }
  }
  const at = `/accounts/${name}`;
  return {
    name,
    connectionString,
    url: urls["tables"] ?? "",
    urls,
    requests: async () => {
      const seen = /** @type {import("../ui/protocol.ts").SeenRequests} */ (
        await control("GET", "/requests")
      );
      return seen.requests.filter((each) => each.account === name);
    },
    cost: async () =>
      /** @type {import("./index.d.ts").Cost} */ (await control("GET", `${at}/cost`)),
    readsAtMost: async (most) => {
      const { problem } = /** @type {{ problem?: string }} */ (
        await control("GET", `${at}/cost?most=${most}`)
      );
      if (problem) {
        throw Object.assign(new Error(problem), { name: "AssertionError", code: "ERR_ASSERTION" });
      }
    },
    reset: async () => void (await control("DELETE", `${at}/cost`)),
    fault: async (rule) => void (await control("POST", "/faults", `${rule} account=${name}`)),
    mark: async () => void (await control("POST", `${at}/mark`)),
    back: async () => void (await control("POST", `${at}/back`)),
    remove: async () => void (await control("DELETE", at)),
  };
}
