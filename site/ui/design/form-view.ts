/**
 * What a design file stores and asks, as a form. The file is the truth: the engine writes each change into it
 * and reads it back, and what no field shows stays as it is.
 */
import { type Client, unwatched } from "../client.ts";
import { fill, h, labelled, signButton, table } from "../element.ts";
import type {
  Form,
  FormChange,
  FormChoice,
  FormEntity,
  FormPattern,
  FormProperty,
  ScriptError,
} from "../protocol.ts";

interface Options {
  readonly client: Pick<Client, "run">;
  readonly text: () => string;
  readonly write: (text: string) => void;
}

type Field = HTMLInputElement | HTMLSelectElement;

export class FormView {
  readonly element = h("div.ds-form.stack.loose");
  readonly #options: Options;
  readonly #waiting: FormChange[] = [];
  #reading = false;
  #again = false;
  /** The field that gets the focus when the form is shown next, by its place in the form. */
  #next = "";

  constructor(options: Options) {
    this.#options = options;
  }

  /** Begins with the name of the first thing. */
  begin(): void {
    this.#next = "e";
    this.read();
  }

  /** Shows what the file has now. */
  read(): void {
    this.#again = true;
    void this.#work();
  }

  change(change: FormChange, next = ""): void {
    this.#next = next || this.#next;
    this.changeAll([change]);
  }

  changeAll(changes: readonly FormChange[]): void {
    this.#waiting.push(...changes);
    this.read();
  }

  /** Writes the changes that wait into the text that's there then. */
  async #work(): Promise<void> {
    if (this.#reading) {
      return;
    }
    this.#reading = true;
    try {
      while (this.#again) {
        this.#again = false;
        const text = this.#options.text();
        const changes = this.#waiting.splice(0);
        const reply = await this.#options.client.run({ op: "form", text, changes }, unwatched());
        if (text !== this.#options.text()) {
          this.#waiting.unshift(...changes);
          this.#again = true;
        } else if (reply.ok) {
          this.#show(reply);
          if (reply.text !== text) {
            this.#options.write(reply.text);
          }
        } else {
          fill(this.element, h("p", "Mend the text below first: no form can read it."));
        }
      }
    } catch (cause) {
      fill(this.element, cause instanceof Error ? cause.message : String(cause));
    } finally {
      this.#reading = false;
    }
  }

  #show(form: Form): void {
    const active = document.activeElement;
    const held =
      active instanceof HTMLElement && this.element.contains(active) ? active : undefined;
    const says = errorsOf(form);
    fill(
      this.element,
      h("h2", "What you store"),
      ...form.entities.map((each, i) => this.#entity(each, i, says)),
      this.#adder("e", "One thing that you store", "such as Order", (value) =>
        this.change({ section: "entities", name: "", value }, `e${form.entities.length}.add`),
      ),
      h("h2", "What you ask and write"),
      ...form.patterns.map((each, i) => this.#pattern(each, i, form.verbs, says)),
      form.entities.length > 0 &&
        this.#adder(
          "q",
          "One question, or something that you write",
          "such as newest orders",
          (value) =>
            this.change({ section: "patterns", name: "", value }, `q${form.patterns.length}.does`),
        ),
    );
    this.#focus(held);
  }

  /** Gives the focus back to what had it, with what was typed there meanwhile. */
  #focus(held: HTMLElement | undefined): void {
    const at = this.#next || held?.dataset["at"];
    const field = at ? this.element.querySelector<Field>(`[data-at="${at}"]`) : null;
    if (field) {
      if (!this.#next && held instanceof HTMLInputElement && field instanceof HTMLInputElement) {
        field.value = held.value;
        field.focus({ preventScroll: true });
        field.setSelectionRange(held.selectionStart, held.selectionEnd);
      } else {
        field.focus({ preventScroll: true });
        field.scrollIntoView({ block: "nearest" });
      }
    }
    this.#next = "";
  }

  #entity(e: FormEntity, i: number, says: Says): HTMLElement {
    const change = (field: string, value: string) =>
      this.change({ section: "entities", name: e.name, field, value });
    const rows = e.properties.map((p, k) => this.#property(p, e, `e${i}.p${k}`));
    const heads = ["Property", "Type", "Different values"];
    return h(
      "fieldset.stack",
      h("legend", e.name),
      h(
        "div.ds-row.row",
        labelled(
          "Name",
          typed(e.name, "end", (v) => change("name", v), { "data-at": `e${i}.name` }),
        ),
        labelled(
          "Roughly how many",
          typed(e.count, "input", (v) => change("count", v), {
            "data-at": `e${i}.count`,
            inputmode: "numeric",
          }),
        ),
        this.#remover(e.name, { section: "entities", name: e.name }),
      ),
      table([...heads, ""], rows),
      this.#adder(`e${i}.add`, `One more property of ${e.name}`, "such as Customer", (property) =>
        this.change({ section: "entities", name: e.name, property, field: "add" }, `e${i}.add`),
      ),
      says(e.line),
    );
  }

  #property(p: FormProperty, { name }: FormEntity, at: string): HTMLElement {
    const place = { section: "entities", name, property: p.name } as const;
    const set = (field: string) => (value: string) => this.change({ ...place, field, value });
    const types = p.types.map((value) => ({ value, says: value }));
    const label = (what: string) => ({
      "aria-label": `${what} of ${p.name}`,
      "data-at": `${at}.${what}`,
    });
    const values = { ...label("Different values"), placeholder: "each its own" };
    return h(
      "tr",
      h("td", typed(p.name, "end", set("name"), label("Name"))),
      h("td", chosen(types, p.type, set("type"), label("Type"))),
      h("td", !p.refers && typed(p.values, "input", set("values"), values)),
      h("td", this.#remover(p.name, place)),
    );
  }

  #pattern(p: FormPattern, i: number, verbs: readonly FormChoice[], says: Says): HTMLElement {
    const set = (field: string) => (value: string) =>
      this.change({ section: "patterns", name: p.name, field, value });
    const at = (field: string) => ({ "data-at": `q${i}.${field}` });
    const has = (field: string) => p.fields.includes(field);
    const entities = p.entities.map((value) => ({ value, says: value }));
    const none = { value: "", says: "any order" };
    const and = (condition: string) =>
      set("where")(p.where === "" ? condition : `${p.where} and ${condition}`);
    return h(
      "fieldset.stack",
      h("legend", p.name),
      h(
        "div.ds-row.row",
        labelled("Name", typed(p.name, "end", set("name"), at("name"))),
        labelled("Does", chosen(verbs, p.does, set("does"), at("does"))),
        labelled("What", chosen(entities, p.entity, set("entity"), at("entity"))),
        this.#remover(p.name, { section: "patterns", name: p.name }),
      ),
      has("where") &&
        h(
          "div.ds-row.row",
          labelled(
            "Where",
            typed(p.where, "input", set("where"), { ...at("where"), class: "ds-long" }),
          ),
          labelled(
            "Add a condition",
            chosen([{ value: "", says: "Choose…" }, ...p.conditions], "", and, at("and")),
          ),
        ),
      h(
        "div.ds-row.row",
        has("sort") &&
          labelled(
            "In order",
            chosen([none, ...p.sorts], p.sort, set("sort"), { ...at("sort"), class: "ds-long" }),
          ),
        has("limit") &&
          labelled(
            "At most",
            typed(p.limit, "input", set("limit"), { ...at("limit"), placeholder: "all", size: 6 }),
          ),
        labelled(
          "How often: 50/s, 3/m, 1/h, 1/d",
          typed(p.rate, "input", set("rate"), { ...at("rate"), placeholder: "1/s", size: 6 }),
        ),
      ),
      says(p.line),
    );
  }

  #remover(name: string, change: FormChange): HTMLElement {
    return signButton("✕", `Take ${name} out`, () => this.change(change));
  }

  /** A field for the name of one more thing. */
  #adder(at: string, label: string, hint: string, add: (name: string) => void): HTMLElement {
    const name = h("input", {
      placeholder: hint,
      autocomplete: "off",
      "data-at": at,
      "aria-label": label,
    });
    const form = h("form.ds-row.row", name, h("button", "Add"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const value = name.value.trim();
      name.value = "";
      if (value === "") {
        name.focus();
      } else {
        add(value);
      }
    });
    return form;
  }
}

/** What's wrong between the line of a row and that of the next one. */
type Says = (line: number) => HTMLElement | null;

function errorsOf({ entities, patterns, errors }: Form): Says {
  const lines = [...entities, ...patterns].map(({ line }) => line);
  const last = (e: ScriptError) => Math.max(...lines.filter((line) => line <= e.line));
  return (line) => {
    const found = errors.find((each) => last(each) === line);
    return found ? h("p.ds-wrong", `${found.message}. ${found.hint}`) : null;
  };
}

type Attributes = Readonly<Record<string, string | number>>;

function typed(
  value: string,
  event: "input" | "end",
  set: (value: string) => void,
  attributes: Attributes,
): HTMLInputElement {
  const field = h("input", { autocomplete: "off", spellcheck: "false", ...attributes });
  field.value = value;
  if (event === "input") {
    field.addEventListener("input", () => set(field.value));
    return field;
  }
  // Not the event change, which doesn't know what was typed before the form was drawn again.
  const done = () => field.isConnected && field.value !== value && set(field.value);
  field.addEventListener("blur", done);
  field.addEventListener("keydown", ({ key }) => key === "Enter" && done());
  return field;
}

function chosen(
  choices: readonly FormChoice[],
  value: string,
  set: (value: string) => void,
  attributes: Attributes,
): HTMLSelectElement {
  const known = choices.some((each) => each.value === value);
  const all = known ? choices : [...choices, { value, says: value }];
  const options = all.map((each) => h("option", { value: each.value }, each.says));
  const field = h("select", attributes, ...options);
  field.value = value;
  field.addEventListener("change", () => set(field.value));
  return field;
}
