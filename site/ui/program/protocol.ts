/**
 * The messages between a running example and its host. The example's side is play.ts, in a thread of its
 * own; the host's is conduct.ts.
 */
import type { AccountRequest } from "../../../wasm/browser/session.mjs";

/** An example's code, and the time in its account when it starts, in milliseconds since 1970. */
export interface Program {
  readonly code: string;
  readonly now: number;
  /** The texts of the files that it needs. */
  readonly files: Files;
}

/** Files that only some examples need: the clients of queues and blobs. */
export type FileName = "storage";

export type Files = Readonly<Partial<Record<FileName, string>>>;

/** Returns the text of a file. */
export type Load = (name: FileName) => Promise<string>;

/** An error in an example. Lines and columns count from 1; 0 is unknown. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** From the program. */
export type Said =
  | { readonly kind: "send"; readonly id: number; readonly request: AccountRequest }
  | { readonly kind: "sleep"; readonly id: number; readonly milliseconds: number }
  | { readonly kind: "print"; readonly text: string }
  | { readonly kind: "end"; readonly failure?: Failure };

/** To the program: the response to a request, the time after a sleep, or an error. */
export interface Answer {
  readonly id: number;
  readonly now: number;
  readonly value: unknown;
  readonly error?: string;
}
