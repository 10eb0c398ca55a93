/** Short messages at the edge of the page, with a way to undo what they tell of. */
import { button, h } from "../element.ts";

/** A message goes after so many milliseconds, unless the reader points at it. */
const stay = 8000;

export class Toasts {
  readonly element = h("div.pl-toasts", { role: "status" });

  /** Shows a message, in place of the last one. */
  say(words: string, action?: { readonly label: string; readonly press: () => void }): void {
    const toast = h("div.pl-toast", h("span", words));
    if (action) {
      toast.append(
        button(action.label, () => {
          toast.remove();
          action.press();
        }),
      );
    }
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => toast.remove(), stay);
    };
    const hold = () => clearTimeout(timer);
    toast.addEventListener("pointerenter", hold);
    toast.addEventListener("focusin", hold);
    toast.addEventListener("pointerleave", wait);
    toast.addEventListener("focusout", wait);
    this.element.replaceChildren(toast);
    wait();
  }
}
