/** Requests that have been run, as code for other tools and languages. */
import { cSharp } from "./csharp.ts";
import { curl } from "./curl.ts";
import { go } from "./go.ts";
import { httpFile } from "./http-file.ts";
import { javaScript } from "./javascript.ts";
import { jobsOf, type Ran } from "./model.ts";
import { python } from "./python.ts";

export type { Addresses, Ran, Sent, Step } from "./model.ts";

/** What requests can be copied as, in the order of a menu. */
export const forms = {
  javascript: { label: "JavaScript", file: "requests.mjs" },
  go: { label: "Go", file: "main.go" },
  csharp: { label: "C#", file: "Program.cs" },
  python: { label: "Python", file: "requests.py" },
  curl: { label: "curl", file: "requests.sh" },
  "rest-client": { label: "REST Client (.http)", file: "requests.http" },
  jetbrains: { label: "JetBrains (.http)", file: "requests.http" },
  httpyac: { label: "httpyac (.http)", file: "requests.http" },
} as const;

export type Form = keyof typeof forms;

/** The requests of a run in one of the forms. */
export function copyAs(form: Form, ran: Ran): string {
  switch (form) {
    case "javascript":
      return javaScript(jobsOf(ran));
    case "go":
      return go(jobsOf(ran));
    case "csharp":
      return cSharp(jobsOf(ran));
    case "python":
      return python(jobsOf(ran));
    case "curl":
      return curl(ran);
    default:
      return httpFile(form, ran);
  }
}
