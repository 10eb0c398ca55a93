/** The load lab: a load as text, what the model assumes, and what happens when it's asked to run. */
import { addStyle } from "../add-style.ts";
import { type Client, Stopped } from "../client.ts";
import { button, fill, h, labelled, plain, row, scrolling, table } from "../element.ts";
import { count, span } from "../numbers.ts";
import type { Assumption, Call, Replies, ScriptError } from "../protocol.ts";
import { Results } from "./results.ts";
import { hashOf, withSetting } from "./text.ts";

/** The design file whose rates make the load. */
export interface DesignFile {
  readonly text: string;
  readonly designs: readonly string[];
}

/** How many times a file's rates. */
const times = [1, 10, 100, 1000];

export class LoadLab {
  readonly element = h("section.lp.stack.loose");
  readonly #client: Client;
  readonly #file: (() => DesignFile) | undefined;
  readonly #area = h("textarea", {
    id: "lp-text",
    class: "ds-text",
    rows: 7,
    ...plain,
    "aria-describedby": "lp-errors",
  });
  readonly #errors = h("div", { id: "lp-errors", class: "ds-errors", role: "status" });
  readonly #status = h("p.ds-status", { role: "status" });
  readonly #notes = h("ul.lp-notes");
  readonly #results = new Results();
  readonly #assume = h("div.lp-assume");
  readonly #designs = [h("select", { id: "lp-one" }), h("select", { id: "lp-two" })] as const;
  readonly #times = h("select", { id: "lp-times" });
  readonly #run = button("Put it under load", () => void this.#play(), { class: "lp-run" });
  readonly #again = button("Take the file's rates again", () => void this.begin(), {
    hidden: true,
  });
  readonly #stop = button("Cancel", () => this.#abort?.abort(), { hidden: true });
  #abort: AbortController | undefined;

  /** With a design file, its rates are the load; without, a text is. */
  constructor(client: Client, file?: () => DesignFile) {
    this.#client = client;
    this.#file = file;
    this.#area.addEventListener("input", () => this.#old());
    this.element.setAttribute("aria-labelledby", file ? "lp-title" : "page-title");
    fill(
      this.element,
      ...(file ? this.#head() : []),
      h(
        "details.lp-source",
        { open: !file },
        h("summary", "The load as text"),
        h("label", { for: "lp-text" }, "Load"),
        this.#area,
        this.#errors,
      ),
      h(
        "div.ds-tools.row",
        this.#run,
        this.#again,
        this.#stop,
        button("Copy link", () => void this.#share()),
      ),
      this.#status,
      this.#notes,
      !file && h("h2.vh", "What happened"),
      this.#results.element,
      this.#assume,
    );
  }

  /** Shows a text, which runs when it's asked for. */
  set text(text: string) {
    this.#area.value = text;
    this.#old();
  }

  /** Marks what's shown as that of an earlier design file. */
  changed(): void {
    this.#old("The design file has changed. What's below is from before.");
    this.#again.hidden = false;
  }

  /** Takes the load of the design file, and runs it. */
  async begin(): Promise<void> {
    const file = this.#file?.();
    if (!file) {
      return;
    }
    this.#again.hidden = true;
    const options = file.designs.map((name, i) => h("option", { value: i }, name));
    for (const [i, select] of this.#designs.entries()) {
      const chosen = select.value;
      fill(select, ...options.map((option) => option.cloneNode(true)));
      if (i === 1) {
        select.prepend(h("option", { value: "" }, "none"));
      }
      select.value = chosen;
      if (select.selectedIndex < 0 || (chosen === "" && select.dataset["set"] === undefined)) {
        select.value = file.designs.length > i ? String(i) : "";
      }
      select.dataset["set"] = "";
    }
    await this.#rates(file.text);
  }

  /** Writes the load of the design file's rates, and runs it. */
  async #rates(text: string): Promise<void> {
    const chosen = this.#designs
      .filter(({ value }) => value !== "")
      .map(({ value }) => Number(value));
    const designs = [...new Set(chosen)];
    const reply = await this.#call({
      op: "rates",
      text,
      designs,
      times: Number(this.#times.value),
    });
    if (!reply) {
      return;
    }
    if (!reply.ok) {
      this.#say("The design file has an error. Its load can't be played.");
      return;
    }
    this.#area.value = reply.load;
    fill(this.#notes, ...reply.notes.map((note) => h("li", note)));
    await this.#play();
  }

  async #play(): Promise<void> {
    const begun = performance.now();
    const reply = await this.#call({ op: "load", text: this.#area.value });
    if (!reply) {
      return;
    }
    this.#wrong(reply.ok ? [] : reply.errors);
    if (!reply.ok) {
      this.#say("The load has an error.");
      return;
    }
    this.#results.element.classList.remove("is-old");
    this.#results.show(reply.results, reply.cap);
    this.#assumed(reply.assume);
    const requests = reply.results.reduce((sum, each) => sum + each.attempts, 0);
    this.#say(`Simulated ${count(requests)} attempts in ${span(performance.now() - begun)}.`);
  }

  /** Makes a call, which the reader can cancel. Undefined if it failed; then the page says why. */
  async #call<C extends Call>(call: C): Promise<Replies[C["op"]] | undefined> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#stop.hidden = false;
    try {
      return await this.#client.run(call, {
        signal: abort.signal,
        loading: ({ part }) => this.#say(`Loading the engine: ${Math.round(part * 100)} %`),
        started: () => this.#say("Simulating…"),
      });
    } catch (cause) {
      if (this.#abort === abort) {
        this.#say(cause instanceof Stopped ? "Canceled." : String((cause as Error).message));
      }
      return undefined;
    } finally {
      this.#stop.hidden = this.#abort === abort;
    }
  }

  /** What stands above a load that a design makes. One by itself has the page's own heading. */
  #head(): readonly HTMLElement[] {
    return [
      h("h2", { id: "lp-title" }, "Under load"),
      h(
        "p.lp-lead",
        "This simulates what the partition servers do with the load. ",
        h("a", { href: "/docs/load-model/" }, "A model"),
        ", not a measurement.",
      ),
      this.#choices(),
    ];
  }

  /** Which designs of the file, and how many times its rates. */
  #choices(): HTMLElement {
    fill(this.#times, ...times.map((n) => h("option", { value: n }, `× ${count(n)}`)));
    for (const select of [...this.#designs, this.#times]) {
      select.addEventListener("change", () => void this.begin());
    }
    const [one, two] = this.#designs;
    return h(
      "div.ds-tools.row",
      labelled("Design", one),
      labelled("Beside it", two),
      labelled("Rates of the file", this.#times),
    );
  }

  #assumed(assume: readonly Assumption[]): void {
    const open = this.#assume.querySelector("details")?.open ?? false;
    const rows = assume.map((one) => this.#row(one));
    const heads = ["Name", "Value", "Source", "What it does"];
    fill(
      this.#assume,
      h(
        "details",
        { open },
        h("summary", `What the model assumes: ${assume.length} numbers`),
        h("p", "Change a number, and put it under load again."),
        scrolling("Assumptions", table(heads, rows)),
      ),
    );
  }

  #row({ name, unit, source, why, least, most, usual, value }: Assumption): HTMLElement {
    const input = h("input", {
      type: "number",
      min: least,
      max: most,
      step: "any",
      "aria-label": name,
    });
    input.value = String(value);
    input.addEventListener("change", () => {
      if (input.reportValidity() && input.value !== "") {
        const number = Number(input.value);
        this.#area.value = withSetting(this.#area.value, name, number, number === usual);
        this.#old();
      }
    });
    return row(name, h("td", input, unit && ` ${unit}`), source, why);
  }

  #old(words = "The load has changed. What's below is from before."): void {
    if (!this.#results.element.hidden) {
      this.#results.element.classList.add("is-old");
      this.#say(words);
    }
  }

  #wrong(errors: readonly ScriptError[]): void {
    const said = errors.map(({ line, message, hint }) =>
      h("li", h("b", `Line ${line}`), ` ${message} ${hint}`),
    );
    fill(this.#errors, said.length > 0 && h("ul", ...said));
    this.#area.toggleAttribute("aria-invalid", said.length > 0);
    const details = this.#area.closest("details");
    if (details && said.length > 0) {
      details.open = true;
    }
  }

  async #share(): Promise<void> {
    const link = `${location.origin}/design/${hashOf(this.#area.value)}`;
    try {
      await navigator.clipboard.writeText(link);
      this.#say("A link to this load is copied.");
    } catch {
      this.#say("The browser doesn't allow copying here.");
    }
  }

  #say(words: string): void {
    this.#status.textContent = words;
  }
}

/** Loads the style, and makes a lab. */
export async function lab(client: Client, file?: () => DesignFile): Promise<LoadLab> {
  await addStyle(LOAD_STYLE);
  return new LoadLab(client, file);
}
