/**
 * Draws a load as a heat map with its play head: PartitionKeys from top to bottom, time from left to right,
 * what was served and refused below, and at the right which server has which range. It looks like the
 * pictures of the guides, which site/render/fence/load/draw.go draws: change both together.
 */
import type { LoadResult } from "../protocol.ts";
import { clock, columnOf, rangesAt, stepOf, sumOf } from "./history.ts";

const space = "http://www.w3.org/2000/svg";
const wide = 300;
const high = 160;
const left = 22;
const top = 6;
const strip = 44; // below the map: what was served and refused
const stripTop = top + high + 6;
const servers = 34; // at the right
const width = left + wide + 6 + servers;
const height = stripTop + strip + 16;

/** From which share on a cell counts as refused, and as refused for the most part. */
const some = 0.02;
const most = 0.5;
/** The parts of a partition's cap at which a cell gets the next level. */
const levels = [0, 0.04, 0.2, 0.6, 0.9];

type Numbers = Readonly<Record<string, string | number>>;

function draw(tag: string, attributes: Numbers, ...children: (Node | string)[]): SVGElement {
  const element = document.createElementNS(space, tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

let drawn = 0;

export class LoadMap {
  readonly element: SVGElement;
  readonly #result: LoadResult;
  readonly #owners = draw("g", {});
  readonly #head = draw("g", { class: "lp-head" });
  readonly #future = draw("path", { class: "lp-future" });

  /** `scrub` hears of the seconds at which a pointer is. */
  constructor(result: LoadResult, cap: number, scrub: (seconds: number) => void) {
    this.#result = result;
    const id = `lp${++drawn}`;
    this.#head.append(draw("path", { d: `M0 ${top - 4}V${stripTop + strip}` }));
    this.element = draw(
      "svg",
      {
        viewBox: `0 0 ${width} ${height}`,
        class: "lp-map",
        role: "img",
        "aria-label": `${result.label}: PartitionKeys from top to bottom, time to the right. ${result.shape}`,
      },
      hatches(id),
      draw("path", { class: "lp-ground", d: `M${left} ${top}h${wide}v${high}h-${wide}z` }),
      draw("path", { class: "lp-ground", d: `M${left} ${stripTop}h${wide}v${strip}h-${wide}z` }),
      ...cells(result, cap, id),
      ...sums(result, id),
      ...changes(result),
      ...words(result),
      this.#future,
      this.#owners,
      this.#head,
    );
    this.#listen(scrub);
  }

  /** Moves the play head. What comes after it is faint. */
  show(seconds: number): void {
    const x = left + (wide * seconds) / this.#result.seconds;
    this.#head.setAttribute("transform", `translate(${x.toFixed(1)} 0)`);
    this.#future.setAttribute("d", `M${x} ${top}H${left + wide}V${stripTop + strip}H${x}z`);
    const ranges = rangesAt(this.#result, seconds);
    const y = (slot: number) => top + (high * slot) / this.#result.slots;
    this.#owners.replaceChildren(
      ...ranges.flatMap(({ first, end, server }) => {
        const tall = y(end) - y(first);
        const at = left + wide + 6;
        const box = draw("rect", {
          class: "lp-server",
          fill: `var(--${["soft", "l0", "bg"][server % 3]})`,
          x: at,
          y: y(first).toFixed(1),
          width: servers,
          height: Math.max(0.5, tall - 0.5).toFixed(1),
        });
        const name = { x: at + servers / 2, y: (y(first) + tall / 2 + 3.5).toFixed(1) };
        return tall < 10
          ? [box]
          : [box, draw("text", { ...name, "text-anchor": "middle" }, `S${server + 1}`)];
      }),
    );
  }

  #listen(scrub: (seconds: number) => void): void {
    const at = (event: PointerEvent) => {
      const box = this.element.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * width - left;
      scrub(Math.min(1, Math.max(0, x / wide)) * this.#result.seconds);
    };
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      at(event);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (event.buttons > 0) {
        at(event);
      }
    });
  }
}

/** Fills of cells in which some or most is refused. */
function hatches(id: string): SVGElement {
  const pattern = (name: string, lines: string) =>
    draw(
      "pattern",
      { id: id + name, width: 5, height: 5, patternUnits: "userSpaceOnUse" },
      draw("path", { fill: `var(--${name})`, d: "M0 0h5v5H0z" }),
      draw("path", { class: `lp-${name}-line`, d: lines }),
    );
  return draw("defs", {}, pattern("some", "M0 5L5 0"), pattern("most", "M0 5L5 0M0 0L5 5"));
}

/** The cells, those of the same fill as one path. */
function cells(result: LoadResult, cap: number, id: string): SVGElement[] {
  const paths = new Map<string, string>();
  const x = (column: number) => left + Math.floor((wide * column) / result.columns);
  const y = (row: number) => top + Math.floor((high * row) / result.rows);
  for (const [row, line] of result.cells.entries()) {
    for (let column = 0; column < result.columns; ) {
      const fill = fillOf(result, line, column, cap);
      let end = column + 1;
      while (end < result.columns && fillOf(result, line, end, cap) === fill) {
        end++;
      }
      if (fill !== "") {
        const box = `M${x(column)} ${y(row)}H${x(end)}V${y(row + 1)}H${x(column)}z`;
        paths.set(fill, (paths.get(fill) ?? "") + box);
      }
      column = end;
    }
  }
  return [...paths].map(([name, d]) => {
    const fill = /\d/.test(name) ? `var(--${name})` : `url(#${id}${name})`;
    return draw("path", { fill, d, "shape-rendering": "crispEdges" });
  });
}

function fillOf(result: LoadResult, line: readonly number[], column: number, cap: number): string {
  const refused = line[2 * column + 1] ?? 0;
  const offered = (line[2 * column] ?? 0) + refused;
  if (offered === 0) {
    return "";
  }
  if (refused >= some * offered) {
    return refused >= most * offered ? "most" : "some";
  }
  const part = offered / stepOf(result) / cap;
  return `l${levels.findLastIndex((level) => part >= level)}`;
}

/** Served and refused entities a second, one on top of the other. */
function sums(result: LoadResult, id: string): SVGElement[] {
  const all = Array.from({ length: result.columns }, (_, column) => sumOf(result, column));
  const peak = Math.max(1, ...all.map(({ served, refused }) => served + refused));
  let served = "";
  let refused = "";
  for (const [column, sum] of all.entries()) {
    const x = left + (wide * column) / result.columns;
    const across = wide / result.columns;
    const up = (strip * sum.served) / peak;
    const more = (strip * sum.refused) / peak;
    const bottom = stripTop + strip;
    served += `M${x} ${bottom}v-${up.toFixed(1)}h${across}v${up.toFixed(1)}z`;
    refused += `M${x} ${(bottom - up).toFixed(1)}v-${more.toFixed(1)}h${across}v${more.toFixed(1)}z`;
  }
  return [
    draw("path", { fill: "var(--l2)", d: served }),
    draw("path", { fill: `url(#${id}most)`, d: refused }),
  ];
}

/** A line from each split on, because it's where a range ends from then on, and a ring for each move. */
function changes({ splits, moves, seconds, slots }: LoadResult): SVGElement[] {
  const x = (at: number) => left + (at * wide) / seconds;
  const y = (slot: number) => top + (slot * high) / slots;
  return [
    ...splits.map(([at, slot]) =>
      draw("path", { class: "lp-split", d: `M${x(at)} ${y(slot)}H${left + wide}` }),
    ),
    ...splits.map(([at, slot]) =>
      draw("path", { class: "lp-mark", d: `M${x(at) - 3} ${y(slot) - 4}l7 4-7 4z` }),
    ),
    ...moves.map(([at, slot]) =>
      draw("circle", {
        class: "lp-ring",
        cx: x(at) + 9,
        cy: Math.min(y(slot) + 5, top + high - 3),
        r: 2.5,
      }),
    ),
  ];
}

function words(result: LoadResult): SVGElement[] {
  const { seconds } = result;
  const ends = ["start", "middle", "end"].map((anchor, i) =>
    draw(
      "text",
      { x: left + (wide * i) / 2, y: height - 4, "text-anchor": anchor },
      clock((seconds * i) / 2),
    ),
  );
  return [
    ...ends,
    draw("text", { x: -(top + high), y: 12, transform: "rotate(-90)" }, "PartitionKeys in order →"),
  ];
}

/** The figures of a moment, in the order of the table below the maps. */
export function momentOf(result: LoadResult, seconds: number) {
  const column = columnOf(result, seconds);
  const { served, refused } = sumOf(result, column);
  const ranges = rangesAt(result, seconds);
  return {
    served,
    throttled: served + refused === 0 ? 0 : refused / (served + refused),
    times: result.times[column] ?? [0, 0, 0],
    ranges: ranges.length,
    servers: new Set(ranges.map(({ server }) => server)).size,
    splits: result.splits.filter(([at]) => at <= seconds).length,
    moves: result.moves.filter(([at]) => at <= seconds).length,
  };
}
