/** What a service worker has that pages don't. TypeScript's types of both can't be used in one project. */
export interface Scope {
  readonly registration: { readonly installing: object | null; readonly waiting: object | null };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: object): Promise<readonly Client[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", hear: (event: Extendable) => void): void;
  addEventListener(type: "fetch", hear: (event: Fetch) => void): void;
  addEventListener(type: "message", hear: (event: Message) => void): void;
}

/** A page that the service worker may serve. */
export interface Client {
  readonly url: string;
  postMessage(message: object, transfer: Transferable[]): void;
  navigate(url: string): Promise<unknown>;
}

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface Fetch extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface Message extends Extendable {
  readonly data: Order;
}

/**
 * From a page to the service worker: replace the release that pages use; remove the caches of releases that
 * no page uses; keep the engines that the browser has loaded; or keep all of them.
 */
export type Order = "take over" | "prune" | "keep" | "keep all";

/** From the service worker to a page: which main script it runs. The answer goes to the port. */
export interface Question {
  readonly kind: "main?";
}

/** The files of a release by their paths, each with the beginning of its SHA-256 in hexadecimal. */
export interface Release {
  /** Those that are kept at once. */
  readonly now: Readonly<Record<string, string>>;
  /** Large ones, which are kept once they have been used. */
  readonly later: Readonly<Record<string, string>>;
}
