import { count as numeral } from "./numbers.ts";

/** How long a sweep takes for each entity that was read, and at most, in milliseconds. */
const each = 40;
const most = 2000;

/**
 * Draws what was read in the order of the keys, in a time that grows with it, and counts along. What one
 * read finds is there at once, as is everything for readers who want less motion.
 */
export function sweep(result: Element, read = 0): void {
  const lanes = [...result.querySelectorAll(".is-touched .lane-cells")];
  const title = result.querySelector(".lanes-title");
  if (read < 2 || !title || matchMedia("(prefers-reduced-motion: reduce)").matches) {
    return;
  }
  const time = Math.min(most, each * read);
  const share = time / lanes.length;
  lanes.forEach((lane, i) => {
    for (const path of lane.querySelectorAll(".read, .returned")) {
      const hidden = { clipPath: "inset(0 100% 0 0) view-box" };
      path.animate([hidden, { clipPath: "inset(0) view-box" }], {
        duration: share,
        delay: i * share,
        fill: "backwards",
      });
    }
  });
  count(title, read, time);
}

/** Counts to what was read beside a title, for eyes only: the status says the whole number at once. */
function count(title: Element, read: number, time: number): void {
  const shown = document.createElement("span");
  shown.className = "lanes-sweep";
  shown.setAttribute("aria-hidden", "true");
  title.append(shown);
  const start = performance.now();
  const step = (now: number) => {
    const part = Math.min(1, Math.max(0, now - start) / time); // a frame can be from before the start
    shown.textContent = numeral(Math.ceil(read * part));
    if (part === 1) {
      shown.remove();
    } else if (shown.isConnected) {
      requestAnimationFrame(step); // another result has taken its place otherwise
    }
  };
  requestAnimationFrame(step);
}
