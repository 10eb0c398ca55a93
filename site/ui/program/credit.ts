/**
 * How much a running example sends its host. What it has posted keeps the host's thread busy even after the
 * example has been stopped, so it doesn't post more than the host can deal with at once.
 */
import type { Answer, Said } from "./protocol.ts";

/** How much an example may print, in calls and in characters. After that, its host ends it. */
export const maxPrints = 1000;
export const maxText = 100_000;

/** How many questions can be open. More of them wait until others have been answered. */
export const maxOpen = 64;

/** The part of a MessagePort that is needed. */
export interface Port {
  postMessage(message: Said): void;
  onmessage: ((event: MessageEvent<Answer>) => void) | null;
}

export type Question =
  Extract<Said, { readonly id: number }> extends infer One
    ? One extends unknown
      ? Omit<One, "id">
      : never
    : never;

/** Returns a function that prints until the host shows no more. Nothing can stop a loop without await. */
export function printer(port: Port): (text: string) => void {
  let calls = 0;
  let length = 0;
  return (text) => {
    if (calls < maxPrints && length < maxText) {
      calls++;
      length += text.length;
      port.postMessage({ kind: "print", text: text.slice(0, maxText) });
    }
  };
}

/** Sends questions through a port and matches the answers to them. */
export function asker(port: Port): (question: Question) => Promise<Answer> {
  const open = new Map<number, (answer: Answer) => void>();
  const waiting: Said[] = [];
  let lastId = 0;
  port.onmessage = ({ data }) => {
    open.get(data.id)?.(data);
    open.delete(data.id);
    const next = waiting.shift();
    if (next) {
      port.postMessage(next);
    }
  };
  return async (question) => {
    const id = ++lastId;
    const message = { ...question, id } as Said;
    const answered = new Promise<Answer>((resolve) => open.set(id, resolve));
    if (open.size > maxOpen) {
      waiting.push(message);
    } else {
      port.postMessage(message);
    }
    const answer = await answered;
    if (answer.error !== undefined) {
      throw new Error(answer.error);
    }
    return answer;
  };
}
