/**
 * Lets errors of the client say where in the example they began. The client hands promises on in a way
 * that leaves no trace of who waits for them, so each call notes where it was made.
 */

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Makes all methods of a class note where they are called. */
export function traceCalls(of: { readonly prototype: object }): void {
  traceMembers(of.prototype, Object.getOwnPropertyNames(of.prototype));
}

function traceMembers(object: object, names: readonly string[]): void {
  for (const name of names) {
    const method = Object.getOwnPropertyDescriptor(object, name)?.value as Method | undefined;
    if (typeof method === "function" && name !== "constructor") {
      Object.defineProperty(object, name, { value: traced(method), configurable: true });
    }
  }
}

function traced(method: Method): Method {
  return function (...args) {
    const { stack: here = "" } = new Error();
    return follow(method.apply(this, args), here);
  };
}

/** What a method returned: a promise, a list that is read step by step, or anything else. */
function follow(result: unknown, here: string): unknown {
  if (result instanceof Promise) {
    return result.catch((cause) => {
      throw located(cause, here);
    });
  }
  if (typeof result === "object" && result !== null && Symbol.asyncIterator in result) {
    traceMembers(result, ["next", "byPage"]);
  }
  return result;
}

function located(cause: unknown, here: string): unknown {
  if (cause instanceof Error && !cause.stack?.includes("example.js:")) {
    cause.stack = `${cause.stack}\n${here.split("\n").slice(1).join("\n")}`;
  }
  return cause;
}
