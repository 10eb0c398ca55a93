/** How to start an endpoint. */
export interface Options {
  /** Files or folders of csv, JSON, JSON lines and .http files, with which accounts begin. */
  readonly seed?: string | readonly string[];
  /** How many accounts there can be at a time besides devstoreaccount1; 200 unless given. */
  readonly forks?: number;
  /** More flags of `rowkey serve`. */
  readonly args?: readonly string[];
}

/** A request that an account has got, and what it took. */
export interface SeenRequest {
  readonly number: number;
  readonly time: string;
  readonly account: string;
  readonly service: string;
  readonly method: string;
  readonly url: string;
  readonly operation: string;
  readonly resource?: string;
  /** 0: there was no answer. */
  readonly status: number;
  readonly error?: string;
  readonly fault?: string;
  readonly rule?: string;
  /** Of a query: point, range, partition-scan, partition-range-scan, table-scan. */
  readonly plan?: string;
  readonly entitiesRead: number;
  readonly entitiesReturned: number;
  readonly entitiesWritten: number;
}

/** What requests took together. */
export interface Cost {
  readonly requests: number;
  readonly entitiesRead: number;
  readonly entitiesReturned: number;
  readonly entitiesWritten: number;
  /** What scanned a table, or a range of partitions. */
  readonly scans: readonly Query[];
}

/** Requests that differ only in constants, and what they took together. */
export interface Query {
  /** The dearest of them: `GET /Orders()?$filter=Status eq 'open'`. */
  readonly request: string;
  readonly plan: string;
  readonly requests: number;
  readonly entitiesRead: number;
  readonly entitiesReturned: number;
  /** What would make it cheaper. */
  readonly advice?: string;
}

/** An account. Its first request makes it, with what the seed has. */
export interface Account {
  readonly name: string;
  readonly connectionString: string;
  /** Of the tables. */
  readonly url: string;
  /** By service: tables, queues, blobs. */
  readonly urls: Readonly<Record<string, string>>;
  /** The newest requests, up to 10,000 of all accounts. */
  requests(): Promise<SeenRequest[]>;
  /** What all requests took since the account began, or since reset. */
  cost(): Promise<Cost>;
  /**
   * Throws an AssertionError if the requests read more than so many entities together, or if one of them
   * scanned a table or a range of partitions. It says which, and what would be cheaper.
   */
  readsAtMost(entities: number): Promise<void>;
  /** Begins to count again, as after what prepares a test. */
  reset(): Promise<void>;
  /** Breaks its requests, in the words of `rowkey serve -fault`: "lose-answer nth=1". */
  fault(rule: string): Promise<void>;
  /** Remembers what the account has. */
  mark(): Promise<void>;
  /** Gives the account what it had at the mark, or what it began with. */
  back(): Promise<void>;
  /** Forgets the account, with its faults. */
  remove(): Promise<void>;
}

/** An endpoint. It is its first account, devstoreaccount1, too. */
export interface Rowkey extends Account {
  /** An account of its own for a test, by a name of 3 to 24 lower-case letters, digits and hyphens. */
  account(name: string): Account;
  /** Asks the control interface: faults, pages, the clock. Throws what it refuses. */
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  /**
   * The variables with which a process trusts the endpoint and gets tokens as DefaultAzureCredential does,
   * with the arguments -cert auto -oauth basic -identity 127.0.0.1:0; empty otherwise.
   */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Starts an endpoint on ports that the system chooses. It ends with stop, or with this process. Without the
 * program for this system it serves tables alone, and says so.
 */
export function start(options?: Options): Promise<Rowkey>;
