/** The playground: makes its parts and lets them know of each other. */
import { Client } from "../client.ts";
import { Playground } from "./playground.ts";

/** How long one call may take, in milliseconds. */
const limit = 60_000;

const root = document.getElementById("play");
if (root) {
  const client = new Client({ spawn: () => new Worker(`${WORKER_URL}#full`), limit });
  // Nothing shows before there are files to show: names and tabs would push the editor about.
  root.classList.add("is-opening");
  void new Playground(root, client).start().finally(() => root.classList.remove("is-opening"));
}
