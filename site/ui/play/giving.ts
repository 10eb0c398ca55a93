/** What the reader can take along: a link, files, and the requests as code for other tools. */

import { count, counted } from "../numbers.ts";
import type { CodeForm, PlayStep } from "../protocol.ts";
import type { Account } from "./account.ts";
import { blockAt, blocks } from "./blocks.ts";
import type { Entry } from "./menu.ts";
import { type Runs, ranAsWritten } from "./runs.ts";
import type { Keeping } from "./sandbox-view.ts";
import { fileOfAnswer, folderName, save } from "./saving.ts";
import { linkTo } from "./sharing.ts";
import type { Toasts } from "./toasts.ts";
import type { Workspace } from "./workspace.ts";

interface Options {
  readonly workspace: Workspace;
  readonly account: Account;
  readonly runs: Runs;
  readonly toasts: Toasts;
  /** The names of the tables that are there. */
  readonly tables: () => readonly string[];
  /** Where the cursor is in the file in front. */
  readonly cursor: () => number;
  /** The lines at the cursor, or those selected. */
  readonly lines: () => { readonly from: number; readonly to: number };
  /** Sends the requests to an account outside the page. */
  readonly connect: (typed: { readonly secret: string }) => Promise<void>;
}

/** What chats and mail programs take as an address, in characters. */
const usual = 8000;

/** What requests can be copied as. */
const forms: readonly (readonly [CodeForm, string])[] = [
  ["javascript", "JavaScript"],
  ["go", "Go"],
  ["csharp", "C#"],
  ["python", "Python"],
  ["java", "Java"],
  ["curl", "curl"],
  ["powershell", "PowerShell"],
  ["rest-client", "REST Client (.http)"],
  ["jetbrains", "JetBrains (.http)"],
  ["httpyac", "httpyac (.http)"],
];

export class Giving {
  readonly #options: Options;
  #keeping: Keeping | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Copies a link that opens a copy of the workspace. */
  async share(): Promise<void> {
    const { workspace, toasts, cursor } = this.#options;
    try {
      await this.#copy(
        linkTo(workspace.state, cursor()),
        ({ length }) =>
          `A link of ${count(length)} characters is copied. The whole workspace is in it.${
            length > usual ? " Chats and mail may cut one so long; a folder stays whole." : ""
          }`,
      );
    } catch (cause) {
      toasts.say(messageOf(cause), {
        label: "Save as a folder",
        press: () => void this.saveFolder(),
      });
    }
  }

  exports(): readonly Entry[] {
    const { workspace, account, tables } = this.#options;
    const { current, name } = workspace;
    const file = current && {
      label: current.name,
      press: () => save(current.name, current.text, "text/plain"),
    };
    const csv = tables().map((table) => ({
      label: table,
      detail: "more formats under Tables",
      press: () =>
        void this.#attempt(async () =>
          (await import("./dump.ts")).saveTable(account, table, "csv"),
        ),
    }));
    return [
      {
        label: "The workspace as a folder",
        detail: `${folderName(name)}.zip`,
        press: () => void this.saveFolder(),
      },
      {
        label: "Keep this at an address…",
        detail: "for other programs",
        press: () => void this.#attempt(() => this.#keep()),
      },
      {
        label: "Two clients…",
        detail: "this request and the next, in every order",
        press: () =>
          void this.#attempt(async () => (await import("./doors.ts")).twoClients(this.#options)),
      },
      ...(file ? [file] : []),
      ...(csv.length > 0 ? ["A table as CSV"] : []),
      ...csv,
    ];
  }

  /** The request at the cursor, or those selected, as code, if they ran as they're written now. */
  copies(): readonly Entry[] {
    const { workspace, runs, lines } = this.#options;
    const text = workspace.current?.text ?? "";
    const all = blocks(text);
    const [first, last] = [blockAt(all, lines().from), blockAt(all, lines().to)];
    if (!first || !last) {
      return [nothing("There is no request here")];
    }
    const ran = ranAsWritten(text, runs.all);
    const chosen = all.filter(({ from, to }) => from >= first.from && to <= last.to);
    const known = chosen.filter(({ request }) => ran.some(({ line }) => line === request));
    if (known.length === 0) {
      const what = chosen.length === 1 ? "this request" : "these requests";
      return [nothing(`Run ${what} first`, "the code has what was sent")];
    }
    const some = known.length < chosen.length ? `${known.length} of ` : "";
    const words =
      chosen.length === 1 ? first.title || first.target : some + counted(chosen.length, "request");
    const lacks = some === "" ? "" : ", without what hasn't run as it's written";
    const call = { text, from: first.from, to: last.to, steps: ran };
    return [
      words + lacks,
      ...forms.map(([form, label]) => ({
        label,
        press: () =>
          void this.#attempt(() =>
            this.#copy(
              this.#options.account.code({ ...call, form }),
              () => `${words} is copied as ${label}.`,
            ),
          ),
      })),
    ];
  }

  /** Lets the reader save the workspace as a folder in a zip file. */
  async saveFolder(): Promise<void> {
    const { name, files } = this.#options.workspace;
    await this.#attempt(async () => {
      const { folder } = await import("./folder.ts");
      save(`${folderName(name)}.zip`, folder(name, files), "application/zip");
    });
  }

  /** Gives an answer as it was received, or its rows as a text that is still being written. */
  async answer(step: PlayStep, how: "copy" | "save", text?: Promise<string>): Promise<void> {
    const { name, type } = fileOfAnswer(step);
    const [whole, file, kind, words] =
      text === undefined
        ? [
            Promise.resolve(step.response.body),
            name,
            type,
            "The answer is copied, as it was received.",
          ]
        : [text, name.replace(/\w+$/, "csv"), "text/csv", "All rows are copied."];
    await this.#attempt(async () => {
      if (how === "save") {
        save(file, await whole, kind);
      } else {
        await this.#copy(whole, () => words);
      }
    });
  }

  async #keep(): Promise<void> {
    const { Keeping } = await import("./sandbox-view.ts");
    this.#keeping ??= new Keeping(this.#options);
    await this.#keeping.open();
  }

  /** Copies a text that is still being made, and says so. Fails if it can't be made. */
  async #copy(making: Promise<string>, words: (text: string) => string): Promise<void> {
    const copying = copy(making).then(
      () => true,
      () => false,
    );
    const text = await making;
    if (await copying) {
      this.#options.toasts.say(words(text));
    } else {
      this.#options.toasts.say("The browser doesn't allow copying here.");
    }
  }

  async #attempt(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (cause) {
      this.#options.toasts.say(messageOf(cause));
    }
  }
}

/** What a menu has in place of what it can't do. */
function nothing(label: string, detail = ""): Entry {
  return { label, detail, press: () => {}, disabled: true };
}

/** Safari lets a page copy only while it handles a press, so it gets a promise of the text at once. */
async function copy(making: Promise<string>): Promise<void> {
  if (!("ClipboardItem" in globalThis)) {
    await navigator.clipboard.writeText(await making);
    return;
  }
  const blob = making.then((text) => new Blob([text], { type: "text/plain" }));
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
