import { after, before } from "node:test";

/**
 * Opens something for the tests of a file, and after them calls what that returns. If no test of a file was
 * asked for, Node.js opens it, too, but comes to what's after the tests before it's open. What nobody closes
 * keeps Node.js from ending.
 */
export function during(open: () => Promise<() => unknown>): void {
  let opened: Promise<() => unknown> | undefined;
  before(async () => {
    opened = open();
    await opened.catch((cause) => {
      // Then nothing is closed, and what is open would keep Node.js running. This timer by itself wouldn't.
      setTimeout(() => process.exit(1), 10_000).unref();
      throw cause;
    });
  });
  after(async () => {
    const close = await opened;
    await close?.();
  });
}
