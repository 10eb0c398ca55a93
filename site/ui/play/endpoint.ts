/**
 * Runs requests against an account outside the page: the local endpoint, an emulator, Azure or Cosmos DB.
 *
 * The engine renders and signs the requests, and the page sends them one by one. The reader's key or token is
 * only in the memory of this object and of the engine's worker. Nothing puts it into an address, into storage
 * or into a log, and requests to other addresses than the account's aren't sent at all.
 */
import type { AccountRequest, AccountResponse } from "../../../wasm/browser/session.mjs";
import type { PlayReply, PlayStep, SendReply } from "../protocol.ts";

/** Where an account is and what lets the reader in. */
export interface Settings {
  readonly tables: string;
  /** Beside the tables, where that is known, if they are "". */
  readonly queues: string;
  readonly blobs: string;
  readonly account: string;
  readonly secret: Secret;
}

export type Secret =
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "token"; readonly token: string };

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

/** What to do about a run that went wrong. */
export interface Advice {
  readonly kind: "cors" | "mixed" | "network" | "timeout" | "key" | "elsewhere" | "stopped";
  readonly message: string;
  /** Texts to copy, each with what it is. */
  readonly texts: readonly (readonly [label: string, text: string])[];
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
  #settings: Settings | undefined;
  readonly #ask: Ask;
  readonly #limit: number;
  readonly #longest: number;
  /** The account's address without what lets in, for the reader. */
  readonly where: string;

  constructor(settings: Settings, ask: Ask, { limit = 30_000, longest = 60_000 }: Options = {}) {
    this.#settings = settings;
    this.#ask = ask;
    this.#limit = limit;
    this.#longest = longest;
    this.where = settings.tables;
  }

  /** Whether it's on this machine, where scripts do no harm. */
  get isLocal(): boolean {
    return isLoopback(this.where);
  }

  /** Whether the engine's own key lets the reader in, which every emulator has. */
  get isEmulator(): boolean {
    const secret = this.#settings?.secret;
    return secret?.kind === "key" && secret.key === "";
  }

  /** What lets the reader in. */
  get credential(): "key" | "token" | "" {
    return this.#settings?.secret.kind ?? "";
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
    const mixed = mixedContent(settings.tables);
    if (mixed) {
      return { ok: false, status: "Not sent", view: "", errors: [], steps: [], advice: mixed };
    }
    const run = new Sends(settings, watch, this.#limit);
    let turn = await this.#turn({
      op: "send",
      ...sending,
      text: withoutAddresses(sending.text),
      host: settings.tables,
      queue: settings.queues,
      blob: settings.blobs,
      account: settings.account,
      key: settings.secret.kind === "key" ? settings.secret.key : "",
      token: settings.secret.kind === "token",
      longest: this.#longest,
    });
    while ("wait" in turn || "send" in turn) {
      const answer = "send" in turn ? await run.send(turn.send) : await run.wait(turn.wait);
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
  readonly #settings: Settings;
  readonly #watch: SendingWatch;
  readonly #limit: number;
  #count = 0;
  advice: Advice | undefined;

  constructor(settings: Settings, watch: SendingWatch, limit: number) {
    this.#settings = settings;
    this.#watch = watch;
    this.#limit = limit;
  }

  async send(request: AccountRequest): Promise<Answer> {
    const { signal } = this.#watch;
    if (signal.aborted) {
      return this.#stop();
    }
    if (!this.#isOwn(request.url)) {
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
    const { secret, tables } = this.#settings;
    const sent = headers.filter(
      ([name]) => name.toLowerCase() !== "x-rowkey-explain" || isLoopback(tables),
    );
    const place = sent.findIndex(
      ([name, value]) => name === "Authorization" && value === "SharedAccessSignature",
    );
    if (secret.kind !== "token" || place < 0) {
      return { url, headers: sent };
    }
    const token = secret.token.replace(/^\?/, "");
    const mark = url.includes("?") ? "&" : "?";
    return { url: `${url}${mark}${token}`, headers: sent.filter((_, i) => i !== place) };
  }

  #isOwn(url: string): boolean {
    const { tables, queues, blobs } = this.#settings;
    return [tables, ...beside({ tables, queues, blobs })].some(
      (address) => address !== "" && (url === address || /^[/?]/.test(after(url, address) ?? "")),
    );
  }

  #stop(): Answer {
    const sent = this.#count;
    const message = `You stopped it after ${sent === 1 ? "1 request" : `${sent} requests`}.`;
    this.advice = { kind: "stopped", message, texts: [] };
    return { error: message };
  }

  /** No answer came. Whether the account can be reached at all tells what that means. */
  async #lost(late: boolean, cause: unknown): Promise<Answer> {
    const { tables } = this.#settings;
    const fate =
      this.#count > 1
        ? ` The ${this.#count - 1} before it were answered; those after it weren't sent. ` +
          "Whether the service has carried it out isn't known."
        : "";
    if (late) {
      const seconds = this.#limit / 1000;
      const message = `There was no answer within ${seconds} seconds to request ${this.#count}.${fate}`;
      this.advice = { kind: "timeout", message, texts: [] };
    } else if (await isReachable(tables)) {
      this.advice = corsAdvice(tables, location.origin, fate);
    } else {
      const reason = cause instanceof Error ? ` (${cause.message})` : "";
      const local = isLoopback(tables)
        ? " Is it running? If your browser asked whether this page can use your local network, allow it."
        : "";
      const message = `${addressOf(tables)} can't be reached from this page${reason}.${local}${fate}`;
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

/** The addresses of queues and blobs: those given, or those that belong to the tables'. */
function beside({
  tables,
  queues,
  blobs,
}: Pick<Settings, "tables" | "queues" | "blobs">): string[] {
  const other = (service: string, port: string) => {
    const moved = tables.replace(".table.", `.${service}.`).replace(":10002", port);
    return moved === tables ? "" : moved;
  };
  return [queues || other("queue", ":10001"), blobs || other("blob", ":10000")];
}

function after(url: string, address: string): string | undefined {
  return url.startsWith(address) ? url.slice(address.length) : undefined;
}

/** A script without the addresses that it sets, so that it goes to the account that the reader chose. */
export function withoutAddresses(text: string): string {
  return text.replaceAll(/^[ \t]*(?=@(?:host|queue|blob)[ \t]*=)/gm, "# ");
}

export function isLoopback(address: string): boolean {
  return /^http:\/\/(127\.\d+\.\d+\.\d+|localhost|[\w-]+\.localhost|\[::1\])(:|\/|$)/.test(address);
}

/** A page that came by TLS can't call plain HTTP elsewhere than on this machine. */
function mixedContent(address: string): Advice | undefined {
  if (location.protocol !== "https:" || !address.startsWith("http:") || isLoopback(address)) {
    return undefined;
  }
  const message =
    `${addressOf(address)} is plain HTTP, and browsers don't let a page that came by HTTPS call that. ` +
    "Use the account's https address, or open this page from your own machine with rowkey serve.";
  return { kind: "mixed", message, texts: [] };
}

/** What to do if the account has no rule for this page. */
export function corsAdvice(tables: string, origin: string, fate: string): Advice {
  const rule =
    "The account has no CORS rule for this page, so the browser didn't send the request.";
  const message = `${rule}${fate}`;
  if (isLoopback(tables)) {
    const texts: Advice["texts"] = [
      ["For the local endpoint, start it with", `rowkey serve -cors ${origin}`],
      ["For Azurite, set the properties of its table service", rules(origin)],
    ];
    return { kind: "cors", message, texts };
  }
  if (tables.includes(".cosmos.")) {
    const label = "Add this origin in the Azure portal, under Settings, CORS, of the account";
    return { kind: "cors", message, texts: [[label, origin]] };
  }
  const name = /^https?:\/\/([\w-]+)\./.exec(tables)?.[1] ?? "ACCOUNT";
  const command =
    `az storage cors add --services t --account-name ${name} --origins ${origin} \\\n` +
    "  --methods GET PUT POST DELETE HEAD OPTIONS PATCH MERGE \\\n" +
    "  --allowed-headers '*' --exposed-headers '*' --max-age 3600";
  const texts: Advice["texts"] = [
    ["With the Azure CLI", command],
    ["Or by Set Table Service Properties", rules(origin)],
  ];
  return { kind: "cors", message, texts };
}

function rules(origin: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<StorageServiceProperties>
  <Cors>
    <CorsRule>
      <AllowedOrigins>${origin}</AllowedOrigins>
      <AllowedMethods>GET,PUT,POST,DELETE,HEAD,OPTIONS,PATCH,MERGE</AllowedMethods>
      <AllowedHeaders>*</AllowedHeaders>
      <ExposedHeaders>*</ExposedHeaders>
      <MaxAgeInSeconds>3600</MaxAgeInSeconds>
    </CorsRule>
  </Cors>
</StorageServiceProperties>`;
}

/** What to do if the service didn't let the reader in. */
function refused(steps: readonly PlayStep[], { secret }: Settings): Advice | undefined {
  const step = steps.findLast(({ status, ok }) => !ok && (status === 403 || status === 401));
  if (!step) {
    return undefined;
  }
  const message =
    secret.kind === "key"
      ? "The service refused the key. Check that it's a key of this account, and that your clock is right."
      : "The service refused the token. Check that it hasn't expired, that it's for tables with the " +
        "resource types service, container and object, and that it allows what the request does.";
  return { kind: "key", message, texts: [] };
}

/** Scheme and host of an address, for messages. */
function addressOf(url: string): string {
  return /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? "This address";
}

function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, "").replace(/([?&]sig=)[^&]*/, "$1...");
}

/** What isn't right in settings, for the reader. */
export class SettingsError extends Error {}

/** Reads what the reader has typed: an address and a key, a token, a URL with one, or a connection string. */
export function settingsOf(address: string, account: string, secret: string): Settings {
  const trimmed = secret.trim();
  const parts = new Map(
    trimmed.split(";").flatMap((part): [string, string][] => {
      const at = part.indexOf("=");
      return at > 0 ? [[part.slice(0, at).trim(), part.slice(at + 1).trim()]] : [];
    }),
  );
  if (parts.has("AccountName") || parts.has("TableEndpoint")) {
    return fromConnectionString(parts, address);
  }
  const [url = "", token] = address.trim().split("?");
  const base = { tables: url.replace(/\/+$/, ""), queues: "", blobs: "" };
  checkAddress(base.tables);
  const signature = token?.includes("sig=") ? token : trimmed;
  if (/(^|[?&])sig=/.test(signature)) {
    return { ...base, account: "", secret: { kind: "token", token: signature.replace(/^\?/, "") } };
  }
  const name = account.trim() || accountIn(base.tables);
  return { ...base, account: name, secret: { kind: "key", key: checkKey(trimmed, base.tables) } };
}

function fromConnectionString(parts: ReadonlyMap<string, string>, address: string): Settings {
  const account = parts.get("AccountName") ?? "";
  const suffix = parts.get("EndpointSuffix") ?? "core.windows.net";
  const usual = `${parts.get("DefaultEndpointsProtocol") ?? "https"}://${account}.table.${suffix}`;
  const tables = (parts.get("TableEndpoint") ?? (account ? usual : address)).replace(/\/+$/, "");
  checkAddress(tables);
  const token = parts.get("SharedAccessSignature");
  return {
    tables,
    queues: (parts.get("QueueEndpoint") ?? "").replace(/\/+$/, ""),
    blobs: (parts.get("BlobEndpoint") ?? "").replace(/\/+$/, ""),
    account,
    secret:
      token === undefined
        ? { kind: "key", key: checkKey(parts.get("AccountKey") ?? "", tables) }
        : { kind: "token", token: token.replace(/^\?/, "") },
  };
}

function checkAddress(address: string): void {
  if (!/^https?:\/\/[\w.[\]:-]+(\/[\w-]+)*\/?$/.test(address)) {
    throw new SettingsError(
      "Write the address of the account's tables, such as https://NAME.table.core.windows.net.",
    );
  }
}

function checkKey(key: string, address: string): string {
  if (key === "" && isLoopback(address)) {
    return ""; // the engine knows the key that every emulator has
  }
  if (!/^[A-Za-z0-9+/]{8,}={0,2}$/.test(key)) {
    throw new SettingsError(
      "Write a key of the account, a shared access signature or a connection string.",
    );
  }
  return key;
}

/** The account's name: the last part of an emulator's address, or the first one of a host. */
function accountIn(address: string): string {
  const [, host = "", path = ""] = /^https?:\/\/([^/]+)\/?(.*)$/.exec(address) ?? [];
  return path || (host.split(".")[0] ?? "");
}
