/** The live log of a sandbox: the list of the page of requests, filled through a WebSocket. */

import { button, h } from "../element.ts";
import { Requests } from "../requests-list.ts";
import type { Entry } from "../requests-row.ts";
import { addressOf, type Sandbox } from "./sandbox.ts";

/** With this code the Worker says that the sandbox has ended. */
const ended = 4410;

/** How long to wait before the first and at most before a later attempt to connect, in milliseconds. */
const [soonest, latest] = [1000, 30_000];

/** The requests of a sandbox, as long as its element is followed. */
export class SandboxLog {
  readonly element: HTMLElement;
  readonly #sandbox: Sandbox;
  readonly #requests: Requests;
  #socket: WebSocket | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #attempts = 0;
  /** The last entry that has come, so that a new connection doesn't show it again. */
  #last = "";

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
    const filter = h("input", {
      type: "search",
      autocomplete: "off",
      spellcheck: "false",
      placeholder: "Such as Orders 404",
    });
    this.element = h(
      "div.requests.is-empty",
      h(
        "div.rq-tools.row",
        h("label.rq-filter", h("span", "Filter"), " ", filter),
        button("Pause", () => {}, { class: "rq-pause" }),
        button("Clear", () => {}, { class: "rq-clear" }),
        h("p.rq-sum"),
      ),
      h(
        "p.rq-none",
        "Nothing has come yet. Whatever any program sends to this address shows up here at once.",
      ),
      h("p.rq-say", { role: "status" }),
      h("ol.rq-list", { "aria-label": "Requests, the newest first" }),
    );
    this.#requests = new Requests(this.element);
  }

  /** Begins to show requests, or begins again. */
  follow(): void {
    this.leave();
    const { name, watch } = this.#sandbox;
    const address = `${addressOf(name).replace("http", "ws")}/log`;
    const socket = new WebSocket(address, ["rowkey-log", watch]);
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#take(JSON.parse(data) as Entry[]));
    socket.addEventListener("close", ({ code }) => {
      if (socket === this.#socket) {
        this.#closed(code);
      }
    });
  }

  /** Stops. What has come stays. */
  leave(): void {
    clearTimeout(this.#waiting);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #take(entries: readonly Entry[]): void {
    this.#attempts = 0;
    this.#requests.say("");
    const from = entries.findIndex(({ id }) => id === this.#last) + 1;
    const fresh = entries.slice(from);
    this.#last = fresh.at(-1)?.id ?? this.#last;
    if (fresh.length > 0) {
      this.#requests.take(fresh);
    }
  }

  #closed(code: number): void {
    if (code === ended || Date.parse(this.#sandbox.expires) < Date.now()) {
      this.#requests.say("The sandbox has ended.");
      return;
    }
    this.#requests.say("The log isn't answering. Reconnecting.");
    const wait = Math.min(latest, soonest * 2 ** this.#attempts++);
    this.#waiting = setTimeout(() => this.follow(), wait);
  }
}
