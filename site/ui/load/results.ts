/** One or two loads that were simulated: their maps under one play head, the figures there, and the story. */

import { fill, h, row, table } from "../element.ts";
import { count } from "../numbers.ts";
import type { LoadResult } from "../protocol.ts";
import { clock, duration, eventsOf } from "./history.ts";
import { LoadMap, momentOf } from "./map.ts";
import { Player } from "./player.ts";

/** The most events in a list. */
const mostEvents = 60;

export class Results {
  readonly element = h("div.lp-results.stack.loose", { hidden: true });
  readonly #maps = h("div.lp-maps");
  readonly #moment = h("div.lp-moment");
  readonly #story = h("div.lp-story");
  readonly #player = new Player((seconds) => this.#at(seconds));
  #results: readonly LoadResult[] = [];
  #drawn: readonly LoadMap[] = [];

  constructor() {
    this.element.append(this.#maps, legend(), this.#player.element, this.#moment, this.#story);
  }

  show(results: readonly LoadResult[], cap: number): void {
    const first = results[0];
    if (!first) {
      return;
    }
    this.element.hidden = false;
    this.#results = results;
    this.#drawn = results.map(
      (result) => new LoadMap(result, cap, (seconds) => this.#player.go(seconds)),
    );
    fill(
      this.#maps,
      ...results.map((result, i) =>
        h("figure", h("figcaption", result.label), this.#drawn[i]?.element),
      ),
    );
    fill(this.#story, ...results.map(told));
    this.#player.open(first.seconds, first.columns);
  }

  #at(seconds: number): void {
    for (const map of this.#drawn) {
      map.show(seconds);
    }
    const moments = this.#results.map((result) => momentOf(result, seconds));
    const line = (name: string, says: (moment: (typeof moments)[number], i: number) => string) =>
      row(name, ...moments.map(says));
    const time = (i: 0 | 1 | 2) => (m: (typeof moments)[number]) => duration(m.times[i]);
    const whole = (share: number) => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)}%`;
    const figures = table(
      ["", ...this.#results.map(({ label }) => label)],
      [
        line("Served", (m) => `${count(m.served, 0)} entities/s`),
        line("Refused", (m) => `${whole(m.throttled)} of attempts`),
        line("Half of the requests take up to", time(0)),
        line("95 of 100", time(1)),
        line("99 of 100", time(2)),
        line("Ranges on servers", (m) => `${m.ranges} on ${m.servers}`),
        line("Splits and moves until then", (m) => `${m.splits} and ${m.moves}`),
        line("Refused over the whole time", (_, i) => whole(this.#results[i]?.throttled ?? 0)),
      ],
    );
    figures.createCaption().textContent = `At ${clock(seconds)}`;
    fill(this.#moment, figures);
  }
}

/** What happened, as text. */
function told(result: LoadResult): HTMLElement {
  const events = eventsOf(result);
  const more = events.length - mostEvents;
  return h(
    "section",
    h("h3", result.label),
    h("p", `${result.shape} ${result.story.charAt(0).toUpperCase()}${result.story.slice(1)}`),
    events.length > 0 &&
      h(
        "details",
        h("summary", "What happened, in order"),
        h(
          "ol",
          ...events
            .slice(0, mostEvents)
            .map(({ at, says }) => h("li", h("b", clock(at)), ` ${says}`)),
        ),
        more > 0 && h("p", `And ${more} more splits, moves and refusals.`),
      ),
  );
}

/** What the fills and signs mean. */
function legend(): HTMLElement {
  const item = (name: string, words: string) =>
    h("span", h("i", { class: `lp-key lp-key-${name}`, "aria-hidden": "true" }), words);
  return h(
    "p.lp-legend.row",
    item("calm", "the darker, the more (the lighter in the dark)"),
    item("some", "some refused"),
    item("most", "most refused"),
    item("split", "split"),
    item("move", "move"),
    item("server", "which server has the range"),
  );
}
