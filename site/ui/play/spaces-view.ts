/** The panel of workspaces: those that are kept, and those to begin with. */
import { button, type Child, fill, h } from "../element.ts";
import { firstName } from "./first.ts";
import type { Session } from "./session.ts";
import { type StarterGroup, starterGroups } from "./starters.ts";
import type { Listed } from "./store.ts";
import type { Workspace } from "./workspace.ts";

/** The contents of the panel. */
export function spaces(session: Session, close: () => void): Child[] {
  const { keeper, spaces } = session;
  const then = (act: () => Promise<void>) => () => {
    close();
    void act();
  };
  const kept = h("ul.pl-space-list", { "aria-label": "Your workspaces" });
  void keeper.list().then((list) => fill(kept, ...keptItems(list, session, close)));
  const guides = h("div.pl-guides", h("p.pl-empty", "Loading the guides…"));
  void starterGroups().then(
    (groups) => fill(guides, ...guideList(groups, (slug) => then(() => spaces.guide(slug))())),
    () =>
      fill(guides, h("p.pl-empty", "The guides could not be loaded. Open this again to retry.")),
  );
  return [
    h("section", h("h2", "This workspace"), nameForm(session.workspace, close)),
    h("section", h("h2", "Your workspaces"), kept),
    h(
      "section",
      h("h2", "Begin another"),
      h("p.pl-empty", "What you have stays as it is."),
      h(
        "div.row",
        button(
          "Empty",
          then(() => spaces.beginNew("empty")),
        ),
        button(
          firstName,
          then(() => spaces.beginNew("first")),
        ),
        button(
          "A copy of this one",
          then(() => spaces.duplicate()),
        ),
      ),
      guides,
    ),
  ];
}

function nameForm(workspace: Workspace, close: () => void): HTMLElement {
  const input = h("input", {
    value: workspace.name,
    "aria-label": "Name of this workspace",
    maxlength: 60,
    autocomplete: "off",
    autofocus: true,
  });
  const form = h("form.row", input, h("button", { type: "submit" }, "Rename"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (name !== "") {
      workspace.rename(name);
      close();
    }
  });
  return form;
}

function keptItems(list: readonly Listed[], session: Session, close: () => void): HTMLElement[] {
  const { spaces, workspace } = session;
  if (list.length === 0) {
    return [h("li.pl-empty", "A workspace is kept here as soon as you change something in it.")];
  }
  return list.map(({ id, name, changed }) => {
    const words = [h("span", name), h("span.pl-detail", ago(changed))];
    const open = () => {
      close();
      void spaces.open(id);
    };
    const remove = () => {
      close();
      void spaces.remove(id, name);
    };
    return h(
      "li",
      button(words, open, { class: "pl-space", "aria-current": id === workspace.id && "true" }),
      button("Delete", remove, { "aria-label": `Delete ${name}` }),
    );
  });
}

/** The guides, which a word narrows. */
function guideList(groups: readonly StarterGroup[], choose: (slug: string) => void): Child[] {
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
    const words = [h("span", title), h("span.pl-detail", summary)];
    return h(
      "li",
      button(words, () => choose(slug), { class: "pl-guide" }),
    );
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
