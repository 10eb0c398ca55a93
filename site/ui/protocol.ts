/**
 * The messages between page and engine. The Go side is engine/hosts/frame; change both together.
 */
import type { AccountRequest, AccountResponse, Effect } from "../../wasm/browser/session.mjs";

/** Runs one of a page's examples, in a new account or in that of a session. */
export interface ExampleCall {
  readonly op: "example";
  /** The page's source, for error messages. */
  readonly file: string;
  /** All examples of the page: the current code of their fences. */
  readonly examples: readonly (readonly (string | DataFence)[])[];
  /** The index of the example to run. */
  readonly index: number;
  readonly session?: string;
  /** The reader has changed the page's code, so what it expects is news and not an error. */
  readonly edited?: boolean;
  /** Whether the reply is to have a report. */
  readonly report?: true;
}

/** The current text of a fence with the data of a table. */
export interface DataFence {
  readonly table: string;
  /** Csv with its header. */
  readonly text: string;
}

/** The outcome of running an example. */
export interface ExampleReply {
  readonly ok: boolean;
  /** The outcome in one line of words. */
  readonly status: string;
  readonly view: ViewNode;
  readonly errors: readonly ScriptError[];
  readonly report?: RunReport;
}

/** What `rowkey run --json` prints: site/ui needs only a part of it. */
export interface RunReport {
  readonly ok: boolean;
  readonly files: readonly {
    readonly steps: readonly {
      readonly plan: string;
      readonly cost: { readonly entitiesRead: number | null };
    }[];
  }[];
}

/** Gives a session a new, empty account. */
export interface OpenCall {
  readonly op: "open";
  readonly session: string;
}

/** Advances the clock of a session's account, sends it a request, or does both in this order. */
export interface DoCall extends Partial<AccountRequest> {
  readonly op: "do";
  readonly session: string;
  readonly milliseconds?: number;
  /** Asks for a view of what the request did. */
  readonly view?: boolean;
}

/** Drops a session's account. */
export interface CloseCall {
  readonly op: "close";
  readonly session: string;
}

/** The calls of the engine and their replies. */
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

/** An error in the code of a fence. Lines and columns count from 1, within the fence. */
export interface ScriptError {
  /** The index of the fence among those of all examples of the page. */
  readonly fence: number;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint: string;
}

/** A result as a tree: a string, or an element with its attributes and children. */
export type ViewNode =
  | string
  | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: ViewNode[]];

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
