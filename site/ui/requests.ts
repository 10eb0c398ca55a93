/**
 * The page that shows the requests to the local endpoint as they happen. Only `rowkey serve` has it.
 */
import { save } from "./play/saving.ts";
import { asArchive, asScript } from "./requests-files.ts";
import { Requests } from "./requests-list.ts";
import type { Entry } from "./requests-row.ts";
import { sentView } from "./requests-sent.ts";
import { Shapes } from "./requests-shapes.ts";

const root = document.querySelector<HTMLElement>(".requests");
if (root) {
  const requests = new Requests(root, sentView);
  sortable(root, requests);
  for (const button of root.querySelectorAll<HTMLButtonElement>(".rq-save")) {
    button.addEventListener("click", () => download(requests, button.value));
  }
  follow(requests, "/_dev/requests");
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

/** Lets the reader switch between the requests as they came and their shapes. */
function sortable(root: HTMLElement, requests: Requests): void {
  const [list, grouped] = [".rq-list", ".rq-shapes"].map((each) => root.querySelector(each));
  const switches = Array.from(root.querySelectorAll<HTMLButtonElement>(".rq-switch button"));
  if (!(list instanceof HTMLElement && grouped instanceof HTMLElement)) {
    return;
  }
  const shapes = new Shapes(grouped, sentView);
  requests.changed = () => grouped.hidden || shapes.draw(requests.shown);
  for (const pressed of switches) {
    pressed.addEventListener("click", () => {
      list.hidden = pressed.value === "shapes";
      grouped.hidden = !list.hidden;
      for (const each of switches) {
        each.setAttribute("aria-pressed", String(each === pressed));
      }
      requests.changed();
    });
  }
}

/** Saves what's shown as a file. */
function download(requests: Requests, as: string): void {
  try {
    const { shown } = requests;
    if (as === "har") {
      save("requests.har", asArchive(shown), "application/json");
    } else {
      save("requests.http", asScript(shown), "text/plain");
    }
    requests.say("");
  } catch (cause) {
    requests.say(`The file can't be saved. ${cause instanceof Error ? cause.message : cause}`);
  }
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
