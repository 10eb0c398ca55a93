/**
 * Lets errors of the client say where in the example they began. The client hands promises on in a way
 * that leaves no trace of who waits for them, so each call notes where it was made. Those that have
 * not ended with the example are calls without await.
 */

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Calls that have not ended, by where they were made: errors that nobody has thrown. */
export type OpenCalls = Set<Error>;

/** Makes all methods of a class note where they are called. */
export function traceCalls(of: { readonly prototype: object }, open: OpenCalls): void {
  traceMembers(of.prototype, Object.getOwnPropertyNames(of.prototype), open);
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

/** What a method returned: a promise, a list that is read step by step, or anything else. */
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
