/** Shows in the editor what is wrong with a script and what a reviewer would say of it, with fixes. */
import type { Action, Diagnostic } from "@codemirror/lint";
import { h } from "../element.ts";
import type { Fix, ScriptError, ScriptFinding } from "../protocol.ts";
import { editOf, lineAt } from "./fix.ts";

export function said(
  text: string,
  errors: readonly ScriptError[],
  findings: readonly ScriptFinding[] = [],
): Diagnostic[] {
  return [...errors.map((e) => wrong(text, e)), ...findings.map((f) => doubtful(text, f))];
}

/** An error, with the change that its hint suggests, if it suggests one. */
function wrong(text: string, { line, column, message, hint, fix }: ScriptError): Diagnostic {
  const { from: start, to: end } = lineAt(text, line);
  const from = Math.min(start + Math.max(0, column - 1), end);
  const word = /^[\w.$@{-]+/.exec(text.slice(from, end))?.[0].length ?? 0;
  return {
    from,
    to: from + word,
    severity: "error",
    message: hint === "" || fix ? message : `${message} ${hint}`,
    actions: actions(fix),
  };
}

/** What a reviewer would say, with its guide. */
function doubtful(text: string, f: ScriptFinding): Diagnostic {
  const { from, to } = lineAt(text, f.line);
  const characters = [...text.slice(from, to)];
  const units = (count: number) => characters.slice(0, count).join("").length;
  const end = f.length > 0 ? f.column - 1 + f.length : characters.length;
  return {
    from: from + units(f.column - 1),
    to: from + units(end),
    severity: f.error ? "error" : "warning",
    message: f.says,
    renderMessage: () => message(f),
    actions: actions(f.fix),
  };
}

function actions(fix: Fix | undefined): Action[] {
  return fix
    ? [
        {
          name: fix.label,
          apply: (view) => view.dispatch({ changes: editOf(view.state.doc.toString(), fix) }),
        },
      ]
    : [];
}

function message(f: ScriptFinding): Node {
  const guide = h("a", { href: `/guides/${f.guide}/` }, f.guide.replaceAll("-", " "));
  return h("span", `${f.says} `, "Guide: ", guide);
}
