/** What the reader can take along: a link, files, and the requests as code for other tools. */
import type { Form } from "../share/code/copy.ts";
import type { Account } from "./account.ts";
import { count } from "./element.ts";
import type { Settings } from "./endpoint.ts";
import type { Entry } from "./menu.ts";
import type { Run, Runs } from "./runs.ts";
import type { Keeping } from "./sandbox-view.ts";
import { folderName, save } from "./saving.ts";
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
  /** Sends the requests to an account outside the page. */
  readonly connect: (settings: Settings) => Promise<void>;
}

/** What requests can be copied as. The module that writes it is loaded when it's needed. */
const forms: readonly (readonly [Form, string])[] = [
  ["javascript", "JavaScript"],
  ["go", "Go"],
  ["csharp", "C#"],
  ["python", "Python"],
  ["curl", "curl"],
  ["rest-client", "REST Client (.http)"],
  ["jetbrains", "JetBrains (.http)"],
  ["httpyac", "httpyac (.http)"],
];

/** Where the engine's account is. */
const addresses = {
  tables: "http://127.0.0.1:10002/devstoreaccount1",
  queues: "http://127.0.0.1:10001/devstoreaccount1",
  blobs: "http://127.0.0.1:10000/devstoreaccount1",
};

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
          `A link of ${count(length)} characters is copied. The whole workspace is in it.`,
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

  copies(): readonly Entry[] {
    const { shown } = this.#options.runs;
    if (!shown || shown.source === "" || shown.reply.steps.length === 0) {
      return ["Run a request first: its code has what was sent."];
    }
    return [
      `Run ${shown.number}: ${shown.title}`,
      ...forms.map(([form, label]) => ({
        label,
        press: () => void this.#attempt(() => this.#copyAs(shown, form, label)),
      })),
    ];
  }

  /** Lets the reader save the workspace as a folder in a zip file. */
  async saveFolder(): Promise<void> {
    const { name, files } = this.#options.workspace;
    await this.#attempt(async () => {
      const { folder } = await import("./folder.ts");
      save(`${folderName(name)}.zip`, await folder(name, files), "application/zip");
    });
  }

  async #keep(): Promise<void> {
    const { Keeping } = await import("./sandbox-view.ts");
    this.#keeping ??= new Keeping(this.#options);
    await this.#keeping.open();
  }

  async #copyAs(run: Run, form: Form, label: string): Promise<void> {
    const ran = { text: run.source, steps: run.reply.steps, addresses };
    const code = import("../share/code/copy.ts").then(({ copyAs }) => copyAs(form, ran));
    await this.#copy(code, () => `Run ${run.number} is copied as ${label}.`);
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
