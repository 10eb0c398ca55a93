import assert from "node:assert/strict";
import { test } from "node:test";
import { Runner } from "../../design/runner.ts";
import type {
  DesignAnswer,
  DesignCall,
  DesignProgress,
  GoOnCall,
  RestCall,
} from "../../protocol.ts";

/** An answer whose figures are computed or not. */
function answer(computed: boolean): DesignAnswer {
  const cells = [[{ growth: [{ computed: false }, { computed }] }]];
  return {
    ok: true,
    patterns: [],
    designs: [],
    cells,
    findings: [],
    markdown: "",
    json: "",
  } as unknown as DesignAnswer;
}

const part: DesignProgress = { part: 0.5, doing: "storing" };

/** A runner, the calls that it makes, and what it says. `replies` are used up one after the other. */
function start(replies: (DesignAnswer | DesignProgress | Error)[], during = (_: number) => {}) {
  const calls: (DesignCall | GoOnCall)[] = [];
  const heard: string[] = [];
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const client = {
    run: async (call: DesignCall | GoOnCall | RestCall) => {
      if (call.op === "rest") {
        return {};
      }
      calls.push(call);
      await Promise.resolve();
      during(calls.length);
      const reply = replies.shift();
      assert(reply, "a call too many");
      if (replies.length === 0) {
        setTimeout(end);
      }
      if (reply instanceof Error) {
        throw reply;
      }
      return reply;
    },
  };
  const runner = new Runner({
    client: client as never,
    status: (words) => heard.push(words),
    show: (reply) => heard.push(reply.ok ? "shown" : "wrong"),
    progress: (progress) => heard.push(progress ? progress.doing : "idle"),
  });
  const about = () =>
    calls.map((call) => (call.op === "goOn" ? "on" : `${call.text} ${call.most ?? "all"}`));
  return { runner, heard, about, ended };
}

test("a matrix of few entities comes first, and of more if any figure was computed", async () => {
  const { runner, heard, about, ended } = start([part, answer(true), part, answer(false)]);
  runner.ask({ text: "a", at: 0 });
  await ended;
  assert.deepEqual(about(), ["a 4000", "on", "a all", "on"]);
  assert.deepEqual(heard, ["Running…", "shown", "storing", "shown", "idle"]);
});

test("if all figures are measured, it isn't said that more are", async () => {
  const { runner, heard, about, ended } = start([answer(false), part, answer(false)]);
  runner.ask({ text: "a", at: 0 });
  await ended;
  assert.deepEqual(about(), ["a 4000", "a all", "on"]);
  assert.deepEqual(heard, ["shown", "shown", "idle"]);
});

test("a newer question is asked in the middle of an answer, which isn't shown", async () => {
  const run = start([answer(true), part, part, answer(false), answer(false)], (n) => {
    if (n === 2) {
      run.runner.ask({ text: "b", at: 0 });
      run.runner.ask({ text: "c", at: 0 });
    }
  });
  run.runner.ask({ text: "a", at: 0 });
  await run.ended;
  assert.deepEqual(run.about(), ["a 4000", "a all", "c 4000", "on", "c all"]);
  assert.deepEqual(run.heard, ["shown", "idle", "Running…", "shown", "shown", "idle"]);
});

test("the larger matrix can be stopped, and the next question isn't", async () => {
  const run = start([answer(true), part, answer(false), answer(false)], (n) => {
    if (n === 2) {
      run.runner.stop();
      setTimeout(() => run.runner.ask({ text: "b", at: 0 }));
    }
  });
  run.runner.ask({ text: "a", at: 0 });
  await run.ended;
  assert.deepEqual(run.about(), ["a 4000", "a all", "b 4000", "b all"]);
  assert.deepEqual(run.heard, ["shown", "idle", "shown", "shown", "idle"]);
});

test("after an error the next question is answered", async () => {
  const { runner, heard, ended } = start([new Error("too much"), answer(false), answer(false)]);
  runner.ask({ text: "a", at: 0 });
  setTimeout(() => runner.ask({ text: "b", at: 0 }));
  await ended;
  assert.deepEqual(heard, ["too much", "idle", "shown", "shown", "idle"]);
});
