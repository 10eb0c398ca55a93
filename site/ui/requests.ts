/**
 * The page that shows the requests to the local endpoint as they happen. Only `rowkey serve` has it.
 */
import { Requests } from "./requests-list.ts";

const list = document.querySelector<HTMLElement>(".requests");
if (list) {
  new Requests(list).follow("/_dev/requests");
}
for (const button of document.querySelectorAll<HTMLButtonElement>(".rq-copy")) {
  button.addEventListener("click", () => void copy(button));
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
