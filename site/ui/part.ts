/** One request of a fence. The Go side is engine/language/script/part.go: change both together. */
export interface Part {
  readonly title: string;
  /** The lines above the request that are title, directives and comments. */
  readonly about: string;
  /** All other lines, without blank ones around them. */
  readonly request: string;
}

/** Divides the code of a fence into its requests. */
export function partsOf(code: string): Part[] {
  const parts: Part[] = [];
  let title = "";
  let about: string[] = [];
  let request: string[] = [];
  const flush = () => {
    const part = { title, about: about.join("\n"), request: trim(request.join("\n")) };
    if (part.about !== "" || part.request !== "") {
      parts.push(part);
    }
    title = "";
    about = [];
    request = [];
  };
  let above = true;
  for (const line of code.split("\n")) {
    const begins = line.startsWith("###");
    if (begins) {
      flush();
      above = true;
      title = line.replace(/^#+/, "").trim();
    }
    const start = line.trimStart();
    if (begins || (above && /^(#|\/\/)/.test(start))) {
      about.push(line);
    } else {
      above &&= start === "" || start.startsWith("@");
      request.push(line);
    }
  }
  flush();
  return parts;
}

function trim(text: string): string {
  return text.replace(/^\n+|\n+$/g, "");
}
