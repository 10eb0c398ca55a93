/** What a sandbox is, how to connect to it, what can be done with it, and what happens there. */
import { type Attributes, button, type Child, fill, h } from "../element.ts";
import { messageOf } from "../message-of.ts";
import type { CodeForm } from "../protocol.ts";
import { languages } from "./code-forms.ts";
import { end, fork, mark, type Sandbox, undo, untilThen } from "./sandbox.ts";
import { SandboxLog } from "./sandbox-log.ts";

export interface KeptActs {
  /** Runs the playground's requests there. */
  readonly connect: () => Promise<void>;
  readonly forked: (fork: Sandbox) => void;
  readonly ended: () => void;
  /** Writes a program that reads a table there. */
  readonly program: (form: CodeForm) => Promise<string>;
}

export class KeptView {
  readonly element: HTMLElement;
  readonly #sandbox: Sandbox;
  readonly #acts: KeptActs;
  readonly #log: SandboxLog;
  readonly #left = h("span");
  readonly #say = h("p.sb-say", { role: "status" });
  readonly #buttons = h("div.row");

  constructor(sandbox: Sandbox, acts: KeptActs) {
    this.#sandbox = sandbox;
    this.#acts = acts;
    this.#log = new SandboxLog(sandbox);
    this.#showActs();
    this.element = h(
      "div.sb-kept",
      this.#lead(),
      h("section", { "aria-label": "Address and key" }, h("h3", "The account"), this.#fields()),
      h("section", { "aria-label": "Programs" }, h("h3", "Connect"), ...programs(acts.program)),
      h("section.sb-wide", { "aria-label": "What you can do" }, this.#buttons, this.#say),
      h(
        "section.sb-wide",
        { "aria-label": "Requests" },
        h("h3", "Requests, as they come"),
        this.#log.element,
      ),
    );
  }

  /** Shows requests as they come, from now on. */
  follow(): void {
    this.#left.textContent = untilThen(this.#sandbox.expires);
    this.#log.follow();
  }

  leave(): void {
    this.#log.leave();
  }

  #lead(): HTMLElement {
    const { expires } = this.#sandbox;
    const at = new Date(expires).toLocaleString("en-GB", {
      dateStyle: "medium",
      timeStyle: "short",
    });
    return h(
      "p.sb-lead.sb-wide",
      "The tables are in an account of their own now. It lives ",
      this.#left,
      " more, until ",
      h("time", { datetime: expires }, at),
      "; then all of it is deleted.",
    );
  }

  #fields(): HTMLElement {
    const { name, key, endpoints, connectionString } = this.#sandbox;
    return h(
      "div.sb-fields",
      ...field("Address of the tables", endpoints.table),
      ...field("Account name", name),
      ...field("Key", key, "is-secret"),
      ...field("Connection string", connectionString, "is-secret"),
      h(
        "p.sb-note",
        "Copy the key now. It's on this screen while the page is open, and stored nowhere.",
      ),
    );
  }

  #showActs(): void {
    const sandbox = this.#sandbox;
    fill(
      this.#buttons,
      this.#act("Run requests there", () => this.#acts.connect(), { class: "primary-quiet" }),
      this.#act(
        "Mark",
        () => mark(sandbox),
        { title: "Remember how it is now" },
        "Marked: Undo comes back to this.",
      ),
      this.#act(
        "Undo to the mark",
        () => undo(sandbox),
        { title: "At first, that's how you kept it" },
        "It's as it was at the mark.",
      ),
      this.#act("Fork", async () => this.#acts.forked(await fork(sandbox)), {
        title: "Make another account with what this one has now, and go on with that",
      }),
      button("Delete…", () => this.#askToEnd()),
    );
  }

  #askToEnd(): void {
    const stay = button("Don't", () => this.#showActs());
    fill(
      this.#buttons,
      h("span", "Delete the account and everything in it, now?"),
      this.#act("Delete", async () => {
        await end(this.#sandbox);
        this.leave();
        this.#acts.ended();
      }),
      stay,
    );
    stay.focus();
  }

  /** A button that does something at the Worker, and says how that went. */
  #act(
    label: string,
    act: () => Promise<void>,
    attributes: Attributes = {},
    done = "",
  ): HTMLButtonElement {
    const element = button(
      label,
      () => {
        element.disabled = true;
        this.#say.textContent = "";
        void act()
          .then(() => done, messageOf)
          .then((words) => {
            element.disabled = false;
            this.#say.textContent = words;
          });
      },
      attributes,
    );
    return element;
  }
}

/** A text to copy, with its name. */
function field(label: string, text: string, kind = ""): readonly Child[] {
  return [
    h("span.sb-label", label),
    h("code", { class: kind, tabindex: 0, role: "group", "aria-label": label }, text),
    copyButton(`Copy: ${label}`, () => text),
  ];
}

function copyButton(label: string, text: () => string): HTMLButtonElement {
  const element = button(
    "Copy",
    () => {
      navigator.clipboard.writeText(text()).then(
        () => say("Copied"),
        () => say("Not allowed"),
      );
    },
    { "aria-label": label },
  );
  const say = (words: string) => {
    element.textContent = words;
    setTimeout(() => {
      element.textContent = "Copy";
    }, 2000);
  };
  return element;
}

/** Programs behind buttons, one of them on the screen. */
function programs(write: KeptActs["program"]): readonly Child[] {
  const code = h("code");
  const choices = languages.map(([form, name]) => button(name, () => void show(form)));
  const show = async (form: CodeForm) => {
    for (const [i, choice] of choices.entries()) {
      choice.setAttribute("aria-pressed", String(languages[i]?.[0] === form));
    }
    code.textContent = await write(form).catch(messageOf);
  };
  void show("javascript");
  return [
    h("div.sb-languages.row", { role: "group", "aria-label": "Language" }, ...choices),
    h(
      "p.sb-note",
      "Set ",
      h("code", "AZURE_STORAGE_CONNECTION_STRING"),
      " to the connection string. It isn't in the program, so that you can pass that on.",
    ),
    h("pre", { tabindex: 0, role: "group", "aria-label": "Program" }, code),
    h(
      "div.row",
      copyButton("Copy the program", () => code.textContent ?? ""),
    ),
  ];
}
