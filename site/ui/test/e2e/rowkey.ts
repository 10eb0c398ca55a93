import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { resolve } from "node:path";
import { during } from "../during.ts";

const root = "../..";
/** The path of the program in the repository, where it is built and run. */
const program = ".cache/rowkey-e2e";

/** The addresses of a running `rowkey serve`: its site, its tables and its queues. */
export interface Serving {
  site: string;
  tables: string;
  queues: string;
}

/** Builds the program, unless another file of tests has, and returns its path. */
export function buildRowkey(): string {
  execFileSync("go", ["build", "-o", program, "./site/rowkey"], { cwd: root });
  return resolve(root, program);
}

/** Starts `rowkey serve` for the tests of a file, on ports that the system chooses. */
export function startServing(): Serving {
  return start(/^Rowkey is at (\S+)\//m, ["-addr", "127.0.0.1:0"]);
}

/** Starts it without a site, which takes long to build, for the pages of another one. */
export function startEndpoint(): Serving {
  return start(/^ {2}blobs at (\S+)/m, ["-addr", "", "-cors", "*"]);
}

function start(started: RegExp, more: readonly string[]): Serving {
  const serving = { site: "", tables: "", queues: "" };
  during(async () => {
    const command = buildRowkey();
    const ports = ["-tables", "-queues", "-blobs"].flatMap((flag) => [flag, "127.0.0.1:0"]);
    const args = ["serve", "-unsigned", ...ports, ...more];
    const server = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
    const printed = await print(server, started);
    serving.site = /^Rowkey is at (\S+)\//m.exec(printed)?.[1] ?? "";
    serving.tables = /^ {2}tables at (\S+)/m.exec(printed)?.[1] ?? "";
    serving.queues = /^ {2}queues at (\S+)/m.exec(printed)?.[1] ?? "";
    return async () => {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      if ((await ended) !== 0) {
        throw new Error("rowkey serve did not end in order");
      }
    };
  });
  return serving;
}

/** Collects the output of a program until it matches a pattern. */
function print(server: ChildProcess, until: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    server.stdout?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      if (until.test(printed)) {
        resolve(printed);
      }
    });
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`rowkey serve has ended:\n${printed}`)));
  });
}
