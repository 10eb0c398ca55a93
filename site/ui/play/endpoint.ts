/**
 * Runs requests against an account outside the page: the local endpoint, an emulator, Azure or Cosmos DB.
 *
 * The engine renders and signs the requests, and the page sends them one by one. The reader's key or token is
 * only in the memory of this object and of the engine's worker. Nothing puts it into an address, into storage
 * or into a log, and requests to other addresses than the account's aren't sent at all.
 */
import type { AccountRequest, AccountResponse } from "../../../wasm/browser/session.mjs";
import type { ConnectReply, PlayReply, Send, SendReply } from "../protocol.ts";
import { type Advice, addressOf, corsAdvice, mixedContent, refused } from "./endpoint-advice.ts";

/** A call to the full engine. */
export type Ask = (call: object) => Promise<object>;

/** Requests of a file: those whose blocks overlap the lines. */
export interface Sending {
  readonly file: string;
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Tables of the workspace's data, to which requests can refer. The account needs to have them already. */
  readonly tables?: readonly string[];
}

export interface SendingWatch {
  readonly signal: AbortSignal;
  /** A request is being sent: the first one is number 1. */
  readonly sending?: (number: number, request: string) => void;
}

/** What came of a run: the reply of the engine's call `play`, and what to do if something is wrong. */
export interface EndpointReply extends PlayReply {
  readonly advice?: Advice;
}

type Answer = AccountResponse | { readonly error: string };

interface Options {
  /** How long one answer may take, in milliseconds. */
  readonly limit?: number;
  /** The longest `# @sleep`, in milliseconds. */
  readonly longest?: number;
}

export class Endpoint {
  #settings: ConnectReply | undefined;
  readonly #ask: Ask;
  readonly #limit: number;
  readonly #longest: number;
  /** The account's address without what lets in, for the reader. */
  readonly where: string;
  /** Whether it's on this machine, where scripts do no harm. */
  readonly isLocal: boolean;

  constructor(
    settings: ConnectReply,
    ask: Ask,
    { limit = 30_000, longest = 60_000 }: Options = {},
  ) {
    this.#settings = settings;
    this.#ask = ask;
    this.#limit = limit;
    this.#longest = longest;
    this.where = settings.host ?? "";
    this.isLocal = settings.local === true;
  }

  /** What lets the reader in. An emulator's key is the engine's own. */
  get credential(): "key" | "token" | "emulator" | "" {
    const { key, token } = this.#settings ?? {};
    if (!this.#settings || token !== undefined) {
      return this.#settings ? "token" : "";
    }
    return key === undefined ? "emulator" : "key";
  }

  /** Forgets the key or token, here and in the engine. No request can be sent after that. */
  async forget(): Promise<void> {
    this.#settings = undefined;
    await this.#ask({ op: "forget" });
  }

  /** Sends requests, after those that they refer to unless these have succeeded there before. */
  async run(sending: Sending, watch: SendingWatch): Promise<EndpointReply> {
    const settings = this.#settings;
    if (!settings) {
      throw new Error("The account's key has been forgotten. Connect again.");
    }
    const mixed = mixedContent(settings);
    if (mixed) {
      return { ok: false, status: "Not sent", errors: [], steps: [], advice: mixed };
    }
    const run = new Sends(settings, watch, this.#limit);
    const { token, local, ...there } = settings;
    const longest = this.#longest;
    let turn = await this.#turn({
      op: "send",
      ...sending,
      ...there,
      token: token !== undefined,
      longest,
    });
    while ("wait" in turn || "send" in turn) {
      const answer = "send" in turn ? await run.send(turn) : await run.wait(turn.wait);
      turn = await this.#turn({ op: "answer", ...answer });
    }
    const advice = run.advice ?? refused(turn.steps, settings);
    return advice ? { ...turn, advice } : turn;
  }

  async #turn(call: object): Promise<SendReply> {
    const reply = await this.#ask({ now: Date.now(), ...call });
    if ("error" in reply) {
      throw new Error(String(reply.error));
    }
    return reply as SendReply;
  }
}

/** The requests of one run on their way. */
class Sends {
  readonly #settings: ConnectReply;
  readonly #watch: SendingWatch;
  readonly #limit: number;
  #count = 0;
  advice: Advice | undefined;

  constructor(settings: ConnectReply, watch: SendingWatch, limit: number) {
    this.#settings = settings;
    this.#watch = watch;
    this.#limit = limit;
  }

  async send({ send: request, elsewhere }: Send): Promise<Answer> {
    const { signal } = this.#watch;
    if (signal.aborted) {
      return this.#stop();
    }
    if (elsewhere) {
      const message =
        `${addressOf(request.url)} isn't an address of the account, so this wasn't sent: ` +
        "requests only go to the account that you chose.";
      this.advice = { kind: "elsewhere", message, texts: [] };
      return { error: message };
    }
    this.#count++;
    this.#watch.sending?.(this.#count, `${request.method} ${pathOf(request.url)}`);
    const late = AbortSignal.timeout(this.#limit);
    try {
      return await this.#fetch(request, AbortSignal.any([signal, late]));
    } catch (cause) {
      return signal.aborted ? this.#stop() : this.#lost(late.aborted, cause);
    }
  }

  async wait(milliseconds: number): Promise<Answer | Record<string, never>> {
    const { signal } = this.#watch;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    });
    return {};
  }

  async #fetch(request: AccountRequest, signal: AbortSignal): Promise<Answer> {
    const { url, headers } = this.#signed(request);
    const answer = await fetch(url, {
      method: request.method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      ...(request.body !== "" && { body: request.body }),
      signal,
      // A redirect would take the signature to another host.
      redirect: "error",
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
    });
    return { status: answer.status, headers: [...answer.headers], body: await answer.text() };
  }

  /** A request with the token, where the engine left a place for it. */
  #signed({ url, headers }: AccountRequest): Pick<AccountRequest, "url" | "headers"> {
    const { token, local } = this.#settings;
    const sent = headers.filter(([name]) => name.toLowerCase() !== "x-rowkey-explain" || local);
    const place = sent.findIndex(
      ([name, value]) => name === "Authorization" && value === "SharedAccessSignature",
    );
    if (token === undefined || place < 0) {
      return { url, headers: sent };
    }
    const mark = url.includes("?") ? "&" : "?";
    return { url: `${url}${mark}${token}`, headers: sent.filter((_, i) => i !== place) };
  }

  #stop(): Answer {
    const sent = this.#count;
    const message = `You stopped it after ${sent === 1 ? "1 request" : `${sent} requests`}.`;
    this.advice = { kind: "stopped", message, texts: [] };
    return { error: message };
  }

  /** No answer came. Whether the account can be reached at all tells what that means. */
  async #lost(late: boolean, cause: unknown): Promise<Answer> {
    const { host = "", local: isLocal } = this.#settings;
    const fate =
      this.#count > 1
        ? ` The ${this.#count - 1} before it were answered; those after it weren't sent. ` +
          "Whether the service has carried it out isn't known."
        : "";
    if (late) {
      const seconds = this.#limit / 1000;
      const message = `There was no answer within ${seconds} seconds to request ${this.#count}.${fate}`;
      this.advice = { kind: "timeout", message, texts: [] };
    } else if (await isReachable(host)) {
      this.advice = corsAdvice(this.#settings, location.origin, fate);
    } else {
      const reason = cause instanceof Error ? ` (${cause.message})` : "";
      const local = isLocal
        ? " Is it running? If your browser asked whether this page can use your local network, allow it."
        : "";
      const message = `${addressOf(host)} can't be reached from this page${reason}.${local}${fate}`;
      this.advice = { kind: "network", message, texts: [] };
    }
    return { error: this.advice.message };
  }
}

/** Whether a server answers there, even if this page may not read what. */
async function isReachable(address: string): Promise<boolean> {
  try {
    await fetch(address, {
      mode: "no-cors",
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(5000),
    });
    return true;
  } catch {
    return false;
  }
}

function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, "").replace(/([?&]sig=)[^&]*/, "$1...");
}
