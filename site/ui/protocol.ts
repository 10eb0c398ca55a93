/**
 * What page and engine say to each other. The Go side is wasm/browser/frame; this file and that
 * package change together.
 */
import type { AccountRequest, AccountResponse, Effect } from "../../wasm/browser/session.mjs";

/** Runs one of a page's examples, in an account of its own or that of a session. */
export interface ExampleCall {
  readonly op: "example";
  /** The page's source, as errors name it. */
  readonly file: string;
  /** All examples of the page as the reader left them: the texts of their fences. */
  readonly examples: readonly (readonly string[])[];
  /** Which of them to run. */
  readonly index: number;
  readonly session?: string;
}

/** What running an example gave. */
export interface ExampleReply {
  readonly ok: boolean;
  /** The outcome in one line of words. */
  readonly status: string;
  readonly view: ViewNode;
  readonly errors: readonly ScriptError[];
}

/** Gives a session an empty account, in place of the one it had. */
export interface OpenCall {
  readonly op: "open";
  readonly session: string;
}

/** Lets time pass in a session's account, or sends one request to it, or both in this order. */
export interface DoCall extends Partial<AccountRequest> {
  readonly op: "do";
  readonly session: string;
  readonly milliseconds?: number;
}

/** Drops a session's account. */
export interface CloseCall {
  readonly op: "close";
  readonly session: string;
}

/** Everything that can be asked of the engine, and how it answers each. */
export interface Replies {
  readonly example: ExampleReply;
  readonly open: object;
  readonly do: AccountResponse & Effect;
  readonly close: object;
}

export type Call = ExampleCall | OpenCall | DoCall | CloseCall;

/** The engine's refusal to answer a call. */
export interface Refusal {
  readonly error: string;
  /** The engine that has the full account would answer. */
  readonly full?: true;
}

/** Something wrong in the text of a fence. Lines and columns count from 1, within the fence. */
export interface ScriptError {
  /** The fence, counted from 0 through all examples of the page. */
  readonly fence: number;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint: string;
}

/** A result as a tree: a text, or an element with its attributes and what stands in it. */
export type ViewNode =
  | string
  | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: ViewNode[]];

/** From the page to its worker. */
export interface Run {
  readonly id: number;
  readonly call: Call;
}

/** How far an engine has come. */
export interface Progress {
  /** What is here of it, from 0 to 1. */
  readonly part: number;
  /** How much that is in all on the wire; 0 if nobody knows yet. */
  readonly megabytes: number;
}

/** From the worker to its page. */
export type Report =
  | { readonly kind: "loading"; readonly progress: Progress }
  | { readonly kind: "ready" }
  | { readonly kind: "reply"; readonly id: number; readonly reply: object | Refusal }
  | { readonly kind: "died"; readonly message: string };
