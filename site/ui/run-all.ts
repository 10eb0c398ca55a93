import type { Example } from "./example.ts";

/** Makes the button run the examples one after another, and stop them while they run. */
export function runAll(button: HTMLButtonElement, examples: readonly Example[]): void {
  const label = button.textContent;
  const outcome = document.createElement("span");
  outcome.className = "vh";
  outcome.setAttribute("role", "status");
  button.after(outcome);
  let current: Example | undefined;
  const start = async () => {
    let failed = 0;
    for (const [i, example] of examples.entries()) {
      current = example;
      button.textContent = `Stop: ${i + 1} of ${examples.length}`;
      await example.run();
      if (!current) {
        break;
      }
      failed += example.element.dataset["state"] === "failed" ? 1 : 0;
    }
    outcome.textContent = current
      ? `${examples.length} examples run, ${failed} failed.`
      : "Stopped.";
    button.textContent = label;
    current = undefined;
  };
  const press = () => {
    if (!current) {
      void start();
      return;
    }
    const stopped = current;
    current = undefined;
    stopped.stop();
  };
  button.addEventListener("click", press);
  if (button.hasAttribute("data-early")) {
    press();
  }
}
