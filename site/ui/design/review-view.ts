/** What a reviewer would say, and where. */
import { button, fill, h } from "../element.ts";
import type { DesignFinding } from "../protocol.ts";

export class ReviewView {
  readonly element = h("section.ds-review.stack.loose", {
    "aria-label": "What a reviewer would say",
  });
  readonly #go: (line: number) => void;

  constructor(go: (line: number) => void) {
    this.#go = go;
  }

  show(findings: readonly DesignFinding[]): void {
    fill(
      this.element,
      findings.length === 0
        ? h("p", "Nothing: none of the rules applies.")
        : h("ul", ...findings.map((finding) => this.#finding(finding))),
    );
  }

  #finding(f: DesignFinding): HTMLElement {
    const about = [f.pattern, f.design && `“${f.design}”`].filter(Boolean).join(" under ");
    return h(
      "li",
      { class: f.error && "is-error" },
      h("strong", f.error ? "✗ Error" : "! Warning"),
      about && ` · ${about}`,
      h("p", f.says),
      h(
        "p.ds-head.row",
        f.line > 0 && button(`Line ${f.line}`, () => this.#go(f.line), { class: "link" }),
        f.guide !== "" &&
          h("a", { href: `/guides/${f.guide}/` }, `Guide: ${f.guide.replaceAll("-", " ")}`),
        h("code", f.code),
      ),
    );
  }
}
