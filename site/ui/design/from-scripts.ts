/** Runs .http files in an account of their own, with the data beside them, and describes what came of it. */
import type { Client, Watch } from "../client.ts";
import { Refusal } from "../lab/convert.ts";
import { chunks } from "../play/chunks.ts";
import { isData, isRequests, tableOf } from "../play/names.ts";
import type { DumpReply, Key, PlayStep } from "../protocol.ts";
import type { Asked } from "./asked.ts";
import { describe } from "./describe.ts";
import type { Inferred } from "./infer.ts";
import type { Table } from "./types.ts";

/** A file of a workspace: requests, or the data of a table. */
export interface File {
  readonly name: string;
  readonly text: string;
}

type Engine = Pick<Client, "run">;

const session = "describe";

/** So many entities come at a time. */
const piece = 5000;

/** Describes the tables of files, and the questions of their requests. */
export async function fromScripts(
  engine: Engine,
  files: readonly File[],
  watch: Watch,
): Promise<Inferred> {
  const scripts = files.filter(({ name }) => isRequests(name));
  const data = files.filter(({ name }) => isData(name));
  await engine.run({ op: "open", session }, watch);
  try {
    for (const { name, text } of data) {
      for (const chunk of chunks(text)) {
        const table = tableOf(name);
        const { line } = chunk;
        await engine.run(
          { op: "fill", session, table, text: chunk.text, line, mode: "keep" },
          watch,
        );
      }
    }
    const steps: PlayStep[] = [];
    for (const { name, text } of scripts) {
      steps.push(...(await play(engine, { name, text }, watch)));
    }
    const { tables } = await engine.run({ op: "tables", session }, watch);
    const full: Table[] = [];
    for (const { name } of tables) {
      full.push({ name, text: await dumped(engine, name, watch) });
    }
    const from = (scripts.length > 0 ? scripts : data).map(({ name }) => name).join(", ");
    return await describe(from, full, asked(steps), (filters) =>
      engine.run({ op: "ways", filters }, watch),
    );
  } finally {
    void engine.run({ op: "close", session }, watch).catch(() => {});
  }
}

async function play(engine: Engine, file: File, watch: Watch): Promise<readonly PlayStep[]> {
  const { name, text } = file;
  const reply = await engine.run({ op: "play", session, file: name, text, edited: true }, watch);
  const [wrong] = reply.errors;
  if (reply.steps.length === 0 && wrong) {
    throw new Refusal(`${name}, line ${wrong.line}: ${wrong.message}`, wrong.hint);
  }
  return reply.steps;
}

/** What was answered: a request that was refused asks for nothing. */
function asked(steps: readonly PlayStep[]): Asked[] {
  return steps
    .filter(({ status }) => status >= 200 && status < 300)
    .map(({ name, title, method, request }) => {
      return { name, title, method, url: request.url, body: request.body };
    });
}

async function dumped(engine: Engine, table: string, watch: Watch): Promise<string> {
  let text = "";
  let from: Key | null = null;
  do {
    const reply: DumpReply = await engine.run(
      { op: "dump", session, table, format: "csv", from, limit: piece },
      watch,
    );
    text += reply.text;
    from = reply.next;
  } while (from);
  return text;
}
