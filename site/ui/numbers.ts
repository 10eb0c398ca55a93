/** How numbers are written. */

/** A number as readers write it: 100,000, with so many digits behind the point at most. */
export function count(value: number, digits = 3): string {
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}

/** A number with its noun: 1 entity, 2 entities. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** Bytes in the unit that a reader can take in. */
export function bytes(value: number): string {
  if (value < 1024) {
    return `${value} B`;
  }
  if (value < 1024 * 1024) {
    return `${(value / 1024).toFixed(value < 10240 ? 1 : 0)} KiB`;
  }
  return `${(value / 1024 / 1024).toFixed(1)} MiB`;
}

/** A time span, such as 31 ms or 2.4 s. */
export function span(milliseconds: number): string {
  return milliseconds < 1000
    ? `${Math.max(1, Math.round(milliseconds))} ms`
    : `${(milliseconds / 1000).toFixed(1)} s`;
}
