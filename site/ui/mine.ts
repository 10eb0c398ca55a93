/**
 * The part of the home page for a reader's own keys: a few lines of them and three questions. It runs when
 * the reader says so, and its link has all of it in the fragment, as the playground's have.
 */
import { Client, unwatched } from "./client.ts";
import { build } from "./dom.ts";
import type { Starter } from "./engine/early.ts";
import { planFirst } from "./plan-first.ts";
import type { DataFence, ExampleCall } from "./protocol.ts";

/** What the table and its file are called. */
const table = "Mine";

/** How long a question may run, in milliseconds. */
const limit = 10_000;

export class Mine {
  readonly #client: Client;
  readonly #engine: Starter;
  readonly #keys: HTMLTextAreaElement;
  readonly #questions: readonly HTMLInputElement[];
  readonly #answers: readonly HTMLElement[];
  readonly #status: HTMLElement;
  readonly #copy: HTMLButtonElement;
  readonly #play: HTMLAnchorElement;

  constructor(section: HTMLElement, engine: Starter) {
    this.#engine = engine;
    this.#client = new Client({ spawn: engine.spawn, limit });
    this.#keys = part(section, "textarea");
    this.#questions = [...section.querySelectorAll("input")];
    this.#answers = [...section.querySelectorAll<HTMLElement>(".mine-answer")];
    this.#status = part(section, ".mine-status");
    this.#copy = part(section, ".mine-copy");
    this.#play = part(section, "a.mine-play");
    this.#keys.addEventListener("input", () => this.#suggest());
    section.addEventListener("focusin", () => this.#client.warm(), { once: true });
    section.addEventListener("input", () => this.#stale());
    section.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#ask();
    });
    this.#copy.addEventListener("click", () => void this.#share());
    this.#play.addEventListener("click", (event) => {
      event.preventDefault();
      void this.#link("/play/").then((address) => address && location.assign(address));
    });
    if (this.#keys.value !== this.#keys.defaultValue) {
      this.#suggest(); // they were typed before the script was there
      this.#stale();
    }
    void this.#open(section);
  }

  /** Fills in what a link has. It runs nothing. */
  async #open(section: HTMLElement): Promise<void> {
    if (!location.hash.startsWith("#v")) {
      return;
    }
    try {
      const { decode } = await import("./share/link.ts");
      const { files } = decode(location.hash);
      const text = (end: string) => files.find(({ name }) => name.endsWith(end))?.text ?? "";
      this.#keys.value = text(".csv").trimEnd();
      const filters = [...text(".http").matchAll(/^GET .*?\(\)(?:\?\$filter=(.*))?$/gm)];
      this.#questions.forEach((question, i) => {
        question.value = filters[i]?.[1] ?? "";
      });
      this.#status.textContent = "From a link. Ask to see what it reads.";
      section.scrollIntoView();
    } catch (cause) {
      this.#fail(cause);
    }
  }

  /** Questions that the reader hasn't written follow the keys. */
  #suggest(): void {
    const suggested = questionsFor(this.#keys.value);
    this.#questions.forEach((question, i) => {
      if (question.value === question.defaultValue) {
        question.value = suggested[i] ?? "";
        question.defaultValue = question.value;
      }
    });
  }

  /** Answers to what was there before stay, but pale. */
  #stale(): void {
    for (const answer of this.#answers) {
      answer.classList.add("is-old");
    }
  }

  async #ask(): Promise<void> {
    this.#status.textContent = "Asking…";
    const data = { table, text: dataOf(this.#keys.value) };
    try {
      for (const [i, question] of this.#questions.entries()) {
        const reply = await this.#client.run(callOf(data, request(table, question.value)), {
          ...unwatched(),
          signal: AbortSignal.timeout(6 * limit),
          loading: () => {
            this.#status.textContent = "Loading the engine…";
          },
        });
        const [problem] = reply.errors;
        if (problem) {
          this.#status.textContent = `${problem.message} ${problem.hint ?? ""}`;
          return;
        }
        this.#show(i, build(reply.view));
      }
      this.#engine.remember();
      this.#status.textContent = "Ran here. Nothing was sent.";
    } catch (cause) {
      this.#fail(cause);
    }
  }

  #show(i: number, result: Node): void {
    const answer = this.#answers[i];
    answer?.replaceChildren(planFirst(result));
    answer?.classList.remove("is-old");
  }

  async #share(): Promise<void> {
    const address = await this.#link("/");
    if (address === "") {
      return;
    }
    history.replaceState(null, "", address);
    try {
      await navigator.clipboard.writeText(new URL(address, location.href).href);
      this.#status.textContent = "The link is copied. It has keys and questions in it.";
    } catch {
      this.#status.textContent = "The link is this page's address now.";
    }
  }

  /** An address with keys and questions, or "" if they are too long for one. */
  async #link(page: string): Promise<string> {
    try {
      const { encode } = await import("./share/link.ts");
      const requests = this.#questions.map(
        ({ value }, i) => `### Question ${i + 1}\n${request(table, value).split("\n")[1]}\n`,
      );
      const files = [
        { name: "questions.http", text: requests.join("\n") },
        { name: `${table}.csv`, text: `${dataOf(this.#keys.value)}\n` },
      ];
      return page + encode({ files });
    } catch (cause) {
      this.#fail(cause);
      return "";
    }
  }

  #fail(cause: unknown): void {
    this.#status.textContent = cause instanceof Error ? cause.message : String(cause);
  }
}

/** The request of a question. */
export function request(table: string, filter: string): string {
  const words = filter.trim();
  return `### The question\nGET {{host}}/${table}()${words ? `?$filter=${words}` : ""}`;
}

/** The call that asks it of a table's data. */
export function callOf(data: DataFence, request: string): ExampleCall {
  return { op: "example", file: "", examples: [[data], [request]], index: 1, edited: true };
}

/** Keys as the data of a table: with commas between them and a first line that names the columns. */
export function dataOf(text: string): string {
  const lines = text
    .split("\n")
    .map((line) => line.trim().replaceAll("\t", ","))
    .filter(Boolean);
  const [first = ""] = lines;
  if (!/^PartitionKey,RowKey\b/i.test(first)) {
    const more = first.split(",").slice(2);
    lines.unshift(["PartitionKey", "RowKey", ...more.map((_, i) => `Property${i + 1}`)].join());
  }
  return lines.join("\n");
}

/** A point query, a range and a property, for keys from the middle of the lines. */
export function questionsFor(text: string): string[] {
  const [head = [], ...rows] = dataOf(text)
    .split("\n")
    .map((line) => line.split(",").map((cell) => cell.trim()));
  const [partition = "", row = "", value] = rows[Math.floor(rows.length / 2)] ?? [];
  const own = rows.filter(([key]) => key === partition).map(([, key = ""]) => key);
  own.sort((a, b) => (a < b ? -1 : 1));
  const [from = "", to = ""] = [own[0], own[Math.max(1, Math.ceil(own.length / 2))]];
  const [name = "", type = "String"] = (head[2] ?? "").split(":");
  const bare = /^(Int32|Double|Boolean)$/.test(type); // literals of the others have words around them
  const property = name && value && (bare || type === "String");
  const upper = to > from ? ` and RowKey lt ${quoted(to)}` : "";
  return [
    `PartitionKey eq ${quoted(partition)} and RowKey eq ${quoted(row)}`,
    `PartitionKey eq ${quoted(partition)} and RowKey ge ${quoted(from)}${upper}`,
    property ? `${name} eq ${bare ? value : quoted(value)}` : `RowKey eq ${quoted(row)}`,
  ];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A part of the home page. */
export function part<E extends Element>(section: Element, selector: string): E {
  const found = section.querySelector<E>(selector);
  if (found === null) {
    throw new Error("The home page isn't as its script expects it.");
  }
  return found;
}
