/** Finds the code blocks of a page that are for us, and reads them. */

/** What Markdown, highlighters and site generators make of an ```http block. */
const selector = [
  "pre>code.language-http",
  ".language-http pre>code",
  "pre.language-http>code",
  "pre>code[data-lang=http]",
  ".highlight-http pre",
].join();

/** The page's code blocks in HTTP. */
export function blocks(): Iterable<Element> {
  return document.querySelectorAll(selector);
}

/** Whether code has a request to one of the services of an account. */
export function isRequest(text: string): boolean {
  return /^\s*([A-Z]+\s+)?{{(host|queue|blob)}}/m.test(text);
}

/** The text of a code block, without what a highlighter or a tool has put into it. */
export function textOf(block: Element): string {
  const copy = (block.querySelector("code") ?? block).cloneNode(true) as Element;
  for (const line of copy.querySelectorAll("br")) {
    line.replaceWith("\n");
  }
  for (const extra of copy.querySelectorAll(".ln,.linenos,.lineno,button")) {
    extra.remove();
  }
  return copy.textContent?.trimEnd() ?? "";
}

/** Code as a frame shows it: without the lines that say how it runs. */
export function shortened(text: string): string {
  return text.replace(/^(#|\/\/) ?@.*\n?/gm, "").replace(/^###+ +/gm, "");
}

const waits = Date.now() + 3000;

/**
 * Whether a framework that renders on the server has taken over a block, if there is one. Before that, an
 * added element would make it throw the page away and build it again.
 */
export function isSettled(block: Element): boolean {
  const root = block.closest("#__docusaurus,#__next,#___gatsby,#__nuxt,#app");
  const marked = (node: Element) => Object.keys(node).some((key) => /^__(reactF|vue_a)/.test(key));
  return !root || marked(root) || marked(block) || Date.now() > waits;
}
