/**
 * Adds the position in the example to errors of the client. The client's promises lose the stack of the
 * code that awaits them, so each call records where it was made. Calls that are still pending when the
 * example ends lack an await.
 */

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Pending calls: for each, an error that is never thrown and whose stack says where it was made. */
export type OpenCalls = Set<Error>;

/** Makes all methods of a module's clients record where they are called. */
export function traceClients(members: object, open: OpenCalls): void {
  for (const [name, { prototype }] of Object.entries(members)) {
    if (/Client$/.test(name) && prototype) {
      traceMembers(prototype, Object.getOwnPropertyNames(prototype), open);
    }
  }
}

function traceMembers(object: object, names: readonly string[], open: OpenCalls): void {
  for (const name of names) {
    const method = Object.getOwnPropertyDescriptor(object, name)?.value as Method | undefined;
    if (typeof method === "function" && name !== "constructor") {
      Object.defineProperty(object, name, { value: traced(method, open), configurable: true });
    }
  }
}

function traced(method: Method, open: OpenCalls): Method {
  return function (...args) {
    const here = new Error();
    return follow(method.apply(this, args), here, open);
  };
}

/** Follows the result of a method: a promise, an asynchronous iterator, or anything else. */
function follow(result: unknown, here: Error, open: OpenCalls): unknown {
  if (result instanceof Promise) {
    open.add(here);
    return result
      .finally(() => open.delete(here))
      .catch((cause) => {
        throw located(cause, here);
      });
  }
  if (typeof result === "object" && result !== null && Symbol.asyncIterator in result) {
    traceMembers(result, ["next", "byPage"], open);
  }
  return result;
}

function located(cause: unknown, { stack = "" }: Error): unknown {
  if (cause instanceof Error && !cause.stack?.includes("example.js:")) {
    cause.stack = `${cause.stack}\n${stack.split("\n").slice(1).join("\n")}`;
  }
  return cause;
}
