/** What requests can be written as, by the engine, and what readers call it. */
import type { CodeForm } from "../protocol.ts";

type Named = readonly [form: CodeForm, name: string];

/** Those that are programs with a client library. */
export const languages: readonly Named[] = [
  ["javascript", "JavaScript"],
  ["go", "Go"],
  ["csharp", "C#"],
  ["python", "Python"],
  ["java", "Java"],
];

export const forms: readonly Named[] = [
  ...languages,
  ["curl", "curl"],
  ["powershell", "PowerShell"],
  ["rest-client", "REST Client (.http)"],
  ["jetbrains", "JetBrains (.http)"],
  ["httpyac", "httpyac (.http)"],
];
