/** The play head: a slider over the time, a button that moves it, and how fast. */
import { button, fill, h } from "../element.ts";
import { clock } from "./history.ts";

/** How long the whole time takes to play, in seconds. */
const speeds = [
  ["slow", 40],
  ["normal", 20],
  ["fast", 8],
] as const;

/** How often the head moves, in milliseconds; where motion is to be reduced, in few large steps. */
const beat = 80;
const slowBeat = 1000;

export class Player {
  readonly element = h("div.lp-player.row");
  readonly #slider = h("input", { type: "range", min: 0, "aria-label": "Time of the play head" });
  readonly #time = h("output.lp-time");
  readonly #button = button("Play", () => this.#toggle());
  readonly #speed = h("select", { id: "lp-speed" });
  readonly #show: (seconds: number) => void;
  #seconds = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(show: (seconds: number) => void) {
    this.#show = show;
    fill(this.#speed, ...speeds.map(([name, value]) => h("option", { value }, name)));
    this.#speed.value = "20";
    this.#slider.addEventListener("input", () => this.go(Number(this.#slider.value)));
    this.#speed.addEventListener("change", () => this.#timer && this.#play());
    this.element.append(
      this.#button,
      this.#slider,
      this.#time,
      h("label", { for: "lp-speed" }, "Speed"),
      this.#speed,
    );
  }

  /** Begins with another result, whose end it shows. */
  open(seconds: number, columns: number): void {
    this.#seconds = seconds;
    this.#slider.max = String(seconds);
    this.#slider.step = String(seconds / columns);
    this.go(seconds);
  }

  /** Stops, and moves the head. */
  go(seconds: number): void {
    this.#pause();
    this.#move(seconds);
  }

  #move(seconds: number): void {
    this.#slider.value = String(seconds);
    const at = `${clock(seconds)} of ${clock(this.#seconds)}`;
    this.#slider.setAttribute("aria-valuetext", at);
    this.#time.textContent = at;
    this.#show(seconds);
  }

  #toggle(): void {
    if (this.#timer) {
      this.#pause();
    } else {
      this.#play();
    }
  }

  #play(): void {
    this.#pause();
    this.#button.textContent = "Pause";
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const each = calm ? slowBeat : beat;
    const step = (this.#seconds * each) / (Number(this.#speed.value) * 1000);
    let at = Number(this.#slider.value);
    if (at >= this.#seconds) {
      at = 0;
    }
    this.#move(at);
    this.#timer = setInterval(() => {
      at = Math.min(this.#seconds, at + step);
      this.#move(at);
      if (at >= this.#seconds) {
        this.#pause();
      }
    }, each);
  }

  #pause(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#button.textContent = "Play";
  }
}
