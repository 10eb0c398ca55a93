// What our configuration uses of httpyac 6.16 (patterns/httpyac.config.cjs). The package itself is
// installed for the tests alone, in engine/suites.
declare module "httpyac" {
  interface HttpRegion {
    readonly symbol: { readonly startLine: number; readonly endLine: number };
    readonly request?: object;
    testResults?: readonly TestResult[];
  }

  interface TestResult {
    readonly message: string;
    readonly status: "SUCCESS" | "FAILED" | "SKIPPED";
    readonly error?: { readonly displayMessage: string; readonly error: Error };
  }

  interface ProcessorContext {
    readonly httpFile: { readonly fileName: unknown };
    readonly httpRegion: HttpRegion;
    readonly request?: object;
    readonly variables: Readonly<Record<string, unknown>>;
  }

  interface HttpResponse {
    readonly statusCode: number;
    readonly headers?: Readonly<Record<string, unknown>>;
    readonly rawBody?: Uint8Array;
  }

  type GetLines = () => Generator<{ readonly textLine: string; readonly line: number }, void>;

  interface ParserContext {
    readonly lines: readonly string[];
    readonly httpRegion: HttpRegion;
  }

  interface Hook<Arguments extends unknown[]> {
    addHook(
      id: string,
      hook: (...given: Arguments) => unknown,
      options?: { readonly before: readonly string[] },
    ): void;
    removeHook(id: string): void;
  }

  interface HttpyacHooksApi {
    readonly hooks: {
      readonly parse: Hook<[GetLines, ParserContext]>;
      readonly parseMetaData: Hook<unknown[]>;
      readonly execute: Hook<[ProcessorContext]>;
      readonly onRequest: Hook<unknown[]>;
      readonly onResponse: Hook<[HttpResponse, ProcessorContext]>;
    };
  }
}
