/**
 * Runs two or more clients through every order in which their requests can reach the service, and through
 * every place where one of them can crash or lose an answer.
 *
 * A plan has workers, which are functions that send requests, and a check of what must hold at the end. Each
 * schedule runs in an account of its own: requests wait here until the schedule lets one of them pass. A
 * worker that crashes sends nothing more, and its work begins again, as when a queue delivers its message
 * once more. After the last worker has ended, the check looks at what is there.
 *
 * Schedules often lead to the same state: everything that is stored is the same, and so is all that the
 * clients have seen. What follows from there is run once, and counted each time. ETags and times count as the
 * same if they're equal in the same places, so workers mustn't compare which of two is later.
 *
 * Nothing here depends on Node or on a document, so that tests and pages can use it.
 */
import type { AccountRequest, AccountResponse, Send } from "../../../wasm/browser/session.mjs";
import {
  after,
  type Endings,
  type Fate,
  nothing,
  type Outcome,
  outcomeOf,
  type Step,
  sum,
} from "./endings.ts";
import { type Seen, stateOf } from "./state.ts";
import { turn, withoutWaiting } from "./timers.ts";

/** One client with work to do, such as that of a message. */
export interface Worker {
  readonly name: string;
  /** Does the work with requests that go through `send`. It may be called several times. */
  readonly work: (send: Send) => Promise<unknown>;
}

export interface Plan {
  /** Fills the account. Its requests aren't part of schedules. */
  readonly setUp: (send: Send) => Promise<unknown>;
  readonly workers: readonly Worker[];
  /** Throws if something doesn't hold. What it returns says how a schedule ended. */
  readonly check: (send: Send) => Promise<unknown>;
  /** How many crashes a schedule has at most; 1 if it isn't said. */
  readonly crashes?: number;
  /** How many answers to writes get lost at most, after which the client sends the request again; 0. */
  readonly lostAnswers?: number;
  /** Whether equal states are recognized. Without that it takes much longer, and finds the same. */
  readonly merged?: boolean;
}

/** The account that schedules run in: `Session` is one. */
export interface Account {
  readonly send: Send;
  reset(): Promise<void>;
}

/** How many steps a schedule may take. Workers that need more are taken for endless. */
const longest = 300;

/** How often work may fail by itself before that's a failure of the schedule. */
const mostDeliveries = 5;

/** Runs all schedules of a plan. */
export async function explore(plan: Plan, account: Account): Promise<Outcome> {
  return withoutWaiting(async () => {
    const known = new Map<string, Endings>();
    const choices: Choice[] = [];
    let outcome: Endings = nothing;
    do {
      outcome = await new Run(plan, account, choices, known).play();
      for (let last = choices.pop(); last; last = choices.pop()) {
        const found = sum(last.found, outcome);
        if (last.chosen + 1 < last.of) {
          choices.push({ ...last, chosen: last.chosen + 1, found });
          break;
        }
        if (plan.merged !== false) {
          known.set(last.state, after(found, last.steps));
        }
        outcome = found;
      }
    } while (choices.length > 0);
    return outcomeOf(outcome);
  });
}

/** One decision of a schedule: which of so many possibilities. */
interface Choice {
  readonly chosen: number;
  readonly of: number;
  /** What was there before it, and after how many steps. */
  readonly state: string;
  readonly steps: number;
  /** What the possibilities before the chosen one led to. */
  readonly found: Endings;
}

/** A request that waits for its turn. */
interface Waiting {
  readonly client: Client;
  readonly request: AccountRequest;
  readonly answer: (response: AccountResponse) => void;
  readonly fail: (cause: Error) => void;
}

/** A worker, or what replaces it after a crash. */
interface Client {
  readonly worker: Worker;
  readonly deliveries: number;
  /** "over" is nothing more to come: it crashed, or its end has been seen. */
  state: "working" | "done" | "failed" | "over";
  /** What it has seen, and so all that it knows. */
  readonly seen: Seen[];
  cause?: unknown;
}

type Option = { readonly waiting: Waiting; readonly fate: Fate };

/** One schedule. */
class Run {
  readonly #steps: Step[] = [];
  readonly #known: ReadonlyMap<string, Endings>;
  readonly #plan: Plan;
  readonly #account: Account;
  readonly #choices: Choice[];
  #decided = 0;
  #crashes: number;
  #losses: number;
  #clients: Client[] = [];
  #waiting: Waiting[] = [];

  constructor(
    plan: Plan,
    account: Account,
    choices: Choice[],
    known: ReadonlyMap<string, Endings>,
  ) {
    this.#known = known;
    this.#plan = plan;
    this.#account = account;
    this.#choices = choices;
    this.#crashes = plan.crashes ?? 1;
    this.#losses = plan.lostAnswers ?? 0;
  }

  /** Plays it until the end, or until a state from which everything is known. */
  async play(): Promise<Endings> {
    try {
      await this.#account.reset();
      await this.#plan.setUp(this.#account.send);
      this.#clients = this.#plan.workers.map((worker) => this.#start(worker, 1));
      while (await this.#step()) {}
      const says = String((await this.#plan.check(this.#account.send)) ?? "");
      return [{ says, failed: false, schedules: 1, steps: this.#steps }];
    } catch (cause) {
      if (cause instanceof Known) {
        return cause.endings.map((ending) => ({
          ...ending,
          steps: [...this.#steps, ...ending.steps],
        }));
      }
      const says = cause instanceof Error ? cause.message : String(cause);
      return [{ says, failed: true, schedules: 1, steps: this.#steps }];
    }
  }

  /** Lets one thing happen. Reports whether anything could. */
  async #step(): Promise<boolean> {
    await this.#settled();
    if (await this.#ended()) {
      return true;
    }
    const options = this.#waiting.flatMap((waiting) => this.#options(waiting));
    if (this.#steps.length === longest) {
      throw new Error(`The workers still send requests after ${longest}.`);
    }
    const option = options[await this.#decide(options.length)];
    if (option) {
      await this.#pass(option);
    }
    return option !== undefined;
  }

  /** Takes the schedule's next decision, or the first possibility where it's new. */
  async #decide(of: number): Promise<number> {
    if (of === 0) {
      return 0;
    }
    const choice = this.#choices[this.#decided++];
    if (choice && choice.of !== of) {
      throw new Error("The same requests led elsewhere: the workers depend on time or chance.");
    }
    if (choice) {
      return choice.chosen;
    }
    const state = this.#plan.merged === false ? "" : await this.#state(of);
    const endings = this.#known.get(state);
    if (endings) {
      throw new Known(endings);
    }
    this.#choices.push({ chosen: 0, of, state, steps: this.#steps.length, found: nothing });
    return 0;
  }

  /** What decides how it goes on and ends, such as how clients have ended: its plan may have noted that. */
  #state(of: number): Promise<string> {
    const clients = this.#clients.map(({ state, deliveries, seen }) => ({
      state,
      deliveries,
      seen,
    }));
    return stateOf({ of, left: [this.#crashes, this.#losses], clients }, this.#account.send);
  }

  #start(worker: Worker, deliveries: number): Client {
    const client: Client = { worker, deliveries, state: "working", seen: [] };
    const send: Send = (request) =>
      new Promise((answer, fail) => this.#waiting.push({ client, request, answer, fail }));
    worker.work(send).then(
      () => {
        client.state = client.state === "working" ? "done" : client.state;
      },
      (cause) => {
        client.cause = cause;
        client.state = client.state === "working" ? "failed" : client.state;
      },
    );
    return client;
  }

  /** Waits until every worker has ended or waits for an answer. */
  async #settled(): Promise<void> {
    do {
      await turn();
    } while (this.#clients.some((client) => this.#busy(client)));
  }

  #busy(client: Client): boolean {
    return client.state === "working" && !this.#waiting.some((one) => one.client === client);
  }

  /** Handles workers that have ended: work that failed is done again. Reports whether any begins again. */
  async #ended(): Promise<boolean> {
    for (const client of this.#clients) {
      const { worker, deliveries } = client;
      if (client.state === "failed") {
        if (deliveries === mostDeliveries) {
          throw client.cause;
        }
        this.#again(client);
        return true;
      }
      if (client.state === "done") {
        const crashes = this.#crashes > 0 && (await this.#decide(2)) === 1;
        client.state = "over";
        if (crashes) {
          this.#crashes--;
          const fate = "crash at the end";
          this.#steps.push({ worker: worker.name, fate, request: "", status: 0 });
          this.#again(client);
          return true;
        }
      }
    }
    return false;
  }

  #again(client: Client): void {
    client.state = "over";
    this.#waiting = this.#waiting.filter((one) => one.client !== client);
    this.#clients = this.#clients.map((one) =>
      one === client ? this.#start(client.worker, client.deliveries + 1) : one,
    );
  }

  /** What can become of a request. A read has no effect, so it makes no difference when a crash comes. */
  #options(waiting: Waiting): Option[] {
    const writes = waiting.request.method !== "GET";
    const fates: Fate[] = ["answered"];
    if (this.#crashes > 0) {
      fates.push("crash before", ...(writes ? (["crash after"] as const) : []));
    }
    if (this.#losses > 0 && writes) {
      fates.push("lost answer");
    }
    return fates.map((fate) => ({ waiting, fate }));
  }

  async #pass({ waiting, fate }: Option): Promise<void> {
    const { client, request } = waiting;
    this.#waiting = this.#waiting.filter((one) => one !== waiting);
    const answer = fate === "crash before" ? undefined : await this.#account.send(request);
    const { pathname, search } = new URL(request.url);
    this.#steps.push({
      worker: client.worker.name,
      fate,
      request: `${request.method} ${decodeURIComponent(pathname.replace(/^\/\w+\//, "/"))}${search}`,
      status: answer?.status ?? 0,
    });
    if (answer) {
      client.seen.push({ fate, request, answer });
    }
    if (fate === "answered" && answer) {
      waiting.answer(answer);
    } else if (fate === "lost answer") {
      this.#losses--;
      waiting.fail(brokenConnection());
    } else {
      this.#crashes--;
      this.#again(client);
    }
  }
}

/** Ends a schedule in a state from which everything is known. */
class Known extends Error {
  readonly endings: Endings;

  constructor(endings: Endings) {
    super();
    this.endings = endings;
  }
}

/** What a client throws when its connection breaks. The official one then sends the request again. */
function brokenConnection(): Error {
  const error = new Error("The connection broke before the answer came.");
  return Object.assign(error, { name: "RestError", code: "ECONNRESET" });
}
