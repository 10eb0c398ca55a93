/** Requests as files: as a script, and as an HTTP archive (HAR 1.2), which other tools open. */
import type { Entry, Message, Sent } from "./requests-row.ts";

/** Requests as a script, the oldest first. */
export function asScript(entries: readonly Entry[]): string {
  return oldestFirst(entries)
    .map(([, { script }]) => script)
    .join("\n");
}

/** Requests as an HTTP archive, the oldest first. How long they took isn't known. */
export function asArchive(entries: readonly Entry[]): string {
  const log = {
    version: "1.2",
    creator: { name: "Rowkey", version: "1" },
    entries: oldestFirst(entries).map(([{ time, method, status, error }, sent]) => ({
      startedDateTime: time,
      time: 0,
      request: {
        method,
        url: sent.url,
        ...common(sent.request),
        queryString: Array.from(new URL(sent.url).searchParams, ([name, value]) => ({
          name,
          value,
        })),
        ...(sent.request.size > 0 && { postData: content(sent.request) }),
      },
      response: {
        status,
        statusText: error,
        ...common(sent.answer),
        content: { size: sent.answer.size, ...content(sent.answer) },
        redirectURL: "",
      },
      cache: {},
      timings: { send: 0, wait: 0, receive: 0 },
    })),
  };
  return `${JSON.stringify({ log }, null, 2)}\n`;
}

function oldestFirst(entries: readonly Entry[]): [Entry, Sent][] {
  return entries
    .flatMap((entry): [Entry, Sent][] => (entry.sent ? [[entry, entry.sent]] : []))
    .reverse();
}

/** What requests and responses have in common. */
function common({ headers, size }: Message): object {
  return {
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: headers.map(([name, value]) => ({ name, value })),
    headersSize: -1,
    bodySize: size,
  };
}

function content({ headers, body, cut, binary }: Message): object {
  const type = headers.find(([name]) => name.toLowerCase() === "content-type");
  const comment = binary
    ? "The body is left out, because it isn't text."
    : cut
      ? "Only the beginning of the body is here."
      : undefined;
  return { mimeType: type?.[1] ?? "", text: body, comment };
}
