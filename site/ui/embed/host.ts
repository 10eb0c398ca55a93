/**
 * The script that other pages load: it turns their requests to {{host}}, {{queue}} or {{blob}} into live
 * examples, each in a frame.
 *
 * It adds one element beside a code block and changes nothing else in the page, because a framework would
 * undo that. A style sheet hides the block while the element beside it shows the example. If the element
 * or its frame goes away, the block is there again.
 */
import { whenIdle } from "../idle.ts";
import { type Data, type Report, type Setting, states } from "./messages.ts";
import { see } from "./see.ts";
import { beside, found, within } from "./styles.ts";
import { blocks, isRequest, isSettled, shortened, textOf } from "./text.ts";

const tag = "rowkey-example";
const address = new URL(FRAME_PAGE, import.meta.url);
/** Random is enough: it only tells pages of one site apart. */
const page = Math.random().toString(36).slice(2);
const live = new Set<RowkeyExample>();
/** The element whose frame serves the others with the engine, where they have no shared worker. */
let server: RowkeyExample | undefined;
/** The code blocks that have an element beside them. */
const shown = new Map<Element, RowkeyExample>();

const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) {
        (target as RowkeyExample).load();
      }
    }
  },
  { rootMargin: "600px" },
);

class RowkeyExample extends HTMLElement {
  static readonly observedAttributes = "src data editable height results theme".split(" ");

  /** The host's code block that comes before the element; none if the element contains it. */
  code: Element | undefined;
  /** The current code. */
  text = "";
  /** A reader who leaves the frame by Escape is here: Tab leads on, and not into the frame again. */
  readonly #end = document.createElement("span");
  /** The code, as high as the frame will be, until that is there. */
  readonly #still = document.createElement("pre");
  #data: readonly Data[] = [];
  #error = "";
  #fetched = "";
  #frame: HTMLIFrameElement | undefined;
  #port: MessagePort | undefined;
  #sent = "";

  connectedCallback(): void {
    if (!this.shadowRoot) {
      const root = this.attachShadow({ mode: "open" });
      root.adoptedStyleSheets = [within];
      root.append(document.createElement("slot"), this.#still, this.#end);
      // Focusable only while it has the focus, so that Tab doesn't stop there on its way.
      this.#end.onblur = () => this.#end.removeAttribute("tabindex");
    }
    this.dataset["state"] = "idle";
    live.add(this);
    whenIdle(() => near.observe(this));
    schedule();
  }

  disconnectedCallback(): void {
    live.delete(this);
    near.unobserve(this);
    this.#frame?.remove();
    this.#port?.close();
    this.#frame = this.#port = undefined;
    this.#sent = "";
    delete this.dataset["live"];
    delete this.dataset["still"];
    if (server === this) {
      server = undefined;
      for (const other of live) {
        other.#port?.postMessage("lost");
      }
    }
    schedule();
  }

  attributeChangedCallback(): void {
    schedule();
  }

  /** Loads the frame, which replaces the block as soon as it is there. */
  load(): void {
    if (this.#frame) {
      return;
    }
    const frame = document.createElement("iframe");
    this.#frame = frame;
    frame.src = address.href;
    frame.allow = "clipboard-write";
    // A page that a policy forbids loads, too, but says nothing.
    frame.onload = () => setTimeout(() => this.give(), 3000);
    this.#end.before(frame);
    this.refresh();
  }

  /** Answers a window that says it's a frame: if it's the element's own, it gets a port and the code. */
  greet(source: MessageEventSource | null): void {
    const inner = this.#frame?.contentWindow;
    if (inner && inner === source) {
      const { port1, port2 } = new MessageChannel();
      const rowkey = this.#setting();
      this.#port?.close();
      this.#port = port1;
      this.#sent = JSON.stringify(rowkey);
      port1.onmessage = ({ data, ports: [member] }) => this.#hear(data ?? {}, member);
      inner.postMessage({ rowkey }, address.origin, [port2]);
    }
  }

  /** Reads the code again. */
  read(): void {
    const { code } = this;
    const pre = code ?? this.querySelector("pre");
    const wanted = `${this.getAttribute("src") ?? ""} ${this.getAttribute("data") ?? ""}`;
    if (pre && !this.hasAttribute("src")) {
      this.text = textOf(pre);
    }
    if (wanted !== this.#fetched) {
      this.#fetched = wanted;
      void this.#fetch(wanted);
    }
  }

  /** Tells the frame what has changed, or shows the code until there is one. */
  refresh(): void {
    const setting = this.#setting();
    const { dataset } = this;
    if (!("live" in dataset) && this.text && this.#still.isConnected) {
      this.#wait(setting);
    }
    const now = JSON.stringify(setting);
    const frame = this.#frame;
    if (frame) {
      frame.title = `Live example: ${/^.*[^#\s@].*$/m.exec(this.text.replace(/^# ?@.*/gm, ""))?.[0] ?? ""}`;
    }
    if (this.#port && now !== this.#sent) {
      this.#sent = now;
      this.#port.postMessage(setting);
    }
  }

  /** Gives the block back, unless its frame is there. */
  give(): void {
    if (!this.#port) {
      this.#still.remove();
      delete this.dataset["still"];
    }
  }

  /** Shows the code, with the room that the frame needs for its bar. */
  #wait({ seen }: Setting): void {
    const still = this.#still;
    const [background] = seen.backgrounds;
    const { code: fontFamily } = seen;
    const paddingBottom = this.offsetWidth < 640 ? "122px" : "76px";
    still.textContent = shortened(this.text);
    Object.assign(still.style, { background, fontFamily, paddingBottom });
    this.dataset["still"] = this.code ? "beside" : "";
  }

  #setting(): Setting {
    const all = [...live].filter(({ text }) => text);
    const baked = this.querySelectorAll("pre")[1];
    return {
      texts: all.map(({ text }) => text),
      index: all.indexOf(this),
      data: this.#data,
      baked: baked && this.getAttribute("results") !== "none" ? textOf(baked) : "",
      editable: this.getAttribute("editable") !== "false",
      seen: see(this, this.#end, this.code ?? this),
      page,
      error: this.#error,
    };
  }

  async #fetch(wanted: string): Promise<void> {
    const [src = "", ...data] = wanted.split(/\s+/);
    let error = "";
    try {
      if (src) {
        this.text = await textAt(src);
      }
      this.#data = await Promise.all(data.filter(Boolean).map(tableAt));
    } catch (cause) {
      error = String(cause);
    }
    if (wanted === this.#fetched) {
      this.#error = error;
      schedule();
    }
  }

  #hear({ size, state, plan, read, report, leave }: Report, member?: MessagePort): void {
    const { dataset } = this;
    if (member) {
      server ??= this;
      server.#port?.postMessage(0, [member]);
    }
    if (size && size > 20 && this.#frame) {
      const most = Number(this.getAttribute("height")) || 1e5;
      this.#frame.style.height = `${Math.min(size, most)}px`;
      dataset["live"] = this.code ? "beside" : "";
      delete dataset["still"];
    }
    if (state && states.includes(state)) {
      dataset["state"] = state;
      delete dataset["plan"];
      delete dataset["read"];
      if (/^[\w-]+$/.test(String(plan ?? ""))) {
        dataset["plan"] = plan;
        dataset["read"] = String(Number(read));
      }
    }
    if (report instanceof Object) {
      this.dispatchEvent(
        new CustomEvent("rowkey:done", { bubbles: true, composed: true, detail: report }),
      );
    }
    if (leave) {
      this.#end.tabIndex = 0;
      this.#end.focus({ preventScroll: true });
    }
  }
}

/** Updates everything before the next frame is drawn. */
function schedule(): void {
  if (!scheduled) {
    scheduled = true;
    requestAnimationFrame(update);
  }
}

let scheduled = false;

function update(): void {
  scheduled = false;
  for (const [block, element] of shown) {
    if (element.previousElementSibling !== block || !isRequest(textOf(block))) {
      shown.delete(block);
      element.remove();
    }
  }
  found.disabled = false;
  for (const code of blocks()) {
    const block = code.closest("pre");
    if (!block || shown.has(block) || block.closest(tag) || !isRequest(textOf(code))) {
      continue;
    }
    if (isSettled(block)) {
      const element = document.createElement(tag) as RowkeyExample;
      element.code = block;
      shown.set(block, element);
      block.after(element);
    } else {
      found.disabled = true;
      setTimeout(schedule, 100);
    }
  }
  for (const element of live) {
    element.read();
  }
  for (const element of live) {
    element.refresh();
  }
}

function start(): void {
  customElements.define(tag, RowkeyExample);
  document.adoptedStyleSheets.push(beside, found);
  addEventListener("message", ({ origin, source, data }) => {
    if (origin === address.origin && data === "rowkey") {
      for (const element of live) {
        element.greet(source);
      }
    }
  });
  addEventListener("transitionend", schedule);
  addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
    for (const element of effectiveDirective === "frame-src" ? live : []) {
      element.give();
    }
  });
  new MutationObserver(schedule).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: "class data-theme data-md-color-scheme data-bs-theme data-color-mode".split(
      " ",
    ),
  });
  update();
}

async function textAt(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${response.url}: ${response.status}`);
  }
  return (await response.text()).trimEnd();
}

/** Reads the data of a table from a block of the page by its id, or from a file. Either is named for it. */
async function tableAt(place: string): Promise<Data> {
  const id = place.replace(/^#/, "");
  const block = document.getElementById(id);
  return block
    ? { table: id, text: textOf(block) }
    : { table: /([^/]*?)(\.csv)?([?#].*)?$/.exec(place)?.[1] ?? "", text: await textAt(place) };
}

if (!customElements.get(tag)) {
  start();
}
