/** What the reader can take along: a link, files, and the requests as code for other tools. */

import { messageOf } from "../message-of.ts";
import { count, counted } from "../numbers.ts";
import type { PlayStep } from "../protocol.ts";
import { blockAt, blocks } from "./blocks.ts";
import { forms } from "./code-forms.ts";
import type { House } from "./house.ts";
import type { Entry } from "./menu.ts";
import { ranAsWritten } from "./runs.ts";
import type { Keeping } from "./sandbox-view.ts";
import { fileOfAnswer, folderName, save } from "./saving.ts";
import { linkTo } from "./sharing.ts";

/** What chats and mail programs take as an address, in characters. */
const usual = 8000;

export class Giving {
  readonly #house: House;
  #keeping: Keeping | undefined;

  constructor(house: House) {
    this.#house = house;
  }

  /** Copies a link that opens a copy of the workspace. */
  async share(): Promise<void> {
    const { session, toasts, editor } = this.#house;
    try {
      await this.#copy(
        linkTo(session.workspace.state, editor.cursor),
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
    const { account, attempt, tables, workspace } = this.#house.session;
    const { current, name } = workspace;
    const file = current && {
      label: current.name,
      press: () => save(current.name, current.text, "text/plain"),
    };
    const csv = tables.map(({ name: table }) => ({
      label: table,
      detail: "more formats under Tables",
      press: () =>
        void attempt(async () => (await import("./dump.ts")).saveTable(account, table, "csv")),
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
        press: () => void attempt(() => this.#keep()),
      },
      {
        label: "Two clients…",
        detail: "this request and the next, in every order",
        press: () => void attempt(async () => (await import("./doors.ts")).twoClients(this.#house)),
      },
      ...(file ? [file] : []),
      ...(csv.length > 0 ? ["A table as CSV"] : []),
      ...csv,
    ];
  }

  /** The request at the cursor, or those selected, as code, if they ran as they're written now. */
  copies(): readonly Entry[] {
    const { session, editor } = this.#house;
    const text = session.workspace.current?.text ?? "";
    const all = blocks(text);
    const { from, to } = editor.lines();
    const [first, last] = [blockAt(all, from), blockAt(all, to)];
    if (!first || !last) {
      return [nothing("There is no request here")];
    }
    const ran = ranAsWritten(text, session.runs.all);
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
        press: () => {
          const code = session.account.run({ op: "code", ...call, form }).then(({ text }) => text);
          void session.attempt(() => this.#copy(code, () => `${words} is copied as ${label}.`));
        },
      })),
    ];
  }

  /** Lets the reader save the workspace as a folder in a zip file. */
  async saveFolder(): Promise<void> {
    const { workspace, attempt } = this.#house.session;
    const { name, files } = workspace;
    await attempt(async () => {
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
    await this.#house.session.attempt(async () => {
      if (how === "save") {
        save(file, await whole, kind);
      } else {
        await this.#copy(whole, () => words);
      }
    });
  }

  async #keep(): Promise<void> {
    const { Keeping } = await import("./sandbox-view.ts");
    this.#keeping ??= new Keeping(this.#house.session);
    await this.#keeping.open();
  }

  /** Copies a text that is still being made, and says so. Fails if it can't be made. */
  async #copy(making: Promise<string>, words: (text: string) => string): Promise<void> {
    const copying = copy(making).then(
      () => true,
      () => false,
    );
    const text = await making;
    const said = (await copying) ? words(text) : "The browser doesn't allow copying here.";
    this.#house.toasts.say(said);
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
