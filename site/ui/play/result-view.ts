/** The result of a run: what it did in words, the engine's picture of it, its steps, and the limits. */
import { build } from "../dom.ts";
import { button, type Child, fill, h } from "../element.ts";
import { bytes, count, counted, span } from "../numbers.ts";
import type { Meter, PlayStep } from "../protocol.ts";
import { Result } from "../result.ts";
import type { Offering } from "./better.ts";
import { showAdvice, showComparison } from "./elsewhere.ts";
import type { Giving } from "./giving.ts";
import type { House } from "./house.ts";
import { fileOf, type Run, type Runs } from "./runs.ts";
import { nothingYet } from "./welcome.ts";
import { bytesOf, isQuery, kindSign, runWords, wordsOf } from "./words.ts";

export class ResultView {
  readonly element = h("div.pl-result");
  readonly strip = h("div.pl-strip");
  readonly #house: House;
  readonly #giving: Giving;
  readonly #runs: Runs;
  /** The engine's picture of a run. The reader's choice of its tabs stays from run to run. */
  readonly #box = h("div.ex-result");
  readonly #picture = new Result(this.#box);
  /** What is drawn, so that nothing is drawn twice. */
  #drawn: readonly unknown[] = [];

  constructor(house: House, giving: Giving) {
    this.#house = house;
    this.#giving = giving;
    this.#runs = house.session.runs;
  }

  draw(): void {
    this.#drawStrip();
    const { shown, step, against } = this.#runs;
    const { session } = this.#house;
    const refused = session.refused.map((each) => `${each.file} ${each.refused}`);
    const where = session.endpoint?.where ?? "";
    const now = [shown, step, against, shown?.undone, refused.join(), shown ? "" : where];
    if (this.#drawn.length > 0 && now.every((each, i) => each === this.#drawn[i])) {
      return;
    }
    const top = this.#drawn[0] === shown && !against ? this.element.parentElement?.scrollTop : 0;
    const focused = document.activeElement?.closest(".pl-steps") != null;
    this.#drawn = now;
    fill(
      this.element,
      ...(shown ? this.#contents(shown, against) : nothingYet(() => this.#house.act("run"), where)),
    );
    const current = this.element.querySelector<HTMLElement>(".pl-steps [aria-current]");
    current?.scrollIntoView({ block: "nearest" });
    if (focused) {
      current?.focus({ preventScroll: true });
    }
    this.element.parentElement?.scrollTo({ top: top ?? 0 });
  }

  #contents(run: Run, against: Run | undefined): Child[] {
    return against ? this.#difference(against, run) : this.#result(run);
  }

  #result(run: Run): Child[] {
    const { steps, errors, status } = run.reply;
    const { step } = this.#runs;
    if (step?.view) {
      this.#picture.show(build(step.view));
      this.#answerFirst();
      if (step.response.body !== "") {
        this.#box.querySelector(".tab-answer .rs-panel")?.append(this.#whole(step));
      }
    }
    if (step?.offers) {
      void import("./better.ts").then(({ offer }) =>
        offer(this.#box, step, this.#offering(run, step)),
      );
    }
    return [
      this.#heading(run),
      run.where === "" && this.#refused(),
      run.where !== "" && this.#outside(run),
      errors.length > 0 && this.#errors(run),
      steps.length === 0 && h("p.pl-empty", status),
      steps.length > 1 && this.#steps(run),
      step && steps.length > 1 && this.#about(run, step),
      step?.view && this.#box,
      step?.meters && meterList(step.meters),
    ];
  }

  /** What it takes to offer changes of the request that a step sent. */
  #offering(run: Run, step: PlayStep): Offering {
    const house = this.#house;
    const file = fileOf(step, run);
    return {
      text: house.session.workspace.file(file)?.text ?? "",
      edit: (make) => {
        house.goTo(file, step.line);
        house.editor.change(make);
      },
    };
  }

  /** Puts the answer before the picture. */
  #answerFirst(): void {
    const [tabs, figure] = [".rs-tabs", "figure"].map((each) => this.#box.querySelector(each));
    if (tabs) {
      figure?.before(tabs);
    }
  }

  /** Takes the whole answer along: the result shows only the beginning of a long one. */
  #whole(step: PlayStep): HTMLElement {
    const size = bytes(bytesOf(step.response.body));
    const whole = h(
      "div.row.pl-whole",
      h("span", `The whole answer, ${size}:`),
      button("Copy", () => void this.#giving.answer(step, "copy")),
      button("Save", () => void this.#giving.answer(step, "save")),
    );
    const table = this.#box.querySelector(".rs-answer .entities:not(.is-tall)");
    const part = table?.closest(".rs-answer > *");
    // A list of blobs or messages is XML, of which the engine has no pages.
    if (part && step.response.body.startsWith("{")) {
      const { account } = this.#house.session;
      void import("./rows-view.ts").then(({ pages }) =>
        pages(part, whole, step, account, this.#giving),
      );
    }
    return whole;
  }

  /** Which request of several the answer below is of, and where it's written. */
  #about(run: Run, step: PlayStep): HTMLElement {
    const file = fileOf(step, run);
    const go = button(`${file}, line ${step.line}`, () => this.#house.goTo(file, step.line), {
      class: "link",
    });
    return h("h3.pl-last", step.title || requestOf(step), " ", go);
  }

  #heading(run: Run): HTMLElement {
    const { latest } = this.#runs;
    const { at } = run;
    const today = at.toDateString() === new Date().toDateString();
    const time = today ? at.toLocaleTimeString("en-GB") : at.toLocaleString("en-GB");
    const older = run !== latest || run.undone;
    const note = run.undone ? "undone" : "an earlier run";
    return h(
      "header.pl-run-head",
      h("h2", run.title),
      h(
        "p",
        `Run ${run.number} of ${run.file}, ${time}`,
        run.where !== "" && ` at ${run.where}`,
        older && h("strong", ` · ${note}`),
      ),
    );
  }

  /** Says that rows are missing from the tables, because the result alone doesn't show it. */
  #refused(): HTMLElement | null {
    const files = this.#house.session.refused;
    const words = files.map(({ file, refused }) =>
      button(
        `${counted(refused, "row")} of ${file} ${refused === 1 ? "isn't" : "aren't"} loaded`,
        () => this.#house.goTo(file),
        { class: "link" },
      ),
    );
    return words.length > 0 ? h("p.pl-refused", ...words.flatMap((w) => [w, " "])) : null;
  }

  /** What there is to say about a run outside the page. */
  #outside(run: Run): HTMLElement {
    const box = h("div.pl-outside");
    const { advice } = run.reply;
    if (advice) {
      void showAdvice(box, advice);
    } else if (run.source !== "") {
      const compare = () => void this.#house.session.attempt(() => this.#compareHere(run, box));
      fill(box, button("Run it here, too, and compare", compare));
    }
    return box;
  }

  /** Runs here what ran elsewhere, and shows both answers. */
  async #compareHere(run: Run, box: HTMLElement): Promise<void> {
    const { session } = this.#house;
    await showComparison(box, await session.again(run), run.reply.steps, session.account);
    await session.refresh();
  }

  #errors(run: Run): HTMLElement {
    const list = run.reply.errors.map((error) => {
      const { line, column, message, hint } = error;
      const file = fileOf(error, run);
      const at = column > 0 ? `line ${line}, column ${column}` : `line ${line}`;
      const place = file === run.file ? `L${at.slice(1)}` : `${file}, ${at}`;
      const go = button(place, () => this.#house.goTo(file, line), { class: "link" });
      return h("li", go, `: ${message} `, hint !== "" && h("span.hint", hint));
    });
    return h("ul.ex-errors", { "aria-label": "Errors" }, ...list);
  }

  #steps(run: Run): HTMLElement {
    const files = [...new Set(run.reply.steps.map((step) => fileOf(step, run)))];
    const place = (step: PlayStep) => files.indexOf(fileOf(step, run)) * 1e6 + step.line;
    // What a request refers to runs before it, wherever it is in the file.
    const steps = [...run.reply.steps].sort((a, b) => place(a) - place(b));
    const items = steps.map((step, i) => {
      const file = fileOf(step, run);
      const open = button(step.title || requestOf(step), () => this.#runs.show(run, step), {
        class: "link",
        title: `${requestOf(step)}\n${file}, line ${step.line}`,
        "aria-current": step === this.#runs.step && "true",
      });
      return h(
        "li",
        {
          class: [
            isQuery(step) ? `kind-${step.plan}` : "",
            step.ok ? "" : " is-failed",
            step.before ? " is-before" : "",
          ].join(""),
        },
        h("span.pl-sign", { "aria-hidden": "true" }, step.ok ? signOf(step) : "✘"),
        h("span.pl-step-number", String(i + 1)),
        open,
        h("span.pl-step-words", wordsOf(step)),
      );
    });
    return h("ol.pl-steps", { "aria-label": "Requests that ran" }, ...items);
  }

  /** Two runs side by side. What compares them is loaded for the first comparison. */
  #difference(before: Run, after: Run): Child[] {
    const box = h("div");
    void import("./difference-view.ts").then(({ differenceView }) =>
      fill(box, ...differenceView(before, after, () => this.#runs.compare(undefined))),
    );
    return [box];
  }

  /** The runs, newest first. */
  #drawStrip(): void {
    const { all, shown, against, earlier } = this.#runs;
    if (all.length === 0) {
      fill(this.strip);
      return;
    }
    const items = [...all].reverse().map((run) => h("li", this.#chip(run, run === shown)));
    const undo =
      shown && !shown.undone && shown.mark !== undefined
        ? button(`Undo run ${shown.number}`, () => void this.#house.session.running.undo(shown), {
            title: `Make the tables what they were before run ${shown.number}`,
          })
        : null;
    const compare =
      shown && earlier && !against
        ? button("Compare", () => this.#runs.compare(earlier), {
            title: `Compare run ${shown.number} with run ${earlier.number}`,
          })
        : null;
    fill(
      this.strip,
      h("ol", { "aria-label": "Runs, the newest first", reversed: true, tabindex: -1 }, ...items),
      h("div.pl-strip-acts.row", compare, undo),
    );
  }

  #chip(run: Run, shown: boolean): HTMLElement {
    const { milliseconds, number, reply, title, totals, undone } = run;
    const { plan, read, returned, written } = totals;
    const words = runWords(reply.steps, milliseconds) || reply.status;
    const sign = reply.ok ? kindSign(plan) || (written > 0 ? "✎" : "·") : "✘";
    const numbers = plan ? `${read} → ${returned}` : written || span(milliseconds);
    const hidden = { "aria-hidden": "true" };
    const contents = [
      h("span.vh", `Run ${number}: ${title}. ${words}${undone ? ". Undone" : ""}`),
      h("span.pl-chip-number", hidden, String(number)),
      h("span.pl-sign", hidden, sign),
      h("span", hidden, String(numbers)),
    ];
    const look = `${reply.ok ? "" : " is-failed"}${undone ? " is-undone" : ""}`;
    return button(contents, () => this.#choose(run), {
      class: `pl-chip kind-${plan || "none"}${look}`,
      "aria-pressed": String(shown || this.#runs.against === run),
      title: `${title}\n${words}`,
    });
  }

  /** While two runs are compared, another one takes the earlier one's place. */
  #choose(run: Run): void {
    const { shown, against } = this.#runs;
    if (against && run !== shown) {
      this.#runs.compare(run);
    } else {
      this.#runs.show(run);
    }
  }
}

function requestOf({ method, target }: PlayStep): string {
  return `${method} ${target}`;
}

/** The sign of what a request is. */
function signOf(step: PlayStep): string {
  return isQuery(step) ? kindSign(step.plan) : step.written > 0 ? "✎" : "·";
}

/** The meters, nearest to their limits first. */
function meterList(meters: readonly Meter[]): HTMLElement {
  const sorted = [...meters].sort((a, b) => b.value / b.limit - a.value / a.limit);
  const items = sorted.map(({ label, value, limit, unit, says }) => {
    const words = amount(value, unit);
    const of = amount(limit, unit);
    const part = Math.min(1, value / limit);
    const bar = h("span.pl-meter-bar");
    bar.style.setProperty("--part", String(part));
    const near = part >= 0.8 ? " is-near" : "";
    return h(
      "li",
      { class: `pl-meter${near}` },
      h("span.pl-meter-label", label),
      h("span.pl-meter-words", h("strong", words), ` of ${of}`),
      h(
        "span.pl-meter-track",
        {
          role: "meter",
          "aria-label": label,
          "aria-valuemin": 0,
          "aria-valuemax": limit,
          "aria-valuenow": Math.min(value, limit),
          "aria-valuetext": `${words} of ${of}`,
        },
        bar,
      ),
      says !== "" && h("span.pl-meter-says", says),
    );
  });
  return h(
    "section.pl-meters",
    { "aria-labelledby": "pl-meters-title" },
    h("h3", { id: "pl-meters-title" }, "How near the limits are"),
    h("ul", ...items),
  );
}

function amount(value: number, unit: Meter["unit"]): string {
  return unit === "bytes"
    ? bytes(value).replace(".0 ", " ")
    : `${count(value)} ${unit.replace("items", "")}`.trimEnd();
}
