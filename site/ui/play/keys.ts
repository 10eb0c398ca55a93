/** The keys of the playground, in one place: what they do, and the list that tells of them. */
import { type Child, h } from "../element.ts";

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
      "section.pl-keys",
      h("h2", title),
      h(
        "dl",
        ...keys.map(([names, does]) =>
          h("div", h("dt", ...names.split(" ").map((name) => h("kbd", name))), h("dd", does)),
        ),
      ),
    ),
  );
}

/**
 * The keys that are held with Ctrl or Alt. A letter or a digit is said by its place on the keyboard, because
 * Alt writes other letters on a Mac.
 */
const acts = {
  "Ctrl Enter": "run",
  "Ctrl Shift Enter": "all",
  "Ctrl KeyS": "share",
  "Ctrl Alt KeyZ": "undo",
  "Alt Enter": "step",
  "Alt Shift Enter": "step-back",
  "Alt Digit1": "requests",
  "Alt Digit2": "result",
  "Alt Digit3": "tables",
  "Alt BracketLeft": "previous",
  "Alt BracketRight": "next",
} as const;

/** What keys can do. */
export type Act = (typeof acts)[keyof typeof acts] | "leave" | "keys";

/** Returns what a key press asks for. */
export function actOf(event: KeyboardEvent): Act | undefined {
  const { altKey, code, ctrlKey, key, metaKey, shiftKey, target } = event;
  const held = [(ctrlKey || metaKey) && "Ctrl", altKey && "Alt", shiftKey && "Shift"];
  const pressed = [...held, key === "Enter" ? key : code].filter(Boolean).join(" ");
  const act: Act | undefined = acts[pressed as keyof typeof acts];
  if (act || ctrlKey || metaKey || altKey) {
    return act;
  }
  const typing = target instanceof Element && target.closest("input, textarea, [contenteditable]");
  return key === "Escape" ? "leave" : key === "?" && !typing ? "keys" : undefined;
}
