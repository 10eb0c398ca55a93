/** What a result says of one moment: sums of a column, and which server has which range. */
import { count } from "../numbers.ts";
import type { LoadResult } from "../protocol.ts";

export interface Range {
  readonly first: number;
  /** The slot after its last one. */
  readonly end: number;
  readonly server: number;
}

/** The ranges at a time, in the order of keys. */
export function rangesAt(result: LoadResult, seconds: number): readonly Range[] {
  const owners = new Map<number, number>();
  const changes = [...result.splits, ...result.moves].sort(([a], [b]) => a - b);
  for (const [at, slot, server] of [...result.begin, ...changes]) {
    if (at <= seconds) {
      owners.set(slot, server);
    }
  }
  const firsts = [...owners.keys()].sort((a, b) => a - b);
  return firsts.map((first, i) => ({
    first,
    end: firsts[i + 1] ?? result.slots,
    server: owners.get(first) ?? 0,
  }));
}

/** How many seconds a column has. */
export function stepOf({ seconds, columns }: LoadResult): number {
  return seconds / columns;
}

export function columnOf(result: LoadResult, seconds: number): number {
  return Math.min(result.columns - 1, Math.floor(seconds / stepOf(result) + 1e-9));
}

/** Entities a second in a column: those served, and those refused. */
export function sumOf(result: LoadResult, column: number): { served: number; refused: number } {
  let served = 0;
  let refused = 0;
  for (const row of result.cells) {
    served += row[2 * column] ?? 0;
    refused += row[2 * column + 1] ?? 0;
  }
  return { served: served / stepOf(result), refused: refused / stepOf(result) };
}

/** One thing that happened, for readers who don't see the picture. */
export interface Event {
  readonly at: number;
  readonly says: string;
}

/** From which share of refused attempts on a reader would notice. */
const noticed = 0.005;

/** All that happened, in order: refusals that begin and end, splits and moves. */
export function eventsOf(result: LoadResult): Event[] {
  const key = (slot: number) => `PartitionKey ${count(slot + 1)} of ${count(result.slots)}`;
  const events: Event[] = [
    ...result.splits.map(([at, slot]) => ({ at, says: `A range is split before ${key(slot)}.` })),
    ...result.moves.map(([at, slot, server]) => ({
      at,
      says: `The range from ${key(slot)} on moves to server ${server + 1}.`,
    })),
  ];
  let refusing = false;
  for (let column = 0; column < result.columns; column++) {
    const { served, refused } = sumOf(result, column);
    const now = refused > noticed * (served + refused);
    if (now !== refusing) {
      const share = Math.round((100 * refused) / (served + refused));
      events.push({
        at: column * stepOf(result),
        says: now
          ? `Requests begin to be refused: ${share}% of the attempts.`
          : "Nothing is refused any more.",
      });
      refusing = now;
    }
  }
  return events.sort((a, b) => a.at - b.at);
}

/** Seconds as a clock shows them: 3:20, or 1:03:20. */
export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (n: number) => String(n).padStart(2, "0");
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes}:${two(whole % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
}

/** What a request took, in a unit that a reader can take in. */
export function duration(seconds: number): string {
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}
