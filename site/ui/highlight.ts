/**
 * Cuts the text of an example into coloured tokens, as the reader types.
 *
 * The rules are site/render/markup/grammar.json, by which the build cuts, too; highlight.go beside it says
 * what they mean. Both must give the tokens of testdata/highlight.json and testdata/javascript.json.
 */
import grammars from "../render/markup/grammar.json";

/** A run of text and the class it is shown in; "" is plain. */
export type Token = readonly [kind: string, text: string];

interface Rule {
  readonly pattern: RegExp;
  readonly kind: string;
  readonly next: string;
}

type States = Readonly<Record<string, readonly (string | readonly string[])[]>>;

/** Cuts a text of the example language into tokens. Joined, they are the text; neighbours differ in kind. */
export const highlight = cutter(grammars.http, "http");

/** Cuts a text of JavaScript, likewise. */
export const javascript = cutter(grammars.javascript, "javascript");

function cutter(states: States, start: string): (text: string) => Token[] {
  const rules = new Map(Object.keys(states).map((name) => [name, rulesOf(states, name)]));
  return (text) => {
    const tokens: [string, string][] = [];
    const back: string[] = [];
    let state = start;
    for (let at = 0; at < text.length; ) {
      const [{ kind, next }, taken] = first(rules.get(state) ?? [], text, at);
      at += taken.length;
      emit(tokens, kind, taken);
      if (next.startsWith("+")) {
        back.push(state);
      }
      state = next === "-" ? (back.pop() ?? start) : next.replace("+", "") || state;
    }
    return tokens;
  };
}

function rulesOf(states: States, name: string): Rule[] {
  return (states[name] ?? []).flatMap((rule) => {
    if (typeof rule === "string") {
      return rulesOf(states, rule);
    }
    const [pattern = "", kind = "", next = ""] = rule;
    return { pattern: new RegExp(pattern, "y"), kind, next };
  });
}

/** The first rule that matches there, and what it takes. There always is one. */
function first(rules: readonly Rule[], text: string, at: number): [Rule, string] {
  for (const rule of rules) {
    rule.pattern.lastIndex = at;
    const found = rule.pattern.exec(text);
    if (found) {
      return [rule, found[1] ?? found[0]];
    }
  }
  throw new Error("no rule matches");
}

/** Adds a token, or to the last one if that is of its kind. A * marks text in which {{…}} is a variable. */
function emit(tokens: [string, string][], kind: string, text: string): void {
  if (kind.endsWith("*")) {
    for (const piece of text.split(/(\{\{.*?(?:\}\}|$))/s)) {
      emit(tokens, piece.startsWith("{{") ? "tk-v" : kind.slice(0, -1), piece);
    }
    return;
  }
  const last = tokens.at(-1);
  if (last?.[0] === kind) {
    last[1] += text;
  } else if (text !== "") {
    tokens.push([kind, text]);
  }
}
