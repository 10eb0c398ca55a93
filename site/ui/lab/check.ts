/** What is wrong with the rows of a table, where, and how to fix it. */
import { type Cell, type Column, isTypes, type Row } from "./csv.ts";
import {
  isKey,
  keyProblem,
  type Problem,
  quote,
  type Type,
  typeNamed,
  types,
  valueProblem,
} from "./value.ts";

/** What is wrong at a cell. Column -1 is the whole row. */
export interface CellFault extends Problem {
  readonly column: number;
  /** The place in the row's text, if it isn't where the cell begins. */
  readonly at?: number;
}

const timesHint = "Write a number from 1 to 1000000, such as # 10 times.";

/** Says what is wrong with a row by itself. */
export function checkRow(
  columns: readonly Column[],
  typesOf: (cells: readonly Cell[]) => readonly Type[],
  row: Row,
): readonly CellFault[] {
  const { text, at } = row;
  const { values, fault } = text.includes('"', at)
    ? row.read()
    : { values: row.cells, fault: undefined };
  if (fault) {
    return [{ column: -1, ...fault }];
  }
  if (row.times < 0) {
    const at = text.slice(0, row.at).search(/^#\s*\d/m);
    return [{ column: -1, at, message: "The number of times isn't right.", hint: timesHint }];
  }
  if (values.length !== columns.length) {
    const message = `The header has ${columns.length} columns, and this row has ${values.length} cells.`;
    return [{ column: -1, message, hint: "Write a comma for each empty cell." }];
  }
  const kinds = typesOf(values);
  const found: CellFault[] = [];
  for (let i = 0; i < columns.length; i++) {
    const name = columns[i]?.name ?? "";
    const value = values[i] ?? null;
    const problem =
      row.times > 0 && value?.includes("{{")
        ? undefined
        : checkCell(name, kinds[i] ?? "String", value);
    if (problem) {
      found.push({ column: i, ...problem });
    }
  }
  return found;
}

/** Says what is wrong with a value. */
export function checkCell(name: string, type: Type, value: Cell): Problem | undefined {
  if (isKey(name)) {
    return keyProblem(name, value);
  }
  if (value === null || name === "Timestamp") {
    return undefined;
  }
  if (isTypes(name)) {
    return value === "" || typeNamed(value)
      ? undefined
      : { message: `There is no type ${quote(value)}.`, hint: `Types: ${types.join(", ")}.` };
  }
  return valueProblem(name, type, value);
}
