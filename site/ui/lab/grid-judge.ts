/** Asks the engine what is wrong with the data of a grid, whenever it has changed. */
import type { CheckReply } from "../protocol.ts";
import { type Sheet, write } from "./csv.ts";
import type { Data } from "./data.ts";
import { type Located, locate } from "./locate.ts";

/** Says what is wrong with the text of some data. Fails where there is no engine. */
export type Check = (text: string) => Promise<CheckReply>;

export class Judge {
  readonly #data: Data;
  readonly #check: Check;
  readonly #judged: () => void;
  #asking = false;

  /** @param judged - hears that the data knows more */
  constructor(data: Data, check: Check, judged: () => void) {
    this.#data = data;
    this.#check = check;
    this.#judged = judged;
  }

  /** Looks at the data, and again if it changes meanwhile. */
  async look(): Promise<void> {
    if (this.#asking) {
      return;
    }
    this.#asking = true;
    let rows: Data["rows"] | undefined;
    while (rows !== this.#data.rows) {
      rows = this.#data.rows;
      const reply = await this.#ask(this.#data.text());
      if (reply && rows === this.#data.rows) {
        this.#data.judge(reply);
        this.#judged();
      }
    }
    this.#asking = false;
  }

  /** Says what is wrong with other data. */
  async of(sheet: Sheet): Promise<Located | undefined> {
    const reply = await this.#ask(write(sheet));
    return reply && locate(sheet, reply.errors);
  }

  /** Without an engine nothing is said, as before it has been loaded. Runs tell why there is none. */
  #ask(text: string): Promise<CheckReply | undefined> {
    return this.#check(text).catch(() => undefined);
  }
}
