/** The dialogs of a grid. */

import { h } from "../element.ts";
import { isIgnored, maxTimes } from "./csv.ts";
import type { Data } from "./data.ts";
import type { Step } from "./grid-edits.ts";
import {
  addColumn,
  changeColumn,
  columnProblem,
  generate,
  propose,
  removeColumn,
} from "./grid-steps.ts";
import type { Place } from "./grid-view.ts";
import { type Type, types } from "./value.ts";

/** What the dialogs use of a grid. */
interface Grid {
  readonly data: Data;
  readonly active: Place;
  do(step: Step): void;
}

/** Asks for the name and the type of a column, and adds, changes or deletes it. At -1 there is none yet. */
export function askColumn(grid: Grid, at: number): void {
  const { data } = grid;
  const old = data.columns[at];
  const type = data.types()[at] ?? "String";
  const save = old ? "Change" : "Add";
  const name = input(old?.name ?? "");
  const choice = h(
    "select",
    {},
    ...types.map((each) => new Option(each, each, false, each === type)),
  );
  ask({
    title: old ? `The property ${old.name}` : "Add a property",
    fields: [
      ["Name", name],
      ["Type", choice],
    ],
    text: "",
    answers: old ? [save, "Delete"] : [save],
    check: (answer) => (answer === save ? columnProblem(data, at, name.value.trim()) : ""),
    done: (answer) => {
      const column = { name: name.value.trim(), type: choice.value as Type };
      const step = old
        ? changeColumn(data, at, column)
        : addColumn(data, data.columns.length, column);
      grid.do(answer === save ? step : removeColumn(data, at));
    },
  });
}

/** Asks how many rows to generate, and from what. */
export function askTimes(grid: Grid): void {
  const { data, active } = grid;
  const old = data.rows[active.row];
  const times = input(String(old && old.times > 0 ? old.times : 5000));
  times.inputMode = "numeric";
  const cells = propose(data, active.row).map((cell) => input(cell === "" ? '""' : (cell ?? "")));
  const fields = data.columns.flatMap(({ name }, i) => {
    const field = cells[i];
    return field && !isIgnored(name) ? [[name, field] as const] : [];
  });
  ask({
    title: "Generate rows",
    fields: [["How many", times], ...fields],
    text:
      "{{$index}} counts from 0, and {{$index%10}} from 0 to 9. {{$pad $index 6}} puts zeros in front. " +
      "{{$randomInt 20 60}} is a number from 20 to 59.",
    answers: [old && old.times !== 0 ? "Change" : "Generate"],
    check: () => {
      const n = Number(times.value.replace(/[ ,_']/g, ""));
      return Number.isInteger(n) && n > 0 && n <= maxTimes
        ? ""
        : "Write a number from 1 to 1,000,000.";
    },
    done: () => {
      const values = cells.map(({ value }) => (value === '""' ? "" : value || null));
      grid.do(generate(data, active.row, Number(times.value.replace(/[ ,_']/g, "")), values));
    },
  });
}

interface Form {
  readonly title: string;
  readonly fields: readonly (readonly [label: string, field: HTMLElement])[];
  readonly text: string;
  /** The labels of the buttons. The first is also what Enter does. */
  readonly answers: readonly string[];
  /** Says what is wrong with an answer; "" if nothing is. */
  check(answer: string): string;
  done(answer: string): void;
}

function ask({ title, fields, text, answers, check, done }: Form): void {
  const dialog = h("dialog", { class: "grid-dialog" });
  const wrong = h("p", { class: "grid-wrong" });
  wrong.role = "alert";
  const buttons = answers.map((answer, i) => {
    const button = h("button", { class: i === 0 && "primary" }, answer);
    button.value = answer;
    return button;
  });
  const cancel = h("button", {}, "Cancel");
  cancel.type = "button";
  cancel.addEventListener("click", () => dialog.close());
  const form = h(
    "form",
    {},
    h("h2", {}, title),
    h(
      "div",
      { class: "grid-fields" },
      ...fields.map(([label, field]) => h("label", {}, h("span", {}, label), field)),
    ),
    ...(text ? [h("p", { class: "grid-help" }, text)] : []),
    wrong,
    h("div", { class: "grid-answers" }, ...buttons, cancel),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const answer = (event.submitter as HTMLButtonElement | null)?.value ?? "";
    wrong.textContent = check(answer);
    if (wrong.textContent === "") {
      dialog.close();
      done(answer);
    }
  });
  dialog.ariaLabel = title;
  dialog.addEventListener("close", () => dialog.remove());
  dialog.append(form);
  document.body.append(dialog);
  dialog.showModal();
}

function input(value: string): HTMLInputElement {
  const field = h("input");
  field.value = value;
  field.autocomplete = "off";
  field.spellcheck = false;
  return field;
}
