/** Finds pages, sections, terms and error codes in the index that site/render/search.go makes. */
import MiniSearch, { type AsPlainObject } from "minisearch";

/** What can be found, as the index has it. */
interface Stored {
  /** Its title. */
  readonly t: string;
  /** The page that it's on, unless it's a page. */
  readonly p?: string;
  /** Pattern, Section, Term and so on. */
  readonly k: string;
  /** Its address. */
  readonly u: string;
  /** The beginning of its text. */
  readonly x?: string;
}

export interface Found extends Stored {
  /** The words of the index that made it fit. */
  readonly words: readonly string[];
}

/** The words that the index leaves out: the same as in site/render/search.go. */
const common = new Set(
  (
    "a all also an and are as at be but by can do does each for from has have if in is it its more no not " +
    "of on only or so than that the their them then there they this to was what when which with you your"
  ).split(" "),
);

/** How much a kind counts. Whole pages come before their sections. */
const weights: Readonly<Record<string, number>> = {
  Section: 1,
  Decision: 0.8,
  Term: 1.6,
  Error: 2,
};

/** How many results are shown, and how many of them are sections of one page. */
const most = 24;
const ofPage = 3;

export class Engine {
  readonly #index: MiniSearch;

  private constructor(index: MiniSearch) {
    this.#index = index;
  }

  /** Opens an index in steps, so that what the reader types meanwhile isn't held up. */
  static async open(stored: AsPlainObject): Promise<Engine> {
    const index = await MiniSearch.loadJSAsync(stored, {
      fields: ["title", "keys", "text"],
      storeFields: ["t", "p", "k", "u", "x"],
      tokenize: wordsOf,
    });
    return new Engine(index);
  }

  static async load(address: string): Promise<Engine> {
    const response = await fetch(address);
    if (!response.ok) {
      throw new Error(`The index could not be loaded: ${response.status}.`);
    }
    return Engine.open((await response.json()) as AsPlainObject);
  }

  /** Finds what has all words of a query or, if nothing does, some of them. The best come first. */
  find(query: string): Found[] {
    const all = this.#search(query, "AND");
    return withoutFlood(all.length > 0 ? all : this.#search(query, "OR")).slice(0, most);
  }

  #search(query: string, combineWith: "AND" | "OR"): Found[] {
    const results = this.#index.search(query, {
      combineWith,
      prefix: (term) => term.length > 1,
      // Two letters that changed places are two edits: "latset".
      fuzzy: (term) => (term.length > 5 ? 2 : term.length > 3 ? 1 : false),
      boost: { title: 5, keys: 3 },
      weights: { fuzzy: 0.3, prefix: 0.5 },
      boostDocument: (_id, _term, stored) => weights[String(stored?.["k"])] ?? 1.8,
    });
    return results.map((result) => ({ ...(result as unknown as Stored), words: result.terms }));
  }
}

/** The results without more sections of a page than leave room for other pages. */
function withoutFlood(all: readonly Found[]): Found[] {
  const sections = new Map<string, number>();
  return all.filter(({ k, p = "" }) => {
    const count = (sections.get(p) ?? 0) + 1;
    if (k === "Section") {
      sections.set(p, count);
    }
    return k !== "Section" || count <= ofPage;
  });
}

/** Divides what a reader types as the index divides texts. Common words count if there are no others. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !common.has(word));
  return telling.length > 0 ? telling : words;
}
