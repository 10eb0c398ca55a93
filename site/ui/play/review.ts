/** Shows in the editor what is wrong with a script and what a reviewer would say of it, with fixes. */
import type { Action, Diagnostic } from "@codemirror/lint";
import { h } from "../element.ts";
import type { ScriptError, ScriptFinding } from "../protocol.ts";
import { alternativesOf } from "./alternatives.ts";
import { lineAt } from "./query.ts";
import { repairOf } from "./repair.ts";

export function said(
  text: string,
  errors: readonly ScriptError[],
  findings: readonly ScriptFinding[] = [],
): Diagnostic[] {
  return [...errors.map((e) => wrong(text, e)), ...findings.map((f) => doubtful(text, f))];
}

/** An error, with the change that its hint suggests, if it suggests one. */
function wrong(text: string, error: ScriptError): Diagnostic {
  const { from: start, to: end } = lineAt(text, error.line);
  const line = text.slice(start, end);
  const repair = repairOf(error, line);
  const at = Math.min(start + Math.max(0, error.column - 1), end);
  const from = repair ? start + repair.from : at;
  const word = /^[\w.$@{-]+/.exec(text.slice(from, end))?.[0].length ?? 0;
  return {
    from,
    to: repair ? start + repair.to : Math.min(end, from + word),
    severity: "error",
    message: error.hint === "" || repair ? error.message : `${error.message} ${error.hint}`,
    actions: repair ? [writing(repair.label, repair.insert)] : [],
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
    actions: actions(text, f),
  };
}

function actions(text: string, { code, fix, line }: ScriptFinding): Action[] {
  if (fix) {
    return [writing(fix.label, fix.write)];
  }
  const found = code === "or-over-keys" ? alternativesOf(text, line) : undefined;
  return found
    ? [
        {
          name: `Write ${found.requests} requests`,
          apply: ({ state, dispatch }, from) => {
            const { doc } = state;
            dispatch({ changes: alternativesOf(doc.toString(), doc.lineAt(from).number) ?? [] });
          },
        },
      ]
    : [];
}

function writing(name: string, insert: string): Action {
  return { name, apply: (view, from, to) => view.dispatch({ changes: { from, to, insert } }) };
}

function message(f: ScriptFinding): Node {
  const guide = h("a", { href: `/guides/${f.guide}/` }, f.guide.replaceAll("-", " "));
  return h("span", {}, `${f.says} `, "Guide: ", guide);
}
