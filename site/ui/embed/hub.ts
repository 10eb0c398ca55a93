/**
 * The one engine of all frames of a page. A hub has a client, and its calls come from members: the frames,
 * each through a channel. It runs in a shared worker, or in one of the frames where there is no such worker.
 *
 * The engine's own worker belongs to one of the members, the keeper, because a shared worker can't start
 * one in every browser, and can't be stopped when it's busy. If the keeper goes away, all members make
 * their calls again, and one of them becomes the keeper.
 */
import { Client, Stopped, type Worker } from "../client.ts";
import type { Progress, Report, Run } from "../messages.ts";
import type { Call } from "../protocol.ts";

/** From a member to the hub. */
export type Ask =
  | { readonly ask: "warm"; readonly full: boolean }
  | { readonly ask: "run"; readonly id: number; readonly call: Call }
  | { readonly ask: "stop"; readonly id: number }
  | { readonly ask: "leave" }
  | { readonly ask: "report"; readonly worker: number; readonly report: Report }
  | { readonly ask: "broken"; readonly worker: number };

/** From the hub to a member. */
export type Tell =
  /** The hub is new, or has lost its engine: end all workers, and make all calls again without a reply. */
  | { readonly tell: "begin" }
  | { readonly tell: "loading"; readonly id: number; readonly progress: Progress }
  | { readonly tell: "started"; readonly id: number }
  | { readonly tell: "reply"; readonly id: number; readonly reply: object }
  | {
      readonly tell: "failed";
      readonly id: number;
      readonly message: string;
      readonly stopped: boolean;
    }
  /** To the keeper. */
  | { readonly tell: "spawn"; readonly worker: number; readonly full: boolean }
  | { readonly tell: "post"; readonly worker: number; readonly run: Run }
  | { readonly tell: "end"; readonly worker: number };

/** How long one call may run, in milliseconds. */
const limit = 60_000;

interface Member {
  readonly tell: (message: Tell) => void;
  readonly calls: Map<number, AbortController>;
}

/** The keeper's worker, from afar. */
class Kept implements Worker {
  onmessage: Worker["onmessage"] = null;
  onerror: Worker["onerror"] = null;
  readonly id: number;
  readonly keeper: Member;

  constructor(id: number, keeper: Member, full: boolean) {
    this.id = id;
    this.keeper = keeper;
    keeper.tell({ tell: "spawn", worker: id, full });
  }

  postMessage(run: Run): void {
    this.keeper.tell({ tell: "post", worker: this.id, run });
  }

  terminate(): void {
    this.keeper.tell({ tell: "end", worker: this.id });
  }
}

export class Hub {
  readonly #members = new Set<Member>();
  #client = this.#newClient();
  #kept: Kept | undefined;
  /** The member that asked last. It's the next keeper. */
  #asker: Member | undefined;
  #full = false;
  #workers = 0;

  /** Lets a member make calls. Returns the function that takes its messages. */
  join(tell: (message: Tell) => void): (ask: Ask) => void {
    const member = { tell, calls: new Map<number, AbortController>() };
    this.#members.add(member);
    tell({ tell: "begin" });
    return (ask) => this.#hear(member, ask);
  }

  #newClient(): Client {
    return new Client({
      limit,
      spawn: () => {
        const keeper = this.#asker;
        if (!keeper) {
          throw new Error("nobody has asked for the engine");
        }
        this.#kept = new Kept(++this.#workers, keeper, this.#full);
        return this.#kept;
      },
    });
  }

  #hear(member: Member, ask: Ask): void {
    switch (ask.ask) {
      case "warm":
        this.#asker = member;
        this.#full ||= ask.full;
        this.#client.warm();
        break;
      case "run":
        this.#asker = member;
        void this.#run(member, ask.id, ask.call);
        break;
      case "stop":
        member.calls.get(ask.id)?.abort();
        break;
      case "leave":
        this.#leave(member);
        break;
      case "report":
        this.#keptBy(member, ask.worker)?.onmessage?.({ data: ask.report } as MessageEvent<Report>);
        break;
      case "broken":
        this.#keptBy(member, ask.worker)?.onerror?.({} as ErrorEvent);
        break;
      default:
        ask satisfies never;
    }
  }

  #keptBy(member: Member, worker: number): Kept | undefined {
    return this.#kept?.keeper === member && this.#kept.id === worker ? this.#kept : undefined;
  }

  async #run(member: Member, id: number, call: Call): Promise<void> {
    const client = this.#client;
    const control = new AbortController();
    member.calls.set(id, control);
    // What an engine says that was lost concerns nobody: the call has been made again.
    const tell = (message: Tell) => {
      if (client === this.#client && member.calls.get(id) === control) {
        member.tell(message);
      }
    };
    try {
      const reply = await client.run(call, {
        signal: control.signal,
        loading: (progress) => tell({ tell: "loading", id, progress }),
        started: () => tell({ tell: "started", id }),
      });
      tell({ tell: "reply", id, reply });
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      tell({ tell: "failed", id, message, stopped: cause instanceof Stopped });
    }
    if (member.calls.get(id) === control) {
      member.calls.delete(id);
    }
  }

  /** Forgets a member, with its calls. Without the keeper there is no engine, and the others start again. */
  #leave(member: Member): void {
    this.#members.delete(member);
    for (const control of member.calls.values()) {
      control.abort();
    }
    if (this.#asker === member) {
      this.#asker = undefined;
    }
    if (this.#kept?.keeper !== member) {
      return;
    }
    this.#kept = undefined;
    this.#client = this.#newClient();
    for (const other of this.#members) {
      other.calls.clear();
      other.tell({ tell: "begin" });
    }
  }
}
