/** What an open line shows besides: the request and its answer as they were sent. */
import { button, h } from "./element.ts";
import { bytes, count } from "./numbers.ts";
import type { Entry, Message } from "./requests-row.ts";

export function sentView({ sent, method }: Entry): HTMLElement | undefined {
  if (!sent) {
    return undefined;
  }
  const wrong = h("p.rq-wrong", { role: "alert" });
  const open = async () => {
    try {
      wrong.textContent = "";
      await openInPlayground(sent.script);
    } catch (cause) {
      wrong.textContent = `It can't be opened there. ${cause instanceof Error ? cause.message : cause}`;
    }
  };
  return h(
    "div.rq-sent",
    part("Request", sent.request, `${method} ${sent.url}`),
    part("Answer", sent.answer, ""),
    h(
      "div.rq-open.row",
      button("Open in the playground", () => void open()),
      wrong,
    ),
  );
}

function part(title: string, message: Message, line: string): HTMLElement {
  const head = message.headers.map(([name, value]) => `${name}: ${value}`);
  const lines = line === "" ? head : [line, ...head];
  const text = message.body === "" ? lines : [...lines, "", message.body];
  const shown = h(
    "pre",
    { tabindex: 0, role: "group", "aria-label": `${title}: headers and body` },
    h("code", text.join("\n")),
  );
  return h("section", h("h2", title), h("p", words(message)), shown);
}

/** How much of the body is shown. */
function words({ body, size, cut, binary }: Message): string {
  if (size === 0) {
    return "No body.";
  }
  if (binary) {
    return `A body of ${bytes(size)}, which isn't shown because it isn't text.`;
  }
  const shown = new TextEncoder().encode(body).length;
  return cut
    ? `The body is cut: these are its first ${count(shown)} bytes of ${count(size)}.`
    : `A body of ${bytes(size)}.`;
}

/** Opens a script in a new tab. What makes the address is loaded for it. */
async function openInPlayground(script: string): Promise<void> {
  const { encode } = await import("./share/link.ts");
  const files = [{ name: "request.http", text: script }];
  const href = `/play/${encode({ name: "From the local endpoint", files })}`;
  h("a", { href, target: "_blank", rel: "noopener" }).click();
}
