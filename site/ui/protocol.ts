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

/** Reads a script and says where its requests are. */
export interface ParseCall {
  readonly op: "parse";
  readonly file: string;
  readonly text: string;
  /** The session whose tables the script may refer to. */
  readonly session?: string;
  /** More tables that it may refer to. */
  readonly tables?: readonly string[];
}

/** A request of a script: its block is from `line` to `end`. */
export interface ParsedRequest {
  readonly line: number;
  readonly end: number;
  readonly name: string;
  readonly title: string;
  readonly method: string;
  readonly target: string;
  readonly table: string;
  readonly refs: readonly string[];
}

export interface ParseReply {
  readonly requests: readonly ParsedRequest[];
  readonly errors: readonly ScriptError[];
}

/** Stores the rows of a piece of a data file. `line` is the number of its first row in the file. */
export interface FillCall {
  readonly op: "fill";
  readonly session: string;
  readonly table: string;
  readonly text: string;
  readonly line: number;
  readonly mode: "check" | "keep";
}

/** What is wrong with a row. Lines are those of the file. */
export interface RowError {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint: string;
}

export interface FillReply {
  readonly stored: number;
  readonly refused: number;
  readonly errors: readonly RowError[];
}

/** Runs the requests of a script whose blocks overlap the lines, in the session's account. */
export interface PlayCall {
  readonly op: "play";
  readonly session: string;
  readonly file: string;
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** More tables that it may refer to. */
  readonly tables?: readonly string[];
}

/** One request that ran. */
export interface PlayStep {
  readonly line: number;
  readonly name: string;
  readonly title: string;
  /** It ran because another request refers to it. */
  readonly before: boolean;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly ok: boolean;
  /** The kind of its query; "" for a request that looks for no entity. */
  readonly plan: string;
  readonly read: number;
  readonly returned: number;
  readonly written: number;
  readonly transactions: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: string;
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: string;
  };
}

export interface PlayReply extends ExampleReply {
  readonly steps: readonly PlayStep[];
}

export interface TablesCall {
  readonly op: "tables";
  readonly session: string;
}

export interface TableSize {
  readonly name: string;
  readonly entities: number;
  readonly partitions: number;
  readonly bytes: number;
}

export interface TablesReply {
  readonly tables: readonly TableSize[];
}

/** Draws the partitions of a table. */
export interface LanesCall {
  readonly op: "lanes";
  readonly session: string;
  readonly table: string;
}

export interface LanesReply {
  readonly view: ViewNode;
}

/** The keys at which a page of a table begins. */
export type Place = readonly [partitionKey: string, rowKey: string];

export interface BrowseCall {
  readonly op: "browse";
  readonly session: string;
  readonly table: string;
  readonly filter?: string;
  readonly from: Place | null;
  readonly limit: number;
}

export interface BrowseReply {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** A cell is null where the entity doesn't have the property. */
  readonly rows: readonly (readonly ({ readonly v: string; readonly t: string } | null)[])[];
  readonly next: Place | null;
  /** What is wrong with the filter. */
  readonly errors?: readonly ScriptError[];
}

/** Writes a piece of a table in a format. */
export interface DumpCall {
  readonly op: "dump";
  readonly session: string;
  readonly table: string;
  readonly format: DumpFormat;
  readonly from: Place | null;
  readonly limit: number;
}

export type DumpFormat = "csv" | "explorer" | "jsonl" | "json" | "http";

export interface DumpReply {
  readonly text: string;
  readonly next: Place | null;
}

/** Keeps a copy of the session's account, to go back to. */
export interface MarkCall {
  readonly op: "mark";
  readonly session: string;
}

export interface MarkReply {
  readonly mark: number;
}

/** Makes the account what it was at a mark. */
export interface BackCall {
  readonly op: "back";
  readonly session: string;
  readonly mark: number;
}

/** The calls of the engine and their replies. */
export interface Replies {
  readonly example: ExampleReply;
  readonly open: object;
  readonly do: AccountResponse & Effect;
  readonly close: object;
  readonly parse: ParseReply;
  readonly fill: FillReply;
  readonly play: PlayReply;
  readonly tables: TablesReply;
  readonly lanes: LanesReply;
  readonly browse: BrowseReply;
  readonly dump: DumpReply;
  readonly mark: MarkReply;
  readonly back: object;
}

export type Call =
  | ExampleCall
  | OpenCall
  | DoCall
  | CloseCall
  | ParseCall
  | FillCall
  | PlayCall
  | TablesCall
  | LanesCall
  | BrowseCall
  | DumpCall
  | MarkCall
  | BackCall;

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
