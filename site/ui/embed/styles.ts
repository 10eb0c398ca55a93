/**
 * The style sheets in the host's page. They are constructed, so no policy forbids them, and they select by
 * our own element, so nothing of the host's has to be marked.
 */

/**
 * In the shadow of each element: the frame replaces what is in the element. The span has what the page
 * sets, and the pre is there until the frame is.
 */
export const within = sheet(`:host{display:block}
iframe{display:block;width:100%;height:0;border:0;visibility:hidden}
span{font-family:var(--rowkey-font,inherit);color:var(--rowkey-color,inherit);
outline-color:var(--rowkey-accent,#0000);background:var(--rowkey-background)}
pre{display:none;box-sizing:border-box;margin:0;padding:12px 16px;border:1px solid #8886;overflow:hidden;
font:13px/1.6 monospace;white-space:pre-wrap;overflow-wrap:anywhere}
:host(:is([data-live],[data-still])){margin-block:1em}
:host([data-live]) iframe{visibility:visible}
:host([data-still]) pre{display:block}
:host(:is([data-live],[data-still])) slot{display:none}`);

const element = "rowkey-example:is([data-live=beside],[data-still=beside])";
/** The boxes that tools draw around a block, and what they put onto it. */
const box = "div:is(.language-http,.highlight,[class*=code-block],[class*=codeBlock])";
const extras = ":is(button,.lang,[class*=buttonGroup],[class*=line-numbers])";

/** In the page: hides the block before a live element, with its line numbers and its box. */
export const beside =
  sheet(`pre:has(+${element}),td:has(+td ${element}),${box}:has(>${element})>${extras}{display:none!important}
table:has(${element}){width:100%!important}
${box}:is(:has(>${element}),:has(>div>${element}),:has(td ${element})){
border:0!important;box-shadow:none!important;padding:0!important;
overflow:visible!important}`);

/** In the page: shows the blocks that it hides until the script has found those that become examples. */
export const found = sheet("@keyframes rowkey{}");

function sheet(text: string): CSSStyleSheet {
  const made = new CSSStyleSheet();
  made.replaceSync(text);
  return made;
}
