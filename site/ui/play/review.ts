/** Shows in the editor what a reviewer would say of a script: underlined, with its guide, and with a fix. */
import type { Diagnostic } from "@codemirror/lint";
import type { ScriptFinding } from "../protocol.ts";
import { h } from "./element.ts";

export function said(text: string, findings: readonly ScriptFinding[]): Diagnostic[] {
  const lines = text.split("\n");
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  return findings.map((f) => {
    const characters = [...(lines[f.line - 1] ?? "")];
    const units = (to: number) => characters.slice(0, to).join("").length;
    const start = starts[f.line - 1] ?? 0;
    const end = f.length > 0 ? f.column - 1 + f.length : characters.length;
    const { fix } = f;
    return {
      from: start + units(f.column - 1),
      to: start + units(end),
      severity: f.error ? "error" : "warning",
      message: f.says,
      renderMessage: () => message(f),
      actions: fix
        ? [
            {
              name: fix.label,
              apply: (view, from, to) =>
                view.dispatch({ changes: { from, to, insert: fix.write } }),
            },
          ]
        : [],
    };
  });
}

function message(f: ScriptFinding): Node {
  const guide = h("a", { href: `/guides/${f.guide}/` }, f.guide.replaceAll("-", " "));
  return h("span", {}, `${f.says} `, "Guide: ", guide);
}
