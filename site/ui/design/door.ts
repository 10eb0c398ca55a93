/** A part of the page that loads when it's opened. */
import { h } from "../element.ts";

interface View {
  readonly element: HTMLElement;
}

export class Door<V extends View> {
  readonly element: HTMLDetailsElement;
  readonly #load: () => Promise<V>;
  #view: Promise<V> | undefined;

  constructor(summary: string, load: () => Promise<V>) {
    this.#load = load;
    this.element = h("details.ds-door", h("summary", summary));
    this.element.addEventListener("toggle", () => void this.view());
  }

  get isOpen(): boolean {
    return this.element.open;
  }

  open(): Promise<V> {
    this.element.open = true;
    return this.view();
  }

  /** What's behind the door, open or not. */
  view(): Promise<V> {
    this.#view ??= this.#load().then((view) => {
      this.element.append(view.element);
      return view;
    });
    return this.#view;
  }
}
