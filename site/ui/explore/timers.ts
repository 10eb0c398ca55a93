/**
 * Time for explored programs. How long one waits makes no difference there, because its next request waits
 * until the schedule lets it pass. So timers fire at once.
 */

const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };

/** Of pages, which have no setImmediate: a message is the only turn there that comes at once. */
let channel: MessageChannel | undefined;
const waiting: (() => void)[] = [];

/** Lets everything run that can run without an answer from elsewhere. */
export function turn(): Promise<void> {
  return new Promise((resolve) => soon(resolve));
}

function soon(done: () => void): void {
  if (typeof setImmediate === "function") {
    setImmediate(done);
    return;
  }
  if (!channel) {
    channel = new MessageChannel();
    channel.port1.onmessage = () => waiting.shift()?.();
  }
  waiting.push(done);
  channel.port2.postMessage(null);
}

/** Does work with timers that fire at once, in the order in which they were set. */
export async function withoutWaiting<T>(work: () => Promise<T>): Promise<T> {
  const stopped = new Set<number>();
  let lastId = 0;
  const setTimeout = (fire: (...args: unknown[]) => void, _delay?: number, ...args: unknown[]) => {
    const id = ++lastId;
    soon(() => stopped.has(id) || fire(...args));
    return id;
  };
  Object.assign(globalThis, { setTimeout, clearTimeout: (id: number) => stopped.add(id) });
  try {
    return await work();
  } finally {
    Object.assign(globalThis, real);
  }
}
