/** The keys of the playground, in one place: what they do, and the list that tells of them. */
import { type Child, h } from "./element.ts";

const mac = /Mac|iPhone|iPad/.test(navigator.platform);
const command = mac ? "⌘" : "Ctrl";

const all: readonly (readonly [string, readonly (readonly [keys: string, does: string])[]])[] = [
  [
    "Run",
    [
      [`${command} Enter`, "Run the request at the cursor, or those selected"],
      ["Shift Enter", "The same"],
      [`${command} Shift Enter`, "Start over and run everything"],
      ["Alt Enter", "Run one request and go to the next"],
      ["Alt Shift Enter", "Undo that step"],
      ["Esc", "Stop a run; leave the editor"],
      [`${command} Alt Z`, "Undo the last run, import or deletion"],
    ],
  ],
  [
    "Write",
    [
      ["Ctrl Space", "Say what could be written here"],
      [`${command} Z`, "Undo in the editor"],
      [`${command} F`, "Find in the file"],
      ["F8", "Go to the next error"],
      ["Tab", "Take a suggestion; else move on"],
    ],
  ],
  [
    "Move",
    [
      ["Alt 1", "The requests"],
      ["Alt 2", "The result"],
      ["Alt 3", "The tables"],
      ["Alt [ ]", "The file before or after"],
      ["F2", "Rename the file in the list"],
      ["Alt ↑ ↓", "Move the file in the list"],
      ["?", "This list, outside the editor"],
    ],
  ],
  ["Share", [[`${command} S`, "Copy a link to this workspace"]]],
];

/** The list for a panel. */
export function keyList(): Child[] {
  return all.map(([title, keys]) =>
    h(
      "section",
      { class: "pl-keys" },
      h("h2", {}, title),
      h(
        "dl",
        {},
        ...keys.map(([names, does]) =>
          h(
            "div",
            {},
            h("dt", {}, ...names.split(" ").map((name) => h("kbd", {}, name))),
            h("dd", {}, does),
          ),
        ),
      ),
    ),
  );
}

/** What keys can do. */
export type Act =
  | "run"
  | "all"
  | "step"
  | "step-back"
  | "leave"
  | "undo"
  | "requests"
  | "result"
  | "tables"
  | "previous"
  | "next"
  | "keys"
  | "share";

/** Returns what a key press asks for. */
export function actOf(event: KeyboardEvent): Act | undefined {
  const commanded = event.ctrlKey || event.metaKey;
  const { key, altKey, shiftKey } = event;
  if (key === "Enter") {
    if (altKey && !commanded) {
      return shiftKey ? "step-back" : "step";
    }
    return commanded && shiftKey ? "all" : commanded ? "run" : undefined;
  }
  if (commanded && !shiftKey && altKey && event.code === "KeyZ") {
    return "undo";
  }
  if (commanded && !shiftKey && !altKey && key.toLowerCase() === "s") {
    return "share";
  }
  if (altKey && !commanded && !shiftKey) {
    const acts: Readonly<Record<string, Act>> = {
      Digit1: "requests",
      Digit2: "result",
      Digit3: "tables",
      BracketLeft: "previous",
      BracketRight: "next",
    };
    return acts[event.code];
  }
  if (key === "Escape") {
    return "leave";
  }
  const typing =
    event.target instanceof Element && event.target.closest("input, textarea, [contenteditable]");
  return key === "?" && !typing && !commanded ? "keys" : undefined;
}
