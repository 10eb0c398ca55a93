/**
 * Requests to queues and blobs, and their answers as the official clients return them. The official clients
 * are three times as large as everything else that an example loads; these have the same names and results
 * for what guides use, and go through the example's `fetch`.
 */
import { addresses, reachesAccount } from "../account.ts";

/** The version of the service that the clients ask for. */
const version = "2026-06-06";

/** A request that was refused. */
export class RestError extends Error {
  override readonly name = "RestError";
  readonly statusCode: number;
  /** The service's code, such as BlobNotFound. It's undefined for HEAD, whose answers have no body. */
  readonly code: string | undefined;
  /** The code from a header, which is always there. */
  readonly details: { readonly errorCode: string | undefined };

  constructor(answer: Response, code: string | undefined, message: string) {
    super(message);
    this.statusCode = answer.status;
    this.code = code;
    this.details = { errorCode: answer.headers.get("x-ms-error-code") ?? undefined };
  }
}

/** A request. Parameters and headers that are undefined aren't sent. */
export interface Ask {
  readonly method: string;
  readonly url: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

/** Sends a request and returns the answer, or throws a RestError. */
export async function send({ method, url, query = {}, headers = {}, body }: Ask) {
  const address = new URL(url);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) {
      address.searchParams.set(name, String(value));
    }
  }
  const lines = new Headers({ "x-ms-version": version });
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) {
      lines.set(name, value);
    }
  }
  const answer = await fetch(address, {
    method,
    headers: lines,
    ...(body !== undefined && { body }),
  });
  if (answer.ok) {
    return answer;
  }
  const xml = await answer.text();
  // After the first line the service names the request and the time.
  const [message = ""] = (textOf(xml, "Message") ?? `The status is ${answer.status}.`).split("\n");
  throw new RestError(answer, textOf(xml, "Code"), message);
}

/** What every answer has. */
export function common({ headers }: Response) {
  const date = headers.get("date");
  return {
    requestId: headers.get("x-ms-request-id") ?? undefined,
    version: headers.get("x-ms-version") ?? undefined,
    date: date === null ? undefined : new Date(date),
  };
}

/** Does what creates or deletes something, and says whether the service had to do it. */
export async function unless<T extends object>(code: RegExp, work: () => Promise<T>) {
  try {
    return { succeeded: true, ...(await work()) };
  } catch (cause) {
    const { errorCode = "" } = cause instanceof RestError ? cause.details : {};
    if (code.test(errorCode)) {
      return { succeeded: false, errorCode };
    }
    throw cause;
  }
}

/** Whether something is there whose properties can be asked for. */
export async function there(properties: Promise<unknown>): Promise<boolean> {
  try {
    await properties;
    return true;
  } catch (cause) {
    if (cause instanceof RestError && cause.statusCode === 404) {
      return false;
    }
    throw cause;
  }
}

/** The address of a service that a connection string names, with its token if it has one. */
export function addressOf(connection: string, service: "queues" | "blobs"): string {
  if (reachesAccount(connection)) {
    return addresses[service];
  }
  const part = (name: string) => new RegExp(`(?:^|;)${name}=([^;]*)`, "i").exec(connection)?.[1];
  const url = part(service === "queues" ? "QueueEndpoint" : "BlobEndpoint");
  const token = part("SharedAccessSignature");
  if (!url || !token) {
    throw new Error("Examples only take connection strings of the emulator, or with a token.");
  }
  return `${url.replace(/\/$/, "")}?${token}`;
}

/** The address of something inside another, which may have a token. */
export function inside(url: string, name: string): string {
  const address = new URL(url);
  const part = encodeURIComponent(name).replaceAll("%2F", "/");
  address.pathname = `${address.pathname.replace(/\/$/, "")}/${part}`;
  return String(address);
}

/** The parts of an address's path, decoded: the account, then the names in it. */
export function namesIn(url: string): string[] {
  return new URL(url).pathname.slice(1).split("/").map(decodeURIComponent);
}

/** The header lines of metadata. */
export function metadataLines(metadata: Readonly<Record<string, string>> = {}) {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [`x-ms-meta-${name}`, value]),
  );
}

/** The metadata in header lines. Names come in lower case, as browsers and Node return them. */
export function metadataIn(headers: Headers): Record<string, string> {
  const lines = Array.from(headers).filter(([name]) => name.startsWith("x-ms-meta-"));
  return Object.fromEntries(lines.map(([name, value]) => [name.slice(10), value]));
}

/** The contents of all elements with a name, as XML. */
export function elements(xml: string, name: string): string[] {
  const all = xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([\\s\\S]*?)</${name}>`, "g"));
  return Array.from(all, ([, inner = ""]) => inner);
}

/** The text of the first element with a name. */
export function textOf(xml: string, name: string): string | undefined {
  return elements(xml, name)[0]?.replace(/&(lt|gt|quot|apos|amp|#x?[\da-f]+);/gi, (_, entity) => {
    const number = /^#(x?)(.*)/i.exec(entity);
    return number
      ? String.fromCodePoint(Number.parseInt(number[2] ?? "", number[1] ? 16 : 10))
      : (characters[entity as keyof typeof characters] ?? "");
  });
}

const characters = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/** A text as XML has it. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The time in an element. */
export function timeOf(xml: string, name: string): Date | undefined {
  const text = textOf(xml, name);
  return text === undefined ? undefined : new Date(text);
}
