/** What the playground opens of a page: an example, with what it refers to and the data that it reads. */
import type { OpenedFile } from "./embed/link.ts";
import type { Example } from "./example.ts";

/** Returns the files of an example: its requests after those that it refers to, and their data. */
export function filesOf(example: Example, all: readonly Example[]): OpenedFile[] {
  const needed = new Set<Example>();
  need(example, all, needed);
  const parts = all.filter((each) => needed.has(each));
  const requests = parts.filter(({ table }) => table === "").map(sourceOf);
  const data = parts.filter(({ table }) => table !== "");
  return [
    { name: `${fileName(example.title)}.http`, text: `${requests.join("\n\n")}\n` },
    ...data.map((each) => ({ name: `${each.table}.csv`, text: `${sourceOf(each)}\n` })),
  ];
}

/** Collects an example, what it refers to, and the data of the tables that it names. */
function need(example: Example, all: readonly Example[], needed: Set<Example>): void {
  if (needed.has(example)) {
    return;
  }
  needed.add(example);
  const text = sourceOf(example);
  for (const other of all) {
    const names = Array.from(sourceOf(other).matchAll(/^# @name (\w+)/gm), ([, name]) => name);
    const refers = names.some((name) =>
      new RegExp(`^# @ref ${name}\\s*$|{{${name}\\.response`, "m").test(text),
    );
    const reads = new RegExp(`{{host}}/${other.table}\\b|^# @ref ${other.table}\\s*$`, "im");
    if (refers || (other.table !== "" && reads.test(text)) || other.isVariables) {
      need(other, all, needed);
    }
  }
}

function sourceOf(example: Example): string {
  const begins = example.table === "" && !example.isVariables ? "###\n" : "";
  return example.fences
    .map(({ text }) => (text.startsWith("###") ? text : begins + text))
    .join("\n\n");
}

/** A name that every system allows. */
function fileName(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, 8).join("-").slice(0, 60) || "example";
}
