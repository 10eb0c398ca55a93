/**
 * Cuts the text of an example into coloured tokens, as the reader types.
 *
 * It is the twin of site/render/highlight.go, whose comment has the rules; both must give the
 * tokens of testdata/highlight.json. It colours and does not judge: errors are the engine's to find.
 */

/** A run of text and the class it is shown in; "" is plain. */
export type Token = readonly [kind: string, text: string];

/** Where in a request a line stands. */
type Part = "before" | "headers" | "body";

const operators = new Set("eq ne gt ge lt le and or not".split(" "));
const constants = new Set(["true", "false", "null"]);

/** Cuts a text into tokens. Joined, they are the text; neighbours differ in kind. */
export function highlight(text: string): Token[] {
  const { tokens, emit } = collector();
  let part: Part = "before";
  for (const line of text.split(/(?<=\n)/)) {
    const end = line.endsWith("\n") ? "\n" : "";
    part = cutLine(line.slice(0, line.length - end.length), part, emit);
    emit("", end);
  }
  return tokens;
}

/** Collects tokens, one of each run of a kind. */
export function collector(): { readonly tokens: Token[]; readonly emit: Emit } {
  const tokens: [string, string][] = [];
  const emit: Emit = (kind, text) => {
    const last = tokens.at(-1);
    if (last?.[0] === kind) {
      last[1] += text;
    } else if (text !== "") {
      tokens.push([kind, text]);
    }
  };
  return { tokens, emit };
}

type Emit = (kind: string, text: string) => void;

/** Cuts one line and says where the next one stands. */
function cutLine(line: string, part: Part, emit: Emit): Part {
  const trimmed = line.replace(/^[ \t]+/, "");
  if (line.startsWith("###")) {
    emit("tk-c", line);
    return "before";
  }
  if (trimmed.startsWith("#") || trimmed.startsWith("//")) {
    cutComment(line, emit);
  } else if (part === "body") {
    cutBody(line, emit);
  } else if (trimmed === "") {
    emit("", line);
    return part === "headers" ? "body" : part;
  } else if (part === "headers") {
    cutHeader(line, emit);
  } else if (trimmed.startsWith("@")) {
    const end = wordEnd(line, line.indexOf("@") + 1);
    emit("tk-v", line.slice(0, end));
    cutVariables("", line.slice(end), emit);
  } else {
    cutRequest(line, emit);
    return "headers";
  }
  return part;
}

function cutComment(line: string, emit: Emit): void {
  if (/^[ \t#/]*@/.test(line)) {
    cutVariables("tk-d", line, emit);
  } else {
    emit("tk-c", line);
  }
}

function cutRequest(line: string, emit: Emit): void {
  const end = wordEnd(line, 0);
  const method = line[end] === " " ? end : 0;
  emit("tk-m", line.slice(0, method));
  cutTarget(line.slice(method), false, emit);
}

function cutHeader(line: string, emit: Emit): void {
  if (/^[ \t]*[?&]/.test(line)) {
    cutTarget(line, true, emit);
    return;
  }
  const colon = Math.max(line.indexOf(":"), 0);
  emit("tk-h", line.slice(0, colon));
  cutVariables("", line.slice(colon), emit);
}

/** Text of one kind, in which {{…}} is marked. */
function cutVariables(kind: string, text: string, emit: Emit): void {
  let at = 0;
  for (let open = text.indexOf("{{"); open >= 0; open = text.indexOf("{{", at)) {
    emit(kind, text.slice(at, open));
    at = variableEnd(text, open);
    emit("tk-v", text.slice(open, at));
  }
  emit(kind, text.slice(at));
}

/** A target; words count only in its keys and its query, where `inside` is true. */
function cutTarget(text: string, continued: boolean, emit: Emit): void {
  let inside = continued;
  for (let at = 0, end = 0; at < text.length; at = end) {
    const c = text.charAt(at);
    end = at + 1;
    let kind = "";
    if (text.startsWith("{{", at)) {
      end = variableEnd(text, at);
      kind = "tk-v";
    } else if (c === "?" || c === "(") {
      inside = true;
    } else if (!inside) {
      // The path before its keys is plain.
    } else if (text.startsWith(" HTTP/", at)) {
      end = text.length;
    } else if (c === "'") {
      end = quoteEnd(text, at);
      cutVariables("tk-s", text.slice(at, end), emit);
      continue;
    } else if (c === "%") {
      end = Math.min(at + 3, text.length);
    } else if (/\d/.test(c)) {
      end = numberEnd(text, at);
      kind = "tk-l";
    } else if (/[\w$]/.test(c)) {
      end = wordEnd(text, at + 1);
      kind = targetWord(text.slice(at, end), text.charAt(end));
    }
    emit(kind, text.slice(at, end));
  }
}

function targetWord(word: string, next: string): string {
  if (operators.has(word) || next === "'") {
    return "tk-k";
  }
  return constants.has(word) ? "tk-l" : "tk-n";
}

/** A line of a JSON body. */
function cutBody(text: string, emit: Emit): void {
  for (let at = 0, end = 0; at < text.length; at = end) {
    const c = text.charAt(at);
    end = at + 1;
    let kind = "";
    if (text.startsWith("{{", at)) {
      end = variableEnd(text, at);
      kind = "tk-v";
    } else if (c === '"') {
      end = stringEnd(text, at);
      const named = /^[ \t]*:/.test(text.slice(end));
      cutVariables(named ? "tk-n" : "tk-s", text.slice(at, end), emit);
      continue;
    } else if (/\d/.test(c)) {
      end = numberEnd(text, at);
      kind = "tk-l";
    } else if (/\w/.test(c)) {
      end = wordEnd(text, at);
      kind = constants.has(text.slice(at, end)) ? "tk-l" : "";
    }
    emit(kind, text.slice(at, end));
  }
}

/** Where the {{…}} that begins at `at` ends; an unclosed one runs to the end. */
function variableEnd(text: string, at: number): number {
  const close = text.indexOf("}}", at);
  return close < 0 ? text.length : close + 2;
}

/** Where the 'string' that begins at `at` ends; a doubled quote does not end it. */
function quoteEnd(text: string, at: number): number {
  return endOf(/'(?:[^']|'')*'?/y, text, at);
}

/** Where the JSON string that begins at `at` ends. */
function stringEnd(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === "\\") {
      i++;
    } else if (text[i] === '"') {
      return i + 1;
    } else if (text.startsWith("{{", i)) {
      i = variableEnd(text, i) - 1;
    }
  }
  return text.length;
}

function wordEnd(text: string, at: number): number {
  return endOf(/\w*/y, text, at);
}

function numberEnd(text: string, at: number): number {
  return endOf(/[\w.]*/y, text, at);
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(text);
  return Math.max(pattern.lastIndex, at);
}
