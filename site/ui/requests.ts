/**
 * The page that shows the requests to the local endpoint as they happen. Only `rowkey serve` has it.
 */
import { Requests } from "./requests-list.ts";
import type { Entry } from "./requests-row.ts";

const list = document.querySelector<HTMLElement>(".requests");
if (list) {
  follow(new Requests(list), "/_dev/requests");
}
for (const button of document.querySelectorAll<HTMLButtonElement>(".rq-copy")) {
  button.addEventListener("click", () => void copy(button));
}

/** Shows the requests that a stream sends, and says when the stream is interrupted. */
function follow(requests: Requests, address: string): void {
  const stream = new EventSource(address);
  stream.addEventListener("message", ({ data }) => requests.take(JSON.parse(data) as Entry[]));
  stream.addEventListener("open", () => requests.say(""));
  stream.addEventListener("error", () => requests.say("The server isn't answering. Reconnecting."));
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const text = button.parentElement?.querySelector("code")?.textContent ?? "";
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not allowed";
  }
  setTimeout(() => {
    button.textContent = label;
  }, 2000);
}
