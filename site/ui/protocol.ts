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

/** A key where the next part begins. */
export type Key = readonly [partitionKey: string, rowKey: string];

/** Says where the requests of a file are, and what is wrong with it. */
export interface ParseCall {
  readonly op: "parse";
  readonly file: string;
  readonly text: string;
  /** Whose tables the requests can refer to. */
  readonly session?: string;
  /** Other tables that they can refer to. */
  readonly tables?: readonly string[];
}

export interface ParseReply {
  readonly requests: readonly ParsedRequest[];
  readonly errors: readonly ScriptError[];
  readonly findings: readonly ScriptFinding[];
}

/** What a reviewer would say of a request. Lines and columns count from 1. */
export interface ScriptFinding {
  readonly code: string;
  readonly error: boolean;
  readonly line: number;
  readonly column: number;
  /** In characters; 0 for the rest of the line. */
  readonly length: number;
  readonly says: string;
  readonly guide: string;
  /** What to write instead of the place. */
  readonly fix?: { readonly label: string; readonly write: string };
}

/** A request of a file. Lines count from 1. */
export interface ParsedRequest {
  /** The line that begins it: ### or what comes first. */
  readonly line: number;
  /** Its last line with text. */
  readonly end: number;
  readonly name: string;
  readonly title: string;
  readonly method: string;
  readonly target: string;
  /** The table that it addresses, or "". */
  readonly table: string;
  /** The names of requests and tables that it refers to. */
  readonly refs: readonly string[];
}

/** Stores the good rows of a part of a csv file in a table of a session, which is created if it's missing. */
export interface FillCall {
  readonly op: "fill";
  readonly session: string;
  readonly table: string;
  /** Csv that begins with the header of the file. */
  readonly text: string;
  /** The number of the first line after the header. */
  readonly line?: number;
}

export interface FillReply {
  /** Entities that are stored. */
  readonly stored: number;
  readonly refused: number;
  /** At most 100. */
  readonly errors: readonly ScriptError[];
}

/** Hands over a part of a file that somebody brings in. */
export interface ReceiveCall {
  readonly op: "receive";
  readonly text: string;
  readonly first: boolean;
}

/** Asks what that file is, and what would become of it. */
export interface InspectCall {
  readonly op: "inspect";
  readonly name: string;
}

export interface InspectReply {
  /** Why nothing can become of it. */
  readonly refusal?: Problem;
  /** "http" and "data" are taken as they are. */
  readonly format: string;
  readonly words: string;
  readonly rows: number;
  readonly refused: number;
  readonly notes: readonly string[];
  /** It has both keys. */
  readonly keyed?: boolean;
  /** Otherwise, keys to choose from, the best ones first. */
  readonly suggestions: readonly { readonly keys: string; readonly words: string }[];
}

/** Makes data of that file, a part in each reply. */
export interface ConvertCall {
  readonly op: "convert";
  /** Which of the suggestions is chosen; -1 for the file's own keys. */
  readonly keys: number;
  readonly first: boolean;
}

export interface ConvertReply {
  readonly text: string;
  readonly more?: boolean;
  /** At the end: the rows that can't be stored, 100 at most, and how many there are. */
  readonly bad: readonly BadRow[];
  readonly refused: number;
  /** What was changed on the way. */
  readonly notes: readonly string[];
}

export interface Problem {
  readonly message: string;
  readonly hint: string;
}

export interface BadRow extends Problem {
  readonly line: number;
}

/** Runs requests of a file in a session's account. */
export interface PlayCall {
  readonly op: "play";
  readonly session: string;
  readonly file: string;
  readonly text: string;
  /** The lines whose requests run; all without them. */
  readonly from?: number;
  readonly to?: number;
  readonly tables?: readonly string[];
  /** Expectations that aren't met are news, not failures. */
  readonly edited?: boolean;
}

export interface PlayReply {
  readonly ok: boolean;
  readonly status: string;
  readonly view: ViewNode;
  readonly errors: readonly ScriptError[];
  readonly steps: readonly PlayStep[];
}

/** A request that ran. */
export interface PlayStep {
  /** The line of the request line. */
  readonly line: number;
  readonly name: string;
  readonly title: string;
  /** It ran because a chosen request refers to it. */
  readonly before: boolean;
  readonly method: string;
  readonly target: string;
  /** 0 without an answer. */
  readonly status: number;
  readonly ok: boolean;
  readonly plan: string;
  readonly read: number;
  readonly returned: number;
  readonly written: number;
  readonly transactions: number;
  readonly expectations: readonly {
    readonly text: string;
    readonly ok: boolean;
    readonly got: string;
    readonly line: number;
  }[];
  /** Why the run ended here. */
  readonly error?: string;
  readonly request: AccountRequest;
  readonly response: AccountResponse;
}

/** Lists the tables of a session. */
export interface TablesCall {
  readonly op: "tables";
  readonly session: string;
}

export interface TablesReply {
  readonly tables: readonly {
    readonly name: string;
    readonly entities: number;
    readonly partitions: number;
    readonly bytes: number;
  }[];
}

/** Draws the partitions of a table. */
export interface LanesCall {
  readonly op: "lanes";
  readonly session: string;
  readonly table: string;
}

/** Returns entities of a table as rows, in key order. */
export interface BrowseCall {
  readonly op: "browse";
  readonly session: string;
  readonly table: string;
  readonly filter?: string;
  readonly from?: Key | null;
  /** At most 1000; 100 without it. */
  readonly limit?: number;
}

export interface BrowseReply {
  /** PartitionKey, RowKey, and the properties of the rows. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Each cell has its text and type, or is null where the entity doesn't have the property. */
  readonly rows: readonly (readonly ({ readonly v: string; readonly t: string } | null)[])[];
  readonly next: Key | null;
  /** Entities looked at. */
  readonly read: number;
  /** What is wrong with the filter. */
  readonly errors: readonly ScriptError[];
}

/** Writes entities of a table as text, in key order. */
export interface DumpCall {
  readonly op: "dump";
  readonly session: string;
  readonly table: string;
  readonly format: "csv" | "explorer" | "jsonl" | "json" | "http";
  readonly from?: Key | null;
  /** At most 20000; 2000 without it. */
  readonly limit?: number;
}

export interface DumpReply {
  readonly text: string;
  readonly next: Key | null;
}

/** Keeps the state of a session's account. */
export interface MarkCall {
  readonly op: "mark";
  readonly session: string;
}

/** Gives a session's account the state of a mark. */
export interface BackCall {
  readonly op: "back";
  readonly session: string;
  readonly mark: number;
}

/** Says in what two answers to the same request differ, as far as a client acts upon it. */
export interface CompareCall {
  readonly op: "compare";
  readonly mine: AccountResponse;
  readonly theirs: AccountResponse;
}

export interface CompareReply {
  readonly same: boolean;
  /** At most 20, such as "status", "header ETag" or "body $.value[0].Total". */
  readonly differences: readonly {
    readonly part: string;
    readonly here: string;
    readonly there: string;
  }[];
}

/** Describes requests, their tables or any rows as a design file. */
export interface DescribeCall {
  readonly op: "describe";
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

/** A design file and what to know about it, or why there is none. */
export interface DescribeReply {
  readonly text: string;
  readonly notes: readonly string[];
  readonly errors: readonly ScriptError[];
}

/** Runs each pattern of a design file under each of its designs. */
export interface DesignCall {
  readonly op: "design";
  /** The design file. */
  readonly text: string;
  /** How many entities there are of each type; without it, as many as the file says. */
  readonly at?: number;
  /** Up to how many entities of a type are measured; without it, 100,000. */
  readonly most?: number;
}

/** A long run isn't done: the same call again goes on with it. */
export interface DesignProgress {
  /** The part that is done, from 0 to 1. */
  readonly part: number;
  readonly doing: string;
}

/** What is wrong with the file, or else everything. */
export type DesignReply =
  | (DesignMatrix & { readonly ok: true })
  | { readonly ok: false; readonly errors: readonly ScriptError[] };

export interface DesignMatrix {
  readonly patterns: readonly DesignName[];
  /** With what each reads in a second, and what it costs in a month. */
  readonly designs: readonly (DesignName & { readonly total: string; readonly bill: string })[];
  /** For each pattern, a cell for each design. */
  readonly cells: readonly (readonly DesignCell[])[];
  readonly prices: DesignPrices;
  readonly findings: readonly DesignFinding[];
  /** The matrix for a design review, and for programs: as the command prints them. */
  readonly markdown: string;
  readonly json: string;
}

export interface DesignName {
  readonly name: string;
  readonly line: number;
}

/** The prices in a file, or examples; 0 is none. */
export interface DesignPrices {
  /** Where the file has them; 0 if it doesn't. */
  readonly line: number;
  readonly currency: string;
  /** When they were looked up, or "". */
  readonly date: string;
  /** Of 10,000 transactions, of a gigabyte stored for a month, and of one sent. */
  readonly each: readonly [transactions: number, storage: number, sent: number];
}

/** A pattern under a design. */
export interface DesignCell {
  readonly kind: string;
  readonly glyph: string;
  /** What follows kind- in the class that colours it. */
  readonly class: string;
  /** Whether it costs least of its row, and others cost more. */
  readonly best: boolean;
  readonly figures: DesignFigures;
  /** Limits of the service that it passes. */
  readonly marks: readonly string[];
  /** Those that it passes from a larger size on. An answer for few entities has none. */
  readonly later: readonly { readonly scale: number; readonly says: string }[];
  /** The limits of budgets that it misses. */
  readonly missed: readonly {
    readonly figure: string;
    readonly most: number;
    readonly line: number;
  }[];
  /** Why it's answered in this way, in sentences. */
  readonly steps: readonly string[];
  /** Its requests as an .http file. */
  readonly http: string;
  /** Whether they don't wait for each other. */
  readonly parallel: boolean;
  /** What is left for the client. */
  readonly client: readonly string[];
  /** Where it goes with one choice of parameters: the first 20 partitions. */
  readonly lanes: readonly DesignLane[];
  /** The same at other scales. */
  readonly growth: readonly DesignFigures[];
}

/** What one run of a pattern does in a partition. */
export interface DesignLane {
  readonly table: string;
  readonly key: string;
  /** RowKeys of what it touches. */
  readonly first: string;
  readonly last: string;
  readonly read: number;
  readonly returned: number;
  readonly written: number;
}

/** What a pattern costs once, on average. */
export interface DesignFigures {
  /** How many entities of its type there are. */
  readonly scale: number;
  /** By formula, not measured. */
  readonly computed: boolean;
  readonly read: number;
  readonly wanted: number;
  readonly returned: number;
  readonly requests: number;
  readonly transactions: number;
  readonly bytes: number;
  readonly written: number;
}

/** What a reviewer would say. */
export interface DesignFinding {
  readonly code: string;
  readonly error: boolean;
  readonly line: number;
  /** 0 for the whole line. */
  readonly column: number;
  readonly design: string;
  readonly pattern: string;
  readonly says: string;
  /** The guide that cures it, or "". */
  readonly guide: string;
}

/** Proposes designs for the questions that the first one answers badly. */
export interface SuggestCall {
  readonly op: "suggest";
  readonly text: string;
}

export type SuggestReply =
  | { readonly ok: true; readonly suggestions: readonly Suggested[] }
  | { readonly ok: false; readonly errors: readonly ScriptError[] };

/** A design that the file could have besides its own; the text is the file with it. */
export interface Suggested {
  readonly design: string;
  readonly pattern: string;
  readonly says: string;
  readonly text: string;
}

/** Collects what earlier calls of the workbench left in memory. */
export interface RestCall {
  readonly op: "rest";
}

/** Writes the rates of a design file as a load. */
export interface RatesCall {
  readonly op: "rates";
  readonly text: string;
  /** The places of one or two designs in the file. */
  readonly designs: readonly number[];
  /** How many times the file's rates. */
  readonly times: number;
}

export type RatesReply =
  | { readonly ok: true; readonly load: string; readonly notes: readonly string[] }
  | { readonly ok: false; readonly errors: readonly ScriptError[] };

/** Simulates a load, which is a text as in the load fences of guides. */
export interface LoadCall {
  readonly op: "load";
  readonly text: string;
}

export type LoadReply =
  | {
      readonly ok: true;
      readonly assume: readonly Assumption[];
      readonly results: readonly LoadResult[];
    }
  | { readonly ok: false; readonly errors: readonly ScriptError[] };

/** A number of the simulation's model. */
export interface Assumption {
  readonly name: string;
  readonly unit: string;
  /** Where it comes from, or "assumption". */
  readonly source: string;
  readonly why: string;
  readonly least: number;
  readonly most: number;
  readonly value: number;
}

/** When, in seconds; the first slot of a range; and the server that has it then. */
export type Change = readonly [at: number, slot: number, server: number];

/** What happened to a design under a load. A slot is a PartitionKey, in order. Times are seconds. */
export interface LoadResult {
  readonly label: string;
  readonly seconds: number;
  readonly slots: number;
  readonly rows: number;
  readonly columns: number;
  readonly requests: number;
  readonly attempts: number;
  readonly givenUp: number;
  /** The share of attempts that were refused. */
  readonly throttled: number;
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  /** The figure that the load makes, and what happened, in words. */
  readonly shape: string;
  readonly story: string;
  /** For each column the median, the 95th and the 99th percentile of what requests took. */
  readonly times: readonly (readonly [number, number, number])[];
  /** The ranges of the start. */
  readonly begin: readonly Change[];
  readonly splits: readonly Change[];
  readonly moves: readonly Change[];
  /** For each row, two numbers for each column: entities served and refused. */
  readonly cells: readonly (readonly number[])[];
}

/** The calls of the engine and their replies. Those from parse on need the full engine,
 * and only the workbench's program has design, rates and load. */
export interface Replies {
  readonly example: ExampleReply;
  readonly open: object;
  readonly do: AccountResponse & Effect;
  readonly close: object;
  readonly parse: ParseReply;
  readonly fill: FillReply;
  readonly receive: object;
  readonly inspect: InspectReply;
  readonly convert: ConvertReply;
  readonly play: PlayReply;
  readonly tables: TablesReply;
  readonly lanes: { readonly view: ViewNode };
  readonly browse: BrowseReply;
  readonly dump: DumpReply;
  readonly mark: { readonly mark: number };
  readonly back: object;
  readonly compare: CompareReply;
  readonly describe: DescribeReply;
  readonly design: DesignReply | DesignProgress;
  readonly rates: RatesReply;
  readonly load: LoadReply;
  readonly suggest: SuggestReply;
  readonly rest: object;
}

export type Call =
  | ExampleCall
  | OpenCall
  | DoCall
  | CloseCall
  | ParseCall
  | FillCall
  | ReceiveCall
  | InspectCall
  | ConvertCall
  | PlayCall
  | TablesCall
  | LanesCall
  | BrowseCall
  | DumpCall
  | MarkCall
  | BackCall
  | CompareCall
  | DescribeCall
  | DesignCall
  | RatesCall
  | LoadCall
  | SuggestCall
  | RestCall;

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
