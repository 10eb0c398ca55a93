/** What is still to be written before anything can be measured. */
import { fill, h } from "../element.ts";

const steps = [
  ["entities", "Say what you store: its properties, and roughly how many there are."],
  ["patterns", "Say what you ask and write, and how often."],
  [
    "designs",
    "Get keys: press “Suggest keys”. Each proposal has been measured with your questions.",
  ],
] as const;

export class StepsView {
  readonly element = h("ol.ds-steps", { hidden: true });

  /** Shows which sections are missing; none hides it. */
  show(missing: readonly string[]): void {
    this.element.hidden = missing.length === 0;
    const next = steps.find(([section]) => missing.includes(section))?.[0];
    fill(
      this.element,
      ...steps.map(([section, says]) =>
        h(
          "li",
          { "aria-current": section === next && "step" },
          missing.includes(section) ? says : `✓ ${says}`,
        ),
      ),
    );
  }
}
