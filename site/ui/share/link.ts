/**
 * Share links: a workspace's files in the fragment of an address, so that nothing is sent to a server.
 *
 *     #v1.BASE64URL
 *
 * pack-v1.ts says what is behind the version. It's a text: a header, an empty line, and the files one after
 * another:
 *
 *     =Name of the workspace       optional
 *     @1 120                       optional: the open file and the cursor in it
 *     requests.http 571            a file and its length; the last one has none and takes the rest
 *     Employees.csv
 *
 * Reading a link only ever makes strings. It runs nothing, and no name in it becomes a property.
 */
import { Damaged, longest, pack, TooMuch, unpack } from "./pack-v1.ts";

/** A script or the data of a table. */
export interface SharedFile {
  /** Ends in .http or .csv. */
  readonly name: string;
  readonly text: string;
}

/** What a link holds. */
export interface Shared {
  readonly name?: string;
  readonly files: readonly SharedFile[];
  /** The index of the open file, and the cursor's place in it in UTF-16 units. */
  readonly open?: number;
  readonly cursor?: number;
}

/** A workspace that can't be a link, or a link that can't be opened. The message is for the reader. */
export class LinkError extends Error {}

const mostFiles = 100;

/** The name of a file: one name without folders that every system allows. */
const fileName = /^[\p{L}\p{N}_][\p{L}\p{N}_ .()-]{0,99}\.(?:http|csv)$/u;
const versionOf = /^#?(v\d{1,6})\.(.*)$/s;

/** The fragment that opens a workspace, with its #. Fails with LinkError if there can't be one. */
export function encode(shared: Shared): string {
  const link = `#v1.${packed(write(shared))}`;
  if (link.length > longest) {
    throw tooLong();
  }
  return link;
}

/** Whether a fragment claims to be a share link. */
export function isLink(fragment: string): boolean {
  return versionOf.test(fragment);
}

/** The workspace in a fragment, with or without its #. Fails with LinkError. */
export function decode(fragment: string): Shared {
  const [, version, data = ""] = versionOf.exec(fragment) ?? [];
  if (version === undefined) {
    throw new LinkError("This address has no workspace in it.");
  }
  if (version !== "v1") {
    throw new LinkError(
      `This link is of version ${version.slice(1)}, and this page only opens version 1. ` +
        "Reload the page, in case it's an old copy.",
    );
  }
  if (data.length > longest) {
    throw new LinkError(`This link is too long: a link has at most ${longest} characters.`);
  }
  return read(unpacked(data));
}

function packed(text: string): string {
  try {
    return pack(text);
  } catch (cause) {
    throw cause instanceof TooMuch ? tooLong() : cause;
  }
}

function unpacked(data: string): string {
  try {
    return unpack(data);
  } catch (cause) {
    if (cause instanceof TooMuch) {
      throw new LinkError("This link holds more text than a workspace has. It wasn't opened.");
    }
    throw cause instanceof Damaged ? damaged() : cause;
  }
}

function tooLong(): LinkError {
  return new LinkError(
    "This workspace is too large for a link, which has room for 64 KiB of packed data. " +
      "Share it as a file.",
  );
}

function damaged(): LinkError {
  return new LinkError(
    "This link is damaged: part of it is missing or has changed. Copy it again.",
  );
}

function write({ name, files, open = 0, cursor = 0 }: Shared): string {
  if (files.length === 0) {
    throw new LinkError("There is no file to share.");
  }
  let header = name ? `=${oneLine(name)}\n` : "";
  if (open > 0 || cursor > 0) {
    header += cursor > 0 ? `@${open} ${cursor}\n` : `@${open}\n`;
  }
  files.forEach(({ name, text }, i) => {
    header += i < files.length - 1 ? `${name} ${text.length}\n` : `${name}\n`;
  });
  const shared = `${header}\n${files.map(({ text }) => text).join("")}`;
  read(shared); // fails if a name or a number of files isn't allowed
  return shared;
}

function oneLine(name: string): string {
  return name.replace(/\s+/g, " ").trim().slice(0, 100);
}

function read(text: string): Shared {
  const end = text.indexOf("\n\n");
  if (end < 0) {
    throw damaged();
  }
  const lines = text.slice(0, end).split("\n");
  const name = lines[0]?.startsWith("=") ? oneLine(lines.shift()?.slice(1) ?? "") : "";
  const [, open, cursor] = /^@(\d{1,3})(?: (\d{1,7}))?$/.exec(lines[0] ?? "") ?? [];
  if (open !== undefined) {
    lines.shift();
  }
  const files = split(lines, text.slice(end + 2));
  const at = Math.min(Number(open ?? 0), files.length - 1);
  return {
    ...(name !== "" && { name }),
    files,
    open: at,
    cursor: Math.min(Number(cursor ?? 0), files[at]?.text.length ?? 0),
  };
}

/** The files whose names and lengths are in these lines, and whose texts follow one another. */
function split(lines: readonly string[], texts: string): SharedFile[] {
  if (lines.length > mostFiles) {
    throw new LinkError(`A link holds at most ${mostFiles} files.`);
  }
  const seen = new Set<string>();
  let from = 0;
  return lines.map((line, i) => {
    const last = i === lines.length - 1;
    const [, name = "", length] = (last ? /^(.*)$/ : /^(.*) (\d{1,7})$/).exec(line) ?? [];
    if (!fileName.test(name)) {
      throw new LinkError(
        `A link can't hold a file that is called ${JSON.stringify(name.slice(0, 120))}. Names end in ` +
          ".http or .csv and have letters, digits, blanks, dots, hyphens and parentheses.",
      );
    }
    if (seen.has(name.toLowerCase())) {
      throw new LinkError(`Two files are called ${name}.`);
    }
    seen.add(name.toLowerCase());
    const to = last ? texts.length : from + Number(length);
    if (to > texts.length) {
      throw damaged();
    }
    const text = texts.slice(from, to);
    from = to;
    return { name, text };
  });
}
