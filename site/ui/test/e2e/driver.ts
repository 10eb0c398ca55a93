/**
 * Drives browsers other than Chromium by the standard for it, WebDriver: Firefox speaks its BiDi form itself,
 * and WebKit comes with a program for the older one. Both are Debian's, and no package from npm is needed.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { patience } from "./reader.ts";

/** A browser with one window. */
export interface Driver {
  open(url: string): Promise<void>;
  /** Calls a function in the page. What it returns must survive JSON. */
  call<T>(run: (argument: string) => T | Promise<T>, argument?: string): Promise<T>;
  /** Performs actions, in the form that both kinds of WebDriver share. */
  act(actions: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

/** A browser that may be installed. */
export interface Kind {
  readonly name: string;
  /** Why it can't be driven here, or "". */
  readonly missing: string;
  start(): Promise<Driver>;
}

const firefox = process.env["FIREFOX"] ?? "/usr/bin/firefox-esr";
const webKit = process.env["WEBKIT_DRIVER"] ?? "/usr/bin/WebKitWebDriver";
const miniBrowser = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
const display = "/usr/bin/Xvfb";

const absent = (files: readonly string[], packages: string) => {
  const missing = files.filter((file) => !existsSync(file));
  return missing.length === 0
    ? ""
    : `${missing.join(" and ")} not installed (apt-get install ${packages})`;
};

export const kinds: readonly Kind[] = [
  { name: "Firefox", missing: absent([firefox], "firefox-esr"), start: startFirefox },
  {
    name: "WebKit",
    missing: absent([webKit, miniBrowser, display], "webkit2gtk-driver xvfb"),
    start: startWebKit,
  },
];

/** Calls a function of ours: page scripts may not make code of text, and WebDriver does that outside. */
const expression = (run: (argument: string) => unknown, argument: string) =>
  `Promise.resolve((${run})(${JSON.stringify(argument)})).then((value) => JSON.stringify(value ?? null))`;

async function startFirefox(): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), "rowkey-firefox-"));
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"];
  const program = spawn(firefox, args, { stdio: ["ignore", "ignore", "pipe"] });
  const printed = await print(program, /WebDriver BiDi listening on (ws:\S+)/);
  const socket = new WebSocket(`${printed}/session`);
  await new Promise((opened, failed) => {
    socket.onopen = opened;
    socket.onerror = failed;
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id)?.(answer);
  };
  const send = async (method: string, params: object) => {
    const id = waiting.size + 1;
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer.type === "error") {
      throw new Error(`${method}: ${answer.message}`);
    }
    return answer.result;
  };
  await send("session.new", { capabilities: {} });
  const { contexts } = await send("browsingContext.getTree", {});
  const context = contexts?.[0]?.context;
  const viewport = { width: 1280, height: 900 };
  await send("browsingContext.setViewport", { context, viewport });
  return {
    async open(url) {
      await send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    async call(run, argument = "") {
      const { result, exceptionDetails } = await send("script.evaluate", {
        expression: expression(run, argument),
        target: { context },
        awaitPromise: true,
      });
      if (exceptionDetails) {
        throw new Error(exceptionDetails.text);
      }
      return JSON.parse(result?.value ?? "null");
    },
    async act(actions) {
      await send("input.performActions", { context, actions });
    },
    async close() {
      await end(program);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The parts of BiDi's answers that are used here. */
interface Answer {
  readonly id: number;
  readonly type: string;
  readonly message?: string;
  readonly result: {
    readonly contexts?: readonly { readonly context: string }[];
    readonly result?: { readonly value?: string };
    readonly exceptionDetails?: { readonly text: string };
  };
}

async function startWebKit(): Promise<Driver> {
  const screen = spawn(
    display,
    ["-displayfd", "3", "-screen", "0", "1280x1000x24", "-nolisten", "tcp"],
    { stdio: ["ignore", "ignore", "ignore", "pipe"] },
  );
  const number = await read(screen.stdio[3] as NodeJS.ReadableStream, /^(\d+)\n/);
  const port = 20_000 + (process.pid % 12_000);
  const program = spawn(webKit, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${number}` },
    stdio: "ignore",
  });
  const base = `http://127.0.0.1:${port}/session`;
  const send = async (path: string, body: object) => {
    const response = await fetch(base + path, { method: "POST", body: JSON.stringify(body) });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) {
      throw new Error(`${path}: ${JSON.stringify(value)}`);
    }
    return value;
  };
  const browserOptions = { binary: miniBrowser, args: ["--automation"] };
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": browserOptions } };
  const session = await patiently(() => send("", { capabilities }));
  const { sessionId } = session as { sessionId: string };
  return {
    async open(url) {
      await send(`/${sessionId}/url`, { url });
    },
    async call(run, argument = "") {
      const script = `return ${expression(run, argument)}`;
      return JSON.parse(String(await send(`/${sessionId}/execute/sync`, { script, args: [] })));
    },
    async act(actions) {
      await send(`/${sessionId}/actions`, { actions });
    },
    async close() {
      await fetch(`${base}/${sessionId}`, { method: "DELETE" }).catch(() => {});
      await end(program);
      await end(screen);
    },
  };
}

/** Tries something until it succeeds. */
async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + patience; Date.now() < end; ) {
    try {
      return await attempt();
    } catch (cause) {
      if (!(cause instanceof TypeError)) {
        throw cause; // it is there and refuses
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return attempt();
}

function print(program: ChildProcess, until: RegExp): Promise<string> {
  return read(program.stderr as NodeJS.ReadableStream, until);
}

/** Reads until a pattern matches, and returns its group. */
function read(stream: NodeJS.ReadableStream, until: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    stream.on("data", (part) => {
      text += part;
      const [, group] = until.exec(text) ?? [];
      if (group !== undefined) {
        resolve(group);
      }
    });
    stream.once("end", () => reject(new Error(`ended before it printed ${until}: ${text}`)));
  });
}

async function end(program: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => program.once("exit", resolve));
  program.kill();
  await ended;
}
