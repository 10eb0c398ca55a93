/** The dialogs of a grid. */

import { button, h, plain } from "../element.ts";
import { types } from "../vocabulary.ts";
import type { Sheet } from "./csv.ts";
import type { Data } from "./data.ts";
import type { Step } from "./grid-edits.ts";
import {
  addColumn,
  changeColumn,
  generate,
  propose,
  removeColumn,
  template,
} from "./grid-steps.ts";
import type { Place } from "./grid-view.ts";
import type { Located } from "./locate.ts";
import { isIgnored, type Problem } from "./names.ts";

/** What the dialogs use of a grid. */
interface Grid {
  readonly data: Data;
  readonly active: Place;
  do(step: Step): void;
  /** Asks the engine what is wrong with some data. */
  ask(sheet: Sheet): Promise<Located | undefined>;
}

/** Asks for the name and the type of a column, and adds, changes or deletes it. At -1 there is none yet. */
export function askColumn(grid: Grid, at: number): void {
  const { data } = grid;
  const old = data.columns[at];
  const type = data.type(at);
  const save = old ? "Change" : "Add";
  const stepOf = (answer: string) => {
    const column = { name: name.value.trim(), type: choice.value };
    const step = old
      ? changeColumn(data, at, column)
      : addColumn(data, data.columns.length, column);
    return answer === save ? step : removeColumn(data, at);
  };
  const name = input(old?.name ?? "");
  const choice = h(
    "select",
    ...types.map((each) => {
      const plain = each.replace("Edm.", "");
      return new Option(plain, plain, false, plain === type);
    }),
  );
  ask({
    title: old ? `The property ${old.name}` : "Add a property",
    fields: [
      ["Name", name],
      ["Type", choice],
    ],
    text: "",
    answers: old ? [save, "Delete"] : [save],
    check: async (answer) => {
      const { top = data.top } = stepOf(answer);
      const wrong = answer === save ? await grid.ask({ ...top, rows: [] }) : undefined;
      const changed = old ? at : data.columns.length;
      return sentence(wrong?.head.find(({ column }) => column === changed));
    },
    done: (answer) => grid.do(stepOf(answer)),
  });
}

/** Asks how many rows to generate, and from what. */
export function askTimes(grid: Grid): void {
  const { data, active } = grid;
  const old = data.rows[active.row];
  const times = input(String(old && old.times > 0 ? old.times : 5000));
  times.inputMode = "numeric";
  const cells = propose(data, active.row).map((cell) => input(cell === "" ? '""' : (cell ?? "")));
  const values = () => cells.map(({ value }) => (value === '""' ? "" : value || null));
  const count = () => Number(times.value.replace(/[ ,_']/g, ""));
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
    answers: [old && old.times > 0 ? "Change" : "Generate"],
    check: async () => {
      const row = template(data, active.row, count(), values());
      const wrong = await grid.ask(data.alone(row));
      return count() > 0 ? sentence(wrong?.rows.get(row)?.[0]) : "Write a number.";
    },
    done: () => grid.do(generate(data, active.row, count(), values())),
  });
}

function sentence(problem: Problem | undefined): string {
  return problem ? `${problem.message} ${problem.hint}` : "";
}

interface Form {
  readonly title: string;
  readonly fields: readonly (readonly [label: string, field: HTMLElement])[];
  readonly text: string;
  /** The labels of the buttons. The first is also what Enter does. */
  readonly answers: readonly string[];
  /** Says what is wrong with an answer; "" if nothing is. */
  check(answer: string): Promise<string>;
  done(answer: string): void;
}

function ask({ title, fields, text, answers, check, done }: Form): void {
  const dialog = h("dialog.grid-dialog", { "aria-label": title });
  const wrong = h("p.grid-wrong", { role: "alert" });
  const buttons = answers.map((answer, i) =>
    h("button", { class: i === 0 && "primary", value: answer }, answer),
  );
  const cancel = button("Cancel", () => dialog.close());
  const form = h(
    "form",
    h("h2", title),
    h("div.grid-fields", ...fields.map(([label, field]) => h("label", h("span", label), field))),
    text && h("p.grid-help", text),
    wrong,
    h("div.grid-answers", ...buttons, cancel),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = (event.submitter as HTMLButtonElement | null)?.value ?? "";
    wrong.textContent = await check(answer);
    if (wrong.textContent === "" && dialog.open) {
      dialog.close();
      done(answer);
    }
  });
  dialog.addEventListener("close", () => dialog.remove());
  dialog.append(form);
  document.body.append(dialog);
  dialog.showModal();
}

function input(value: string): HTMLInputElement {
  const field = h("input", plain);
  field.value = value;
  return field;
}
