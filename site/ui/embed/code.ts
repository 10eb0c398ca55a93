/** What a run of one example of a page needs of the page's other examples. */
import type { ExampleCall } from "../protocol.ts";
import type { Setting } from "./messages.ts";

/** The code to send to the engine, and which part of it is the example. */
export type Bundle = Pick<ExampleCall, "examples" | "index">;

/** Returns an example's code with that of the examples it refers to, and their data, in the page's order. */
export function bundle({ texts, index, data }: Setting, own: string): Bundle {
  const needed = new Map([[index, own]]);
  for (const [, text] of needed) {
    for (const name of words(text, "ref")) {
      const at = texts.findIndex((other, i) => i !== index && words(other, "name").includes(name));
      if (at >= 0 && !words(own, "name").includes(name)) {
        needed.set(at, texts[at] ?? "");
      }
    }
  }
  const order = [...needed.keys()].sort((a, b) => a - b);
  const examples = [...data.map((each) => [each]), ...order.map((at) => [needed.get(at) ?? ""])];
  return { examples, index: data.length + order.indexOf(index) };
}

/** Whether code needs more than tables. The engine finds that out by itself, but later. */
export function needsFull(text: string): boolean {
  return /{{(queue|blob)|comp=|@authorize/.test(text);
}

/** The words that a directive has in the comments of some code. */
function words(text: string, directive: "name" | "ref"): string[] {
  const lines = text.matchAll(new RegExp(`^\\s*(?:#|//)\\s*@${directive}\\s+(\\w+)`, "gm"));
  return Array.from(lines, ([, word = ""]) => word);
}
