/** What the playground shows of an account outside the page. */
import { button, h } from "../element.ts";
import { messageOf } from "../message-of.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Advice } from "./endpoint-advice.ts";
import type { Pair } from "./endpoint-compare.ts";
import type { Session } from "./session.ts";
import { spread } from "./words.ts";

const emulator = "http://127.0.0.1:10002/devstoreaccount1";

/** Accounts to begin with: name, address, what to write for the key. */
const presets = [
  {
    label: "Local endpoint or Azurite",
    address: emulator,
    hint: "Leave it empty for the key that every emulator has.",
  },
  {
    label: "Azure Table storage",
    address: "https://NAME.table.core.windows.net",
    hint: "A shared access signature that expires soon is safer than a key.",
  },
  {
    label: "Cosmos DB for Table",
    address: "https://NAME.table.cosmos.azure.com",
    hint: "Cosmos DB takes the account's key.",
  },
] as const;

/** The panel in which a reader says where requests go. It closes when the session has connected. */
export function settingsPanel(session: Session, close: () => void): HTMLElement {
  const address = h("input", { name: "address", autocomplete: "off", spellcheck: "false" });
  address.value = presets[0].address;
  const secret = h("input", {
    name: "secret",
    type: "password",
    autocomplete: "off",
    spellcheck: "false",
  });
  const hint = h("small", { id: "en-hint" }, presets[0].hint);
  secret.setAttribute("aria-describedby", "en-hint");
  const wrong = h("p.en-wrong", { role: "alert" });
  const choices = presets.map((preset, i) => {
    const radio = h("input", { type: "radio", name: "preset", ...(i === 0 && { checked: "" }) });
    radio.addEventListener("change", () => {
      address.value = preset.address;
      hint.textContent = preset.hint;
    });
    return h("label", radio, ` ${preset.label}`);
  });
  const connect = async () => {
    try {
      await session.connect({ address: address.value, secret: secret.value });
      secret.value = "";
      wrong.textContent = "";
      close();
    } catch (cause) {
      wrong.textContent = messageOf(cause);
    }
  };
  const form = h(
    "form.en-panel",
    { "aria-label": "Account", autocomplete: "off" },
    h("fieldset", h("legend", "Send requests to"), ...choices),
    h("label", "Address of the tables", address),
    h("label", "Key, shared access signature or connection string", secret),
    hint,
    wrong,
    h(
      "p.en-note",
      "It stays in this page's memory until you disconnect or close the page. It's never stored, never " +
        "part of a link, and only used for requests to this account. What the requests do there is real.",
    ),
    h(
      "div.row",
      button("Connect", () => void connect(), { class: "ex-run" }),
      button("Cancel", close),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void connect();
  });
  return form;
}

/** A bar that says where requests go. */
export function banner(endpoint: Endpoint, disconnect: () => void): HTMLElement {
  const own = endpoint.credential === "token" ? "your token" : "your key";
  const what = endpoint.credential === "emulator" ? "the key that every emulator has" : own;
  const where = h("strong", endpoint.where);
  const kind = endpoint.isLocal ? "en-banner row is-local" : "en-banner row";
  return h(
    "div",
    { class: kind, role: "status" },
    h("p", "Requests go to ", where, ` with ${what}. What they change there stays changed.`),
    button("Disconnect", disconnect),
  );
}

/** What to do about a run that went wrong. */
export function adviceView({ message, texts }: Advice): HTMLElement {
  return h(
    "div.en-advice",
    { role: "alert" },
    h("p", message),
    ...texts.map(([label, text]) =>
      h(
        "figure",
        h("figcaption", `${label}:`),
        h("pre", { tabindex: "0" }, h("code", text)),
        button("Copy", () => void navigator.clipboard.writeText(text).catch(() => undefined)),
      ),
    ),
  );
}

/** Answers side by side, and what differs. */
export function comparison(pairs: readonly Pair[]): HTMLElement {
  const different = pairs.filter(({ differences }) => differences.length > 0).length;
  const alone = pairs.filter(({ here, there }) => !here || !there).length;
  const words = [
    different === 0 ? "All answers are alike" : `${different} of ${pairs.length} answers differ`,
    ...(alone > 0 ? [`${alone} ran on one side only`] : []),
  ].join("; ");
  return h(
    "section.en-comparison",
    { "aria-label": "Compared with the page's engine" },
    h("p.en-sum", `${words}.`),
    ...pairs.map(pairView),
  );
}

function pairView({ line, request, here, there, differences }: Pair): HTMLElement {
  const same = here && there && differences.length === 0;
  const mark = same ? "=" : here && there ? "≠" : "…";
  const told = (value: string) => h("td", value || "not there");
  const rows = differences.map(({ part, here, there }) =>
    h("tr", h("th", { scope: "row" }, part), told(here), told(there)),
  );
  const head = h(
    "tr",
    h("td"),
    h("th", { scope: "col" }, "Here"),
    h("th", { scope: "col" }, "There"),
  );
  const table = h("table", h("thead", head), h("tbody", ...rows));
  const body = (side: string, step: typeof here) =>
    h(
      "pre",
      { tabindex: "0", "aria-label": `The answer ${side}` },
      step ? spread(step.response.body) || "empty" : "not run",
    );
  const statuses = `${here?.status ?? "not run"} here, ${there?.status || "no answer"} there`;
  return h(
    "details",
    { class: same ? "en-pair is-same" : "en-pair", ...(!same && { open: "" }) },
    h(
      "summary",
      h("span.en-mark", { "aria-hidden": "true" }, mark),
      ` Line ${line}: `,
      h("code", request),
      h("span.en-status", ` ${statuses}`),
    ),
    ...(rows.length > 0 ? [h("div.scroll", table)] : []),
    h("div.en-bodies", body("here", here), body("there", there)),
  );
}
