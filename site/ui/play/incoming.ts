/** Finds out what a file holds, and turns data into the form of a data file. */

export interface Incoming {
  readonly kind: "requests" | "data";
  readonly name: string;
  /** Requests, or data in the form of a data file. */
  readonly text: string;
  /** How many rows there are, about. */
  readonly rows: number;
}

/** Reads a file or a pasted text. */
export function read(name: string, text: string): Incoming {
  if (
    /\.(?:http|rest)$/.test(name) ||
    /^(?:###|(?:GET|POST|PUT|PATCH|DELETE) )/m.test(text.slice(0, 4000))
  ) {
    return { kind: "requests", name: `${name.replace(/\.\w+$/, "")}.http`, text, rows: 0 };
  }
  const rows = text.split("\n").length - 1;
  return { kind: "data", name, text, rows };
}
