/** The dialog that keeps a workspace's tables at an address, and shows what to do there. */
import { endpoint } from "../../../wasm/browser/session.mjs";
import { addStyle } from "../add-style.ts";
import { button, type Child, fill, h } from "../element.ts";
import { messageOf } from "../message-of.ts";
import { bytes, count, counted } from "../numbers.ts";
import type { CodeCall, CodeForm } from "../protocol.ts";
import type { Account } from "./account.ts";
import { tableOf } from "./names.ts";
import {
  addressOf,
  duration,
  end,
  forget,
  found,
  make,
  mark,
  type Offer,
  offered,
  remember,
  remembered,
  type Sandbox,
  untilThen,
} from "./sandbox.ts";
import { copy } from "./sandbox-fill.ts";
import { type KeptActs, KeptView } from "./sandbox-kept.ts";
import type { Session } from "./session.ts";

export class Keeping {
  readonly #session: Session;
  readonly #body = h("div.sb-body");
  readonly #title = h("h2", { id: "sb-title" });
  readonly #dialog: HTMLDialogElement;
  /** What is on the screen of each workspace's sandbox while the page lives, by the workspace's ID. */
  readonly #kept = new Map<string, KeptView>();
  #offer: Offer | undefined;
  /** Ends the copying that is under way. */
  #copying: AbortController | undefined;

  constructor(session: Session) {
    this.#session = session;
    const close = button("Close", () => this.#dialog.close(), { class: "sb-close" });
    this.#dialog = h(
      "dialog.sb",
      { "aria-labelledby": "sb-title" },
      h("header", this.#title, close),
      this.#body,
    );
    this.#dialog.addEventListener("close", () => {
      this.#copying?.abort();
      for (const view of this.#kept.values()) {
        view.leave();
      }
    });
    document.body.append(this.#dialog);
  }

  async open(): Promise<void> {
    this.#dialog.showModal();
    await this.#begin();
  }

  async #begin(): Promise<void> {
    this.#show("Keep this at an address", h("p", { role: "status" }, "Looking for a place…"));
    await addStyle(SANDBOX_STYLE);
    const kept = this.#kept.get(this.#session.workspace.id);
    if (kept) {
      this.#showKept(kept);
      return;
    }
    try {
      this.#offer = await offered();
    } catch {
      this.#offer = undefined; // there's no network
    }
    await (this.#offer ? this.#ask(this.#offer) : this.#showNowhere());
  }

  #show(title: string, ...children: readonly Child[]): void {
    this.#title.textContent = title;
    fill(this.#body, ...children);
  }

  /** Says how to get a place where there is none. */
  #showNowhere(): void {
    this.#show(
      "Keep this at an address",
      h(
        "p",
        `That needs Rowkey's Worker, and ${location.host} doesn't offer accounts. `,
        "Deploy the Worker with the secret SANDBOXES, or run it on your machine. It serves this ",
        "playground, too: open it there, with a link from ",
        h("b", "Share"),
        ", and keep the workspace from there.",
      ),
      h("p", h("a", { href: "/docs/deploying/#sandboxes" }, "How to deploy the Worker")),
    );
  }

  /** Says what would be kept and for how long, and lets the reader do it. */
  async #ask(offer: Offer): Promise<void> {
    const { account } = this.#session;
    const wrong = h("p.sb-wrong", { role: "alert" });
    let tables: Awaited<ReturnType<Account["tables"]>> = [];
    try {
      tables = await account.tables();
    } catch (cause) {
      wrong.textContent = messageOf(cause);
    }
    const entities = tables.reduce((sum, table) => sum + table.entities, 0);
    const size = tables.reduce((sum, table) => sum + table.bytes, 0);
    const fits = size <= offer.bytes;
    const start = () => void this.#keep(entities).catch((cause) => this.#failed(cause, offer));
    if (!fits) {
      wrong.textContent = `A sandbox has ${bytes(offer.bytes)}, and these tables have ${bytes(size)}.`;
    }
    this.#show(
      "Keep this at an address",
      h(
        "p.sb-lead",
        "This makes an account at this host, puts the tables as they are now into it, and gives you its " +
          "address and key. Any program can then use it as a storage account.",
      ),
      h(
        "dl.sb-facts",
        ...fact("What goes there", tablesIn(tables.length, entities, size)),
        ...fact(
          "How long it lives",
          `${duration(offer.hours * 3_600_000)}, then all of it is deleted`,
        ),
        ...fact(
          "What it takes",
          `${bytes(offer.bytes)} and ${count(offer.requests)} requests a second`,
        ),
        ...fact("Who can use it", "anyone with its key, so don't keep secrets there"),
      ),
      h(
        "p.sb-note",
        "Files, queues and blobs stay here. What's changed there doesn't change here.",
      ),
      wrong,
      h("div.row", button("Keep at an address", start, { class: "ex-run", disabled: !fits })),
      ...this.#earlier(),
    );
    this.#body.querySelector("button")?.focus();
  }

  /** Sandboxes whose keys may not be in this page any more. */
  #earlier(): readonly Child[] {
    return remembered().map(({ space, name, expires }) => {
      const secret = h("input", {
        type: "password",
        autocomplete: "off",
        spellcheck: "false",
        "aria-label": "Its key or connection string",
        placeholder: "Its key or connection string",
      });
      const wrong = h("p.sb-wrong", { role: "alert" });
      const drop = button("Forget", () => {
        forget(name);
        section.remove();
      });
      const form = h("form.row", secret, h("button", "Open"), drop);
      const section = h(
        "section.sb-earlier",
        { "aria-label": "Kept before" },
        h("h3", `Kept before: ${space}, for ${untilThen(expires)} more`),
        h("p", h("code", addressOf(name))),
        h("p.sb-note", "This browser remembers the address, but not the key."),
        form,
        wrong,
      );
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        found(name, secret.value).then(
          (sandbox) => this.#have(sandbox),
          (cause) => {
            wrong.textContent = messageOf(cause);
          },
        );
      });
      return section;
    });
  }

  /** Makes a sandbox and fills it. Nothing stays there if that fails or is cancelled. */
  async #keep(entities: number): Promise<void> {
    const copying = new AbortController();
    this.#copying = copying;
    const bar = h("progress", { max: Math.max(1, entities), value: 0, "aria-label": "Copied" });
    const words = h("p", { role: "status" }, "Making the account…");
    const cancel = button("Cancel", () => copying.abort());
    this.#show("Keep this at an address", words, bar, h("div.row", cancel));
    cancel.focus();
    const sandbox = await make();
    try {
      await copy(
        this.#session.account,
        sandbox,
        (arrived) => {
          bar.value = arrived;
          words.textContent = `${count(arrived)} of ${counted(entities, "entity", "entities")} copied`;
        },
        copying.signal,
      );
      await mark(sandbox);
    } catch (cause) {
      copying.abort();
      await end(sandbox).catch(() => {}); // it ends by itself, later
      throw cause;
    } finally {
      this.#copying = undefined;
    }
    this.#have(sandbox);
  }

  async #failed(cause: unknown, offer: Offer): Promise<void> {
    await this.#ask(offer);
    const stopped = cause instanceof DOMException && cause.name === "AbortError";
    const wrong = this.#body.querySelector(".sb-wrong");
    if (wrong) {
      wrong.textContent = stopped
        ? "Cancelled. Nothing is kept."
        : `${messageOf(cause)} Nothing is kept.`;
    }
  }

  /** The reader has a sandbox, with its key. */
  #have(sandbox: Sandbox): void {
    const { account, workspace } = this.#session;
    const space = workspace.id;
    const table = tableOf(workspace.data[0]?.name ?? "Orders");
    remember(workspace.name, sandbox);
    const acts: KeptActs = {
      connect: async () => {
        await this.#session.connect({ secret: sandbox.connectionString });
        this.#dialog.close();
      },
      forked: (fork) => this.#have(fork),
      ended: () => {
        forget(sandbox.name);
        this.#kept.delete(space);
        void this.#begin();
      },
      program: async (form) => (await account.run(programOf(table, form))).text,
    };
    this.#kept.get(space)?.leave();
    const view = new KeptView(sandbox, acts);
    this.#kept.set(space, view);
    this.#showKept(view);
  }

  #showKept(view: KeptView): void {
    this.#show("Kept at an address", view.element);
    view.follow();
  }
}

/** The call that writes a program which reads a table. */
function programOf(table: string, form: CodeForm): CodeCall {
  const request = { method: "GET", url: `${endpoint}/${table}()`, headers: [], body: "" };
  const response = { status: 200, headers: [], body: "" };
  return {
    op: "code",
    form,
    text: `GET {{host}}/${table}()`,
    from: 1,
    to: 1,
    steps: [{ line: 1, name: "", request, response }],
  };
}

function tablesIn(tables: number, entities: number, size: number): string {
  return tables === 0
    ? "an empty account, because there are no tables"
    : `${counted(tables, "table")} with ${counted(entities, "entity", "entities")}, ${bytes(size)}`;
}

function fact(term: string, words: string): [HTMLElement, HTMLElement] {
  return [h("dt", term), h("dd", words)];
}
