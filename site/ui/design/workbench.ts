/** Puts the workbench together: text on one side, what it costs on the other. */
import type { Client } from "../client.ts";
import { button, fill, h, labelled } from "../element.ts";
import { count, span } from "../numbers.ts";
import { save } from "../play/saving.ts";
import type { DesignAnswer, DesignMatrix } from "../protocol.ts";
import { BillView } from "./bill-view.ts";
import { CellView } from "./cell-view.ts";
import { Door } from "./door.ts";
import { FilesView } from "./files-view.ts";
import type { FormView } from "./form-view.ts";
import { filesLeft, handedOver, isLink, keep, kept, linkTo, textOf } from "./kept.ts";
import { MatrixView, type Place, worst } from "./matrix-view.ts";
import { MoreView } from "./more-view.ts";
import type { OwnData } from "./own-data.ts";
import { ReviewView } from "./review-view.ts";
import { Runner } from "./runner.ts";
import { SourceView } from "./source-view.ts";
import { type Starter, starters } from "./starters.ts";
import { StepsView } from "./steps-view.ts";
import { SuggestView } from "./suggest-view.ts";
import { SummaryView } from "./summary-view.ts";
import { Tabs } from "./tabs.ts";
import { UnderLoad } from "./under-load.ts";

/** How long after the last keystroke the matrix is computed again, in milliseconds. */
const rest = 200;

/** How many entities there are of each type; 0 is what the file says. */
const scales = [0, 1_000, 100_000, 1_000_000];

export class Workbench {
  readonly #root: HTMLElement;
  readonly #runner: Runner;
  readonly #client: Client;
  readonly #source = new SourceView(() => this.#edited());
  readonly #matrix = new MatrixView((place) => {
    this.#choose(place);
    this.#tabs.open("cell");
    this.#cell.reveal();
  });
  readonly #summary = new SummaryView((value) => {
    void this.#form.view().then((form) => form.change({ section: "chosen", name: "", value }));
  });
  readonly #cell = new CellView({
    go: (line) => this.#source.go(line),
    copy: (text, what) => void this.#copy(text, what),
  });
  readonly #door = new Door<OwnData>("Start from your own data or requests", async () => {
    const { OwnData } = await import("./own-data.ts");
    return new OwnData({ take: (text) => this.#take(text) });
  });
  readonly #review = new ReviewView((line) => this.#source.go(line));
  readonly #bill = new BillView((changes) => {
    void this.#form.view().then((form) => form.changeAll(changes));
  });
  readonly #suggest: SuggestView;
  readonly #files: FilesView;
  readonly #form: Door<FormView>;
  readonly #steps = new StepsView();
  readonly #tabs = new Tabs("About the designs");
  readonly #status = h("p.ds-status", { role: "status" }, "Loading…");
  /** What was copied. It has a place of its own, because the next matrix says how long it took. */
  readonly #copied = h("p.ds-status", { role: "status" });
  readonly #own = button("Back to your own text", () => this.#back(), { hidden: true });
  readonly #more = new MoreView(() => this.#runner.stop());
  readonly #loads: UnderLoad;
  readonly #measured = h("div.stack.loose");
  readonly #results = h("div.ds-results.stack", { hidden: true });
  readonly #starter = h("select", { id: "ds-starter" });
  readonly #scale = h("select", { id: "ds-scale" });
  #starters: readonly Starter[] = [];
  #before = "";
  /** What is said of the address, until the text changes. */
  #note = "";
  #shown: DesignMatrix | undefined;
  /** Whether the matrix shown is that of the text. */
  #current = false;
  #place: Place | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(root: HTMLElement, client: Client) {
    this.#root = root;
    this.#runner = new Runner({
      client,
      status: (words) => this.#say(words),
      show: (reply, milliseconds) => this.#show(reply, milliseconds),
      progress: (progress) => this.#more.show(progress),
    });
    this.#suggest = new SuggestView({
      client,
      text: () => {
        if (this.#timer !== undefined) {
          this.#run(); // what has just been typed
        }
        return this.#source.text;
      },
      take: (text) => this.#take(text),
    });
    this.#files = new FilesView({ client, text: () => this.#source.text });
    this.#form = new Door("Write it in a form", async () => {
      const { FormView } = await import("./form-view.ts");
      const form = new FormView({
        client,
        text: () => this.#source.text,
        write: (text) => this.#write(text),
      });
      form.read();
      return form;
    });
    this.#door.element.addEventListener("dragenter", () => void this.#door.open());
    this.#loads = new UnderLoad(client, () => ({
      text: this.#source.text,
      designs: this.#shown?.designs.map(({ name }) => name) ?? [],
    }));
    client.warm();
    this.#client = client;
  }

  /** Builds the page and opens what the address, the browser or else the first starter has. */
  async start(): Promise<void> {
    this.#build();
    const groups = await starters();
    this.#starters = groups.flatMap(({ designs }) => designs);
    const options = groups.map(({ title, designs }) =>
      h(
        "optgroup",
        { label: title },
        ...designs.map((each) => h("option", { value: each.name }, each.title)),
      ),
    );
    fill(this.#starter, h("option", { value: "" }, "Choose…"), ...options);
    await this.#open();
    addEventListener("hashchange", () => void this.#open());
    await this.#source.edit(this.#client);
  }

  #build(): void {
    fill(
      this.#scale,
      ...scales.map((at) => h("option", { value: at }, at === 0 ? "now" : count(at))),
    );
    this.#scale.addEventListener("change", () => this.#run());
    this.#starter.addEventListener("change", () => this.#begin(this.#starter.value));
    this.#tabs.add("cell", "The chosen cell", this.#cell.element);
    this.#tabs.add("review", "Review", this.#review.element);
    this.#tabs.add("keys", "Other keys", this.#suggest.element);
    this.#tabs.add("bill", "A month", this.#bill.element);
    this.#tabs.add("files", "Files", this.#files.element);
    this.#tabs.add("load", "Under load", this.#loads.element);
    this.#measured.append(this.#summary.element, this.#matrix.element);
    this.#results.append(this.#steps.element, this.#measured, this.#tabs.element);
    fill(
      this.#root,
      h(
        "div.ds-tools.row",
        button("Start from nothing", () => this.#blank()),
        labelled("Start from", this.#starter),
        labelled("Entities", this.#scale),
        button("Copy link", () => void this.#share()),
        button("Download", () => save("design.rowkey.yaml", this.#source.text, "text/yaml")),
        button("Copy as Markdown", () => this.#copyMatrix("markdown")),
        button("Copy as JSON", () => this.#copyMatrix("json")),
      ),
      h(
        "div.ds-panes",
        h("div.ds-left.stack", this.#door.element, this.#form.element, this.#source.element),
        h(
          "div.stack",
          h("div.ds-head.row", this.#status, this.#copied, this.#own),
          this.#more.element,
          this.#results,
        ),
      ),
    );
  }

  /**
   * Opens the text in the address, the starter that it names or what the playground has left, or else the
   * kept text or the first starter.
   */
  async #open(): Promise<void> {
    this.#note = "";
    const hash = location.hash;
    const named = this.#starters.find(({ name }) => hash === `#${name}`)?.text;
    const text = isLink(hash) ? await textOf(hash) : named;
    if (text !== undefined) {
      this.#replaceKept(text);
      return;
    }
    this.#source.text = kept() || (this.#starters[0]?.text ?? "");
    const own = this.#source.text;
    if (hash === handedOver) {
      await (await this.#door.open()).begin(filesLeft());
      if (this.#source.text !== own) {
        return; // it's measured already
      }
    }
    this.#replace(own);
    if (isLink(hash)) {
      this.#note = "This link is damaged: part of it is missing or has changed. Copy it again. ";
    }
  }

  /** Shows a text in place of the kept one, to which the reader can return. */
  #replaceKept(text: string): void {
    this.#copied.textContent = "";
    const own = kept();
    this.#before = own === text ? "" : own;
    this.#replace(text);
  }

  #begin(name: string): void {
    const starter = this.#starters.find((each) => each.name === name);
    if (starter) {
      this.#take(starter.text);
    }
  }

  /** An empty file, written by its form. */
  #blank(): void {
    this.#take("");
    void this.#form.open().then((form) => form.begin());
  }

  /** Takes a text that one of the views has changed. */
  #write(text: string): void {
    this.#source.text = text;
    this.#edited();
  }

  /** Takes a text in place of the reader's own, which can come back. */
  #take(text: string): void {
    this.#plain();
    // A starter is always there to choose again: the reader's own text isn't.
    if (!this.#starters.some((each) => each.text === this.#source.text)) {
      this.#before = this.#source.text;
    }
    this.#replace(text);
    keep(text);
  }

  #replace(text: string): void {
    this.#place = undefined;
    this.#source.text = text;
    this.#name();
    this.#run();
    this.#loads.changed();
  }

  /** Says which starter the text is. */
  #name(): void {
    const starter = this.#starters.find(({ text }) => text === this.#source.text);
    this.#starter.value = starter?.name ?? "";
  }

  /** Takes the text out of the address, because it isn't the page's any more. */
  #plain(): void {
    this.#note = "";
    this.#copied.textContent = "";
    if (location.hash !== "") {
      history.replaceState(null, "", location.pathname);
    }
  }

  #edited(): void {
    this.#plain();
    this.#current = false;
    this.#name();
    keep(this.#source.text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(), rest);
    this.#loads.changed();
  }

  #run(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#current = false;
    this.#own.hidden = this.#before === "" || this.#before === this.#source.text;
    this.#suggest.clear();
    this.#files.clear();
    if (this.#form.isOpen) {
      void this.#form.view().then((form) => form.read());
    }
    this.#runner.ask({ text: this.#source.text, at: Number(this.#scale.value) });
  }

  #show(reply: DesignAnswer, milliseconds: number): void {
    this.#source.show(reply.ok ? [] : reply.errors);
    const missing = reply.ok ? [] : (reply.missing ?? []);
    this.#steps.show(missing);
    this.#tabs.alone(missing.length > 0);
    this.#measured.hidden = missing.length > 0;
    if (missing.length > 0) {
      this.#shown = undefined;
      this.#results.hidden = false;
      this.#tabs.open("keys");
      this.#suggest.ready(missing.length === 1 && missing[0] === "designs");
      this.#say("");
      return;
    }
    if (!reply.ok) {
      const errors = reply.errors.length === 1 ? "an error" : `${reply.errors.length} errors`;
      const old = this.#shown ? " The matrix below is from before." : "";
      this.#say(`The design file has ${errors}.${old}`);
      this.#results.classList.toggle("is-old", this.#shown !== undefined);
      return;
    }
    if (!this.#shown) {
      this.#tabs.open("cell");
    }
    this.#shown = reply;
    this.#current = true;
    this.#suggest.ready(true);
    this.#summary.show(reply);
    this.#tabs.label("review", `Review (${reply.findings.length})`);
    this.#results.hidden = false;
    this.#results.classList.remove("is-old");
    this.#matrix.show(reply);
    this.#bill.show(reply, Number(this.#scale.value));
    this.#review.show(reply.findings);
    this.#choose(this.#place ?? worst(reply));
    this.#say(`${this.#note}Ran here in ${span(milliseconds)}.`);
  }

  #back(): void {
    const text = this.#before;
    this.#before = "";
    keep(text);
    this.#replace(text);
  }

  #choose(place: Place): void {
    const matrix = this.#shown;
    const row = matrix?.patterns.findIndex(({ name }) => name === place.pattern) ?? -1;
    const column = matrix?.designs.findIndex(({ name }) => name === place.design) ?? -1;
    const cell = matrix?.cells[row]?.[column];
    if (!matrix || !cell) {
      if (matrix && this.#place) {
        this.#place = undefined;
        this.#choose(worst(matrix));
      }
      return;
    }
    this.#place = place;
    this.#matrix.mark(place);
    this.#cell.show(cell, place);
  }

  async #share(): Promise<void> {
    const link = await linkTo(this.#source.text);
    if (link === "") {
      this.#copied.textContent = "This file is too long for a link. Download it instead.";
      return;
    }
    history.replaceState(null, "", link);
    await this.#copy(link, "A link to this design is");
  }

  /** Copies the matrix, if it's the one of the text. */
  #copyMatrix(form: "markdown" | "json"): void {
    if (this.#shown && this.#current) {
      void this.#copy(this.#shown[form], "The matrix is");
    } else {
      this.#copied.textContent = "There's no matrix of this text yet.";
    }
  }

  async #copy(text: string, what: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.#copied.textContent = `${what} copied.`;
    } catch {
      this.#copied.textContent = "The browser doesn't allow copying here.";
    }
  }

  #say(words: string): void {
    this.#status.textContent = words;
  }
}
