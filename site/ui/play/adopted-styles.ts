/**
 * Lets the editor have its styles under a policy that forbids inline style sheets.
 *
 * CodeMirror mounts its rules through style-mod, which adds a <style> element to a document. Here they go
 * into a style sheet that the document adopts, which the policy allows.
 */
import { StyleModule } from "style-mod";

const sheet = new CSSStyleSheet();
const mounted: StyleModule[] = [];

StyleModule.mount = (_root: Document | ShadowRoot | DocumentOrShadowRoot, modules) => {
  const list: readonly StyleModule[] = Array.isArray(modules) ? modules : [modules];
  const added = list.filter((each) => !mounted.includes(each));
  if (added.length > 0) {
    mounted.push(...added);
    const rules = mounted.map((each) => each.getRules()).join("\n");
    // Nor does the policy allow pictures inside style sheets; play.css has lines in their place.
    sheet.replaceSync(rules.replace(/background-image: url\([^;]*\);/g, ""));
  }
  if (!document.adoptedStyleSheets.includes(sheet)) {
    document.adoptedStyleSheets = [sheet, ...document.adoptedStyleSheets];
  }
};
