/** Two clients: their code, what must hold, and every order of their requests that ends differently. */
import { Stopped } from "../client.ts";
import { button, fill, h, labelled, plain } from "../element.ts";
import type { Outcome } from "../explore/endings.ts";
import type { Progress } from "../messages.ts";
import { engineFor, run } from "../program/page.ts";
import type { ViewNode } from "../protocol.ts";
import { pack, unpack } from "../share/pack-v1.ts";
import { keep, recallJSON } from "../stored.ts";
import { ending, endingsOf, summaryOf } from "./endings.ts";
import { type Clients, examples, isScript, outcomeOf, programOf } from "./program.ts";

const linked = "#t1.";
/** Under which key the browser keeps the reader's own clients. */
const own = "rowkey.clients";

/** What a link has: the clients, and the ending that it's about. */
type Linked = Clients & { readonly ending?: string };

class TwoClients {
  readonly #root: HTMLElement;
  readonly #start = area("tc-start", 2);
  readonly #a = area("tc-a", 5);
  readonly #b = area("tc-b", 5);
  readonly #holds = area("tc-holds", 2);
  readonly #crashes = h("input", { type: "checkbox", id: "tc-crashes" });
  readonly #example = h("select", { id: "tc-example" });
  readonly #status = h("p", { role: "status", class: "tc-status" });
  readonly #endings = h("div.tc-endings");
  readonly #stop = button("Stop", () => this.#abort?.abort(), { hidden: true });
  #abort: AbortController | undefined;
  #wanted: string | undefined;

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  start(): void {
    const names = Object.keys(examples);
    fill(
      this.#example,
      ...names.map((name) => h("option", { value: name }, name)),
      h("option", { value: "" }, "Your own"),
    );
    this.#example.addEventListener("change", () => {
      history.replaceState(null, "", location.pathname);
      this.#fill(examples[this.#example.value]);
      keep(own, null);
    });
    this.#root.addEventListener("input", ({ target }) => {
      if (target !== this.#example) {
        this.#example.value = "";
        history.replaceState(null, "", location.pathname);
        keep(own, JSON.stringify(this.#clients));
      }
    });
    fill(
      this.#root,
      labelled("Start from", this.#example),
      labelled("Entities at the start, as JSON", this.#start),
      h("div.tc-panes", labelled("Client A", this.#a), labelled("Client B", this.#b)),
      labelled("What must hold at the end: JavaScript about the list entities", this.#holds),
      h(
        "p",
        this.#crashes,
        h("label", { for: "tc-crashes" }, " One client may crash at any point, and start again"),
      ),
      h(
        "p.row",
        button("Run in every order", () => void this.#run()),
        this.#stop,
      ),
      this.#status,
      this.#endings,
    );
    this.#open();
    addEventListener("hashchange", () => this.#open());
  }

  #open(): void {
    if (location.hash.startsWith(linked)) {
      try {
        const { ending, ...clients } = JSON.parse(
          unpack(location.hash.slice(linked.length)),
        ) as Linked;
        this.#fill(clients);
        this.#wanted = ending;
        this.#status.textContent = "Run it to see the order that the link is about.";
        return;
      } catch {
        this.#status.textContent = "This link is damaged. Copy it again.";
      }
    }
    const [first] = Object.values(examples);
    const kept = recallJSON(own) as Partial<Clients> | undefined;
    this.#fill(first && kept ? { ...first, ...kept } : first);
  }

  #fill(clients: Clients | undefined): void {
    if (clients) {
      this.#start.value = clients.start;
      this.#a.value = clients.a;
      this.#b.value = clients.b;
      this.#holds.value = clients.holds;
      this.#crashes.checked = clients.crashes;
      const names = Object.entries(examples).find(([, example]) => example === clients);
      this.#example.value = names?.[0] ?? "";
    }
    this.#wanted = undefined;
    fill(this.#endings);
  }

  get #clients(): Clients {
    return {
      start: this.#start.value,
      a: this.#a.value,
      b: this.#b.value,
      holds: this.#holds.value,
      crashes: this.#crashes.checked,
    };
  }

  async #run(): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#stop.hidden = false;
    fill(this.#endings);
    const clients = this.#clients;
    try {
      JSON.parse(clients.start);
    } catch (cause) {
      this.#say(`The entities at the start aren't JSON: ${(cause as Error).message}`);
      this.#stop.hidden = true;
      return;
    }
    try {
      const inside = await (await fetch(EXPLORER_URL)).text();
      const watch = {
        signal: abort.signal,
        loading: ({ part }: Progress) =>
          this.#say(`Loading the engine: ${Math.round(part * 100)} %`),
        started: () => this.#say("Running in every order…"),
      };
      // Only the larger engine reads clients that are written as requests.
      const account = isScript(clients.a) || isScript(clients.b) ? "full" : "";
      const read = (text: string) => engineFor(account).run({ op: "client", text }, watch);
      const program = await programOf(clients, inside, read);
      const reply = await run(program.code, { file: "", examples: [], account }, watch);
      const outcome = reply.ok || reply.view ? outcomeOf(printedIn(reply.view)) : undefined;
      const [wrong] = reply.ok ? [] : reply.errors;
      if (outcome) {
        this.#show(outcome, clients);
      } else {
        this.#say(wrong ? `${program.placeOf(wrong.line)}: ${wrong.message}` : reply.status);
      }
    } catch (cause) {
      this.#say(cause instanceof Stopped ? "Stopped." : String((cause as Error).message));
    } finally {
      this.#stop.hidden = this.#abort === abort;
    }
  }

  #show(outcome: Outcome, clients: Clients): void {
    this.#say(summaryOf(outcome, clients.holds));
    for (const one of endingsOf(outcome)) {
      const share = () => void this.#share({ ...clients, ending: one.says });
      const element = ending(one, clients.holds, share);
      this.#endings.append(element);
      if (one.says === this.#wanted) {
        element.classList.add("is-linked");
        element.scrollIntoView({ block: "nearest" });
      }
    }
  }

  async #share(what: Linked): Promise<void> {
    let link = `${location.origin}${location.pathname}${linked}`;
    try {
      link += pack(JSON.stringify(what));
    } catch {
      this.#say("This is too long for a link: start with fewer entities.");
      return;
    }
    history.replaceState(null, "", link);
    try {
      await navigator.clipboard.writeText(link);
      this.#say("A link to this order is copied.");
    } catch {
      this.#say("The link is in the address bar.");
    }
  }

  #say(words: string): void {
    this.#status.textContent = words;
  }
}

/** What a program printed. */
function printedIn(node: ViewNode): string {
  if (typeof node === "string") {
    return "";
  }
  const [tag, attributes, ...children] = node;
  if (tag === "pre" && attributes["class"] === "rs-output") {
    return children.join("");
  }
  return children.map((child) => printedIn(child)).find((text) => text !== "") ?? "";
}

function area(id: string, rows: number): HTMLTextAreaElement {
  return h("textarea", { id, rows, ...plain });
}

const root = document.getElementById("two-clients");
if (root) {
  new TwoClients(root).start();
}
