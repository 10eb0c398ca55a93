/** The panel of workspaces: those that are kept, and those to begin with. */
import { button, type Child, fill, h } from "../element.ts";
import { firstName } from "./first.ts";
import { type StarterGroup, starterGroups } from "./starters.ts";
import type { Listed } from "./store.ts";

export interface SpaceActs {
  readonly list: () => Promise<readonly Listed[]>;
  readonly current: () => { readonly id: string; readonly name: string };
  readonly open: (id: string) => void;
  readonly rename: (name: string) => void;
  readonly duplicate: () => void;
  readonly remove: (id: string, name: string) => void;
  readonly begin: (what: "empty" | "first") => void;
  readonly guide: (slug: string) => void;
}

/** The contents of the panel. */
export function spaces(acts: SpaceActs, close: () => void): Child[] {
  const then = (act: () => void) => () => {
    close();
    act();
  };
  const kept = h("ul.pl-space-list", { "aria-label": "Your workspaces" });
  void acts.list().then((list) => fill(kept, ...keptItems(list, acts, close)));
  const guides = h("div.pl-guides", h("p.pl-empty", "Loading the guides…"));
  void starterGroups().then(
    (groups) => fill(guides, ...guideList(groups, (slug) => then(() => acts.guide(slug))())),
    () =>
      fill(guides, h("p.pl-empty", "The guides could not be loaded. Open this again to retry.")),
  );
  return [
    h("section", h("h2", "This workspace"), nameForm(acts, close)),
    h("section", h("h2", "Your workspaces"), kept),
    h(
      "section",
      h("h2", "Begin another"),
      h("p.pl-empty", "What you have stays as it is."),
      h(
        "div.pl-row",
        button(
          "Empty",
          then(() => acts.begin("empty")),
        ),
        button(
          firstName,
          then(() => acts.begin("first")),
        ),
        button("A copy of this one", then(acts.duplicate)),
      ),
      guides,
    ),
  ];
}

function nameForm(acts: SpaceActs, close: () => void): HTMLElement {
  const input = h("input", {
    value: acts.current().name,
    "aria-label": "Name of this workspace",
    maxlength: 60,
    autocomplete: "off",
    autofocus: true,
  });
  const form = h("form.pl-row", input, h("button", { type: "submit" }, "Rename"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (name !== "") {
      acts.rename(name);
      close();
    }
  });
  return form;
}

function keptItems(list: readonly Listed[], acts: SpaceActs, close: () => void): HTMLElement[] {
  if (list.length === 0) {
    return [h("li.pl-empty", "A workspace is kept here as soon as you change something in it.")];
  }
  return list.map(({ id, name, changed }) => {
    const open = button(
      "",
      () => {
        close();
        acts.open(id);
      },
      { class: "pl-space", "aria-current": id === acts.current().id ? "true" : undefined },
    );
    open.append(h("span", name), h("span.pl-detail", ago(changed)));
    const remove = button("Delete", () => {
      close();
      acts.remove(id, name);
    });
    remove.setAttribute("aria-label", `Delete ${name}`);
    return h("li", open, remove);
  });
}

/** The guides, which a word narrows. */
export function guideList(
  groups: readonly StarterGroup[],
  choose: (slug: string) => void,
): Child[] {
  const total = groups.reduce((sum, group) => sum + group.starters.length, 0);
  const filter = h("input", {
    type: "search",
    placeholder: `Begin with one of ${total} guides`,
    "aria-label": "Find a guide",
    autocomplete: "off",
  });
  const list = h("div");
  const draw = () => {
    const word = filter.value.trim().toLowerCase();
    const found = groups.flatMap(({ title, starters }) => {
      const fit = starters.filter((each) =>
        `${each.title} ${each.summary}`.toLowerCase().includes(word),
      );
      return fit.length === 0 ? [] : [h("h3", title), h("ul", ...fit.map(item))];
    });
    fill(list, ...(found.length > 0 ? found : [h("p.pl-empty", "No guide has this word.")]));
  };
  const item = ({ slug, title, summary }: StarterGroup["starters"][number]) => {
    const choice = button("", () => choose(slug), { class: "pl-guide" });
    choice.append(h("span", title), h("span.pl-detail", summary));
    return h("li", choice);
  };
  filter.addEventListener("input", draw);
  draw();
  return [filter, list];
}

const hour = 3_600_000;

function ago(time: number): string {
  const past = Date.now() - time;
  if (past < hour) {
    const minutes = Math.round(past / 60_000);
    return minutes < 1 ? "just now" : `${minutes} min ago`;
  }
  if (past < 24 * hour) {
    return `${Math.round(past / hour)} h ago`;
  }
  return new Date(time).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
  });
}
