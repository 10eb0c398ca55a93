/**
 * Cuts the text of a JavaScript example into coloured tokens, as the reader types.
 *
 * It is the twin of site/render/javascript.go, whose comment has the rules; both must give the tokens
 * of testdata/javascript.json.
 */
import { collector, type Token } from "./highlight.ts";

const words = new Set(
  (
    "async await break case catch class const continue default delete do else export extends " +
    "finally for from function if import in instanceof let new of return static super switch this " +
    "throw try typeof var void while yield"
  ).split(" "),
);
const constants = new Set(["true", "false", "null", "undefined"]);

/** Everything that is more than one plain character, each with its class; "" has rules of its own. */
const shapes: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/\/\/[/ ]*@[^\n]*/y, "tk-d"],
  [/\/\/[^\n]*/y, "tk-c"],
  [/\/\*(?:(?!\*\/)[\s\S])*(?:\*\/)?/y, "tk-c"],
  [/'(?:\\[^\n]|[^'\n])*'?/y, "tk-s"],
  [/"(?:\\[^\n]|[^"\n])*"?/y, "tk-s"],
  [/\d[\w.]*/y, "tk-l"],
  [/[\w$\u0080-\uffff]+/y, ""],
];
const expression = /\/(?:\\[^\n]|\[(?:\\[^\n]|[^\]\n])*\]?|[^/\n])*(?:\/\w*)?/y;

/** Cuts a text into tokens. Joined, they are the text; neighbours differ in kind. */
export function javascript(text: string): Token[] {
  const { tokens, emit } = collector();
  let value = false;
  for (let at = 0, end = 0; at < text.length; at = end) {
    if (text[at] === "`") {
      end = cutTemplate(text, at, emit);
      value = true;
      continue;
    }
    const [found, kind] = shapeAt(text, at, value);
    end = at + found.length;
    if (kind === "") {
      emit(wordKind(text, at, end), found);
      value = !words.has(found) || isMember(text, at) || found === "this" || found === "super";
    } else {
      emit(kind === "plain" ? "" : kind, found);
      if (kind === "plain" && !/[ \t\r\n]/.test(found)) {
        value = /[)\]}]/.test(found);
      } else if (kind === "tk-s" || kind === "tk-l") {
        value = true;
      }
    }
  }
  return tokens;
}

function shapeAt(text: string, at: number, value: boolean): readonly [found: string, kind: string] {
  for (const [pattern, kind] of shapes) {
    const found = match(pattern, text, at);
    if (found !== undefined) {
      return [found, kind];
    }
  }
  if (text[at] === "/" && !value) {
    return [match(expression, text, at) ?? "/", "tk-s"];
  }
  return [text.charAt(at), "plain"];
}

function wordKind(text: string, at: number, end: number): string {
  const word = text.slice(at, end);
  if (words.has(word) && !isMember(text, at)) {
    return "tk-k";
  }
  if (constants.has(word) && !isMember(text, at)) {
    return "tk-l";
  }
  return text[end] === "(" ? "tk-n" : "";
}

function isMember(text: string, at: number): boolean {
  return text[at - 1] === "." && text[at - 2] !== ".";
}

/** Takes a template with what is filled in, and returns where it ends. */
function cutTemplate(
  text: string,
  start: number,
  emit: (kind: string, text: string) => void,
): number {
  let at = start;
  let end = start + 1;
  while (end < text.length && text[end] !== "`") {
    if (text[end] === "\\") {
      end += 2;
    } else if (text.startsWith("${", end)) {
      emit("tk-s", text.slice(at, end));
      at = end;
      end = braceEnd(text, end + 1);
      emit("tk-v", text.slice(at, end));
      at = end;
    } else {
      end++;
    }
  }
  end = Math.min(end + 1, text.length);
  emit("tk-s", text.slice(at, end));
  return end;
}

/** Where the braces close that open at `at`. */
function braceEnd(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    if (text[i] === "{") {
      depth++;
    } else if (text[i] === "}" && --depth === 0) {
      return i + 1;
    }
  }
  return text.length;
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
