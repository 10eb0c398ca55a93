import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { build } from "../../dom.ts";
import type { ViewNode } from "../../protocol.ts";

/** The part of an element that dom.ts uses, which can print itself. */
class FakeElement {
  readonly tag: string;
  readonly attributes: string[] = [];
  readonly children: { toString(): string }[] = [];

  constructor(tag: string) {
    this.tag = tag;
  }

  setAttribute(name: string, value: string): void {
    this.attributes.push(` ${name}=${JSON.stringify(value)}`);
  }

  append(...children: { toString(): string }[]): void {
    this.children.push(...children);
  }

  toString(): string {
    return `<${this.tag}${this.attributes.join("")}>${this.children.join("")}</>`;
  }
}

beforeEach(() => {
  const document = {
    createTextNode: (text: string) => JSON.stringify(text),
    createElement: (tag: string) => new FakeElement(tag),
    createElementNS: (space: string, tag: string) => new FakeElement(`${space} ${tag}`),
  };
  Object.assign(globalThis, { document });
});

function built(view: ViewNode): string {
  return String(build(view));
}

test("dom: a text is a text, whatever it says", () => {
  assert.equal(built("<script>"), '"<script>"');
});

test("dom: elements have their attributes and children in order", () => {
  const view: ViewNode = ["p", { class: "rs-head", role: "group" }, "a ", ["code", {}, "b"], " c"];
  assert.equal(built(view), '<p class="rs-head" role="group">"a "<code>"b"</>" c"</>');
});

test("dom: pictures are SVG elements", () => {
  const svg = "http://www.w3.org/2000/svg";
  const view: ViewNode = ["svg", { viewBox: "0 0 8 8" }, ["path", { d: "M0 0h8" }]];
  assert.equal(built(view), `<${svg} svg viewBox="0 0 8 8"><${svg} path d="M0 0h8"></></>`);
});

for (const tag of ["script", "style", "iframe", "a", "img", "SVG", "foreignObject", "rk-example"]) {
  test(`dom: <${tag}> is refused`, () => {
    assert.throws(() => build([tag, {}]), /element that pages do not/);
    assert.throws(() => build(["div", {}, ["p", {}, [tag, {}]]]), /element that pages do not/);
  });
}

for (const name of ["onclick", "style", "href", "src", "id", "CLASS", "xlink:href"]) {
  test(`dom: the attribute ${name} is refused`, () => {
    assert.throws(() => build(["p", { [name]: "x" }]), /attribute that pages do not/);
  });
}
