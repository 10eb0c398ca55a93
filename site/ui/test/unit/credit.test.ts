// How much a running example sends its host, and what the host does about one that sends more.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Session } from "../../../../wasm/browser/session.mjs";
import { conduct } from "../../program/conduct.ts";
import { asker, maxOpen, maxPrints, maxText, printer } from "../../program/credit.ts";
import type { Answer, Said } from "../../program/protocol.ts";

/** A port whose messages stay in a list. */
function portOf<Posted, Heard>() {
  const posted: Posted[] = [];
  return {
    posted,
    closed: false,
    onmessage: null as ((event: MessageEvent<Heard>) => void) | null,
    postMessage: (message: Posted) => void posted.push(message),
    close() {
      this.closed = true;
    },
    hear(data: Heard) {
      this.onmessage?.({ data } as MessageEvent<Heard>);
    },
  };
}

const request = { method: "GET", url: "/", headers: [], body: "" };

test("credit: prints end when the host shows no more", () => {
  const many = portOf<Said, Answer>();
  const line = printer(many);
  for (let i = 0; i < 10 * maxPrints; i++) {
    line("x");
  }
  assert.equal(many.posted.length, maxPrints);
  const long = portOf<Said, Answer>();
  const page = printer(long);
  for (let i = 0; i < 10; i++) {
    page("x".repeat(3 * maxText));
  }
  assert.deepEqual(long.posted, [{ kind: "print", text: "x".repeat(maxText) }]);
});

test("credit: questions wait, in order, until others have been answered", async () => {
  const port = portOf<Said, Answer>();
  const ask = asker(port);
  const asked = Array.from({ length: 3 * maxOpen }, () => ask({ kind: "send", request }));
  assert.equal(port.posted.length, maxOpen);
  for (let id = 1; id <= asked.length; id++) {
    assert.equal(port.posted.length, Math.min(maxOpen + id - 1, asked.length));
    port.hear({ id, now: id, value: undefined });
  }
  const answers = await Promise.all(asked);
  assert.deepEqual(
    answers.map(({ id }) => id),
    port.posted.map((said) => "id" in said && said.id),
  );
});

/** Conducts an example whose requests are never answered. */
function conducted() {
  const port = portOf<Answer, Said>();
  const session = { show: () => new Promise(() => {}), send: () => new Promise(() => {}) };
  return { port, outcome: conduct(port, session as unknown as Session) };
}

test("credit: a host ends an example that ignores how many requests can be open", async () => {
  const { port, outcome } = conducted();
  for (let id = 1; id <= maxOpen + 1; id++) {
    assert.equal(port.closed, false);
    port.hear({ kind: "send", id, request });
  }
  assert.equal(port.closed, true);
  const { failure, summary } = await outcome;
  assert.match(failure?.message ?? "", /more requests at once/);
  assert.match(summary, /^64 requests/);
});

test("credit: a host ends an example that prints too much, and drops the rest", async () => {
  const { port, outcome } = conducted();
  for (let i = 0; i < 2 * maxPrints; i++) {
    port.hear({ kind: "print", text: "x" });
  }
  assert.equal(port.closed, true);
  const { failure, output } = await outcome;
  assert.match(failure?.message ?? "", /printed more/);
  assert.equal(output.length, maxPrints);
});

test("credit: a host ends an example that sends what it doesn't know", async () => {
  for (const data of [null, 1, "x", {}, { kind: "other" }] as unknown as Said[]) {
    const { port, outcome } = conducted();
    port.hear(data);
    assert.equal(port.closed, true);
    assert.match((await outcome).failure?.message ?? "", /doesn't know/);
  }
});
