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

/** Keys with Alt alone, by their place on the keyboard, because Alt writes other letters on a Mac. */
const alts: Readonly<Record<string, Act>> = {
  Enter: "step",
  NumpadEnter: "step",
  Digit1: "requests",
  Digit2: "result",
  Digit3: "tables",
  BracketLeft: "previous",
  BracketRight: "next",
};

/** Returns what a key press asks for. */
export function actOf(event: KeyboardEvent): Act | undefined {
  const commanded = event.ctrlKey || event.metaKey;
  const pressed = [commanded && "Ctrl", event.altKey && "Alt", event.shiftKey && "Shift"];
  const how = pressed.filter(Boolean).join(" ");
  switch (how) {
    case "Alt":
      return alts[event.code];
    case "Alt Shift":
      return event.key === "Enter" ? "step-back" : undefined;
    case "Ctrl Shift":
      return event.key === "Enter" ? "all" : undefined;
    case "Ctrl Alt":
      return event.code === "KeyZ" ? "undo" : undefined;
    case "Ctrl":
      return event.key === "Enter" ? "run" : event.code === "KeyS" ? "share" : undefined;
    default:
      return plain(event);
  }
}

function plain({ key, target }: KeyboardEvent): Act | undefined {
  if (key === "Escape") {
    return "leave";
  }
  const typing = target instanceof Element && target.closest("input, textarea, [contenteditable]");
  return key === "?" && !typing ? "keys" : undefined;
}
