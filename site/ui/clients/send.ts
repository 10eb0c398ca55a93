/** A client that sends requests one after the other, and ends at the first that is refused. */
import { type AccountResponse, endpoint, type Send } from "../../../wasm/browser/session.mjs";
import type { ClientRequest } from "../protocol.ts";

export async function sendAll(requests: readonly ClientRequest[], send: Send): Promise<void> {
  const answers = new Map<string, AccountResponse>();
  for (const { name, method, url, headers, body } of requests) {
    const fill = (text: string) =>
      text.replace(/\{\{\s*(\w+)\.response\.(.+?)\s*\}\}/g, (_, of: string, what: string) =>
        read(answers.get(of), of, what),
      );
    const answer = await send({
      method,
      url: `${endpoint}${fill(url)}`,
      headers: [
        ["Accept", "application/json;odata=minimalmetadata"],
        ...(body === "" ? [] : [["Content-Type", "application/json"] as const]),
        ...headers.map(([header, value]) => [header, fill(value)] as const),
      ],
      body: fill(body),
    });
    answers.set(name, answer);
    if (answer.status >= 400) {
      const code = valueAt(answer.body, "['odata.error'].code");
      throw Object.assign(new Error(), { statusCode: answer.status, code });
    }
  }
}

/** What a reference means: headers.ETag, or body.$.Count. Without it the request would be another one. */
function read(answer: AccountResponse | undefined, of: string, what: string): string {
  const header = /^headers\.(.+)$/.exec(what)?.[1]?.toLowerCase();
  const value =
    header === undefined
      ? valueAt(answer?.body ?? "", what.replace(/^body\.\$/, ""))
      : answer?.headers.find(([name]) => name.toLowerCase() === header)?.[1];
  if (value === undefined) {
    throw new Error(`the response to ${of} has no ${what}`);
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The value at a path such as .value[0]['odata.etag']. */
function valueAt(body: string, path: string): unknown {
  let value: unknown = JSON.parse(body || "null");
  for (const [, name, quoted, index] of path.matchAll(/\.(\w+)|\['([^']+)'\]|\[(\d+)\]/g)) {
    value = (value as Record<string, unknown> | null)?.[name ?? quoted ?? index ?? ""];
  }
  return value;
}
