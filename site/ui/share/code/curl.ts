/** Requests as a bash script with curl. */
import { type Ran, type Round, roundsOf } from "./model.ts";
import type { Count } from "./script.ts";
import { isPlain, Lines, piecesOf, wrap } from "./words.ts";

export function curl(ran: Ran): string {
  const { rounds, counts } = roundsOf(ran);
  const lines = new Lines("  ");
  lines.add(
    "#!/usr/bin/env bash",
    "# Put a shared access signature of your account here. For the emulator on your machine, this makes one:",
    "#     rowkey sas account --services tqb --permissions rwdlacup --for 1h",
    `sas=\${TABLES_SAS:-'${placeholder}'}`,
  );
  const used = new Set(rounds.map(({ service }) => service));
  for (const service of ["tables", "queues", "blobs"] as const) {
    if (used.has(service)) {
      const variable = `${service.toUpperCase()}_URL`;
      lines.add(`${service}=\${${variable}:-'${ran.addresses[service]}'}`);
    }
  }
  for (const round of rounds) {
    const notes = [round.title, ...round.notes].filter((text) => text !== "");
    lines.add("", ...notes.flatMap((text) => wrap(text, 96)).map((text) => `# ${text}`));
    write(lines, { counts }, round, ran.addresses.tables);
  }
  return lines.toString();
}

/** What a reader replaces with a token. */
export const placeholder = "sv=...&ss=t&srt=sco&sp=rwdlacu&se=...&sig=...";

type Counts = { readonly counts: readonly Count[] };

function write(lines: Lines, counts: Counts, round: Round, tables: string): void {
  const inside = () => {
    if (round.wait > 0) {
      lines.add(`sleep ${round.wait / 1000}`);
    }
    lines.add(commandOf(counts, round, tables).join(" \\\n  "));
  };
  if (round.rounds === 0) {
    inside();
    return;
  }
  lines.add(`for ((i = 0; i < ${round.rounds}; i++)); do`);
  lines.indent(inside);
  lines.add("done");
}

function commandOf(counts: Counts, { sent, service, path }: Round, tables: string): string[] {
  const [place = "", query = ""] = path.split(/\?(.*)/s);
  const options = query.split("&").filter((option) => option !== "");
  const encodes = sent.method === "GET" && options.length > 0 && options.every(isOption);
  const glob = /[[\]{}]/.test(path) ? " -g" : "";
  const token = options.some((option) => option.startsWith("sig=")) ? "" : "$sas";
  const rest = [encodes ? "" : query, token].filter((part) => part !== "").join("&");
  const address = `"$${service}"${word(counts, place)}${rest === "" ? "" : tail(counts, rest)}`;
  const method = { GET: encodes ? " -G" : "", HEAD: " -I" }[sent.method] ?? ` -X ${sent.method}`;
  const command = [`curl -sS${glob}${method} ${address}`];
  for (const option of encodes ? options : []) {
    command.push(`--data-urlencode ${word(counts, decoded(option))}`);
  }
  for (const [name, value] of sent.headers) {
    if (!/^(x-ms-date|authorization|content-length|x-rowkey-.*)$/i.test(name)) {
      command.push(`-H ${word(counts, value === "" ? `${name};` : `${name}: ${value}`)}`);
    }
  }
  if (sent.body !== "") {
    const parts = sent.body.split(tables).map((part) => (part === "" ? "" : word(counts, part)));
    command.push(`--data-binary ${parts.join('"$tables"')}`);
  }
  return command;
}

/** An option that curl may encode again: its name and, after decoding, nothing that would get lost. */
function isOption(option: string): boolean {
  return /^[$\w]+=/.test(option) && !/%(?:[01]|7f)/i.test(option) && decodes(option);
}

function decodes(text: string): boolean {
  try {
    return decodeURIComponent(text) !== "";
  } catch {
    return false;
  }
}

function decoded(option: string): string {
  return decodeURIComponent(option.replaceAll("+", " "));
}

function tail(counts: Counts, rest: string): string {
  const [before = "", after] = rest.split(/&?\$sas$/);
  const query = before === "" ? "" : word(counts, `?${before}`);
  if (after === undefined) {
    return query;
  }
  return before === "" ? '"?$sas"' : `${query}"&$sas"`;
}

/** A word of the shell that is exactly this text, whatever is in it. */
function word(counts: Counts, text: string): string {
  if (!isPlain(counts, text)) {
    const pieces = piecesOf(counts, text).map((piece) =>
      typeof piece === "string" ? piece.replaceAll(/["\\$`]/g, "\\$&") : printed(piece),
    );
    return `"${pieces.join("")}"`;
  }
  if (Array.from(text).some((letter) => letter !== "\n" && isControl(letter))) {
    return `$'${Array.from(text, escaped).join("")}'`;
  }
  if (text.includes("'") && !/["\\`!\n]/.test(text)) {
    return `"${text.replaceAll("$", "\\$")}"`;
  }
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function isControl(letter: string): boolean {
  return letter < " " || letter === "\u007f";
}

/** A character as it stands between $' and '. */
function escaped(letter: string): string {
  const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "'": "\\'", "\\": "\\\\" }[letter];
  const code = () => `\\x${letter.charCodeAt(0).toString(16).padStart(2, "0")}`;
  return short ?? (isControl(letter) ? code() : letter);
}

function printed({ steps, width }: Count): string {
  const number = `$((${steps.reduce((text, [operator, number]) => `${text} ${operator} ${number}`, "i")}))`;
  const bare = steps.length === 0 ? "$i" : number;
  return width > 0 ? `$(printf '%0${width}d' ${bare})` : steps.length === 0 ? "$((i))" : number;
}
