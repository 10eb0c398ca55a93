/**
 * The framed page as one file, for hosts that serve it themselves: script, style and engine are in it. Its
 * policy lets it start a worker from its own text, and load nothing at all.
 */
import { serve } from "../open.ts";

const [worker = "", engine = ""] = Array.from(
  document.querySelectorAll("script[type='text/plain']"),
  (part) => part.textContent ?? "",
);
const source = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
let compressed: string | undefined;

/** Blob addresses differ from frame to frame, so there is no shared worker. */
serve({
  engine: () => {
    const bytes = () => Uint8Array.from(atob(engine), (character) => character.charCodeAt(0));
    compressed ??= URL.createObjectURL(new Blob([bytes()]));
    return new Worker(source, { name: compressed });
  },
});
