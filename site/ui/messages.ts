/** The messages between a page and its worker, which carry the calls and replies of protocol.ts. */
import type { Call, Refusal } from "./protocol.ts";

/** From the page to its worker. */
export interface Run {
  readonly id: number;
  readonly call: Call;
}

/** How much of an engine has loaded. */
export interface Progress {
  /** The part that has loaded, from 0 to 1. */
  readonly part: number;
  /** The whole compressed size; 0 if it isn't known yet. */
  readonly megabytes: number;
}

/** From the worker to its page. */
export type Report =
  | { readonly kind: "loading"; readonly progress: Progress }
  | { readonly kind: "ready" }
  | { readonly kind: "reply"; readonly id: number; readonly reply: object | Refusal }
  | { readonly kind: "died"; readonly message: string };
