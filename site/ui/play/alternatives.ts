/**
 * Writes the alternatives of an or as requests of their own: the service reads no less for an or, but each
 * alternative alone may name a partition or an entity. Together they find the same entities.
 */
import { type Block, blockAt, blocks } from "./blocks.ts";
import { lineAt, literal, optionOf, type Place } from "./query.ts";

/** A change of a file's text. */
export interface Edit extends Place {
  readonly insert: string;
  readonly requests: number;
  /** Whether an entity can be in the answers to several of them. */
  readonly overlap: boolean;
}

/** Options whose answers don't add up: the first of each aren't the first of all. */
const partial = ["$top", "NextPartitionKey", "NextRowKey"];

/** Returns the requests to write in place of the one that a line is in, if it can be split. */
export function alternativesOf(text: string, at: number): Edit | undefined {
  const block = blockAt(blocks(text), at);
  const line = block?.request ?? 0;
  const place = optionOf(text, line, "$filter");
  if (
    block?.method !== "GET" ||
    !place ||
    partial.some((name) => optionOf(text, line, name)) ||
    (block.name && new RegExp(`\\{\\{\\s*${block.name}\\.|@ref\\s+${block.name}\\b`).test(text))
  ) {
    return undefined;
  }
  const filters = split(text.slice(place.from, place.to));
  if (filters.length < 2) {
    return undefined;
  }
  const { from } = lineAt(text, block.from);
  const { to } = lineAt(text, block.to);
  const start = lineAt(text, line).from;
  const head = text.slice(from, start).split("\n").slice(0, -1);
  const requests = filters.map((filter, i) => {
    const rest = text.slice(start, place.from) + filter + text.slice(place.to, to);
    return [...heading(head, block, i, filters.length), rest].join("\n");
  });
  return {
    from,
    to,
    insert: requests.join("\n\n"),
    requests: filters.length,
    overlap: !disjoint(filters),
  };
}

/**
 * What is above each request line. What the one request was expected to read and return doesn't hold for its
 * parts; variables and comments stay above the first.
 */
function heading(head: readonly string[], block: Block, i: number, of: number): string[] {
  const kept = head.filter(
    (line) =>
      !line.startsWith("###") &&
      !/^\s*(#|\/\/).*@expect\s+(?!status\b)/.test(line) &&
      (i === 0 || /^\s*(#|\/\/)[\s#/]*@/.test(line)),
  );
  const named = kept.map((line) => line.replace(/(@name\s+\w+)/, `$1${i + 1}`));
  const title = [block.title, `${i + 1} of ${of}`].filter(Boolean).join(", ");
  // Only what begins a file can do without a line that separates it.
  return i > 0 || head[0]?.startsWith("###") ? [`### ${title}`, ...named] : named;
}

/** An expression of a filter: its place with its parentheses, and without them. */
interface Term extends Place {
  readonly kind: "and" | "or" | "not" | "test";
  readonly inner: Place;
  readonly operands: readonly Term[];
}

/** Returns the filter once for each alternative of its first or over keys; nothing if it has none. */
export function split(filter: string): string[] {
  // What is encoded, or comes from a variable as a whole, can't be taken apart here.
  if (/%[0-9a-f]{2}/i.test(filter)) {
    return [];
  }
  const tree = new Reader(filter).all();
  const textOf = ({ from, to }: Place) => filter.slice(from, to);
  for (const term of tree ? flat(tree, "and") : []) {
    const alternatives = flat(term, "or").map((each) => textOf(each.inner));
    if (alternatives.length > 1 && alternatives.every((each) => keys.test(bare(each)))) {
      const [before, after] = [filter.slice(0, term.from), filter.slice(term.to)];
      return [...new Set(alternatives.map((each) => before + each + after))];
    }
  }
  return [];
}

const keys = /\b(PartitionKey|RowKey)\b/;

/** A filter without its strings. */
function bare(filter: string): string {
  return filter.replace(new RegExp(literal, "g"), "''");
}

/** The operands of a chain, those of nested chains included. */
function flat(term: Term, kind: Term["kind"]): Term[] {
  return term.kind === kind ? term.operands.flatMap((each) => flat(each, kind)) : [term];
}

/** Whether no entity can match two filters, because each asks for another value of one key. */
function disjoint(filters: readonly string[]): boolean {
  return ["PartitionKey", "RowKey"].some((key) => {
    const values = filters.map((filter) =>
      /\b(or|not)\b/.test(bare(filter))
        ? undefined
        : new RegExp(`\\b${key} eq ('(?:''|[^'{])*')`).exec(filter)?.[1],
    );
    return !values.includes(undefined) && new Set(values).size === values.length;
  });
}

/** Reads a filter as far as taking it apart needs. Comparisons bind closest, then not, and, or. */
class Reader {
  readonly #tokens: readonly (Place & { readonly word: string })[];
  #at = 0;

  constructor(filter: string) {
    const pattern = new RegExp(`${literal.source}|[()]|[^\\s()'{]+|\\S`, "g");
    this.#tokens = [...filter.matchAll(pattern)].map(({ 0: word, index }) => ({
      from: index,
      to: index + word.length,
      word,
    }));
  }

  /** The whole filter, unless it's something else. */
  all(): Term | undefined {
    const term = this.#chain("or");
    return this.#at === this.#tokens.length ? term : undefined;
  }

  get #next(): string {
    return this.#tokens[this.#at]?.word ?? "";
  }

  #chain(kind: "and" | "or"): Term | undefined {
    const operands: Term[] = [];
    do {
      const operand = kind === "or" ? this.#chain("and") : this.#unary();
      if (!operand) {
        return undefined;
      }
      operands.push(operand);
    } while (this.#take(kind));
    const [first] = operands;
    const last = operands.at(-1);
    if (!first || !last || operands.length === 1) {
      return first;
    }
    const place = { from: first.from, to: last.to };
    return { kind, ...place, inner: place, operands };
  }

  #unary(): Term | undefined {
    const start = this.#tokens[this.#at]?.from ?? 0;
    const negated = this.#take("not");
    const term = negated ? this.#unary() : this.#take("(") ? this.#group(start) : this.#test(start);
    const place = { from: start, to: term?.to ?? 0 };
    return term && negated ? { kind: "not", ...place, inner: place, operands: [] } : term;
  }

  #group(from: number): Term | undefined {
    const term = this.#chain("or");
    const to = this.#tokens[this.#at]?.to ?? 0;
    return term && this.#take(")") ? { ...term, from, to } : undefined;
  }

  /** A comparison, or a property alone. A variable outside strings could be anything. */
  #test(from: number): Term | undefined {
    let to = from;
    while (this.#next !== "" && !/^(and|or|not|[()]|\{\{.*)$/.test(this.#next)) {
      to = this.#tokens[this.#at]?.to ?? to;
      this.#at++;
    }
    const place = { from, to };
    return to > from ? { kind: "test", ...place, inner: place, operands: [] } : undefined;
  }

  #take(word: string): boolean {
    const found = this.#next === word;
    this.#at += found ? 1 : 0;
    return found;
  }
}
